import { beforeAll, describe, expect } from 'vitest';
import { salesman } from '#tests/house-places.ts';
import { ask, test } from './person.ts';
import {
  atStand,
  choice,
  chosenIn,
  confirm,
  countOf,
  dialogOf,
  expert,
  filter,
  furnishPickers,
  headsOf,
  lastSent,
  leave,
  nodeOf,
  offeredIn,
  openAt,
  organize,
  pickedAt,
  rowOf,
  rowsIn,
  search,
  tickedIn,
} from './picker-stand.ts';
import { settled } from './settled.ts';

beforeAll(furnishPickers);

describe('warehouses', () => {
  test('[picker:warehouse] [A225] a field to be read and a button; several of the own organisation, by id', async ({
    office,
  }) => {
    const person = await atStand(office, 'clerk_1000');
    const stand = person.page.locator('[data-stand="warehouse"]');
    await settled(stand);
    expect(await stand.locator('input').getAttribute('readonly')).not.toBeNull();
    await stand.locator('[data-verb="pick"]').click();
    await rowsIn(person).first().waitFor();
    expect(lastSent(person, '/data/storage/page')?.query).toMatchObject({ organizeCode: 'SHF', status: '1' });
    await expect.poll(() => filter(person, 'organizeCode').innerText()).toContain('上海涂料工厂');
    await expect.poll(() => rowOf(person, 'SHF01').locator('[data-column="tenantName"]').innerText()).toBe('澜彩集团');
    await rowOf(person, 'SHF01').click();
    await rowOf(person, 'SHF02').click();
    await confirm(person);
    const { list } = await ask<{ list: Record<string, unknown>[] }>(
      'clerk_1000',
      'GET',
      '/data/storage/page?page=1&limit=20&codes=SHF01,SHF02',
    );
    for (const key of ['id', 'tenantCode', 'tenantName', 'organizeCode', 'organizeName', 'code', 'name', 'type'])
      expect([key, list.every((row) => typeof row[key] === 'string')]).toEqual([key, true]);
    await expect.poll(() => stand.locator('input').inputValue()).toBe('上海成品仓等2个仓库');
    const ids = (await stand.locator('output').innerText()).split(',');
    expect(ids.toSorted()).toEqual(list.map(({ id }) => String(id)).toSorted());
    // Opened again it knows them; one fewer, and it is called by its name.
    await stand.locator('[data-verb="pick"]').click();
    await expect.poll(() => countOf(person)).toBe('已选 2 条');
    await expect.poll(() => tickedIn(person)).toBe(2);
    await chosenIn(person).locator('[data-row-key="SHF01"] [data-verb="unchoose"]').click();
    await confirm(person);
    await expect.poll(() => stand.locator('input').inputValue()).toBe('上海残次仓');
  });

  test('the data scope of a role is chosen the same way', async ({ office }) => {
    const person = await office.enter('lancai', { language: 'en-US' });
    await person.open('sys/role');
    await person.panel.locator('[data-verb="add"]').click();
    const field = person.panel.locator('[data-field="storageList"]');
    await field.locator('[data-verb="pick"]').click();
    await rowsIn(person).first().waitFor();
    for (const at of [0, 1, 2]) await rowsIn(person).nth(at).click();
    await confirm(person);
    await expect.poll(() => field.locator('input').inputValue()).toMatch(/ and 3 warehouses$/);
  });
});

describe('suppliers and carriers', () => {
  test('[picker:supplier] [A226] [A227] [A228] [A229] by managing organisation with everything below it; every column sorts', async ({
    office,
  }) => {
    const person = await atStand(office);
    await openAt(person, 'supplier', 'many');
    const last = () => lastSent(person, '/data/bd/supplier/page')?.query;
    await dialogOf(person).locator('.group-tree [data-verb="foldTree"]').waitFor();
    await settled(person);
    expect(
      await dialogOf(person)
        .locator('.group-tree [data-verb="add"], .group-tree [data-verb="edit"], .group-tree [data-verb="delete"]')
        .count(),
    ).toBe(0);
    await organize(person, 'organizeCodes', '澜彩集团总部');
    await filter(person, 'organizeCodes').locator('.cascader').click();
    await person.page.locator('.org-cascader .ant-cascader-menu-item', { hasText: '澜彩集团总部' }).first().hover();
    // The distribution centre manages nothing.
    await person.page.locator('.org-cascader .ant-cascader-menu').nth(1).waitFor();
    await settled(person);
    expect(await person.page.locator('.org-cascader .ant-cascader-menu').nth(1).innerText()).not.toContain(
      '集团配送中心',
    );
    await person.page.keyboard.press('Escape');
    await search(person);
    await expect
      .poll(() => last()?.['organizeCodes']?.split(',').toSorted())
      .toEqual(['DCC', 'GZF', 'HQ0', 'HZF', 'PPC', 'SHF']);
    await expect.poll(() => rowsIn(person).count()).toBeGreaterThan(0);
    for (const key of await headsOf(person)) {
      await offeredIn(person).locator(`[data-head="${key}"]`).click();
      await expect
        .poll(() => last())
        .toMatchObject({ order: 'asc', orderField: key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) });
    }
  });

  test('[picker:logisticsProvider] [A231] [A232] [A230] by class, code, name and status, of the organisation level', async ({
    office,
  }) => {
    const person = await atStand(office);
    await openAt(person, 'logisticsProvider', 'many');
    const last = () => lastSent(person, '/data/bd/logistics/provider/page')?.query;
    expect(last()).toMatchObject({ tenantFlag: '0', status: '1' });
    await nodeOf(person, '锁住的分类').click();
    await person.told('分类已锁定，无法选择！');
    await settled(person.page);
    await nodeOf(person, '开放的分类').click();
    await expect.poll(() => last()?.['classCode']).toBe('OP');
    await filter(person, 'code').locator('input').fill('WL');
    await filter(person, 'name').locator('input').fill('顺达');
    await person.page.keyboard.press('Enter');
    await expect
      .poll(() => last())
      .toMatchObject({ classCode: 'OP', code: 'WL', name: '顺达', status: '1', tenantFlag: '0' });
    await expect.poll(() => rowsIn(person).count()).toBe(1);
    await rowsIn(person).first().click();
    await confirm(person);
    await expect.poll(async () => (await pickedAt(person))?.map(({ code }) => code)).toEqual(['WL1']);
  });
});

describe('customers and people', () => {
  test('[picker:customer] [picker:expertSearch] [A233] [A234] [A235] thirteen filters, ten columns, and a locked category that is refused', async ({
    office,
  }) => {
    const person = await atStand(office);
    await openAt(person, 'customer');
    const last = () => lastSent(person, '/data/customer/manage/page')?.query;
    await expect.poll(() => headsOf(person)).toHaveLength(10);
    await nodeOf(person, '锁住的分类').click();
    await person.told('客户分类已锁定，无法选择！');
    await settled(person.page);
    await nodeOf(person, '开放的分类').click();
    await expect.poll(() => last()?.['classCode']).toBe('OP');
    for (const key of ['code', 'name']) await filter(person, key).locator('input').fill(`某${key}`);
    await filter(person, 'salesmanCode').locator('input').fill(salesman.code);
    await person.page.keyboard.press('Tab');
    await expect.poll(() => filter(person, 'salesmanCode').locator('input').inputValue()).toBe(salesman.name);
    await expert(person);
    await filter(person, 'abbreviation').locator('input').fill('某简称');
    await filter(person, 'customerGroupCode').locator('input').fill('KG1');
    await person.page.keyboard.press('Tab');
    await expect.poll(() => filter(person, 'customerGroupCode').locator('input').inputValue()).toBe('重点客户组');
    await filter(person, 'customerType').locator('.ant-select').click();
    await person.page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
      .first()
      .click();
    await filter(person, 'relTenantFlag').locator('.ant-select').click();
    await choice(person, '是').click();
    await filter(person, 'deptCodes').locator('.ant-select').click();
    await person.page.keyboard.type('财务部');
    await person.page.locator('.ant-select-tree-node-content-wrapper', { hasText: '财务部' }).first().click();
    await organize(person, 'organizeCodes', '品牌运营中心');
    await search(person);
    await person.page.locator('.expert-search').waitFor({ state: 'hidden' });
    await expect
      .poll(() => last())
      .toMatchObject({
        salesmanCode: salesman.code,
        organizeCode: 'PPC',
        organizeCodes: 'PPC,HZF',
        classCode: 'OP',
        code: '某code',
        name: '某name',
        abbreviation: '某简称',
        status: '1',
        tenantFlag: '0',
        customerGroupCode: 'KG1',
        deptCodes: 'HQ0-CW,HQ0-CW1',
        relTenantFlag: '1',
      });
    expect(last()?.['customerType']).toBeTruthy();
    // Seven are filled in out of sight, and said to be; a reset takes them all back.
    await expect.poll(() => dialogOf(person).locator('[data-verb="expertSearch"]').innerText()).toMatch(/\(\d\)/);
    await expert(person);
    await person.page.locator('.expert-search [data-verb="reset"]').click();
    await expect.poll(() => filter(person, 'code').locator('input').inputValue()).toBe('');
    await settled(person);
    expect(await filter(person, 'abbreviation').locator('input').inputValue()).toBe('');
    await person.page.keyboard.press('Escape');
    await person.page.locator('.expert-search').waitFor({ state: 'hidden' });
    await settled(person);
    expect(await dialogOf(person).isVisible()).toBe(true);
  });

  test('[picker:personnel] [A251] [A252] by managing organisation and department', async ({ office }) => {
    const person = await atStand(office);
    await openAt(person, 'personnel', 'many');
    const last = () => lastSent(person, '/data/bd/personnel/page')?.query;
    await expect
      .poll(() => headsOf(person))
      .toEqual(['code', 'name', 'gender', 'phone', 'deptCode', 'deptName', 'status']);
    await nodeOf(person, '锁住的部门').click();
    await person.told('部门已锁定，无法选择！');
    await filter(person, 'organizeCode').locator('.cascader').click();
    const menu = person.page.locator('.org-cascader .ant-cascader-menu');
    await menu.first().waitFor();
    await person.page.locator('.org-cascader .ant-cascader-menu-item', { hasText: '澜彩集团总部' }).first().hover();
    await expect.poll(() => menu.nth(1).innerText()).toContain('上海涂料工厂');
    await settled(menu);
    expect(await menu.nth(1).innerText()).not.toContain('集团配送中心');
    await menu.nth(1).locator('.ant-cascader-menu-item', { hasText: '上海涂料工厂' }).click();
    await search(person);
    await expect.poll(() => last()?.['organizeCode']).toBe('SHF');
    await nodeOf(person, '仓储物流部').first().click();
    await expect.poll(() => last()?.['deptCode']).toMatch(/-CC$/);
  });

  test('[picker:capitalAccount] [A254] funds accounts by customer, kind, organisation and brand', async ({
    office,
  }) => {
    const person = await atStand(office);
    await openAt(person, 'capitalAccount', 'many');
    const last = () => lastSent(person, '/channelsale/capitalpoolaccount/page')?.body;
    await expect
      .poll(() => headsOf(person))
      .toEqual([
        'organizeName',
        'customerCode',
        'customerName',
        'brandName',
        'channelName',
        'accountType',
        'accountCode',
        'accountName',
        'status',
      ]);
    expect(last()).toMatchObject({ status: '1', page: 1, limit: 20 });
    await filter(person, 'accountCode').locator('input').fill('A002');
    await search(person);
    await expect.poll(() => last()).toMatchObject({ accountCode: 'A002' });
    const shown = await dialogOf(person)
      .locator('[data-filter]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-filter')));
    if (await dialogOf(person).locator('[data-verb="expertSearch"]').isVisible()) await expert(person);
    const all = await person.page
      .locator('.picker [data-filter], .expert-search [data-filter]')
      .evaluateAll((each) => each.map((one) => one.getAttribute('data-filter')));
    expect(new Set([...shown, ...all])).toEqual(
      new Set(['accountCode', 'customerCodes', 'accountType', 'status', 'organizeCodes', 'brandCode']),
    );
  });

  test('[picker:user] [A255] [A256] filters by username; none or two are refused', async ({ office }) => {
    const person = await atStand(office);
    await openAt(person, 'user');
    await expect.poll(() => headsOf(person)).toEqual(['username', 'deptName', 'email', 'mobile']);
    await expect
      .poll(() =>
        dialogOf(person)
          .locator('[data-filter]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-filter'))),
      )
      .toEqual(['username']);
    expect(lastSent(person, '/sys/user/page')?.query['status']).toBeUndefined();
    await confirm(person);
    await person.told('请选择一个用户');
    await person.page.locator('.ant-message-notice').first().waitFor({ state: 'hidden' });
    await rowsIn(person).nth(0).click();
    await rowsIn(person).nth(1).click();
    await confirm(person);
    await person.told('请选择一个用户');
    await rowsIn(person).nth(1).click();
    await confirm(person);
    await expect.poll(async () => (await pickedAt(person))?.length).toBe(1);
  });

  test('[picker:dept] a tree table; with everything below, and not more than one where one is wanted', async ({
    office,
  }) => {
    const person = await atStand(office);
    await openAt(person, 'dept');
    await expect.poll(() => offeredIn(person).locator('[role="treegrid"]').count()).toBe(1);
    await confirm(person);
    await person.told('请选择部门');
    await filter(person, 'name').locator('input').fill('锁住');
    await person.page.keyboard.press('Enter');
    await expect.poll(() => rowsIn(person).count()).toBe(1);
    await rowOf(person, 'LKD').click();
    await person.told('部门已锁定，无法选择！');
    await settled(person);
    expect(await countOf(person)).toBe('已选 0 条');
    await dialogOf(person).locator('[data-verb="reset"]').click();
    await rowOf(person, 'HQ0-CW').click();
    await rowOf(person, 'HQ0-RS').click();
    await expect.poll(() => chosenIn(person).locator('[data-row-key]').count()).toBe(2);
    await confirm(person);
    await person.told('只能选择一个');
    await leave(person);
    await openAt(person, 'dept', 'below');
    await filter(person, 'name').locator('input').fill('销售部');
    await person.page.keyboard.press('Enter');
    await expect.poll(() => rowOf(person, 'HQ0-RS').count()).toBe(0);
    await rowOf(person, 'SHF-XS').click();
    await expect.poll(() => countOf(person)).toBe('已选 3 条');
    await rowOf(person, 'HZF-XS').click();
    await rowOf(person, 'SHF-XS').click();
    await confirm(person);
    await expect
      .poll(async () => (await pickedAt(person))?.map(({ code }) => code))
      .toEqual(['HZF-XS', 'HZF-XS1', 'HZF-XS2']);
  });
});

describe('organisations and tenants', () => {
  test('[picker:organization] [picker:tenant] [picker:subTenant] [A237] rows of the own power, groups by status, sub-tenants by powerFlag', async ({
    office,
  }) => {
    const person = await atStand(office);
    await openAt(person, 'organization', 'many');
    expect(person.sent.some(({ path }) => path === '/sys/organization/powerList')).toBe(true);
    await filter(person, 'name').locator('input').fill('工厂');
    await person.page.keyboard.press('Enter');
    await expect.poll(() => rowsIn(person).count()).toBe(3);
    await rowOf(person, 'SHF').click();
    await confirm(person);
    await expect
      .poll(() => pickedAt(person))
      .toMatchObject([{ code: 'SHF', name: '上海涂料工厂', tenantCode: '1000', tenantName: '澜彩集团' }]);
    await expect.poll(async () => (await pickedAt(person))?.[0]?.['id']).toBeTruthy();

    await openAt(person, 'tenant');
    expect(lastSent(person, '/sys/tenant/page')?.query).toMatchObject({ status: '1', page: '1', limit: '20' });
    await expect
      .poll(() =>
        dialogOf(person)
          .locator('[data-filter]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-filter'))),
      )
      .toEqual(['tenantCode', 'tenantName', 'status']);
    await rowOf(person, '1001').click();
    await confirm(person);
    await expect
      .poll(() => pickedAt(person))
      .toMatchObject([{ tenantCode: '1001', tenantName: '华东澜彩', status: '1' }]);

    await openAt(person, 'subTenant', 'many');
    expect(lastSent(person, '/sys/tenant/list/power')?.query).toMatchObject({ powerFlag: '1' });
    await expect.poll(() => headsOf(person)).toEqual(['tenantCode', 'tenantName']);
    await expect
      .poll(() => rowsIn(person).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row-key'))))
      .toEqual(['1001', '100101', '1002']);
    await filter(person, 'tenantCode').locator('input').fill('1001');
    await person.page.keyboard.press('Enter');
    await expect.poll(() => rowsIn(person).count()).toBe(2);
  });

  test('[picker:organizeCascader] [picker:cascader] [picker:region] the tree of regions, one of them', async ({
    office,
  }) => {
    const person = await atStand(office);
    await openAt(person, 'region');
    expect(person.sent.some(({ path }) => path === '/sys/region/tree')).toBe(true);
    await confirm(person);
    await person.told('请选择');
    await filter(person, 'name').locator('input').fill('西湖');
    await person.page.keyboard.press('Enter');
    await expect.poll(() => rowsIn(person).count()).toBeLessThan(5);
    // Seen where it stands: below its city and its province.
    await expect.poll(() => rowsIn(person).first().getAttribute('aria-level')).toBe('1');
    await rowsIn(person).last().click();
    await confirm(person);
    await expect.poll(async () => (await pickedAt(person))?.[0]?.['name']).toContain('西湖');
    // Those of addresses and organisations are fields of a form.
    await person.page.goto('/?form#/data-customer?tenantFlag=0__add__0');
    await person.panel.locator('[data-field="organizeCode"] .cascader').click();
    await person.page.locator('.org-cascader .ant-cascader-menu').first().waitFor();
    await person.page.keyboard.press('Escape');
    await person.panel.locator('[data-field="provinceCode"] .cascader').click();
    await person.page.locator('.area-cascader .ant-cascader-menu').first().waitFor();
  });

  test('[A266] a list of the group is not searched by brand or warehouse, and its pickers take the group along', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const filters = async (): Promise<(string | null)[]> => {
      await person.panel.locator('[data-filter="code"]').waitFor();
      if ((await person.panel.locator('.unfold').count()) > 0) await person.panel.locator('.unfold').click();
      return person.panel
        .locator('[data-filter]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-filter')));
    };
    await person.open('data/product?tenantFlag=0');
    await expect.poll(() => filters()).toContain('brandCode');
    await person.open('data/product?tenantFlag=1');
    await settled(person);
    expect(await filters()).not.toContain('brandCode');
    const group = await atStand(office, 'lancai', {}, '?tenantFlag=1');
    await openAt(group, 'customer');
    expect(lastSent(group, '/data/customer/manage/page')?.query['tenantFlag']).toBe('1');
  });
});
