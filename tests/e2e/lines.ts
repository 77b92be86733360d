import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { goods } from '#tests/house-goods.ts';
import { writeOrder } from './orders.ts';
import { arrange, type Person } from './person.ts';
import { settled } from './settled.ts';

/** Nobody finds the unsaved work of the test before. */
export const forgetDrafts = (): Promise<unknown> => arrange('delete from app.sys_draft');

export const cell = ({ panel }: Person, line: number, field: string) =>
  panel.locator(`[data-line="${line}"][data-field="${field}"]`);
export const column = async (person: Person, field: string, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_each, line) => cell(person, line, field).innerText()));

/** The head of a saved document is one line until somebody wants to change it. */
export const unfoldHead = ({ panel }: Person): Promise<void> => panel.locator('[data-verb="unfoldHead"]').click();

export async function newOrder(person: Person): Promise<void> {
  await person.open('order/order');
  await person.panel.locator('[data-verb="add"]').click();
  await person.panel.locator('.line-table').waitFor();
  // Inputs that are fetched on their own take no cursor before they are here: Tab would pass them by.
  await settled(person);
}

/**
 * The document that a form has become: its address follows the message that it is saved, and a copy's names the old
 * one.
 */
export async function savedIn(person: Person): Promise<string> {
  const found = (): string => /__edit__([0-9a-f-]{36})/.exec(person.route())?.[1] ?? '';
  await expect.poll(found).not.toBe('');
  return found();
}

/** Ctrl+V of what another program copied. */
export async function paste({ page }: Person, text: string): Promise<void> {
  await toClipboard(page, text);
  await page.keyboard.press('Control+v');
}
export async function toClipboard(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
}
export const copied = async ({ page }: Person): Promise<string> => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('Control+c');
  return page.evaluate('navigator.clipboard.readText()');
};

/** Presses Tab until the cursor is there: nobody touches the mouse. */
export async function tabTo({ page }: Person, selector: string): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    if (await page.evaluate(`document.activeElement?.closest(${JSON.stringify(selector)}) != null`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** What a screen reader would say of the cell with the cursor. */
export const cursorLabel = ({ page }: Person): Promise<string> =>
  page.evaluate(`document.activeElement?.getAttribute('aria-label') ?? ''`);

/** A saved order with 200 lines. */
export async function bigOrder(): Promise<string> {
  const lines = Array.from({ length: 200 }, (_each, at) => ({
    productCode: goods[at % goods.length]?.code,
    number: '2',
    price: '1.5',
  }));
  return (await writeOrder({ lines })).id;
}
