import { describe, expect } from 'vitest';
import { arrange, test } from './person.ts';

describe('the cockpit', () => {
  test('[A15] fills the window outside of the frame, and figures change in place', async ({ office }) => {
    const { page } = await office.enter('lancai', { width: 1280, height: 720 }, '/#/dashboard');
    await page.clock.install();
    await page.reload();
    await page.locator('[data-card]').first().waitFor();
    const size = await page.evaluate<readonly number[]>(
      '[document.documentElement.scrollHeight, document.documentElement.scrollWidth]',
    );
    expect(size).toEqual([720, 1280]);
    for (const part of ['[data-card]', 'canvas, svg', 'li']) await page.locator(`.cockpit ${part}`).first().waitFor();
    await expect.poll(() => page.locator('.sidebar, .navbar, .tab-strip').count()).toBe(0);
    // What stands there stays there: whoever looks at it sees figures move and nothing else.
    await page.evaluate(`
      window.first = document.querySelector('.cockpit-body');
      window.bare = 0;
      new MutationObserver(() => {
        if (document.querySelector('.ant-skeleton, [role=alert]') !== null) window.bare += 1;
      }).observe(document.querySelector('.cockpit'), { childList: true, subtree: true });`);
    await arrange(`update app.stock_inout_line set amount = amount + 100000 where tenant_code = '1000'`);
    const read = page.waitForResponse((response) => response.url().includes('/dashboard/data'));
    await page.clock.fastForward(61_000);
    await read;
    await expect
      .poll(() => page.evaluate<boolean>(`document.querySelector('.cockpit').getAttribute('aria-busy') === 'false'`))
      .toBe(true);
    await expect
      .poll(() => page.evaluate<boolean>(`document.querySelector('.cockpit-body') === window.first`))
      .toBe(true);
    await expect.poll(() => page.evaluate<number>('window.bare')).toBe(0);
  });

  test('F fills the screen and gives it back; Esc leads home', async ({ office }) => {
    const person = await office.enter('lancai', { width: 1920, height: 1080 }, '/#/dashboard');
    const { page } = person;
    await page.locator('[data-card]').first().waitFor();
    const isFull = () => page.evaluate<boolean>('document.fullscreenElement !== null');
    await page.keyboard.press('f');
    await expect.poll(isFull).toBe(true);
    await page.keyboard.press('f');
    await expect.poll(isFull).toBe(false);
    await page.keyboard.press('Escape');
    await expect.poll(() => person.route()).toBe('home');
  });
});
