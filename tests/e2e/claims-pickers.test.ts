import { beforeAll, describe, expect } from 'vitest';
import { contractFile } from '#tests/contract/shared.ts';
import { arrange, ask, test, type Office, type Person } from './person.ts';
import {
  choice,
  dialogOf,
  filter,
  headsOf,
  lastSent,
  nodeOf,
  offeredIn,
  organize,
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
  await add('materialline', 'code, name', `('CLMM', '申领产品线')`);
  // Standards are chosen, not the classes they stand in.
  for (const table of ['externalstandard', 'recipeno'])
    await add(table, 'code, name, root_data_flag', `('CLMR', '申领${table}', '0')`);
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
    ['tenant', 'data/customer?tenantFlag=0', 'relTenantCode'],
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
