import { describe, expect } from 'vitest';
import { barcodeOf, goods } from '#tests/house-goods.ts';
import { cell, newOrder, paste, toClipboard } from './lines.ts';
import { cpuOf } from './cpu.ts';
import { test, type Person } from './person.ts';
import { settled } from './settled.ts';

const materials = goods.map(({ code, name }) => ({ code, name, barcode: barcodeOf(code) }));
const lines = (person: Person, ...keys: string[]): Promise<string[][]> =>
  person.panel
    .locator('.line-table [data-row-key]')
    .evaluateAll(
      (rows, wanted) =>
        rows.map((row) => wanted.map((key) => row.querySelector(`[data-field="${key}"]`)?.textContent ?? '')),
      keys,
    );
const complaint = (person: Person, line: number, field: string): Promise<string | null> =>
  cell(person, line, field).getAttribute('title');

describe('a sheet pasted into an order', () => {
  test('of 2,000 rows with code, barcode or name stands there within two seconds, looked up in one call', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await newOrder(person);
    const rows = Array.from({ length: 2000 }, (_each, at) => {
      const { code, barcode, name } = materials[at % materials.length]!;
      return [
        at === 777 ? '没有这个' : ([code, barcode, name][at % 3] ?? ''),
        at === 1234 ? 'viele' : `${1 + (at % 50)}`,
        '2.5',
      ].join('\t');
    });
    await toClipboard(person.page, ['产品编码\t数量\t单价', ...rows].join('\r\n'));
    await cell(person, 0, 'productCode').click();
    await person.panel.locator('[data-verb="matrixLines"]').waitFor();
    const before = person.sent.length;
    // From the key to the painted lines with their names, as the page itself sees it.
    const taken: Promise<number> = person.page.evaluate(`new Promise((resolve) => {
      let from = 0;
      window.addEventListener('paste', () => { from = performance.now(); }, { capture: true, once: true });
      const look = () => {
        const grid = document.querySelector('.tab-panel:not([hidden]) .line-table [role="grid"]');
        if (from > 0 && grid?.getAttribute('aria-rowcount') === '2001' && document.querySelector('[data-line="5"][data-field="productName"]')?.textContent !== '') requestAnimationFrame(() => resolve(performance.now() - from));
        else requestAnimationFrame(look);
      };
      look();
    })`);
    const cpu = await cpuOf(person.page);
    const spent = await cpu.of(1, async () => {
      await person.page.keyboard.press('Control+v');
      const ms = await taken;
      console.log(`${ms < 2000 ? 'ok  ' : 'OVER'} 2,000 rows pasted in ${ms.toFixed(0)} ms, bar 2000`);
    });
    // A busy machine pastes later, not with more work.
    expect(spent).toBeLessThan(4000);
    const calls = person.sent.slice(before).filter(({ path }) => path.startsWith('/data/bd/material'));
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /data/bd/material/match']);
    await settled(person);
    expect((await lines(person, 'productCode', 'productName', 'number', 'price')).slice(0, 4)).toEqual(
      [0, 1, 2, 3].map((at) => [materials[at]?.code, materials[at]?.name, String(1 + at), '2.5000']),
    );

    // What is wrong is marked where it stands, and found again.
    const errors = person.panel.locator('.grid-errors');
    await expect.poll(() => errors.innerText()).toContain('2 处错误');
    await errors.locator('[data-verb="nextError"]').click();
    await expect.poll(() => cell(person, 777, 'productCode').innerText()).toBe('没有这个');
    await expect.poll(() => complaint(person, 777, 'productCode')).toContain('没有匹配的物料');
    await errors.locator('[data-verb="nextError"]').click();
    await expect.poll(() => cell(person, 1234, 'number').innerText()).toBe('viele');
    await expect.poll(() => complaint(person, 1234, 'number')).toContain('不是数字');

    // One step back, whole.
    await person.page.keyboard.press('Control+z');
    await expect.poll(() => person.panel.locator('.line-table [role="grid"]').getAttribute('aria-rowcount')).toBe('2');
  });

  test('with a column per size is spread over the materials of each style; what no style has is marked', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await newOrder(person);
    await cell(person, 0, 'productCode').click();
    await person.panel.locator('[data-verb="matrixLines"]').waitFor();
    await paste(
      person,
      [
        '款号\t颜色\t备注\tS\tM\tXXL\t6XL',
        'PAP001\t黑色\t急\t3\t0\t2\t',
        'AP-1\t米白\t\t\t5\t\t1',
        'AP0013S\t\t\t7\t\t\t',
        'PAP001\t\t\t\t4\t\t',
        'PAP001\t金色\t\t1\t\t\t',
      ].join('\n'),
    );
    await expect
      .poll(() => lines(person, 'productCode', 'number', 'remark'))
      .toEqual([
        ['AP0011S', '3', '急'],
        ['AP00112XL', '2', '急'],
        ['AP0012M', '5', ''],
        ['AP-1', '1', ''],
        ['AP0013S', '7', ''],
        ['PAP001', '4', ''],
        ['PAP001', '1', ''],
      ]);
    await expect.poll(() => complaint(person, 3, 'productCode')).toBe('没有尺码 6XL 的物料');
    await expect.poll(() => complaint(person, 5, 'productCode')).toContain('有 3 种颜色');
    await expect.poll(() => complaint(person, 6, 'productCode')).toBe('没有颜色“金色”的物料');
  });

  test('of two columns without titles is code and quantity, behind the lines that are there; a scanned barcode is a code', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await newOrder(person);
    const [first, second, third] = materials;
    await cell(person, 0, 'productCode').click();
    await person.panel.locator('[data-verb="matrixLines"]').waitFor();
    await person.page.keyboard.type(first?.barcode ?? '');
    await person.page.keyboard.press('Enter');
    await expect.poll(() => cell(person, 0, 'productCode').innerText()).toBe(first?.code);
    await paste(person, `${second?.code}\t1,200\n${third?.barcode}\t3`);
    await expect
      .poll(() => lines(person, 'productCode', 'number'))
      .toEqual([
        [first?.code, ''],
        [second?.code, '1,200'],
        [third?.code, '3'],
      ]);
  });
});
