import { expect } from 'vitest';
import type { Locator } from 'playwright-core';
import { buyer } from '#tests/house-partners.ts';
import { arrange, type Office, type Person } from './person.ts';

/** `#/__pickers`: every picker with the data of the session. */
export async function atStand(
  office: Office,
  username = 'lancai',
  looks: Parameters<Office['enter']>[1] = {},
  query = '',
): Promise<Person> {
  const person = await office.enter(username, looks, `/#/__pickers${query}`);
  await person.page.locator('[data-picker-key]').first().waitFor();
  return person;
}

export const dialogOf = ({ page }: Person): Locator => page.locator('.picker').filter({ visible: true }).last();
/** The list to choose from; what was chosen stands below it. */
export const offeredIn = (person: Person): Locator => dialogOf(person).locator('.entity-table');
export const rowsIn = (person: Person): Locator => offeredIn(person).locator('[data-row-key]');
export const chosenIn = (person: Person): Locator => dialogOf(person).locator('[data-testid="chosen"]');
export const countOf = (person: Person): Promise<string> => chosenIn(person).locator('.chosen-head strong').innerText();
export const tickedIn = (person: Person): Promise<number> =>
  offeredIn(person).locator('[data-row-key][aria-selected="true"]').count();
export const rowOf = (person: Person, key: string): Locator => offeredIn(person).locator(`[data-row-key="${key}"]`);
export const nodeOf = (person: Person, name: string): Locator =>
  dialogOf(person).locator('.group-tree .ant-tree-node-content-wrapper', { hasText: name });
export const confirm = (person: Person): Promise<void> => dialogOf(person).locator('[data-verb="confirm"]').click();

export async function openAt(person: Person, key: string, mode: 'one' | 'many' | 'below' = 'one'): Promise<void> {
  await person.page.locator(`[data-picker-key="${key}"][data-mode="${mode}"]`).click();
  await rowsIn(person).first().waitFor();
}
export async function leave(person: Person): Promise<void> {
  await dialogOf(person).locator('.picker-footer .ant-btn').first().click();
  await dialogOf(person).waitFor({ state: 'hidden' });
}
export const headsOf = (person: Person): Promise<string[]> =>
  offeredIn(person)
    .locator('[data-head]')
    .evaluateAll((heads) => heads.map((head) => head.getAttribute('data-head') ?? ''));
export const widthOf = (person: Person): Promise<string> =>
  dialogOf(person).evaluate(
    (node) => /width:\s*([\d.]+(?:px|%))/.exec(node.getAttribute('style') ?? '')?.[1] ?? 'no width',
  );
/** What the page got back; null when the picker was left. */
export const pickedAt = async ({ page }: Person): Promise<Record<string, unknown>[] | null> =>
  JSON.parse(await page.locator('[data-testid="picked"]').innerText()) as Record<string, unknown>[] | null;
export const lastSent = ({ sent }: Person, path: string) => sent.findLast((call) => call.path === path);
export const pageSizesOf = async (person: Person): Promise<string[]> => {
  await dialogOf(person).locator('.ant-pagination-options .ant-select').click();
  const sizes = await person.page.locator('.ant-select-item-option').allInnerTexts();
  await person.page.keyboard.press('Escape');
  return sizes.map((size) => size.replace(/\D/g, ''));
};

export const filter = (person: Person, key: string) =>
  person.page
    .locator(`.picker [data-filter="${key}"], .expert-search [data-filter="${key}"]`)
    .filter({ visible: true });
export const expert = async (person: Person): Promise<void> => {
  await dialogOf(person).locator('[data-verb="expertSearch"]').click();
  await person.page.locator('.expert-search').waitFor();
};
export const choice = (person: Person, text: string) =>
  person.page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByText(text, { exact: true }).last();
/** An organisation by its name, typed. */
export async function organize(person: Person, key: string, name: string): Promise<void> {
  await filter(person, key).locator('input').first().click();
  await person.page.keyboard.type(name);
  await person.page.locator('.org-cascader .ant-cascader-menu-item', { hasText: name }).first().waitFor();
  await person.page.keyboard.press('Enter');
  await expect.poll(() => filter(person, key).innerText()).toContain(name);
}
export const search = (person: Person): Promise<void> =>
  person.page
    .locator(
      '.expert-search [data-verb="search"]:visible, .picker .search-form > .search-buttons [data-verb="search"]:visible',
    )
    .last()
    .click();

/** Nouns that the house leaves empty, and a locked class of each kind. */
export async function furnishPickers(): Promise<void> {
  const codes = (table: string, columns: string, values: string): Promise<unknown> =>
    arrange(`
      insert into app.data_${table} (tenant_code, id, ${columns})
      select '1000', gen_random_uuid(), v.*
      from (values ${values}) v
      on conflict do nothing`);
  for (const table of ['logisticsclass', 'freetermclass', 'supplierclass', 'customerclass'])
    await codes(table, 'code, name, lock_flag', `('LK', '锁住的分类', '1'), ('OP', '开放的分类', '0')`);
  await codes('dept', 'code, name, organize_code, lock_flag', `('LKD', '锁住的部门', 'HQ0', '1')`);
  await arrange(`
    insert into app.data_materialline (tenant_code, id, code, name, status)
    select '1000', gen_random_uuid(), 'L' || to_char(n, 'FM0000'), '产品线' || n,
      case when n = 301 then '0' else '1' end
    from generate_series(1, 321) n
    on conflict do nothing`);
  // The newest stand first: the first 300 fill fifteen pages.
  await arrange(`
    update app.data_materialline
    set create_date = now() - make_interval(mins => right(code, 4)::integer)
    where tenant_code = '1000' and code ~ '^L[0-9]{4}$'`);
  await codes('logistics', 'code, name, class_code', `('WL1', '顺达物流', 'OP'), ('WL2', '通达物流', 'OP')`);
  await codes('materialtag', 'code, name', `('TG1', '热销')`);
  await codes('freetermgroup', 'code, name', `('FG1', '红色系')`);
  await codes(
    'freeterm',
    'code, name, class_code, price, ladder_flag, tag_code, free_term_group_code',
    `('SK1', '中国红', 'OP', 12.5, '1', 'TG1', 'FG1'), ('SK2', '象牙白', 'OP', 3, '0', null, null)`,
  );
  for (const table of ['externalstandard', 'recipeno']) {
    await codes(
      table,
      'code, name, root_data_flag, parent_code',
      `('R1', '国标', '1', null), ('R11', '内墙标准', '0', 'R1'), ('R12', '外墙标准', '0', 'R1')`,
    );
  }
  await codes('customergroup', 'code, name', `('KG1', '重点客户组')`);
  await codes(
    'site',
    'code, name, address, consignee, phone, organize_code, storage_code, province, city, district',
    `('SD1', '松江工地', '新桥路 1 号', '王工', '13800000001', 'SHF', 'SHF01', '上海市', '上海市', '松江区')`,
  );
  await arrange(
    `
      insert into app.data_customerinvoice (tenant_code, id, customer_code, type_code, name, tax_number)
      select '1000', gen_random_uuid(), $1, '1', '抬头' || n, '9131' || n
      from generate_series(1, 18) n`,
    [buyer.code],
  );
  // A list that was read before the rows came is not read again by itself.
  await arrange(`update app.list_version set version = version + 1`);
}
