import { describe, expect } from 'vitest';
import { shot } from './order-shop.ts';
import { test, type Person } from './person.ts';
import { settled } from './settled.ts';

const figures = ({ panel }: Person, column: string): Promise<string[]> =>
  panel.locator(`[data-row-key] [data-column="${column}"]`).allInnerTexts();
const isNought = (text: string): boolean => /^0(\.0+)?\D*$/.test(text.trim());

/** Asks a list as of a day long before the house had anything. */
async function askLongAgo(person: Person): Promise<void> {
  const day = person.panel.locator('[data-filter="asOfDate"] input');
  await day.fill('2020-01-01');
  await day.press('Enter');
  await person.panel.locator('[data-verb="search"]').click();
  await settled(person.page);
}

describe('a list as of a day', () => {
  test('says what accounts held then, and goes back to what they hold now', async ({ office }) => {
    const person = await office.enter('lancai', { width: 1440, height: 900 });
    await person.open('sale/balance');
    await person.panel.locator('[data-row-key]').first().waitFor();
    const now = await figures(person, 'balanceAmount');
    expect(now.every(isNought)).toBe(false);
    await askLongAgo(person);
    await expect.poll(() => figures(person, 'balanceAmount')).toEqual([]);
    await shot(person, 'as-of-balance');
    await person.panel.locator('[data-verb="reset"]').click();
    await expect.poll(() => figures(person, 'balanceAmount')).toEqual(now);
  });

  test('says what lay in the warehouses, and which entries made it so', async ({ office }) => {
    const person = await office.enter('lancai', { width: 1440, height: 900, language: 'en-US' });
    await person.open('stock/enquiry');
    await person.panel.locator('[data-row-key]').first().waitFor();
    await person.panel.locator('.unfold').click();
    await askLongAgo(person);
    await expect.poll(() => figures(person, 'number')).toEqual([]);
    await shot(person, 'as-of-stock');
  });
});
