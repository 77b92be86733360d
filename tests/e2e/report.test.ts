import { describe, expect } from 'vitest';
import { test } from './person.ts';
import { settled } from './settled.ts';

describe('a report', () => {
  test('R03 by two dimensions: sums of the whole, swapped, and a cell leads to its documents', async ({ office }) => {
    const person = await office.enter('lancai', { width: 1440, height: 900 });
    await person.open('report/view?code=salesorder');
    const { page, panel } = person;
    await panel.locator('[data-pivot]').waitFor();
    await panel.locator('[data-chart][data-drawn="true"]').waitFor();
    const sum = panel.locator('tr[data-row="sum"] td');
    await expect.poll(() => panel.locator('tbody tr').count()).toBeGreaterThan(0);
    await settled(page);
    const told = await panel.locator('[data-headline] strong').innerText();
    await expect.poll(() => sum.allInnerTexts()).toContain(told);
    await panel.locator('[data-verb="swap"]').click();
    await settled(page);
    await expect.poll(() => panel.locator('[data-headline] strong').innerText()).toBe(told);
    const figure = panel.locator('tbody [data-cell="sum"]').first();
    await settled(page);
    const text = await figure.innerText();
    await figure.click();
    await panel.locator('[data-detail] tbody tr').first().waitFor();
    await expect.poll(() => panel.locator('[data-detail-sum]').innerText()).toContain(text);
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.locator('[data-detail]').count()).toBe(0);
  });

  test('R14 and R11 stand on their screens, and statistics draw their months', async ({ office }) => {
    const person = await office.enter('lancai', { width: 1440, height: 900 });
    await person.open('report/view?code=receivable');
    const { page, panel } = person;
    await panel.locator('[data-pivot]').waitFor();
    await expect.poll(() => panel.locator('.ageing-heads > div').count()).toBe(5);
    await person.open('report/view?code=stockinout');
    await page.locator('[data-report="stockinout"] [data-pivot]').waitFor();
    await person.open('statistics/view?code=trend');
    await page.locator('[data-report="trend"] [data-chart="line"][data-drawn="true"]').waitFor();
  });
});
