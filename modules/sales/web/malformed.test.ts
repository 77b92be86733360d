import { beforeAll, describe, expect, test } from 'vitest';
import { data } from '#data/model/module.ts';
import { message } from '#message/model/module.ts';
import type { Field } from '#platform/model/field.ts';
import { languages, textOf, type Language } from '#platform/model/label.ts';
import type * as Words from '#platform/web/text/language.ts';
import type * as Rules from '#platform/web/field/rules.ts';
import { funds } from '#funds/model/module.ts';
import { price } from '#price/model/module.ts';
import { sales } from '#sales/model/module.ts';
import { stock } from '#stock/model/module.ts';
import { system } from '#system/model/module.ts';
import { workflow } from '#workflow/model/module.ts';

/** "{attr} format error" in the three languages, as the specification words it. */
const told: Readonly<Record<Language, (attr: string) => string>> = {
  'zh-CN': (attr) => `${attr}格式错误`,
  'zh-TW': (attr) => `${attr}格式錯誤`,
  'en-US': (attr) => `${attr} format error`,
};

/** A value that breaks what a person types; dates, instants and integers have inputs that hold nothing malformed. */
function brokenValue(field: Field): string | undefined {
  if (field.kind === 'decimal') return '1,5';
  if (field.kind === 'json') return '{';
  const broken: Readonly<Record<string, string>> = { email: 'a@b', phone: '123', url: 'nowhere', tenantNo: '0x' };
  return field.kind === 'text' ? broken[field.format] : undefined;
}

/** Every field that a form of the product lets a person type. */
const typed = (): readonly [string, Field][] =>
  [system, message, data, workflow, stock, price, funds, sales]
    .flatMap((module) => [
      ...module.entities.flatMap(({ fields }) => Object.entries(fields)),
      ...module.documents.flatMap(({ head, lines }) => [...Object.entries(head), ...Object.entries(lines)]),
    ])
    .filter(([, field]) => field.kept !== true && field.virtual !== true && brokenValue(field) !== undefined);

describe('a malformed field of any form', () => {
  let rules: typeof Rules;
  let words: typeof Words;
  beforeAll(async () => {
    Object.assign(globalThis, { document: { cookie: '', documentElement: { lang: '' } }, location: { hash: '' } });
    [rules, words] = await Promise.all([
      import('#platform/web/field/rules.ts'),
      import('#platform/web/text/language.ts'),
    ]);
  });

  test('[A373] is told before anything is sent, by its label and in three languages', async () => {
    for (const language of languages) {
      words.chooseLanguage(language);
      for (const [key, field] of typed())
        expect([key, await complaintOf(rules.rulesOf(field), brokenValue(field))]).toEqual([
          key,
          told[language](textOf(field.label, language)),
        ]);
    }
    console.log(`${typed().length} fields of forms`);
    expect(typed().length).toBeGreaterThanOrEqual(80);
  });
});

/** What a form shows under its input. */
async function complaintOf(rules: ReturnType<typeof Rules.rulesOf>, value: unknown): Promise<string | null> {
  for (const rule of rules) {
    if (typeof rule === 'function' || rule.validator === undefined) continue;
    try {
      await rule.validator({}, value, () => undefined);
    } catch (error) {
      return (error as Error).message;
    }
  }
  return null;
}
