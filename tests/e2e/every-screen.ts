import { describe, expect } from 'vitest';
import type { Locator } from 'playwright-core';
import { models } from '#apps/api/modules.ts';
import { classesIn, type Entity } from '#platform/model/entity.ts';
import type { Field } from '#platform/model/field.ts';
import { arrange, ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';
import { isItsTurn } from '#tests/thorough.ts';

/** Screens with rules of their own have tests of their own. */
const own = new Set([
  'tenant:tenant',
  'tenant:role',
  'sys:user',
  'sys:role',
  'sys:menu',
  'sys:organization',
  'sys:dict',
  'sys:params',
  'sys:region',
  'job:schedule',
  'tenant:params',
]);
const areas = ['system', 'tenant', 'job', 'message', 'oss', 'approval', 'masterData', 'invoice', 'sale'];
const plain = models
  .flatMap((module) => module.entities)
  .flatMap((entity) => [entity, classesIn(entity) ?? []].flat())
  .filter((entity) => areas.includes(entity.screen?.area ?? '') && !own.has(entity.name));
/** At the level of an organisation, where a screen stands twice in the menu. */
const urlOf = ({ screen }: Entity): string =>
  `${screen?.url ?? ''}${screen?.byTenantFlag === true ? '?tenantFlag=0' : ''}`;
const written = plain.filter(({ calls }) => calls.includes('save'));

/** These are chosen from an open tree and not through a picker. */
const trees: ReadonlySet<string> = new Set(
  models
    .flatMap((module) => module.entities)
    .filter(({ tree, calls }) => tree && !calls.includes('page'))
    .map(({ name }) => name),
);

/** What a rule asks beyond the definition. */
const ruled: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'sys:accountperiod': { year: '2031', month: '3', startDate: '2031-03-01', endDate: '2031-03-31' },
};

/**
 * Fields that a rule asks for and the contract leaves open: a message needs somebody to read it, and something by which
 * its row is known; an account is an organisation's, and a customer has those for all brands.
 */
const alsoAsked: ReadonlySet<string> = new Set([
  'sys:message.receiverId',
  'sys:message.businessKey',
  'sale:capitalaccount.organizeCode',
  'sale:capitalaccount.brandCode',
]);
/** Texts that are chosen from a list of the module's own. */
const chosen: ReadonlySet<string> = new Set(['message:sms.platform']);

const writerOf = ({ realm }: Entity): string => (realm === 'global' ? 'admin' : 'lancai');

const parts = 3;
const partOf = (nouns: readonly Entity[], part: number): readonly Entity[] =>
  nouns.filter((_noun, at) => at % parts === part);

/**
 * Nouns whose record lives a whole life in the browser: every third of each part, and those with an input of their own.
 * The life of the others is told by tests of the calls (every-noun); a thorough run takes them all.
 */
const livesHere = (entity: Entity): boolean =>
  isItsTurn(written.filter((_each, at) => at % parts === written.indexOf(entity) % parts).indexOf(entity), 0, 3) ||
  entity.name in ruled ||
  [...alsoAsked, ...chosen].some((key) => key.startsWith(`${entity.name}.`));

/** One part of all plain screens: a file each, so that two workers share them. */
export function coverScreens(part: 0 | 1 | 2): void {
  const own = partOf(written, part);
  const named = (nouns: readonly Entity[]) => nouns.map((entity) => [urlOf(entity), entity] as const);

  // In one window: to open the product anew for each costs more than the screen.
  test.for(['lancai', 'admin'])(
    'forms are opened from their lists by %s and ask for what a record needs',
    { timeout: 600_000 },
    async (username, { office }) => {
      const nouns = own.filter((entity) => !livesHere(entity) && writerOf(entity) === username);
      const person = await office.enter(username);
      for (const entity of nouns) {
        await person.open(urlOf(entity));
        await person.panel.locator('[data-verb="add"]').first().click();
        for (const [key, field] of Object.entries(entity.fields))
          if (entity.where?.[key] === undefined && isFilled(field, key === entity.nameField))
            await person.panel.locator(`[data-field="${key}"]`).first().waitFor();
        await person.panel.locator('[data-verb="save"]').waitFor();
      }
    },
  );

  describe.each(named(own.filter(livesHere)))('%s', (url, entity) => {
    test('a record is added, found, opened, changed, disabled, enabled and deleted', async ({ office }) => {
      // A test of pickers may have locked the class that stands first.
      for (const table of [
        'customerclass',
        'freetermclass',
        'logisticsclass',
        'materialclass',
        'productclass',
        'supplierclass',
        'dept',
      ])
        await arrange(`update app.data_${table} set lock_flag = '0' where lock_flag = '1'`);
      // The demo has no bill types of another system, and a field of one needs one.
      if (entity.name === 'approve:billdict')
        await ask('lancai', 'POST', '/approve/modules/erp/bill/type', {
          code: `T${Date.now().toString(36)}`,
          name: '销售订单',
          systemCode: 'SANDBOX',
        });
      const person = await office.enter(writerOf(entity));
      await person.open(url);
      await person.panel.locator('[data-verb="add"]').first().click();
      const mark = `E${Date.now().toString(36)}`;
      for (const [key, field] of Object.entries(entity.fields))
        if (
          (entity.where?.[key] === undefined && isFilled(field, key === entity.nameField)) ||
          alsoAsked.has(`${entity.name}.${key}`)
        )
          await fill(person, entity, key, field, mark);
      await person.panel.locator('[data-verb="save"]').click();
      await person.panel.locator('.list-page').waitFor();

      const row = person.panel
        .locator('[data-row-key]')
        .filter({ hasText: markOf(entity, mark) })
        .first();
      await search(person, entity, mark);
      await row.waitFor();
      if (entity.calls.includes('info')) {
        await row.locator('a').first().click();
        await person.panel
          .locator('.read-value', { hasText: markOf(entity, mark) })
          .first()
          .waitFor();
        await person.page.locator('.tab-active .tab-close').click();
        await row.waitFor();
      }
      if (entity.calls.includes('update')) {
        await row.locator('[data-verb="edit"]').click();
        const key = changeable(entity);
        if (key !== undefined) await input(person, key).fill(`${mark}改`);
        await person.panel.locator('[data-verb="save"]').click();
        await person.panel.locator('.list-page').waitFor();
      }
      for (const verb of ['disable', 'enable'] as const) {
        if (!entity.calls.includes(verb) || entity.stepUp?.includes(verb) === true) continue;
        await tick(row);
        await person.panel.locator(`.toolbar [data-verb="${verb}"]`).click();
        await person.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
        await expect.poll(() => person.panel.locator('.toolbar-chosen').count()).toBe(0);
        await row
          .getByText(verb === 'disable' ? '停用' : '启用', { exact: true })
          .first()
          .waitFor();
      }
      await tick(row);
      await person.panel.locator('.toolbar [data-verb="delete"]').click();
      await person.page.locator('.ant-modal-confirm .ant-btn-primary').click();
      await expect.poll(() => row.count()).toBe(0);
    });
  });

  test.for(['lancai', 'admin'])(
    'logs are listed and read by %s, and nobody can write them',
    { timeout: 600_000 },
    async (username, { office }) => {
      const logs = partOf(
        plain.filter(({ calls }) => !calls.includes('save')),
        part,
      ).filter((entity) => writerOf(entity) === username);
      const person = await office.enter(username);
      for (const entity of logs) {
        await person.open(urlOf(entity));
        await person.panel.locator('.list-page').waitFor();
        await settled(person);
        expect(await person.panel.locator('[data-verb="add"], [data-verb="edit"]').count()).toBe(0);
      }
    },
  );
}

const tick = (row: Locator): Promise<void> =>
  row.locator(':is([role="checkbox"], input[type="checkbox"])').first().click();

/** A long tree draws only what is on screen, and a new record may stand anywhere in it. */
async function search({ panel }: Person, entity: Entity, mark: string): Promise<void> {
  const key = [entity.codeField, entity.nameField].find(
    (each) =>
      entity.list.filters.includes(each) &&
      entity.fields[each]?.kind === 'text' &&
      ruled[entity.name]?.[each] === undefined &&
      isFilled(entity.fields[each], each === entity.nameField),
  );
  if (key === undefined || (await panel.locator(`[data-filter="${key}"]:visible`).count()) === 0) return;
  await panel.locator(`[data-filter="${key}"] input`).fill(mark);
  await panel.locator('[data-verb="search"]').click();
}

const input = ({ panel }: Person, key: string): Locator =>
  panel.locator(`[data-field="${key}"] :is(input, textarea, [contenteditable="true"])`).first();
const isFilled = (field: Field, isName: boolean): boolean =>
  field.kept !== true && field.virtual !== true && (field.required || isName) && field.default === undefined;
/** The text by which the row is known again. */
const markOf = (entity: Entity, mark: string): string => Object.values(ruled[entity.name] ?? {})[0] ?? mark;
const changeable = (entity: Entity): string | undefined =>
  Object.entries(entity.fields).find(
    ([key, field]) =>
      field.kind === 'text' &&
      field.format === 'line' &&
      field.kept !== true &&
      !entity.unique.includes(key) &&
      !chosen.has(`${entity.name}.${key}`) &&
      ruled[entity.name]?.[key] === undefined,
  )?.[0];

async function fill(person: Person, entity: Entity, key: string, field: Field, mark: string): Promise<void> {
  const at = person.panel.locator(`[data-field="${key}"]`);
  const set = ruled[entity.name]?.[key];
  switch (field.kind) {
    case 'text':
      await input(person, key).fill(set ?? textFor(field.format, mark));
      break;
    case 'integer':
    case 'decimal':
      await input(person, key).fill(set ?? '7');
      break;
    case 'date':
    case 'instant':
      await input(person, key).fill(set ?? '2031-03-15');
      await person.page.keyboard.press('Enter');
      break;
    case 'choice':
    case 'dict':
    case 'flag':
      await at.locator('.ant-select').click();
      await person.page.locator('.ant-select-dropdown:visible .ant-select-item-option').last().waitFor();
      await person.page.keyboard.press('Enter');
      break;
    case 'ref':
      // Organisations are chosen in a cascade: a name and Enter.
      if (key === 'organizeCode') {
        await input(person, key).fill('总部');
        await person.page.locator('.org-cascader:visible').waitFor();
        await person.page.keyboard.press('Enter');
        break;
      }
      if (trees.has(field.target().name)) {
        await at.locator('.ant-select').click();
        await person.page.locator('.ant-select-dropdown:visible .ant-select-tree-node-content-wrapper').first().click();
        break;
      }
      await at.locator('[data-verb="pick"]').first().click();
      await person.page.locator('.picker [data-row-key]').first().click();
      await person.page.locator('.picker [data-verb="confirm"]').click();
      break;
    case 'file':
      await at.locator('input[type="file"]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: dot });
      await at.locator('img').waitFor();
      break;
    default:
      throw new Error(`nobody knows how to fill ${entity.name}.${key}`);
  }
}

function textFor(format: string, mark: string): string {
  switch (format) {
    case 'email':
      return `${mark}@example.com`;
    case 'phone':
      return '10012345678';
    default:
      return mark;
  }
}

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
