import { describe, expect } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { faultsOf, settle } from './faults.ts';
import { forgetful, kinds, type Kind, type KindName } from './kinds.ts';
import { place, sessionOf, test } from './person.ts';

const names: readonly KindName[] = ['login', 'home', 'list-ticked', 'form-add', 'document-edit', 'picker'];

describe('what people see at 1280 px', () => {
  test.each(['zh-CN', 'zh-TW', 'en-US'] as const)(
    '%s: nothing overflows, is cut off, is a raw key or speaks another language',
    async (language) => {
      const { token, tenantCode } = await sessionOf('lancai');
      const browser = await openBrowser();
      const { page, context, complaints } = await openPage(browser, place().url, {
        language,
        width: 1280,
        height: 720,
        script: forgetful,
      });
      const found: string[] = [];
      for (const name of names) {
        const { reach, isPublic = false }: Kind = kinds[name];
        if (!isPublic)
          await context.addCookies([
            { name: 'token', value: token, url: place().url },
            { name: 'tenant_code', value: tenantCode, url: place().url },
          ]);
        await page.goto('about:blank');
        await page.goto('/');
        await page.locator(isPublic ? '.login' : '.sidebar').waitFor();
        await reach(page);
        await settle(page);
        found.push(...[...(await faultsOf(page)), ...complaints.splice(0)].map((fault) => `${name}: ${fault}`));
      }
      await browser.close();
      expect(found).toEqual([]);
    },
  );

  test('the check sees a raw key, a text that is cut off, a page that is too wide and Chinese in English', async ({
    office,
  }) => {
    const { page } = await office.enter('lancai', { language: 'en-US' });
    await page.evaluate(
      `document.querySelector('.home').insertAdjacentHTML('afterbegin', '<p>order.list.title</p><p style="width:40px;overflow:hidden;white-space:nowrap">Nobody can read this</p><div class="card"><div style="width:3000px">wide</div></div><p>订单</p>')`,
    );
    const found = (await faultsOf(page)).join('\n');
    expect(found).toContain('raw: "order.list.title"');
    expect(found).toContain('clipped: p "Nobody can read this"');
    expect(found).toMatch(/overflow: div\.card 300\d >/);
    expect(found).toContain('Chinese on an English page: p "订单"');
  });
});
