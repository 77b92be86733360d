import { mkdir } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { barcodeOf } from '#platform/web/print/label-barcode.ts';
import { test, type Person } from './person.ts';

/** A headless browser has no printer: what the page hands to one is kept on the outermost window. */
const printer = `window.print = () => { top.printed = [...(top.printed ?? []), (document.querySelector('.print-desk') ?? document.body).innerText]; };`;
const printed = ({ page }: Person): Promise<string[]> => page.evaluate('globalThis.printed ?? []');
/** What is black in a drawing, module by module. */
const drawn = (path: string): string =>
  [...path.matchAll(/M(\d+) 0h(\d+)v/g)].map(([, from, width]) => `${from}+${width}`).join(' ');

describe('labels', () => {
  test('of chosen materials are drawn true to size, as many of each as wanted, after the labels that were used before', async ({
    office,
  }) => {
    const person = await office.enter('lancai', { language: 'zh-CN' });
    const { page, panel } = person;
    await person.open('data/material?tenantFlag=0');
    await panel.locator('[data-row-key]').first().waitFor();
    for (const at of [0, 1, 2]) await panel.locator('[data-row-key] input[type="checkbox"]').nth(at).check();
    await panel.locator('.toolbar [data-verb="labels"]').click();
    const dialog = page.locator('.label-dialog');
    await dialog.waitFor();
    await expect.poll(() => page.locator('[data-testid="label-total"]').innerText()).toBe('共 3 张标签，3 页');
    await mkdir('.tmp/shots', { recursive: true });
    await page.screenshot({ path: '.tmp/shots/label-roll.png' });
    await dialog.locator('[data-testid="label-sheet"]').click();
    await page.locator('.ant-select-item-option', { hasText: 'A4 3 × 8' }).click();
    await dialog.locator('[data-testid="label-copies"] input, input[data-testid="label-copies"]').first().fill('9');
    await dialog.locator('[data-testid="label-skipped"] input, input[data-testid="label-skipped"]').first().fill('2');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator('[data-testid="label-total"]').innerText()).toBe('共 27 张标签，2 页');
    await page.screenshot({ path: '.tmp/shots/label-sheet.png' });
    await page.locator('.dialog-footer [data-verb="confirm"]').click();
    const frame = page.frameLocator('iframe[data-frame="labels"]');
    await expect.poll(() => frame.locator('.label-page').count()).toBe(2);
    await expect
      .poll(async () => [
        await frame.locator('[data-page="1"] [data-label]').count(),
        await frame.locator('[data-page="2"] [data-label]').count(),
      ])
      .toEqual([22, 5]);
    const size = await frame
      .locator('[data-label]')
      .first()
      .evaluate((label) => {
        const box = label.getBoundingClientRect();
        return [Math.round((box.width / 96) * 25.4), Math.round((box.height / 96) * 25.4)];
      });
    expect(size).toEqual([70, 37]);
    const text = await frame.locator('figcaption').first().innerText();
    const code = barcodeOf(text)!;
    await expect
      .poll(async () => drawn((await frame.locator('path').first().getAttribute('d')) ?? ''))
      .toBe(
        [...code.modules.matchAll(/1+/g)]
          .map(({ 0: run, index }) => `${index + code.quiet[0]}+${run.length}`)
          .join(' '),
      );
    // Wide enough for a scanner: a module of the narrowest article number is a quarter of a millimetre.
    const bars = await frame
      .locator('svg')
      .first()
      .evaluate((svg) => (svg.getBoundingClientRect().width / 96) * 25.4);
    expect(bars / (code.modules.length + code.quiet[0] + code.quiet[1])).toBeGreaterThan(0.25);
  });
});

describe('a list on paper', () => {
  test('holds the rows of the search with the columns as they are shown', async ({ office }) => {
    const person = await office.enter('lancai', { language: 'zh-CN' });
    const { page, panel } = person;
    await page.addInitScript(printer);
    await person.open('data/unit?tenantFlag=0');
    await panel.locator('[data-row-key]').first().waitFor();
    const names = await panel.locator('[data-row-key]').count();
    await panel.locator('[data-verb="exportMore"]').click();
    await page.locator('.ant-dropdown [data-verb="printList"]').click();
    await expect.poll(() => printed(person)).toHaveLength(1);
    const [paper = ''] = await printed(person);
    for (const text of ['编码', '名称', '打印：', '第 1 /']) expect(paper).toContain(text);
    expect(paper).toContain(String(names));
    await page.goto(
      `/#/print?list=data:material&keys=code,name,className,spec,model,mainUnitName,status,createDate&search=${encodeURIComponent('{"status":"1"}')}`,
    );
    await page.locator('.paper[data-page]').first().waitFor();
    await page.screenshot({ path: '.tmp/shots/list-print.png' });
    await expect.poll(() => page.locator('.paper[data-page="1"] thead').innerText()).toContain('规格');
  });
});
