import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { texts as draftTexts } from '#platform/web/draft/texts.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { texts as historyTexts } from '#platform/web/history/texts.ts';
import { texts } from '#platform/web/text/texts.ts';
import { contractFile, englishOf } from '#tests/contract/shared.ts';

interface Found {
  readonly at: string;
  readonly label: readonly string[];
}

/**
 * Every `['…', '…', '…']` anywhere below a value: labels of nouns, fields, choices, verbs and states, and every
 * sentence of the pages.
 */
function labelsIn(value: unknown, at: string, seen = new Set<unknown>()): Found[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  if (
    Array.isArray(value) &&
    value.length >= 3 &&
    value.every((each) => typeof each === 'string') &&
    /\p{Script=Han}/u.test(value[0] as string)
  )
    return [{ at, label: value }];
  return Object.entries(value).flatMap(([key, each]) => labelsIn(each, `${at}.${key}`, seen));
}

/** Places to fill in: `{name}` by its name, `${…}` by being there. `{{name}}` is quoted, not filled. */
const placesIn = (text: string): string[] => {
  // A word that is chosen by a count is no place of its own: {count:row|rows}.
  const plain = text.replace(/\{\{.*?\}\}/g, '').replace(/\{\w+:[^{}]*\}/g, '');
  const places = [...plain.matchAll(/(\$?)\{(.+?)\}/g)];
  return [...new Set(places.map(([place, isCode]) => (isCode === '' ? place : '${}')))].toSorted((a, b) =>
    a.localeCompare(b),
  );
};

/** A literal of the source: quoted, or a template whose places are filled by code. */
const literal = /(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/.source;
const written = new RegExp(`\\[\\s*${literal}\\s*,\\s*${literal}\\s*,\\s*${literal}\\s*(?:,[^\\[\\]]*)?\\]`, 'g');
const han = /\p{Script=Han}/u;

/** Chinese digits stand in lists of three, too. */
const digits = 'platform/model/capital-amount.ts';
/**
 * Chinese that is no text of the product: it is data, or a word that a person may type, or says one language for a
 * reason.
 */
const words: Readonly<Record<string, string>> = {
  [digits]: 'digits and units of an amount in words, of both scripts',
  'platform/server/import/meaning.ts': 'words that a cell of a file may hold for yes and no',
  'platform/web/text/language.ts': 'languages under their own names',
  'modules/data/model/goods/spec.ts': 'a size that files and people write',
  'modules/invoice/model/printed/merge.ts': 'what stands on a Chinese invoice, whoever prints it',
  'modules/funds/model/capital.ts': 'names of the accounts that are opened with a customer',
  'modules/system/model/region.ts': 'names of districts, as the register of regions has them',
  'modules/system/model/storage.ts': 'names of other systems, as a choice each',
  'modules/system/model/parameter/house-parameters.ts': 'values that a parameter starts with',
  'modules/workflow/model/engine/template.ts': 'names of steps in drawings to start from',
  'modules/workflow/web/designer/translation.ts': 'two languages, by the English of the drawing tool',
  'modules/invoice/server/provider/issue-job.ts': 'name of the file of an invoice, in the language of the paper',
  'modules/invoice/server/provider/push.ts': 'mail about an invoice of this country, in the language of the paper',
  'modules/invoice/server/provider/settle.ts': 'kept on the invoice, before it is known who reads it',
  // Kept in the log of what was sent, before it is known who reads it.
  'modules/sales/server/exchange/order-push.ts': 'why an order could not be pushed',
  'modules/workflow/server/hub/hub-send.ts': 'why an answer could not be sent',
};

/**
 * Messages of the contract that the product words in its own way (most name the record), composes of two texts, or has
 * no use for yet.
 */
const saidOtherwise = [
  'validate.confirmPassword',
  'validate.tenantNo',
  'prompt.title',
  'prompt.info',
  'prompt.failed',
  'prompt.selectRow',
  'panel.add',
  'panel.edit',
  'panel.read',
  'picker.selectedCount',
  'approve.remaining',
  'approve.opinion',
  'approve.cancelled',
  'login.expired',
  'login.kicked',
  'login.badPassword',
  'login.locked',
  'login.captcha',
  'server.forbidden',
  'server.duplicate',
  'server.notFound',
  'server.inUse',
  'server.hasChildren',
  'server.badStatus',
  'server.stockShort',
  'server.creditShort',
  'server.budgetOver',
  'server.roleSubset',
  'server.stale',
  'button.confirm',
  'button.pushDown',
  'button.logout',
  'button.loading',
  'button.expertSearch',
  'button.noData',
  'button.total',
  'tabs.closeCurrent',
  'tabs.closeOther',
  'tabs.closeAll',
];

/**
 * Every text as the source writes it, wherever it stands: a sentence inside a component, a refusal of a module, a
 * label.
 */
function textsInSource(): readonly Found[] {
  const files = globSync('{platform,modules,apps}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$|\/gallery\//.test(file),
  );
  const alone: string[] = [];
  const found = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
      .replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')
      // A long text goes on in the next line.
      .replace(/(['"`]) \+\n\s*\1/g, '');
    const rest = source.replace(written, (all, ...parts: (string | undefined)[]) =>
      han.test(parts.slice(0, 3).join('')) ? '' : all,
    );
    if (!(file in words))
      for (const [text] of rest.matchAll(new RegExp(literal, 'g'))) if (han.test(text)) alone.push(`${file} ${text}`);
    return [...source.matchAll(written)].flatMap(([, ...parts]) => {
      const label = [0, 3, 6].map((at) => parts[at] ?? parts[at + 1] ?? parts[at + 2] ?? '');
      return han.test(label[0] ?? '') && (file !== digits || (label[2] ?? '').length > 1) ? [{ at: file, label }] : [];
    });
  });
  expect(alone).toEqual([]);
  return found;
}

function expectThreeLanguages(all: readonly Found[]): void {
  for (const {
    at,
    label: [zhCN = '', zhTW = '', en = ''],
  } of all) {
    const where = `${at} ${zhCN}`;
    expect([where, zhTW.trim() !== '', en.trim() !== '', han.test(en)]).toEqual([where, true, true, false]);
    expect([where, placesIn(zhTW), placesIn(en)]).toEqual([where, placesIn(zhCN), placesIn(zhCN)]);
  }
}

describe('every text of the product', () => {
  test('[A72] exists in the three languages, with the same places to fill in', () => {
    const all = labelsIn({ texts, gridTexts, draftTexts, historyTexts, models }, '');
    for (const {
      at,
      label: [zhCN = '', zhTW = '', en = ''],
    } of all) {
      expect([at, zhCN.trim() !== '', zhTW.trim() !== '', en.trim() !== '']).toEqual([at, true, true, true]);
      expect([at, placesIn(zhTW), placesIn(en)]).toEqual([at, placesIn(zhCN), placesIn(zhCN)]);
      expect([at, /\p{Script=Han}/u.test(en)]).toEqual([at, false]);
    }
    console.log(`${all.length} texts`);
    expect(all.length).toBeGreaterThan(500);
  });

  test('[A72] is written in the three languages wherever it is written, and nothing is said in one of them only', () => {
    const all = textsInSource();
    expectThreeLanguages(all);
    console.log(`${all.length} texts in the source`);
    expect(all.length).toBeGreaterThan(3000);
  });

  test('[A72] that the contract words has the words of the contract in the three languages, or is listed as said otherwise', () => {
    const own = new Map<string, Set<string>>();
    for (const { label } of textsInSource()) {
      const [zhCN = '', zhTW = '', en = ''] = label.map((text) => text.replaceAll("\\'", "'"));
      own.set(zhCN, (own.get(zhCN) ?? new Set()).add(`${zhTW} | ${en}`));
    }
    const messages = contractFile('messages.json').messages;
    const differing = messages
      .filter(({ text }) => !(own.get(text['zh-CN'])?.has(`${text['zh-TW']} | ${englishOf(text)}`) ?? false))
      .map(({ key }) => key);
    expect(differing).toEqual(saidOtherwise);
    console.log(`${messages.length - differing.length} of ${messages.length} messages of the contract word by word`);
  });
});
