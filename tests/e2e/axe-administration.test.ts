import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { findingsOf } from './axe.ts';
import { ask, test } from './person.ts';
import { settled } from './settled.ts';

/** Pages of administration and finance by their routes, and what stands on them once they are whole. */
const pages = {
  parameters: ['tenant-params', '[data-param]'],
  'route builder': ['routeBoard/SO', '[data-verb="addRule"]'],
  'period close': ['sale-periodclose', '.period-lines, .page-message'],
  roles: ['sys-role', '[data-row-key]'],
  users: ['sys-user', '[data-row-key]'],
} as const;

const looks = [
  ['light', false],
  ['dark', true],
] as const;
describe.each(looks)('in the %s', (name, isDark) => {
  const script = `localStorage.setItem('appearance', JSON.stringify({ isDark: ${isDark}, rowHeight: 32 }))`;

  test('pages of administration have no serious or critical finding', async ({ office }) => {
    const { page } = await office.enter('lancai', { script });
    const { id } = await ask<{ id: string }>('lancai', 'POST', '/channelsale/price/change', {
      effectiveDate: '2031-02-01',
      lines: [{ productCode: paint.code, priceClassCode: 'PC01', newPrice: '1' }],
    });
    const priceChange = [`sale-pricechange__read__${id}`, '.grid-row'] as const;
    const found: Record<string, readonly string[]> = {};
    for (const [title, [route, sign]] of Object.entries({ ...pages, 'price change': priceChange })) {
      await page.goto(`/#/${route}`);
      await page.locator('.tab-panel').filter({ visible: true }).locator(sign).first().waitFor();
      await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe(name);
      await settled(page);
      const findings = await findingsOf(page);
      if (findings.length > 0) found[title] = findings;
    }
    expect(found).toEqual({});
  });
});
