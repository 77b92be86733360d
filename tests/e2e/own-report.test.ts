import { beforeAll, describe, expect } from 'vitest';
import { test } from './person.ts';
import { confirm, dialogOf, furnishPickers, lastSent, offeredIn, rowsIn } from './picker-stand.ts';
import { settled } from './settled.ts';

beforeAll(furnishPickers);

describe('a report of one’s own', () => {
  test('[picker:generic] [A264] is put together, previewed, saved, opened, and leads to its documents', async ({
    office,
  }) => {
    const person = await office.enter('lancai', { width: 1280, height: 800 });
    await person.open('report/definition');
    const { page, panel } = person;
    await panel.locator('[data-verb="add"]').first().click();
    const choose = async (place: string, label: string): Promise<void> => {
      await panel.locator(place).click();
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: label }).first().click();
    };
    await panel.locator('[data-field="code"] input').fill('OWN1');
    await panel.locator('[data-field="name"] input').fill('客户按渠道的销售');
    await choose('[data-field="reportType"] .ant-select', '销售报表');
    await choose('[data-field="dataSource"] .ant-select', '销售汇总');
    await choose('[data-word="rows"]', '客户');
    await choose('[data-word="columns"]', '渠道');
    await panel.locator('[data-word="span"] .ant-segmented-item', { hasText: '本年' }).click();
    // What there are thousands of is chosen in its picker.
    await choose('[data-word="addCondition"]', '客户');
    await panel.locator('[data-condition="customer"] [data-verb="pick"]').click();
    await rowsIn(person).first().waitFor();
    await offeredIn(person).locator('input[type="checkbox"]').first().check();
    await confirm(person);
    const condition = panel.locator('[data-condition="customer"] input');
    await expect.poll(() => condition.inputValue()).toMatch(/^[^,]+(,[^,]+)+$/);
    const names = (await condition.inputValue()).split(',').slice(0, 3).join('、');
    await panel.locator('[data-preview] [data-pivot] tbody tr').first().waitFor();
    await settled(page);
    // What there are few of is chosen from a list, and kept by its code as well: an id would find nothing.
    const heads = panel.locator('[data-preview] [data-pivot] thead th');
    const channel = (await heads.nth(1).innerText()).split('\n')[0] ?? '';
    await choose('[data-word="addCondition"]', '渠道');
    await choose('[data-condition="channel"] .ant-select', channel);
    await page.keyboard.press('Escape');
    await expect.poll(() => heads.count()).toBe(4);
    await panel.locator('[data-preview] [data-pivot] tbody tr').first().waitFor();
    await settled(page);
    const previewed = await panel.locator('[data-preview] tr[data-row="sum"] td').allInnerTexts();
    await panel.locator('[data-verb="save"]').click();
    const row = panel.locator('[data-row-key]', { hasText: 'OWN1' });
    // What it is kept as: codes that are called the same again.
    await row.locator('a[role="button"]').first().click();
    await expect.poll(() => panel.locator('[data-field="filters"]').innerText()).toContain(names);
    await page.locator('.tab-active .tab-close').click();
    await row.locator('input[type="checkbox"]').first().check();
    await panel.locator('[data-verb="openReport"]').first().click();
    await expect.poll(() => person.route()).toMatch(/^ownReport\//);
    await panel.locator('[data-report="own"] [data-pivot] tbody tr').first().waitFor();
    await settled(page);
    await expect.poll(() => panel.locator('.report-bar h1').innerText()).toBe('客户按渠道的销售');
    await expect.poll(() => panel.locator('tr[data-row="sum"] td').allInnerTexts()).toEqual(previewed);
    const figure = panel.locator('tbody [data-cell="sum"]').first();
    const text = await figure.innerText();
    await figure.click();
    await panel.locator('[data-detail] tbody tr').first().waitFor();
    await expect.poll(() => panel.locator('[data-detail-sum]').innerText()).toContain(text);
  });

  test('[A263] is narrowed by the generic selector, which opens each of its ten nouns', async ({ office }) => {
    const person = await office.enter('lancai', { width: 1280, height: 800 });
    await person.open('report/definition');
    const { page, panel } = person;
    await panel.locator('[data-verb="add"]').first().click();
    const choose = async (place: string, label: string): Promise<void> => {
      await panel.locator(place).click();
      await page.keyboard.type(label);
      await page.locator('.ant-select-dropdown:visible').getByText(label, { exact: true }).last().click();
    };
    for (const [source, conditions] of selected) {
      await choose('[data-field="dataSource"] .ant-select', source);
      for (const [key, label, path] of conditions) {
        await panel.locator('[data-word="addCondition"]').click();
        await page.locator('.ant-select-dropdown:visible').getByText(label, { exact: true }).last().click();
        const condition = panel.locator(`[data-condition="${key}"]`);
        await condition.locator('[data-verb="pick"]').click();
        await rowsIn(person).first().waitFor();
        expect([key, lastSent(person, path) !== undefined]).toEqual([key, true]);
        await rowsIn(person).last().click();
        await confirm(person);
        await dialogOf(person).waitFor({ state: 'hidden' });
        await expect.poll(() => condition.locator('input').first().inputValue()).not.toBe('');
      }
    }
    expect(selected.flatMap(([, conditions]) => conditions)).toHaveLength(10);
  });
});

type Condition = readonly [key: string, label: string, path: string];
/** Views, and what of them is a noun of the generic selector. */
const selected: readonly (readonly [view: string, conditions: readonly Condition[]])[] = [
  [
    '库存查询',
    [
      ['storage', '仓库', '/data/storage/page'],
      ['materialLine', '产品线', '/data/bd/material/line/page'],
      ['externalStandard', '外部标准', '/data/bd/external/standard/page'],
      ['recipeNo', '配方号', '/data/bd/recipe/no/page'],
    ],
  ],
  [
    '资金额度',
    [
      ['customer', '客户', '/data/customer/manage/page'],
      ['account', '资金账户', '/channelsale/capitalpoolaccount/page'],
      ['salesman', '业务员', '/data/bd/personnel/page'],
    ],
  ],
  ['目标达成', [['dept', '部门', '/data/bd/dept/list']]],
  ['采购执行', [['supplier', '供应商', '/data/bd/supplier/page']]],
  ['发货时效', [['logistics', '物流公司', '/data/bd/logistics/provider/page']]],
];
