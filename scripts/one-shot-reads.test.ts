import { describe, expect, test } from 'vitest';
import { offeredBy, oneShotReads } from './one-shot-reads.ts';

const found = (text: string, path = 'tests/e2e/x.test.ts', offered: readonly string[] = []): number[] =>
  oneShotReads(path, text, new Set(offered)).map(({ line }) => line);

describe('a read of the page', () => {
  test.each([
    `expect(await person.panel.locator('a').count()).toBe(1);`,
    `expect((await row.innerText()).trim()).toBe('1');`,
    `expect([await a.inputValue(), 1]).toEqual(['', 1]);`,
    `expect(await Promise.all(['a', 'b'].map((key) => field(key).getAttribute('title')))).toEqual([]);`,
    `if (isOpen) expect(await page.title()).toBe('');`,
  ])('once is refused: %s', (text) => {
    expect(found(text)).toEqual([1]);
  });

  test.each([
    `await expect.poll(() => row.innerText()).toBe('1');`,
    `await expect.poll(async () => (await row.innerText()).trim()).toBe('1');`,
    `expect(await ask('lancai', 'GET', '/x')).toEqual([]);`,
    `expect(person.sent.length).toBe(1);`,
    `// once: polled it would not be seen to flash.\nexpect(await row.innerText()).toBe('1');`,
  ])('in a poll, of something else or with a reason is not: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  test('is allowed right after the page has settled, and not after the next step', () => {
    const text = [
      'await settled(person);',
      'expect(await a.count()).toBe(0);',
      `for (const key of keys) expect(await field(key).count()).toBe(0);`,
      'for (const key of keys) {',
      '  expect(await field(key).count()).toBe(0);',
      '}',
      'await a.click();',
      'expect(await a.count()).toBe(0);',
      'await settled(person);',
      'for (const key of keys) {',
      '  await field(key).click();',
      '  expect(await field(key).count()).toBe(0);',
      '}',
    ];
    expect(found(text.join('\n'))).toEqual([8, 12]);
  });

  test('is seen through functions of the file and of the folder', () => {
    const own = `
      const texts = (person) => person.page.locator('a').allInnerTexts();
      const sorted = async (person) => (await texts(person)).toSorted();
      const rowsOf = (id) => arrange('select 1', [id]);
      expect(await sorted(person)).toEqual([]);
      expect(await rowsOf(1)).toEqual([]);`;
    expect(found(own)).toEqual([5]);
    const offered = offeredBy(
      new Map([
        ['tests/e2e/stand.ts', 'export const headsOf = (person) => person.panel.locator("th").allInnerTexts();'],
        ['tests/e2e/quiet.ts', 'export async function seen(p) { await settled(p); return p.locator("a").count(); }'],
      ]),
    );
    expect([...offered]).toEqual(['headsOf']);
    const text = `import { headsOf, seen } from './stand.ts';\nexpect(await headsOf(p)).toEqual([await seen(p)]);`;
    expect(found(text, 'tests/e2e/x.test.ts', ['headsOf'])).toEqual([2]);
  });
});

test('a test that waits for a time is refused, a figure may', () => {
  const text = 'await person.page.waitForTimeout(500);';
  expect([found(text), found(text, 'tests/e2e/grid-figures.test.ts')]).toEqual([[1], []]);
});
