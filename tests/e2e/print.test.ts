import { describe, expect } from 'vitest';
import { goods, paint } from '#tests/house-goods.ts';
import { colour, recipe } from '#tests/house-partners.ts';
import { settle } from './faults.ts';
import { fromBillMenu } from './menu.ts';
import { writeOrder } from './orders.ts';
import { arrange, ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

/** A headless browser has no printer: what the page hands to one is kept on the outermost window. */
const printer = `window.print = () => { top.printed = [...(top.printed ?? []), document.querySelector('.print-desk').innerText]; };`;
const printed = ({ page }: Person): Promise<string[]> => page.evaluate('globalThis.printed ?? []');
const countOf = async (id: string): Promise<number> =>
  (await ask<{ printCount: number }>('lancai', 'GET', `/channelsale/order/${id}`)).printCount;
const tabsOf = ({ page }: Person): Promise<string[]> =>
  page.locator('[data-tab]').evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-tab') ?? ''));
const papers = ({ page }: Person) => page.locator('.paper[data-page]');

interface Order {
  readonly id: string;
  readonly code: string;
  readonly customerName: string;
  readonly totalAmount: string;
}
/** An order of as many lines. */
async function order(count: number, more: object = {}, ofLines: object = {}): Promise<Order> {
  const lines = Array.from({ length: count }, (_x, at) => ({
    productCode: goods[at % 40]?.code,
    number: String(at + 1),
    price: '12.5',
    ...ofLines,
  }));
  const { id } = await writeOrder({ storageCode: null, lines, ...more });
  return ask<Order>('lancai', 'GET', `/channelsale/order/${id}`);
}

async function preview(person: Person, ids: string, more = ''): Promise<void> {
  // Sheets of the preview before would be counted as those of this one: the page begins anew.
  await person.page.goto('about:blank');
  await person.page.goto(`/#/print?noun=order:order&id=${ids}${more}`);
  await papers(person).first().waitFor();
  await settle(person.page);
}

/** Pages and their sizes in millimetres, as the file says them. */
async function pdfOf({ page }: Person): Promise<readonly (readonly [width: number, height: number])[]> {
  const file = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  return [...file.matchAll(/\/Type \/Page\b[^]*?\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => [millimetres(width), millimetres(height)] as const,
  );
}
const millimetres = (points: string | undefined): number => Math.round((Number(points) * 25.4) / 72);
const figures = (text: string): number => Number(text.replaceAll(',', ''));

describe('a printed document', () => {
  test('[A16] /print renders the print layout of a document id without the main layout, and looking counts nothing', async ({
    office,
  }) => {
    const { id, code, customerName } = await order(3, { remark: '送货前请致电' });
    const person = await office.enter('lancai');
    await preview(person, id);
    const text = await papers(person).innerText();
    for (const part of [
      code,
      customerName,
      '销售订单',
      '合计',
      '75.00',
      '柒拾伍元整',
      '送货前请致电',
      '客户签收',
      '第 1 / 1 页',
      '未计打印次数',
    ])
      expect(text).toContain(part);
    await settled(person);
    expect(await person.page.locator('.sidebar, .navbar, .tab-strip').count()).toBe(0);
    const asked = person.sent.filter(({ path }) => path === '/print/data' || path === '/channelsale/order/print');
    expect(asked.map(({ path, query }) => [path, query['entity'], query['id']])).toEqual([
      ['/print/data', 'order:order', id],
    ]);
    expect(await countOf(id)).toBe(0);
  });

  test('that is none says so', async ({ office }) => {
    const person = await office.enter('lancai');
    for (const route of ['print?id=1', 'print?noun=toString&id=1', 'print?noun=order:order']) {
      await person.page.goto(`/#/${route}`);
      await person.page.locator('.page-message', { hasText: '没有可打印的单据' }).waitFor();
      await settled(person);
      expect(await person.page.locator('.sidebar').count()).toBe(0);
    }
    await person.page.goto('/#/print?noun=order:order&id=019a0000-0000-7000-8000-000000000000');
    await person.page.locator('.page-message', { hasText: '记录不存在' }).waitFor();
  });

  test('of sixty lines takes several pages of A4, each with the head, the column titles and a sum that adds up', async ({
    office,
  }) => {
    const { id, code, totalAmount } = await order(60);
    const person = await office.enter('lancai');
    await preview(person, id);
    const pages = await papers(person).count();
    expect(pages).toBeGreaterThanOrEqual(2);
    expect(await pdfOf(person)).toEqual(Array.from({ length: pages }, () => [210, 297]));
    let sum = 0;
    const lines: string[] = [];
    for (let at = 0; at < pages; at += 1) {
      const paper = papers(person).nth(at);
      await expect.poll(() => paper.locator('.paper-code').innerText()).toContain(code);
      await expect
        .poll(async () => (await paper.locator('thead').innerText()).replaceAll(/\s/g, ''))
        .toContain('产品编码产品');
      await expect.poll(() => paper.locator('.paper-foot').innerText()).toContain(`第 ${at + 1} / ${pages} 页`);
      await expect.poll(() => paper.locator('.paper-signatures').count()).toBe(at === pages - 1 ? 1 : 0);
      sum += figures(await paper.locator('.paper-page-sum td').last().innerText());
      lines.push(...(await paper.locator('tbody tr td:first-child').allInnerTexts()));
    }
    expect(lines).toEqual(Array.from({ length: 60 }, (_x, at) => String(at + 1)));
    await expect
      .poll(async () => [sum, figures(await papers(person).last().locator('.paper-total td').last().innerText())])
      .toEqual([figures(totalAmount), figures(totalAmount)]);
  });

  test('on paper of 241 mm has pages of exactly that size, and no page is empty or overfull', async ({ office }) => {
    const long = '超长名称'.repeat(24);
    const { id } = await order(
      40,
      { address: long, remark: long },
      {
        // One product, known by its code: the widest names of forty others decide how narrow the remark becomes.
        productCode: paint.code,
        // A line that fills half a sheet and more leaves no room for what closes the last one: the page plan cannot
        // split it.
        remark: long.slice(0, 32),
        storeNumber: '12345678.1234',
        price: '12345678.1234',
        recipeNoCode: recipe.code,
        freeTermCode: colour.code,
      },
    );
    const person = await office.enter('lancai');
    for (const [paper, height] of [
      ['241x140', 140],
      ['241x280', 280],
      ['A4', 297],
    ] as const) {
      await preview(person, id, `&paper=${paper}`);
      const pages = await papers(person).count();
      expect([paper, await pdfOf(person)]).toEqual([
        paper,
        Array.from({ length: pages }, () => [paper === 'A4' ? 210 : 241, height]),
      ]);
      const overfull = await person.page
        .evaluate(`[...document.querySelectorAll('.paper[data-page]')].filter((page) => page.scrollHeight > page.clientHeight + 1 || page.clientHeight > Number.parseFloat(getComputedStyle(page).minHeight) + 1
        || page.querySelector('table').getBoundingClientRect().width > page.querySelector('.paper-head').getBoundingClientRect().width + 1).length`);
      expect([paper, overfull]).toEqual([paper, 0]);
    }
  });

  test('is printed from its tab in a hidden frame: tabs and unsaved work stay, and every print is counted', async ({
    office,
  }) => {
    const { id, code } = await order(2);
    const person = await office.enter('lancai', { script: printer });
    const { page, panel } = person;
    await person.open('data/brand?tenantFlag=0');
    await panel.locator('[data-verb="add"]').click();
    await panel.locator('[data-field="name"] input').fill('没有保存');
    await page.evaluate(`location.hash = '#/order-order__read__${id}'`);
    await panel.locator('.panel-head', { hasText: code }).waitFor();
    const before = [await tabsOf(person), person.route()];
    await panel.locator('.panel-head [data-verb="print"]').click();
    await expect.poll(() => printed(person)).toHaveLength(1);
    await expect
      .poll(() => panel.locator('.panel-head [data-verb="print"]').getAttribute('title'))
      .toContain('已打印 1 次');
    await page.keyboard.press('Control+p');
    await expect.poll(() => printed(person)).toHaveLength(2);
    const [first = '', second = ''] = await printed(person);
    expect([first.includes(code), first.includes('第 1 次打印'), second.includes('第 2 次打印')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(await countOf(id)).toBe(2);
    await settled(person);
    expect([await tabsOf(person), person.route()]).toEqual(before);
    await expect.poll(() => page.locator('iframe.print-frame').count()).toBe(1);
    await page.locator('[data-tab^="data-brand?tenantFlag=0__add"], [data-tab*="__add"]').first().click();
    await expect.poll(() => panel.locator('[data-field="name"] input').inputValue()).toBe('没有保存');
    // Who printed what when stands in the history of the document.
    await page.locator(`[data-tab="order-order__read__${id}"]`).click();
    await fromBillMenu(page, 'history');
    await page.locator('[data-operation="print"]').first().waitFor();
    await expect.poll(() => page.locator('[data-operation="print"]').count()).toBe(2);
  });

  test('goes to the paper that was chosen last, in another browser too', async ({ office }) => {
    const { id } = await order(2);
    const person = await office.enter('lancai', { script: printer });
    await person.page.goto(`/#/order-order__read__${id}`);
    await person.panel.locator('[data-verb="printMore"]').click();
    await person.page.locator('.ant-dropdown-menu [data-paper="241x140"]').click();
    await expect.poll(() => printed(person)).toHaveLength(1);
    await expect.poll(() => ask('lancai', 'GET', '/sys/setting/print')).toEqual({ paper: '241x140' });
    const elsewhere = await office.enter('lancai', { script: printer });
    await elsewhere.page.goto(`/#/order-order__read__${id}`);
    await elsewhere.panel.locator('.panel-head [data-verb="print"]').click();
    await expect.poll(() => printed(elsewhere)).toHaveLength(1);
    await preview(elsewhere, id);
    await expect
      .poll(() =>
        elsewhere.page.evaluate(`document.querySelector('.paper[data-page]').style.getPropertyValue('--paper-height')`),
      )
      .toBe('140mm');
    expect(
      (await ask<{ paper: string }[]>('lancai', 'GET', `/channelsale/order/${id}/print`)).map(({ paper }) => paper),
    ).toEqual(['241x140', '241x140']);
  });

  test('can be printed again as it was, after it changed', async ({ office }) => {
    const { id } = await order(1, { remark: '原来的备注' });
    const person = await office.enter('lancai', { script: printer });
    await person.page.goto(`/#/order-order__read__${id}`);
    await person.panel.locator('.panel-head [data-verb="print"]').click();
    await expect.poll(() => printed(person)).toHaveLength(1);
    const bill = await ask<object>('lancai', 'GET', `/channelsale/order/${id}`);
    await ask('lancai', 'PUT', '/channelsale/order', { ...bill, remark: '后来的备注' });
    await person.panel.locator('[data-verb="printMore"]').click();
    await person.page.locator('.ant-dropdown-menu [data-verb="prints"]').click();
    const row = person.page.locator('.prints [data-print="1"]');
    await row.waitFor();
    await expect.poll(() => row.innerText()).toContain('之后已变更');
    await row.locator('[data-verb="printAgain"]').click();
    await expect.poll(() => printed(person)).toHaveLength(2);
    const [, again = ''] = await printed(person);
    expect([
      again.includes('原来的备注'),
      again.includes('后来的备注'),
      again.includes('第 2 次打印'),
      /按 .* 第 1 次打印（.+）重印/.test(again),
    ]).toEqual([true, false, true, true]);
  });

  test('of many orders is one print, chosen in the list', async ({ office }) => {
    const orders = [await order(1), await order(2), await order(1)];
    const person = await office.enter('lancai', { script: printer });
    await person.open('order/order');
    for (const { id } of orders) await person.panel.locator(`[data-row-key="${id}"] input[type="checkbox"]`).click();
    await person.panel.locator('.toolbar-chosen [data-verb="print"]').click();
    await expect.poll(() => printed(person)).toHaveLength(1);
    const [text = ''] = await printed(person);
    for (const { code, id } of orders) expect([text.split(code).length - 1, await countOf(id)]).toEqual([1, 1]);
  });

  test('that the server refuses prints nothing and says why', async ({ office }) => {
    const { id } = await order(1);
    const person = await office.enter('lancai', { script: printer });
    await person.page.goto(`/#/order-order__read__${id}`);
    await person.page.route('**/api/channelsale/order/print*', (route) =>
      route.fulfill({ json: { code: 403, msg: '没有操作权限', data: null } }),
    );
    await person.panel.locator('.panel-head [data-verb="print"]').click();
    await person.told('没有操作权限');
    await settled(person);
    expect([await printed(person), await countOf(id)]).toEqual([[], 0]);
    await expect.poll(() => person.panel.locator('.panel-head [data-verb="print"]').isEnabled()).toBe(true);
  });

  test('after the session ended leads to the login page, and to the same tab after it', async ({ office }) => {
    const { id, code } = await order(1);
    const person = await office.enter('lancai', { script: printer });
    await person.page.goto(`/#/order-order__read__${id}`);
    await person.panel.locator('.panel-head', { hasText: code }).waitFor();
    await arrange('update sec.session set ended_at = now() where ended_at is null');
    // The badge of the to-dos may ask first, and the page is at the login before the button is pressed.
    await Promise.race([
      person.panel
        .locator('.panel-head [data-verb="print"]')
        .click()
        .catch(() => undefined),
      person.page.locator('.login').waitFor(),
    ]);
    await person.page.locator('.login').waitFor();
    await person.logIn('lancai');
    await expect.poll(() => tabsOf(person)).toContain(`order-order__read__${id}`);
    await settled(person);
    expect([await printed(person), await countOf(id)]).toEqual([[], 0]);
  });

  test('is white with black ink in the dark, and speaks the language of the page', async ({ office }) => {
    const { id } = await order(2);
    await ask('lancai', 'PUT', '/sys/setting/appearance', { value: { isDark: true, rowHeight: 32 } });
    for (const [language, words] of [
      ['en-US', ['Order', 'Customer', 'Total', '37.50', 'Page 1 of 1', 'Received by']],
      ['zh-TW', ['銷售訂單', '參拾柒元伍角', '客戶簽收', '第 1 / 1 頁']],
    ] as const) {
      const person = await office.enter('lancai', { language });
      await expect.poll(() => person.page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
      await preview(person, id);
      const text = await papers(person).innerText();
      for (const word of words) expect(text).toContain(word);
      if (language === 'en-US') expect(text).not.toMatch(/打印|合计|小计|单据|大写/);
      await person.page.emulateMedia({ media: 'print' });
      const colours = await person.page.evaluate(
        `['html', 'body', '.paper[data-page]'].map((at) => getComputedStyle(document.querySelector(at))).flatMap(({ backgroundColor, colorScheme }) => [backgroundColor, colorScheme])`,
      );
      expect(new Set(colours as string[])).toEqual(new Set(['rgb(255, 255, 255)', 'light']));
      await expect
        .poll(() => person.page.evaluate(`getComputedStyle(document.querySelector('.paper td')).color`))
        .toBe('rgb(0, 0, 0)');
    }
  });
});

describe('the total of a document', () => {
  test('[A385] is spelled below its lines; from 1e15 on it shows nothing and says that it exceeds the maximum', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const { page, panel } = person;
    await person.open('order/order');
    await panel.locator('[data-verb="add"]').click();
    await panel.locator('.line-table').waitFor();
    // A form gives the focus to its first field once it is whole: keys typed before that would end there.
    await settled(panel);
    await panel.locator('[data-line="0"][data-field="productCode"]').click();
    for (const text of [paint.code, '1', '1005.5']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await expect.poll(() => panel.locator('[data-testid="capital"]').innerText()).toContain('壹仟零伍元伍角');
    await panel.locator('[data-line="0"][data-field="price"]').click();
    await page.keyboard.type('1000000000000000');
    await page.keyboard.press('Tab');
    await person.told('超出最大处理数字');
    await settled(panel);
    expect(await panel.locator('[data-testid="capital"]').count()).toBe(0);
  });
});
