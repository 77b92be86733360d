import { beforeAll, describe, expect } from 'vitest';
import { contractFile } from '#tests/contract/shared.ts';
import { buyer } from '#tests/house-partners.ts';
import { cell } from './lines.ts';
import { arrange, ask, test, type Office, type Person } from './person.ts';
import {
  choice,
  chosenIn,
  confirm,
  countOf,
  dialogOf,
  expert,
  filter,
  headsOf,
  lastSent,
  nodeOf,
  offeredIn,
  organize,
  pageSizesOf,
  rowOf,
  rowsIn,
  search,
} from './picker-stand.ts';

const known = contractFile('pickers.json').pickers;
const own = { class: 'CLMC', dept: 'CLMD' };

/** Rows that the pickers show; nouns that a house may leave empty have one of their own. */
beforeAll(async () => {
  const add = (table: string, columns: string, values: string): Promise<unknown> =>
    arrange(`
      insert into app.data_${table} (tenant_code, id, ${columns})
      select '1000', gen_random_uuid(), v.*
      from (values ${values}) v
      on conflict do nothing`);
  await add('dept', 'code, name, organize_code, lock_flag', `('${own.dept}', '申领锁住的部门', 'HQ0', '1')`);
  await add('logisticsclass', 'code, name', `('${own.class}', '申领分类')`);
  await add('supplierclass', 'code, name', `('${own.class}', '申领分类')`);
  await add('logistics', 'code, name, class_code', `('CLML', '申领物流', '${own.class}')`);
  await add('supplier', 'code, name, class_code, organize_code', `('CLMS', '申领供应商', '${own.class}', 'HQ0')`);
  await add(
    'site',
    'code, name, address, consignee, phone, organize_code',
    `('CLMA', '申领地点', '申领路 1 号', '王工', '13800000001', 'HQ0')`,
  );
  await add('freetermclass', 'code, name', `('${own.class}', '申领分类')`);
  await add('freeterm', 'code, name, class_code', `('CLMF', '申领红', '${own.class}')`);
  await add('materialline', 'code, name', `('CLMM', '申领产品线')`);
  // Standards are chosen, not the classes they stand in.
  for (const table of ['externalstandard', 'recipeno'])
    await add(table, 'code, name, root_data_flag', `('CLMR', '申领${table}', '0')`);
  await arrange(
    `
      insert into app.data_customerinvoice (tenant_code, id, customer_code, type_code, name, tax_number)
      select '1000', gen_random_uuid(), $1, '1', '抬头' || n, '9131' || n
      from generate_series(1, 18) n`,
    [buyer.code],
  );
  // Lists that were read before the rows came are not read again by themselves.
  await arrange('update app.list_version set version = version + 1');
});

/** The form of a screen of the menu, and the picker of one of its fields. */
async function pickAt(person: Person, menuUrl: string, field: string): Promise<void> {
  await person.open(menuUrl);
  await person.panel.locator('[data-verb="add"]').first().click();
  const at = person.panel.locator(`[data-field="${field}"]`);
  await at.locator('[data-verb="pick"]').first().click();
  await dialogOf(person).waitFor();
}
const enter = (office: Office): Promise<Person> => office.enter('lancai');

describe('a picker', () => {
  test.for([
    ['customer', 'order/order', 'customerCode'],
    ['supplier', 'stock/inout', 'supplierCode'],
    ['logisticsProvider', 'data/car', 'logisticsCode'],
    ['personnel', 'data/customer?tenantFlag=0', 'salesmanCode'],
    ['tenant', 'data/supplier?tenantFlag=0', 'relTenantCode'],
    ['subTenant', 'data/customer?tenantFlag=0', 'relTenantCode'],
    ['dept', 'data/customer?tenantFlag=0', 'deptCode'],
    ['organization', 'sys/user', 'organizeList'],
    ['user', 'data/personnel?tenantFlag=0', 'userId'],
    ['externalStandard', 'data/material?tenantFlag=0', 'externalStandardCode'],
    ['recipeNo', 'data/material?tenantFlag=0', 'recipeNoCode'],
    ['materialLine', 'data/material?tenantFlag=0', 'materialLineCode'],
    ['capitalAccount', 'sale/creditchange', 'accountCode'],
    ['account', 'sale/bill', 'accountCode'],
    ['storage', 'stock/inventory', 'storageCode'],
    ['subWarehouse', 'stock/allocation', 'outStorageCode'],
    ['logistics', 'stock/allocation', 'logisticsCode'],
    ['shipping', 'points/exchangeorder', 'shippingLocationCode'],
    ['shippingLocation', 'order/order', 'shippingLocationCode'],
  ] as const)('[picker:%s] is opened from %s at %s', async ([key, menuUrl, field], { office }) => {
    const person = await enter(office);
    await pickAt(person, menuUrl, field);
    const contract = known.find((one) => one.key === key);
    await expect
      .poll(() => dialogOf(person).locator('.ant-modal-title').innerText())
      .toBe(contract?.title['zh-CN'] ?? '');
    await rowsIn(person).first().waitFor();
    // One that is another by a name of its own has that one's columns.
    const columns = contract?.columns ?? known.find((one) => one.key === contract?.alias)?.columns;
    await expect.poll(() => headsOf(person)).toEqual(columns);
  });

  test('[picker:freeTerm] of colour cards is opened from a line of an order', async ({ office }) => {
    const person = await office.enter('lancai', { width: 2400 });
    await person.open('order/order');
    await person.panel.locator('[data-verb="add"]').first().click();
    await cell(person, 0, 'freeTermCode').click();
    await person.panel.locator('.grid-opener').click();
    await expect
      .poll(() => dialogOf(person).locator('.ant-modal-title').innerText())
      .toBe(known.find(({ key }) => key === 'freeTerm')?.title['zh-CN'] ?? '');
    await rowOf(person, 'CLMF').dblclick();
    await dialogOf(person).waitFor({ state: 'hidden' });
    await expect.poll(() => cell(person, 0, 'freeTermCode').innerText()).toBe('申领红');
  });

  test('[A236] of organisations brings each with its tenant', async ({ office }) => {
    const person = await enter(office);
    const answered = person.page.waitForResponse((reply) => reply.url().includes('/sys/organization/powerList'));
    await pickAt(person, 'sys/user', 'organizeList');
    const { data } = (await (await answered).json()) as { data: readonly Readonly<Record<string, unknown>>[] };
    expect(data.length).toBeGreaterThan(0);
    for (const key of ['id', 'code', 'name', 'tenantCode', 'tenantName'])
      expect([key, data.every((row) => typeof row[key] === 'string')]).toEqual([key, true]);
    // Two are chosen there, and stand in the field by their names.
    await filter(person, 'name').locator('input').fill('工厂');
    await person.page.keyboard.press('Enter');
    for (const code of ['SHF', 'HZF']) await rowOf(person, code).click();
    await confirm(person);
    await expect
      .poll(() => person.panel.locator('[data-field="organizeList"]').innerText())
      .toMatch(/工厂[^]*工厂|\+ ?2/);
  });

  test('[A238] of sub-tenants shows code and name of those below', async ({ office }) => {
    const person = await enter(office);
    await pickAt(person, 'data/customer?tenantFlag=0', 'relTenantCode');
    await rowsIn(person).first().waitFor();
    expect(lastSent(person, '/sys/tenant/list/power')?.query).toMatchObject({ powerFlag: '1' });
    await expect.poll(() => headsOf(person)).toEqual(['tenantCode', 'tenantName']);
    await rowOf(person, '1001').dblclick();
    await dialogOf(person).waitFor({ state: 'hidden' });
    await expect
      .poll(() => person.panel.locator('[data-field="relTenantCode"] input').first().getAttribute('title'))
      .toBe('1001 华东澜彩');
  });

  test('[A241] [A244] [A245] of departments is a tree table with what was chosen; one of them, and not none', async ({
    office,
  }) => {
    const person = await enter(office);
    await pickAt(person, 'data/customer?tenantFlag=0', 'deptCode');
    await rowsIn(person).first().waitFor();
    await expect.poll(() => offeredIn(person).locator('[role="treegrid"]').count()).toBe(1);
    await confirm(person);
    await person.told('请选择部门');
    await rowOf(person, 'HQ0-CW').click();
    await rowOf(person, 'HQ0-RS').click();
    await expect.poll(() => chosenIn(person).locator('[data-row-key]').count()).toBe(2);
    await confirm(person);
    await person.told('只能选择一个');
    await rowOf(person, 'HQ0-RS').click();
    await confirm(person);
    await dialogOf(person).waitFor({ state: 'hidden' });
    await expect.poll(() => person.panel.locator('[data-field="deptCode"]').innerText()).toContain('财务');
  });

  test('[A242] of departments in the form of a role takes what is below along, and gives it back', async ({
    office,
  }) => {
    const person = await enter(office);
    await pickAt(person, 'sys/role', 'deptList');
    await filter(person, 'name').locator('input').fill('销售部');
    await person.page.keyboard.press('Enter');
    await expect.poll(() => rowOf(person, 'HQ0-RS').count()).toBe(0);
    await rowOf(person, 'SHF-XS').click();
    await expect.poll(() => countOf(person)).toBe('已选 3 条');
    await rowOf(person, 'HZF-XS').click();
    await expect.poll(() => countOf(person)).toBe('已选 6 条');
    await rowOf(person, 'SHF-XS').click();
    await expect.poll(() => countOf(person)).toBe('已选 3 条');
    await confirm(person);
    await dialogOf(person).waitFor({ state: 'hidden' });
    await expect
      .poll(() => person.panel.locator('[data-field="deptList"] .ant-tree-checkbox-checked').count())
      .toBeGreaterThan(0);
    await expect.poll(() => person.panel.locator('[data-field="deptList"] .box-tree-tools').innerText()).toContain('3');
  });

  test('[picker:region] [A246] [A247] of regions is their tree, for one of them and not for none', async ({
    office,
  }) => {
    const person = await office.enter('admin');
    await pickAt(person, 'sys/region', 'pid');
    await rowsIn(person).first().waitFor();
    await expect.poll(() => dialogOf(person).locator('.ant-modal-title').innerText()).toBe('区域选择');
    expect(lastSent(person, '/sys/region/tree')).toBeDefined();
    await confirm(person);
    await person.told('请选择');
    await filter(person, 'name').locator('input').fill('西湖');
    await person.page.keyboard.press('Enter');
    // Seen where it stands: below its city and its province.
    await expect.poll(() => rowsIn(person).count()).toBeLessThan(5);
    await expect.poll(() => rowsIn(person).first().getAttribute('aria-level')).toBe('1');
    await rowsIn(person).last().click();
    await confirm(person);
    await dialogOf(person).waitFor({ state: 'hidden' });
    await expect.poll(() => person.panel.locator('[data-field="pid"]').innerText()).toContain('西湖');
  });

  test('[A222] [A223] [A224] of warehouses stands in the form of a role: to be read, several, those of the own organisation first', async ({
    office,
  }) => {
    const person = await enter(office);
    await person.open('sys/role');
    await person.panel.locator('[data-verb="add"]').first().click();
    const field = person.panel.locator('[data-field="storageList"]');
    await field.locator('input').first().waitFor();
    await expect.poll(() => field.locator('input').first().getAttribute('readonly')).not.toBeNull();
    await field.locator('[data-verb="pick"]').click();
    await dialogOf(person).waitFor();
    const { organizeCode, tenantCode } = await ask<{ organizeCode: string | null; tenantCode: string }>(
      'lancai',
      'GET',
      '/sys/user/info',
    );
    expect(tenantCode).toBe('1000');
    if (organizeCode !== null)
      expect(lastSent(person, '/data/storage/page')?.query).toMatchObject({ organizeCode, status: '1' });
    await rowsIn(person).first().waitFor();
    for (const at of [0, 1]) await rowsIn(person).nth(at).click();
    const codes = await rowsIn(person).evaluateAll((rows) =>
      rows.slice(0, 2).map((row) => row.getAttribute('data-row-key')),
    );
    await confirm(person);
    await expect.poll(() => field.locator('input').first().inputValue()).toMatch(/等2个仓库$/);
    // Its value goes as it is when it asks what they are called: ids, joined by commas.
    const { list } = await ask<{ list: readonly { id: string; name: string }[] }>(
      'lancai',
      'GET',
      `/data/storage/page?page=1&limit=20&codes=${codes.join(',')}`,
    );
    await expect
      .poll(() => lastSent(person, '/data/storage/page')?.query['ids']?.split(',').toSorted())
      .toEqual(list.map(({ id }) => id).toSorted());
    expect(list).toHaveLength(2);
    const value = await field.locator('input').first().inputValue();
    expect(list.map(({ name }) => `${name}等2个仓库`)).toContain(value);
  });

  test('[picker:invoiceInfo] [A261] [A262] of titles is fifteen to a page, posted, with those that may be used', async ({
    office,
  }) => {
    const person = await enter(office);
    await pickAt(person, 'invoice/apply', 'invoiceInfoId');
    await rowsIn(person).first().waitFor();
    const last = () => lastSent(person, '/data/bd/customer/invoice/page');
    expect(last()).toMatchObject({ method: 'POST', body: { status: '1', page: 1, limit: 15 } });
    await expect.poll(() => pageSizesOf(person)).toEqual(['10', '15', '20', '50', '100']);
    await filter(person, 'name').locator('input').fill('抬头');
    await filter(person, 'customerCode').locator('input').first().fill(buyer.code);
    await person.page.keyboard.press('Tab');
    await filter(person, 'typeCode').locator('.ant-select').click();
    await person.page.locator('.ant-select-item-option:visible').first().click();
    await expert(person);
    await filter(person, 'taxNumber').locator('input').fill('9131');
    await search(person);
    await expect
      .poll(() => last()?.body)
      .toMatchObject({ customerCode: buyer.code, status: '1', name: '抬头', taxNumber: '9131', page: 1, limit: 15 });
    expect(last()?.body).toMatchObject({ typeCode: expect.stringMatching(/./) });
  });

  test('[picker:organizeCascader] [picker:cascader] are fields of the form of a customer', async ({ office }) => {
    const person = await enter(office);
    await person.open('data/customer?tenantFlag=0');
    await person.panel.locator('[data-verb="add"]').first().click();
    await person.panel.locator('[data-field="organizeCode"] .cascader').click();
    await person.page.locator('.org-cascader .ant-cascader-menu-item', { hasText: '澜彩集团总部' }).first().waitFor();
    await person.page.keyboard.press('Escape');
    await person.panel.locator('[data-field="provinceCode"] .cascader').click();
    await person.page.locator('.area-cascader .ant-cascader-menu-item', { hasText: '浙江' }).first().waitFor();
  });

  test('[picker:animatedNumber] tells the figures of the first page', async ({ office }) => {
    const person = await enter(office);
    await person.page.locator('.home-todos strong').first().waitFor();
    await expect.poll(() => person.page.locator('.home-todos strong').first().innerText()).toMatch(/^[\d,.]+/);
  });

  test('[A243] of people warns of a locked department', async ({ office }) => {
    const person = await enter(office);
    await pickAt(person, 'data/customer?tenantFlag=0', 'salesmanCode');
    await rowsIn(person).first().waitFor();
    const asked = (): number => person.sent.filter(({ path }) => path === '/data/bd/personnel/page').length;
    const before = asked();
    await nodeOf(person, '申领锁住的部门').click();
    await person.told('部门已锁定，无法选择！');
    expect(asked()).toBe(before);
  });

  test('[picker:expertSearch] [A253] of funds accounts posts its order, page and every filter', async ({ office }) => {
    const call = <Row>(path: string): Promise<{ list: Row[] }> => ask<{ list: Row[] }>('lancai', 'GET', path);
    const [customer] = (await call<{ code: string }>('/data/customer/manage/page?page=1&limit=1&status=1')).list;
    const [brand] = (await call<{ code: string }>('/data/bd/brand/page?page=1&limit=1&status=1')).list;
    const person = await enter(office);
    await pickAt(person, 'sale/creditchange', 'accountCode');
    const last = (): unknown => lastSent(person, '/channelsale/capitalpoolaccount/page');
    await rowsIn(person).first().waitFor();
    await offeredIn(person).locator('[data-head="accountCode"]').click();
    const hidden = dialogOf(person).locator('[data-verb="expertSearch"]');
    if (await hidden.isVisible()) await hidden.click();
    await filter(person, 'accountCode').locator('input').fill('A002');
    for (const [key, code] of [
      ['customerCodes', customer?.code],
      ['brandCode', brand?.code],
      ['accountType', 'A002'],
    ] as const) {
      await filter(person, key)
        .locator('input')
        .first()
        .fill(code ?? '');
      await person.page.keyboard.press('Tab');
    }
    await filter(person, 'status').locator('.ant-select').click();
    await choice(person, '启用').click();
    await organize(person, 'organizeCodes', '澜彩集团总部');
    await search(person);
    const some = expect.stringMatching(/./) as string;
    await expect.poll(last).toMatchObject({
      method: 'POST',
      body: {
        order: 'asc',
        orderField: 'account_code',
        page: 1,
        limit: 20,
        accountCode: 'A002',
        customerCodes: customer?.code,
        accountType: 'A002',
        status: '1',
        organizeCodes: some,
        brandCode: brand?.code,
      },
    });
  });
});
