import { describe, expect } from 'vitest';
import { test, type Person } from './person.ts';
import { settled } from './settled.ts';

const htmlLang = ({ page }: Person): Promise<unknown> => page.evaluate('document.documentElement.lang');
/** Set once; a page that was loaded anew has lost it. */
const mark = ({ page }: Person): Promise<unknown> => page.evaluate('window.marked = true');
const isMarked = ({ page }: Person): Promise<unknown> => page.evaluate('window.marked === true');

describe('the language', () => {
  test('[A66] [A67] [A68] [A69] is Simplified Chinese without a cookie; on the login page it changes at once and is kept', async ({
    office,
  }) => {
    const person = await office.enter();
    const login = person.page.locator('[data-verb="login"]');
    await login.waitFor();
    await expect
      .poll(async () => [await person.cookie('language'), await htmlLang(person), await login.innerText()])
      .toEqual([undefined, 'zh-CN', '登录']);
    await mark(person);
    for (const [name, lang, text] of [
      ['English', 'en-US', 'Sign in'],
      ['繁體中文', 'zh-TW', '登入'],
      ['简体中文', 'zh-CN', '登录'],
    ] as const) {
      await person.page.locator('.login-language', { hasText: name }).getByText(name).click();
      await expect.poll(() => login.innerText()).toBe(text);
      await expect
        .poll(async () => [await person.cookie('language'), await htmlLang(person), await isMarked(person)])
        .toEqual([lang, lang, true]);
    }
    await person.page.locator('.login-language').getByText('English').click();
    await person.page.reload();
    await expect.poll(() => login.innerText()).toBe('Sign in');
    await expect.poll(() => person.page.evaluate('document.title')).toBe('Qudao');
  });

  test('[A65] [A70] [A71] changes every other page by a reload, and every call says which it is', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await person.open('order/order');
    const heads = { 'zh-CN': '单据编号', 'zh-TW': '單據編號', 'en-US': 'Order no.' };
    const titles = { 'zh-CN': '销售订单', 'zh-TW': '銷售訂單', 'en-US': 'Orders' };
    for (const [lang, name] of [
      ['zh-TW', '繁體中文'],
      ['en-US', 'English'],
      ['zh-CN', '简体中文'],
    ] as const) {
      await mark(person);
      const before = person.sent.length;
      await person.page.locator('[data-verb="language"]').hover();
      await person.page.locator('.ant-dropdown-menu-item', { hasText: name }).click();
      await person.panel.locator('h1', { hasText: titles[lang] }).waitFor();
      await settled(person);
      expect(await isMarked(person)).toBe(false);
      await expect.poll(async () => [await person.cookie('language'), await htmlLang(person)]).toEqual([lang, lang]);
      await person.panel.locator('[role="columnheader"]', { hasText: heads[lang] }).waitFor();
      await person.page.locator(`.sidebar [data-url="order/order"]`, { hasText: titles[lang] }).waitFor();
      // The page that was left may still have been asking; the new one begins with the branding.
      const after = person.sent.slice(
        person.sent.findIndex(({ path }, at) => at >= before && path === '/sys/api/global/config'),
      );
      expect(after.length).toBeGreaterThan(3);
      for (const { headers, path } of after) expect(headers['accept-language'], path).toBe(lang);
    }
  });
});
