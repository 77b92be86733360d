import { beforeAll, describe, expect } from 'vitest';
import { contractFile, contractIsHere } from '#tests/contract/shared.ts';
import { findingsOf } from './axe.ts';
import { test, type Person } from './person.ts';
import {
  atStand,
  chosenIn,
  confirm,
  countOf,
  dialogOf,
  furnishPickers,
  headsOf,
  lastSent,
  leave,
  nodeOf,
  offeredIn,
  openAt,
  pageSizesOf,
  pickedAt,
  rowOf,
  rowsIn,
  tickedIn,
  widthOf,
} from './picker-stand.ts';
import { settled } from './settled.ts';

const lines = '/data/bd/material/line/page';

/** A new order, whose head and lines refer to most nouns. */
async function newOrder(person: Person): Promise<void> {
  await person.open('order/order');
  await person.panel.locator('[data-verb="add"]').click();
  await person.panel.locator('.line-table').waitFor();
}
async function openPicker(person: Person, field: string): Promise<void> {
  await person.panel.locator(`[data-field="${field}"] [data-verb="pick"]`).first().click();
  await rowsIn(person).first().waitFor();
}

beforeAll(furnishPickers);

describe('a picker of a form', () => {
  test('[picker:customer] [A183] [A184] [A187] [A188] [A189] [A191] [A192] [A201] is a dialog with a search, pages of 20 and enabled rows; the chosen row fills the field', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await newOrder(person);
    const route = person.route();
    await openPicker(person, 'customerCode');
    const dialog = dialogOf(person);
    expect(person.route()).toBe(route);
    await expect
      .poll(() => dialog.locator('.search-form, .pager, [data-testid="chosen"], .picker-footer').count())
      .toBe(4);
    expect(lastSent(person, '/data/customer/manage/page')?.query).toMatchObject({
      status: '1',
      page: '1',
      limit: '20',
    });
    await expect.poll(() => pageSizesOf(person)).toEqual(['20', '50', '100', '200', '500']);

    const rows = rowsIn(person);
    await rows.nth(0).click();
    await rows.nth(1).click();
    await expect.poll(() => tickedIn(person)).toBe(1);
    await rows.nth(1).click();
    await settled(person);
    expect([await tickedIn(person), await countOf(person)]).toEqual([0, '已选 0 条']);
    const code = await rows.nth(0).locator('[data-column="code"]').innerText();
    const input = dialog.locator('[data-filter="code"] input');
    await input.fill(code);
    await input.press('Enter');
    await expect.poll(() => rows.count()).toBe(1);
    expect(lastSent(person, '/data/customer/manage/page')?.query).toMatchObject({ code });
    await rows.first().click();
    await confirm(person);
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(() => person.panel.locator('[data-field="customerCode"] input').getAttribute('title'))
      .toContain(code);
  });

  test.skipIf(!contractIsHere)(
    '[picker:warehouse] [picker:personnel] shows the columns of the contract and gives its row to the order',
    async ({ office }) => {
      const person = await office.enter('lancai');
      await newOrder(person);
      for (const [key, field, path] of [
        ['warehouse', 'storageCode', '/data/storage/page'],
        ['personnel', 'salesmanCode', '/data/bd/personnel/page'],
      ] as const) {
        await openPicker(person, field);
        const { columns = [], width } = contractFile('pickers.json').pickers.find((picker) => picker.key === key) ?? {};
        await expect.poll(() => headsOf(person)).toEqual(columns);
        expect(width).toContain(await widthOf(person));
        expect(lastSent(person, path)?.query['page']).toBe('1');
        await rowsIn(person).first().dblclick();
        await dialogOf(person).waitFor({ state: 'hidden' });
        await expect
          .poll(() => person.panel.locator(`[data-field="${field}"] input`).first().getAttribute('title'))
          .not.toBe('');
      }
    },
  );

  test('of a person gives its user', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.open('data/personnel?tenantFlag=0');
    await person.panel.locator('[data-verb="add"]').click();
    await openPicker(person, 'userId');
    await dialogOf(person).locator('[data-filter="username"] input').fill('manager_1000');
    await dialogOf(person).locator('[data-verb="search"]').click();
    await expect.poll(() => rowsIn(person).count()).toBe(1);
    await rowsIn(person).first().dblclick();
    await dialogOf(person).waitFor({ state: 'hidden' });
    await expect
      .poll(() => person.panel.locator('[data-field="userId"] input').getAttribute('title'))
      .toMatch(/^[0-9a-f-]{36} /);
  });
});

describe('a choice of many', () => {
  test('[A185] [A186] [A193] [A194] [A195] [A202] rows toggle, a page is ticked and cleared as a whole, and what was chosen can be taken back below', async ({
    office,
  }) => {
    const person = await atStand(office);
    await openAt(person, 'materialLine', 'many');
    await rowsIn(person).nth(0).click();
    await rowsIn(person).nth(2).click();
    await rowsIn(person).nth(0).click();
    await expect.poll(async () => [await tickedIn(person), await countOf(person)]).toEqual([1, '已选 1 条']);
    const all = offeredIn(person).locator('[role="columnheader"] input[type="checkbox"]');
    await all.check();
    await expect.poll(() => countOf(person)).toBe('已选 20 条');
    await dialogOf(person).locator('.ant-pagination-item-2').click();
    await expect.poll(() => lastSent(person, lines)?.query['page']).toBe('2');
    await expect.poll(() => tickedIn(person)).toBe(0);
    await all.check();
    await expect.poll(() => countOf(person)).toBe('已选 40 条');
    await all.uncheck();
    await expect.poll(() => countOf(person)).toBe('已选 20 条');
    await dialogOf(person).locator('.ant-pagination-item-1').click();
    await expect.poll(() => tickedIn(person)).toBeGreaterThan(0);
    const first = (await rowsIn(person).first().getAttribute('data-row-key')) ?? '';
    await chosenIn(person).locator(`[data-row-key="${first}"] [data-verb="unchoose"]`).click();
    await expect.poll(() => rowOf(person, first).getAttribute('aria-selected')).toBe('false');
    await expect.poll(() => countOf(person)).toBe('已选 19 条');
    await leave(person);
    await settled(person);
    expect(await pickedAt(person)).toBeNull();
  });

  test('[A196] [A197] 300 rows over 15 pages stay chosen while pages turn, filters change and the data is read again', async ({
    office,
  }) => {
    const person = await atStand(office);
    await openAt(person, 'materialLine', 'many');
    const all = offeredIn(person).locator('[role="columnheader"] input[type="checkbox"]');
    const turnTo = async (page: number): Promise<void> => {
      await dialogOf(person).locator(`.ant-pagination-item-${page}`).click();
      await expect.poll(() => dialogOf(person).locator('.ant-pagination-item-active').innerText()).toBe(String(page));
      await expect.poll(() => offeredIn(person).locator('[aria-busy="true"]').count()).toBe(0);
    };
    for (let page = 1; page <= 15; page += 1) {
      if (page > 1) await turnTo(page);
      await all.check();
      await expect.poll(() => countOf(person)).toBe(`已选 ${page * 20} 条`);
    }
    await turnTo(16);
    await settled(person);
    expect(await tickedIn(person)).toBe(0);
    await turnTo(15);
    await expect.poll(() => all.isChecked()).toBe(true);
    // Rows of the middle of the choice, under another question.
    await dialogOf(person).locator('[data-filter="name"] input').fill('产品线15');
    await dialogOf(person).locator('[data-verb="search"]').click();
    await expect.poll(() => rowsIn(person).count()).toBeLessThan(20);
    await expect.poll(async () => (await tickedIn(person)) === (await rowsIn(person).count())).toBe(true);
    await dialogOf(person).locator('[data-verb="reset"]').click();
    await expect.poll(() => rowsIn(person).count()).toBeGreaterThan(12);
    await offeredIn(person).locator('[data-head="code"]').click();
    await expect.poll(() => lastSent(person, lines)?.query['orderField']).toBe('code');
    await expect.poll(() => offeredIn(person).locator('[aria-busy="true"]').count()).toBe(0);
    await expect.poll(() => all.isChecked()).toBe(true);
    await expect.poll(() => countOf(person)).toBe('已选 300 条');
    await confirm(person);
    await expect.poll(async () => new Set((await pickedAt(person))?.map(({ code }) => code)).size).toBe(300);
  });

  test('[A201] by keyboard alone: open, search, five rows over two pages, confirm', async ({ office }) => {
    const person = await atStand(office);
    const { page } = person;
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    /** Tab until something has the focus, as a person does who looks at it. */
    const tabTo = async (selector: string): Promise<void> => {
      for (let steps = 0; steps < 80; steps += 1) {
        if (await page.evaluate(`document.activeElement?.closest(${JSON.stringify(selector)}) != null`)) return;
        await press('Tab');
      }
      throw new Error(`Tab does not lead to ${selector}`);
    };
    await tabTo('[data-picker-key="materialLine"][data-mode="many"]');
    await press('Enter');
    await rowsIn(person).first().waitFor();
    await tabTo('.picker [data-filter="name"]');
    await page.keyboard.type('产品线2');
    await press('Enter');
    await expect.poll(() => lastSent(person, lines)?.query['name']).toBe('产品线2');
    await expect.poll(() => offeredIn(person).locator('[aria-busy="true"]').count()).toBe(0);
    await tabTo('.picker .entity-table .grid-cursor');
    await press('Space', 'ArrowDown', 'Space', 'ArrowDown', 'Space');
    await expect.poll(() => countOf(person)).toBe('已选 3 条');
    await tabTo('.picker .ant-pagination-item-2');
    await press('Enter');
    await expect.poll(() => lastSent(person, lines)?.query['page']).toBe('2');
    await expect.poll(() => offeredIn(person).locator('[aria-busy="true"]').count()).toBe(0);
    await page.keyboard.press('Shift+Tab');
    for (
      let steps = 0;
      steps < 20 &&
      !(await page.evaluate(`document.activeElement?.closest('.picker .entity-table .grid-cursor') != null`));
      steps += 1
    )
      await page.keyboard.press('Shift+Tab');
    await press('Space', 'ArrowDown', 'Space');
    await expect.poll(() => countOf(person)).toBe('已选 5 条');
    await press('Control+Enter');
    await expect.poll(async () => (await pickedAt(person))?.length).toBe(5);
  });
});

describe('the class tree of a picker', () => {
  test('[A198] [A199] [A200] [A230] can be collapsed, counts the first of two quick presses, and refuses a locked class', async ({
    office,
  }) => {
    const person = await atStand(office);
    const path = '/data/bd/supplier/page';
    await openAt(person, 'supplier');
    const tree = dialogOf(person).locator('.group-tree');
    await nodeOf(person, '锁住的分类').waitFor();
    const wide = (await tree.boundingBox())?.width ?? 0;
    await tree.locator('[data-verb="foldTree"]').click();
    await expect.poll(async () => (await tree.boundingBox())?.width ?? 0).toBeLessThan(wide / 3);
    await settled(tree);
    expect(await tree.locator('.ant-tree').count()).toBe(0);
    await tree.locator('[data-verb="foldTree"]').click();
    await nodeOf(person, '锁住的分类').waitFor();
    const asked = (): (string | undefined)[] =>
      person.sent.filter((call) => call.path === path).map(({ query }) => query['classCode']);
    const before = asked().length;
    // Both within half a second, whatever the machine does in between.
    await person.page.evaluate(`(() => {
      const nodes = [...document.querySelectorAll('.picker .group-tree .ant-tree-node-content-wrapper')];
      nodes.find((node) => node.textContent.includes('开放的分类')).click();
      nodes[1].click();
    })()`);
    await expect.poll(() => asked().slice(before)).toEqual(['OP']);
    await settled(person.page);
    await nodeOf(person, '锁住的分类').click();
    await person.told('分类已锁定，无法选择！');
    expect(asked().slice(before)).toEqual(['OP']);
    await expect.poll(() => tree.locator('.ant-tree-node-selected').innerText()).toBe('开放的分类');
  });

  test('[A190] status is green for 1 and red for 0; what is disabled is looked up on purpose', async ({ office }) => {
    const person = await atStand(office);
    await openAt(person, 'materialLine');
    const status = rowsIn(person).first().locator('[data-column="status"] .status');
    await expect.poll(() => status.getAttribute('class')).toContain('status-green');
    await dialogOf(person).locator('[data-filter="status"] .ant-select').click();
    await person.page.locator('.ant-select-item-option', { hasText: '停用' }).click();
    await dialogOf(person).locator('[data-verb="search"]').click();
    await expect.poll(() => rowsIn(person).count()).toBe(1);
    await expect.poll(() => status.getAttribute('class')).toContain('status-red');
  });
});

describe('every picker', () => {
  test.skipIf(!contractIsHere)(
    '[A203] [picker:storage] [picker:subWarehouse] [picker:shipping] [picker:logistics] has the title, the columns and the width of the contract',
    async ({ office }) => {
      const person = await atStand(office);
      const keys = await person.page
        .locator('[data-picker-key][data-mode="one"]')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('data-picker-key') ?? ''));
      const all = contractFile('pickers.json').pickers;
      const of = (key: string) => {
        const own = all.find((one) => one.key === key);
        return { ...all.find((one) => one.key === own?.alias), ...own };
      };
      for (const key of keys) {
        const { columns = [], width = '', title } = of(key);
        await openAt(person, key);
        await expect.poll(async () => [key, await headsOf(person)]).toEqual([key, columns]);
        expect([key, width.split(' or ')]).toEqual([key, expect.arrayContaining([await widthOf(person)])]);
        await expect
          .poll(async () => [key, await dialogOf(person).locator('.ant-modal-title').innerText()])
          .toEqual([key, title?.['zh-CN']]);
        await leave(person);
      }
      expect(keys).toHaveLength(23);
      await expect
        .poll(async () => [lastSent(person, '/data/storage/page')?.query['powerFlag'], await widthsAre(person)])
        .toEqual(['1', ['900px', '80%']]);
    },
  );

  test('[picker:customer] has no serious or critical finding, also with its further filters open', async ({
    office,
  }) => {
    const person = await atStand(office);
    await openAt(person, 'customer', 'many');
    await rowsIn(person).first().click();
    await dialogOf(person).locator('[data-verb="expertSearch"]').click();
    await person.page.locator('.expert-search').waitFor();
    await settled(person);
    expect(await findingsOf(person.page)).toEqual([]);
  });
});

/** The warehouse field opens 900 px, the generic selector 80 %. */
async function widthsAre(person: Person): Promise<string[]> {
  const widths: string[] = [];
  for (const stand of ['warehouse', 'storage']) {
    await person.page.locator(`[data-stand="${stand}"] [data-verb="pick"]`).click();
    await rowsIn(person).first().waitFor();
    widths.push(await widthOf(person));
    await leave(person);
  }
  return widths;
}
