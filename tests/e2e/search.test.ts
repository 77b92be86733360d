import { beforeAll, describe, expect } from 'vitest';
import type { Locator } from 'playwright-core';
import { pinyinOf } from '#platform/server/list/pinyin.ts';
import { findingsOf } from './axe.ts';
import { cpuOf } from './cpu.ts';
import { arrange, ask, test, type Person } from './person.ts';
import { dialogOf, rowsIn } from './picker-stand.ts';
import { settled } from './settled.ts';

const manyCustomers = 5000;

beforeAll(async () => {
  const names = [
    ['HDJC1', '华东建材有限公司'],
    ['HDJC2', '华东建材有限公司苏州分公司'],
    ['XCQ1', '重庆江津漆行'],
  ] as const;
  await arrange(
    `
      insert into app.data_customer (tenant_code, id, code, name, pinyin, class_code, customer_type)
      select '1000', gen_random_uuid(), x.code, x.name, x.pinyin, 'K12', '0'
      from unnest($1::text[], $2::text[], $3::text[]) x(code, name, pinyin)
      on conflict do nothing`,
    [names.map(([code]) => code), names.map(([, name]) => name), names.map(([, name]) => pinyinOf([name]))],
  );
  await arrange(`
    insert into app.data_customer (tenant_code, id, code, name, pinyin, class_code, customer_type, create_date)
    select '1000', gen_random_uuid(), 'BULK' || to_char(n, 'FM00000'), '批量客户' || n, 'plkh' || n, 'K12', '0',
      now() - n * interval '1 minute'
    from generate_series(1, ${manyCustomers}) n
    on conflict do nothing`);
  await arrange('analyze app.data_customer');
});

async function newOrder(person: Person): Promise<Locator> {
  await person.open('order/order');
  await person.panel.locator('[data-verb="add"]').click();
  await person.panel.locator('.line-table').waitFor();
  return person.panel.locator('[data-field="customerCode"] input');
}
const offered = ({ page }: Person): Promise<string[]> => page.locator('.suggestion .suggestion-code').allInnerTexts();

describe('a reference field', () => {
  test('suggests while one types, by pinyin, name or code, and its picker finds the same', async ({ office }) => {
    const person = await office.enter('lancai');
    const input = await newOrder(person);
    await expect
      .poll(async () => [await input.getAttribute('role'), await input.getAttribute('aria-expanded')])
      .toEqual(['combobox', 'false']);
    await input.pressSequentially('hdjc', { delay: 20 });
    await expect.poll(() => offered(person)).toEqual(['HDJC1', 'HDJC2']);
    // Typed without a rest: one question, not four.
    expect(person.sent.filter(({ query }) => query['suggest'] === '1').map(({ query }) => query['keyword'])).toEqual([
      'hdjc',
    ]);
    const active = async (): Promise<string> =>
      person.page.locator(`[id="${(await input.getAttribute('aria-activedescendant')) ?? ''}"]`).innerText();
    await expect.poll(() => active()).toContain('HDJC1');
    await settled(person);
    expect(await findingsOf(person.page)).toEqual([]);
    await input.press('ArrowDown');
    await expect.poll(() => active()).toContain('HDJC2');
    await input.press('Escape');
    await settled(person);
    expect([
      await person.page.locator('.suggestions').count(),
      await input.inputValue(),
      await input.getAttribute('aria-expanded'),
    ]).toEqual([0, 'hdjc', 'false']);
    await input.press('ArrowDown');
    await expect.poll(() => offered(person)).toEqual(['HDJC1', 'HDJC2']);
    await input.press('ArrowUp');
    await input.press('Enter');
    await expect.poll(() => input.inputValue()).toBe('华东建材有限公司苏州分公司');
    await expect.poll(() => input.getAttribute('title')).toContain('HDJC2');

    await input.fill('xcq');
    await person.page.locator('.suggestion', { hasText: '重庆江津漆行' }).click();
    await expect.poll(() => input.inputValue()).toBe('重庆江津漆行');
    await input.fill('没有这样的');
    await person.page.locator('.suggestion-none', { hasText: '没有匹配的客户' }).waitFor();

    // A typed code is taken with Tab, whatever its case.
    await input.fill('HDJC1');
    await input.press('Tab');
    await expect.poll(() => input.getAttribute('title')).toBe('HDJC1 华东建材有限公司');
    await input.fill('hdjc2');
    await input.press('Tab');
    await expect.poll(() => input.getAttribute('title')).toBe('HDJC2 华东建材有限公司苏州分公司');
    // Nothing is asked while a word is composed.
    const asked = (): number => person.sent.filter(({ query }) => query['suggest'] === '1').length;
    await input.fill('');
    const before = asked();
    const line = await person.context.newCDPSession(person.page);
    for (const text of ['j', 'ji', 'jiang'])
      await line.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await settled(person.page);
    expect([asked(), await person.page.locator('.suggestions').count()]).toEqual([before, 0]);
    await line.send('Input.insertText', { text: '江津漆' });
    await expect.poll(() => offered(person)).toEqual(['XCQ1']);
    await input.fill('');

    // The picker finds by initials in its filter for the name, and shows its first rows at once.
    const pick = person.panel.locator('[data-field="customerCode"] [data-verb="pick"]');
    await pick.click();
    await rowsIn(person).first().waitFor();
    await person.page.keyboard.press('Escape');
    await dialogOf(person).waitFor({ state: 'hidden' });
    const cpu = await cpuOf(person.page);
    const shown = await cpu.of(1, async () => {
      await pick.click();
      await rowsIn(person).first().waitFor();
    });
    const name = dialogOf(person).locator('[data-filter="name"] input');
    await name.fill('hdjc');
    await name.press('Enter');
    await expect
      .poll(async () => (await rowsIn(person).locator('[data-column="code"]').allInnerTexts()).toSorted())
      .toEqual(['HDJC1', 'HDJC2']);
    console.log(`first rows of ${manyCustomers} customers after ${shown.toFixed(0)} ms of the page's CPU`);
    expect(shown).toBeLessThan(1500);
  });
});

describe('the palette', () => {
  test('finds a customer by its initials and opens it to read', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.page.keyboard.press('Control+k');
    await person.page.keyboard.type('hdjc');
    const entry = person.page.locator('.palette-entry', { hasText: 'HDJC1' });
    await entry.waitFor();
    await expect
      .poll(() =>
        person.page
          .locator('.palette [role="group"]')
          .evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label'))),
      )
      .toContain('客户');
    await settled(person);
    expect(await findingsOf(person.page)).toEqual([]);
    await entry.click();
    const {
      list: [customer],
    } = await ask<{ list: { id: string }[] }>('lancai', 'GET', '/data/customer/manage/page?codes=HDJC1');
    await expect
      .poll(() => person.route())
      .toMatch(new RegExp(`^data-customer(\\?tenantFlag=\\d)?__read__${customer?.id ?? ''}$`));
    await person.panel.locator('.panel-head', { hasText: '客户' }).waitFor();
  });
});
