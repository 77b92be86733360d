import { beforeEach, describe, expect } from 'vitest';
import { goods } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { plant } from '#tests/house-places.ts';
import { cell, column, copied, cursorLabel, forgetDrafts, newOrder, paste, tabTo } from './lines.ts';
import { writeOrder } from './orders.ts';
import { ask, test } from './person.ts';
import { settled } from './settled.ts';

beforeEach(forgetDrafts);

describe('an order written by keyboard alone', () => {
  test('has twenty lines: codes, quantities and prices; Enter after the last cell begins the next line, Ctrl+S saves', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    const codes = goods.slice(0, 20).map(({ code }) => code);
    await newOrder(person);

    await tabTo(person, '[data-field="organizeCode"]');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(plant.name);
    await page.locator('.org-cascader .ant-cascader-menu-item').first().waitFor();
    await page.keyboard.press('Enter');
    await tabTo(person, '[data-field="customerCode"]');
    await page.keyboard.type(buyer.code);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => panel.locator('[data-field="customerCode"] input').getAttribute('title'))
      .toContain(buyer.code);
    await tabTo(person, '.grid-input');
    for (const [at, code] of codes.entries()) {
      for (const [text, key] of [
        [code, 'Tab'],
        [String(at + 1), 'Tab'],
        ['2.5', at < 19 ? 'Enter' : 'Tab'],
      ] as const) {
        await page.keyboard.type(text);
        await page.keyboard.press(key);
      }
    }
    await expect.poll(() => panel.locator('[data-total="amount"]').innerText()).toBe('525.00');
    await expect.poll(() => cell(person, 19, 'productName').innerText()).not.toBe('');
    await page.keyboard.press('Control+s');
    await person.told('保存成功');
    const { body } =
      person.sent.findLast(({ method, path }) => method === 'POST' && path === '/channelsale/order') ?? {};
    expect(
      (body as { lines: { productCode: string; number: string }[] }).lines.map(({ productCode, number }) => [
        productCode,
        number,
      ]),
    ).toEqual(codes.map((code, at) => [code, String(at + 1)]));
  });
});

describe('a cell', () => {
  test('takes a Chinese composition that begins on it: 我 typed on a selected cell gives 我', async ({ office }) => {
    const person = await office.enter('lancai');
    await newOrder(person);
    await cell(person, 0, 'remark').click();
    const session = await person.page.context().newCDPSession(person.page);
    for (const text of ['w', 'wo']) {
      await session.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key: 'Process',
        code: 'KeyW',
        windowsVirtualKeyCode: 229,
      });
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    }
    await session.send('Input.insertText', { text: '我' });
    await person.page.keyboard.press('Enter');
    await expect.poll(() => cell(person, 0, 'remark').innerText()).toBe('我');
  });

  test('is edited as in a spreadsheet: F2, Escape, Delete, ranges, copy, fill down, undo and redo', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const { page } = person;
    await newOrder(person);
    await cell(person, 0, 'number').click();
    await paste(person, '1\t10\r\n2\t20\r\n3\t30\r\n');
    await expect.poll(() => column(person, 'number', 3)).toEqual(['1', '2', '3']);

    await cell(person, 1, 'price').click();
    await page.keyboard.press('F2');
    await page.keyboard.press('End');
    await page.keyboard.type('5');
    await page.keyboard.press('Escape');
    await expect.poll(() => cell(person, 1, 'price').innerText()).toBe('20.0000');
    await page.keyboard.press('F2');
    await page.keyboard.press('End');
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await expect.poll(() => column(person, 'price', 3)).toEqual(['10.0000', '205.0000', '30.0000']);
    await expect.poll(() => cell(person, 1, 'amount').innerText()).toBe('410.00');

    await cell(person, 0, 'number').click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => person.panel.locator('[role="gridcell"][aria-selected="true"][data-line]').count()).toBe(4);
    await expect.poll(() => copied(person)).toBe('1\t10\n2\t205');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    await expect.poll(() => column(person, 'number', 3)).toEqual(['1', '1', '1']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => column(person, 'number', 3)).toEqual(['1', '2', '3']);
    await page.keyboard.press('Control+y');
    await page.keyboard.press('Delete');
    await expect.poll(() => column(person, 'number', 3)).toEqual(['', '', '']);
    // One value into every cell of the range.
    await page.keyboard.type('7');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => column(person, 'number', 3)).toEqual(['7', '7', '7']);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Control+Home');
    await expect.poll(() => cursorLabel(person)).toContain('第 1 行 产品编码');
  });

  test('that is wrong is marked, counted and found again; what a pasted block cannot bring is reported', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await newOrder(person);
    await cell(person, 0, 'productCode').click();
    await page.keyboard.type('NOSUCHTHING');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1x');
    await page.keyboard.press('Tab');
    await expect.poll(() => panel.locator('.grid-errors').innerText()).toContain('2 处错误');
    await expect.poll(() => cell(person, 0, 'number').getAttribute('aria-invalid')).toBe('true');
    await panel.locator('[data-verb="nextError"]').click();
    await expect.poll(() => cursorLabel(person)).toContain('产品编码');
    await page.keyboard.press('ArrowDown');
    await cell(person, 0, 'number').click();
    await paste(person, '1,100\nmany\n2');
    await person.told(/已粘贴 2 行，1 格未采用：第 2 行 数量“many”不是数字/);
    await expect.poll(() => column(person, 'number', 3)).toEqual(['1,100', '', '2']);
    await expect.poll(() => panel.locator('.grid-errors').innerText()).toContain('1 处错误');
  });

  test('of a reference opens its picker with F4; several choices make several lines', async ({ office }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await newOrder(person);
    await cell(person, 0, 'productCode').click();
    await page.keyboard.press('F4');
    const dialog = page.locator('.picker').filter({ visible: true });
    await dialog.locator('[data-row-key]').first().waitFor();
    for (const at of [0, 1])
      await dialog.locator('.entity-table [data-row-key]').nth(at).locator('[data-column="name"]').click();
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => panel.locator('.line-table [data-row-key]').count()).toBe(2);
    await expect.poll(async () => (await column(person, 'productName', 2)).every((name) => name !== '')).toBe(true);
    await expect.poll(() => cursorLabel(person)).toContain('第 1 行 数量');
  });
});

describe('a picker', () => {
  test('[A184] [A185] [A186] [A190] [A193] [A194] [A195] [A196] [A197] keeps what is chosen across pages in its lower table, whose buttons take it back', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await newOrder(person);
    await person.panel.locator('[data-verb="pickLines"]').click();
    const dialog = person.page.locator('.picker').filter({ visible: true });
    const above = dialog.locator('.entity-table');
    const below = dialog.locator('[data-testid="chosen"]');
    const ticked = above.locator('[data-row-key][aria-selected="true"]');
    await above.locator('[data-row-key]').first().waitFor();
    await above.locator('[data-row-key]').nth(1).locator('[data-column="name"]').click();
    await above.locator('[data-row-key]').nth(2).locator('[data-column="name"]').click();
    await above.locator('[data-row-key]').nth(2).locator('[data-column="name"]').click();
    await expect
      .poll(async () => [await ticked.count(), await below.locator('strong').innerText()])
      .toEqual([1, '已选 1 条']);
    await dialog.locator('.ant-pagination-item-2').click();
    await expect.poll(() => ticked.count()).toBe(0);
    await above.locator('[role="columnheader"] input').check();
    await expect.poll(() => below.locator('strong').innerText()).toBe('已选 21 条');
    await above.locator('[role="columnheader"] input').uncheck();
    await expect.poll(() => below.locator('strong').innerText()).toBe('已选 1 条');
    await dialog.locator('.ant-pagination-item-1').click();
    await expect.poll(() => ticked.count()).toBe(1);
    await expect.poll(() => dialog.locator('[data-verb="confirm"]').innerText()).toBe('确定（1）');
    await below.locator('[data-verb="unchoose"]').click();
    await expect.poll(() => ticked.count()).toBe(0);
    await expect.poll(() => dialog.locator('[data-verb="confirm"]').isDisabled()).toBe(true);
  });
});

describe('a list', () => {
  test('[A17] [A18] is as high as the specification says', async ({ office }) => {
    const person = await office.enter('lancai');
    const content = await person.page.evaluate<number>(
      `document.querySelector('.sidebar').clientHeight - document.querySelector('.sidebar .brand').clientHeight`,
    );
    for (const [url, more] of [
      ['data/brand?tenantFlag=0', 0],
      ['data/dept?tenantFlag=0', 55],
    ] as const) {
      await person.open(url);
      await person.panel.locator('[data-row-key]').first().waitFor();
      await expect
        .poll(async () => (await person.panel.locator('.entity-table').boundingBox())?.height)
        .toBe(Math.max(content - 210, 200) + more);
    }
    await settled(person);
    expect(
      await person.page.evaluate(
        `[...document.querySelectorAll('.tab-panel')].some((panel) => panel.scrollHeight > panel.clientHeight)`,
      ),
    ).toBe(false);
  });

  test('[A319] keeps its ticks across pages, offers what the ticked rows allow, and refuses to delete nothing', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    const [saved, audited] = [await writeOrder(), await writeOrder()];
    await ask('lancai', 'PUT', '/channelsale/order/audit', [audited.id]);
    await person.open('order/order');
    await panel.locator('[data-row-key]').first().waitFor();
    await panel.locator('[data-row-key] [data-column="billDate"]').first().click();
    await page.keyboard.press('Delete');
    await person.told('请选择删除项');
    await page.keyboard.press('x');
    await expect.poll(() => panel.locator('.toolbar-chosen strong').innerText()).toBe('已选 1 条');
    await panel.locator('.ant-pagination-item-2').click();
    await expect.poll(() => panel.locator('[data-row-key][aria-selected="true"]').count()).toBe(0);
    await panel.locator('[role="columnheader"] input').check();
    await expect.poll(() => panel.locator('.toolbar-chosen strong').innerText()).toBe('已选 21 条');
    await panel.locator('[data-verb="clearSelection"]').click();
    await panel.locator('.ant-pagination-item-1').click();
    for (const [{ code }, state, verb] of [
      [saved, '已保存', 'audit'],
      [audited, '已审核', 'unaudit'],
    ] as const) {
      const row = panel.locator('[data-row-key]', { hasText: code }).filter({ hasText: state });
      await row.locator('input').check();
      await expect.poll(() => panel.locator(`.toolbar [data-verb="${verb}"]`).count(), { message: state }).toBe(1);
      await settled(panel);
      expect(
        await panel.locator(`.toolbar [data-verb="${verb === 'audit' ? 'unaudit' : 'audit'}"]`).count(),
        state,
      ).toBe(0);
      await row.locator('input').uncheck();
    }
  });

  test('is arranged by its reader: columns are resized, moved and hidden, and come back so after a reload', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    const heads = (): Promise<string[]> =>
      panel.locator('[data-head]').evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-head') ?? ''));
    const head = (key: string) => panel.locator(`[data-head="${key}"]`);
    const kept = (): Promise<unknown> =>
      page.waitForResponse(
        (response) => response.request().method() === 'PUT' && response.url().includes('/sys/setting/'),
      );
    await person.open('data/unit?tenantFlag=0');
    await panel.locator('[data-row-key]').first().waitFor();
    const before = await heads();
    const [, second = '', third = '', fourth = ''] = before;
    const drag = async (from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.mouse.up();
    };
    const boxOf = async (key: string) => (await head(key).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const box = await boxOf(second);
    await drag({ x: box.x + box.width - 1, y: box.y + 15 }, { x: box.x + box.width + 49, y: box.y + 15 });
    await expect.poll(async () => Math.round((await boxOf(second)).width)).toBe(Math.round(box.width + 50));
    const [from, to] = [await boxOf(fourth), await boxOf(third)];
    await drag({ x: from.x + 20, y: from.y + 15 }, { x: to.x + 5, y: to.y + 15 });
    await expect.poll(heads).toEqual([before[0], second, fourth, third, ...before.slice(4)]);
    const isKept = kept();
    await head(third).click({ button: 'right' });
    await page.locator('.ant-dropdown-menu-item', { hasText: '隐藏此列' }).click();
    await expect.poll(heads).toEqual([before[0], second, fourth, ...before.slice(4)]);
    await isKept;
    await page.reload();
    await panel.locator('[data-row-key]').first().waitFor();
    await expect.poll(heads).toEqual([before[0], second, fourth, ...before.slice(4)]);
    const isForgotten = kept();
    await panel.locator('[data-verb="columns"]').click();
    await page.locator('[data-verb="defaultColumns"]').click();
    await expect.poll(heads).toEqual(before);
    await isForgotten;
  });

  test('of a tree folds and unfolds, also by the arrow keys', async ({ office }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await person.open('data/dept?tenantFlag=0');
    const rows = panel.locator('[data-row-key]');
    await rows.first().waitFor();
    const all = await panel.locator('[role="treegrid"]').getAttribute('aria-rowcount');
    const parent = panel.locator('[data-row-key][aria-expanded="true"]').first();
    const key = await parent.getAttribute('data-row-key');
    await parent.locator('[data-verb="fold"]').click();
    await settled(panel);
    expect(Number(await panel.locator('[role="treegrid"]').getAttribute('aria-rowcount'))).toBeLessThan(Number(all));
    await panel
      .locator(`[data-row-key="${key}"] [role="gridcell"]`)
      .nth(1)
      .click({ position: { x: 3, y: 16 } });
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => panel.locator('[role="treegrid"]').getAttribute('aria-rowcount')).toBe(all);
  });
});
