import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Drawing } from '#workflow/model/engine/drawing.ts';
import { paint } from '#tests/house-goods.ts';
import { buyer } from '#tests/house-partners.ts';
import { findingsOf } from './axe.ts';
import { shot } from './order-shop.ts';
import { arrange, asker, test, type Person } from './person.ts';
import { leadThrough, type LaidProcess } from './process.ts';
import { settled } from './settled.ts';

interface Shop {
  readonly customerCode: string;
  readonly customerName: string;
  readonly laid: LaidProcess;
  /** Sends an order in and answers its number. */
  order(number: string, price?: string): Promise<{ id: string; code: string }>;
}

/** Goods and a customer of this test alone, whose orders the sales manager decides on. */
async function openShop(name: string): Promise<Shop> {
  const call = await asker('lancai');
  const { organizeCode, storageCode, classCode } = buyer;
  const code = `IN${Date.now().toString(36).toUpperCase()}`;
  await call('POST', '/data/bd/material', {
    code,
    name: '净味弹性外墙漆 5L',
    classCode: paint.classCode,
    brandCode: paint.brandCode,
    mainUnitCode: paint.unit,
    price: '300',
    taxRate: '13',
  });
  await call('POST', '/data/customer/manage', { code, name, classCode, customerType: '1', organizeCode });
  const { id } = await call<{ id: string }>('POST', '/stock/inout', {
    organizeCode,
    moveType: '3',
    storageCode,
    lines: [{ productCode: code, number: '100', price: '8' }],
  });
  await call('PUT', '/stock/inout/audit', [id]);
  const drawing: Drawing = {
    key: 'E2E_INBOX',
    name: '销售订单审批',
    docType: 'SO',
    nodes: [
      { kind: 'startEvent', id: 's' },
      {
        kind: 'userTask',
        id: '销售经理审批',
        name: '销售经理审批',
        approvers: 'role:SALES_MANAGER',
        fields: 'consignee:edit',
      },
      { kind: 'endEvent', id: 'e' },
    ],
    flows: [
      ['s', '销售经理审批'],
      ['销售经理审批', 'e'],
    ],
  };
  const laid = await leadThrough(drawing, { condition: `customerCode = "${code}"`, priority: 1 });
  return {
    customerCode: code,
    customerName: name,
    laid,
    async order(number, price = '300') {
      const made = await call<{ id: string; data: { code: string } }>('POST', '/channelsale/order', {
        organizeCode,
        customerCode: code,
        storageCode,
        lines: [{ productCode: code, number, price }],
      });
      await call('POST', '/activiti/running/startOfBusinessKey', {
        processDefinitionKey: drawing.key,
        businessKey: `SO:${made.id}`,
      });
      return { id: made.id, code: made.data.code };
    },
  };
}

const standing = (ids: readonly string[]): Promise<{ status: string; n: number }[]> =>
  arrange(
    `
      select bill_status as status, count(*)::int as n
      from app.order_order
      where id = any($1::uuid[])
      group by 1
      order by 1`,
    [ids],
  );
const rowsIn = ({ panel }: Person): Locator => panel.locator('.inbox-row');
const tabsIn = ({ page }: Person): Promise<number> => page.locator('.tab-strip .tab').count();
/** Decisions are held for ten seconds. */
const held = { timeout: 25_000 };

describe('the approval inbox', () => {
  test('ten bills are approved with ten keys: no tab is opened, each can be taken back for ten seconds', async ({
    office,
  }) => {
    const shop = await openShop('北京德居装饰工程有限公司');
    try {
      const orders: { id: string; code: string }[] = [];
      for (let n = 1; n <= 10; n += 1) orders.push(await shop.order(String(n)));
      const manager = await office.enter('manager_1000');
      await manager.open('activiti/todo');
      await rowsIn(manager).nth(9).waitFor();
      const [row, view] = [rowsIn(manager).first(), manager.panel.locator('.task-view')];
      await expect.poll(() => row.innerText()).toMatch(/北京德居装饰工程有限公司\s+3,000\.00\s+销售订单 · SO…\d{4}/);
      await view.locator('[data-fact="stock"]', { hasText: '全部有货' }).waitFor();
      const before = await tabsIn(manager);
      let pressed = 0;
      const press = async (key: string): Promise<void> => {
        pressed += 1;
        await manager.page.keyboard.press(key);
      };
      for (const { code } of orders.toReversed()) {
        await manager.panel.locator(`.task-view[data-bill="${code}"]`).waitFor();
        await press('a');
      }
      await manager.panel.locator('[data-testid="all-done"]', { hasText: '都处理完了' }).waitFor();
      await manager.panel.locator('[data-testid="all-done"]', { hasText: '今天处理了 10 张' }).waitFor();
      expect(pressed).toBe(10);
      await expect.poll(() => tabsIn(manager)).toBe(before);
      const ids = orders.map(({ id }) => id);
      await expect.poll(() => standing(ids), held).toEqual([{ status: '1', n: 10 }]);
      // Nothing was decided before its ten seconds were over.
      const [first] = manager.sent.filter(
        ({ path, query }) => path === '/activiti/task/complete' && query['preview'] === undefined,
      );
      expect(first).toMatchObject({ method: 'POST' });
    } finally {
      await shop.laid.remove();
    }
  });

  test('a reason is asked for, a decision is taken back, phrases are kept, several are decided on together', async ({
    office,
  }) => {
    const shop = await openShop('华东澜彩');
    try {
      const [one, two, three] = [await shop.order('1'), await shop.order('2'), await shop.order('500')];
      const manager = await office.enter('manager_1000');
      await manager.open('activiti/todo');
      const bar = manager.panel.locator('[data-testid="decision-bar"]');
      // Newest first: what is not there is said in the row and in the document.
      await manager.panel.locator(`.task-view[data-bill="${three.code}"]`).waitFor();
      await rowsIn(manager).first().filter({ hasText: '1 行缺货' }).waitFor();
      await manager.panel.locator('[data-testid="unusual"] li', { hasText: '「净味弹性外墙漆 5L」要 500' }).waitFor();
      // What cannot be is refused at once, and stays.
      await manager.page.keyboard.press('a');
      await manager.panel.locator('.inbox-row[data-tone="blocked"]', { hasText: /库存|可用/ }).click();
      await manager.panel.locator(`.task-view[data-bill="${three.code}"] [data-testid="refused"]`).waitFor();

      await manager.page.keyboard.press('r');
      const remark = bar.locator('[data-field="remark"]');
      await expect.poll(() => remark.getAttribute('aria-invalid')).toBe('true');
      await expect.poll(() => remark.evaluate((area) => area.matches(':focus'))).toBe(true);
      await remark.fill('库存不够，请拆单');
      await bar.locator('[data-verb="addPhrase"]').click();
      await bar.locator('[data-phrase="1"]', { hasText: '库存不够，请拆单' }).waitFor();
      await bar.locator('[data-verb="reject"]').click();
      await manager.panel.locator('[data-testid="undo"]', { hasText: `已驳回 ${three.code}` }).waitFor();
      await manager.page.keyboard.press('z');
      await manager.panel.locator(`.task-view[data-bill="${three.code}"]`).waitFor();
      await expect.poll(() => remark.inputValue()).toBe('库存不够，请拆单');
      await bar.locator('[data-verb="reject"]').click();
      await expect.poll(() => standing([three.id]), held).toEqual([{ status: '0', n: 1 }]);
      expect(
        await arrange(`select content from app.sys_message where title = 'rejected' and content like $1`, [
          `%${three.code}%`,
        ]),
      ).toEqual([{ content: `销售订单审批 ${three.code}：库存不够，请拆单` }]);

      // Ticked by key, summed up once, decided on by one button.
      await manager.page.locator('body').press('Escape');
      for (const { code } of [two, one]) {
        await manager.panel.locator('.inbox-row', { hasText: code.slice(-4) }).click();
        await manager.page.keyboard.press('x');
      }
      await manager.page.keyboard.press('Shift+A');
      const summary = manager.page.locator('.bulk-summary').filter({ visible: true });
      await expect.poll(() => summary.locator('[data-testid="bulk-figures"]').innerText()).toMatch(/合计\s+900\.00/);
      await summary.locator('[data-verb="confirm"]').click();
      await manager.panel.locator('[data-testid="all-done"]').waitFor();
      await expect.poll(() => standing([one.id, two.id]), held).toEqual([{ status: '1', n: 2 }]);

      // The list of the contract is one click away.
      await manager.panel.locator('[data-verb="asList"]').click();
      await manager.panel.locator('[data-head="billCode"]').waitFor();
    } finally {
      await shop.laid.remove();
    }
  });

  test('what the step lets change is changed in it, what is said about the bill is read and answered there', async ({
    office,
  }) => {
    const shop = await openShop('苏州木石涂装工程有限公司');
    try {
      const { id, code } = await shop.order('3');
      const manager = await office.enter('manager_1000', { width: 1440, height: 900 });
      const { page, panel } = manager;
      await manager.open('activiti/todo');
      const view = panel.locator(`.task-view[data-bill="${code}"]`);
      const fields = view.locator('[data-testid="task-fields"]');
      await fields.locator('[data-field="consignee"] input').fill('王师傅');
      await fields.locator('[data-verb="saveFields"]').click();
      await manager.told('保存成功');
      await expect
        .poll(() => arrange('select consignee from app.order_order where id = $1', [id]))
        .toEqual([{ consignee: '王师傅' }]);
      await expect.poll(() => fields.locator('[data-verb="saveFields"]').isDisabled()).toBe(true);
      await expect.poll(() => fields.locator('input').inputValue()).toBe('王师傅');
      const talk = view.locator('[data-testid="task-talk"]');
      await talk.locator('[data-composer]').waitFor();
      await panel.locator('.task-head h2').click();
      await page.keyboard.press('c');
      await page.keyboard.type('改成王师傅收货');
      await talk.locator('[data-verb="sendComment"]').click();
      await talk.locator('[data-testid="talk"]', { hasText: '改成王师傅收货' }).waitFor();
      await shot(manager, 'inbox-1440');
      await settled(manager);
      expect(await findingsOf(page)).toEqual([]);

      const phone = await office.enter('manager_1000', { width: 390, height: 844 }, '/#/activiti-todo');
      await rowsIn(phone).first().waitFor();
      await settled(phone);
      expect(await findingsOf(phone.page)).toEqual([]);
      await rowsIn(phone).first().click();
      await phone.page.locator('.task-sheet [data-composer]').waitFor();
      await shot(phone, 'inbox-390');
      await settled(phone);
      expect(await findingsOf(phone.page)).toEqual([]);
    } finally {
      await shop.laid.remove();
    }
  });

  test('on a phone a task is a sheet: swiped sideways comes the next, 同意 is twice as wide as 驳回', async ({
    office,
  }) => {
    const shop = await openShop('南京益彩装饰材料经营部');
    try {
      const orders = [await shop.order('1'), await shop.order('2')];
      const manager = await office.enter('manager_1000', { width: 390, height: 844 });
      await manager.page.goto('/#/activiti-todo');
      await rowsIn(manager).first().click();
      const sheet = manager.page.locator('.task-sheet');
      await sheet.locator(`.task-view[data-bill="${orders[1]?.code ?? ''}"]`).waitFor();
      const width = async (verb: string): Promise<number> =>
        (await sheet.locator(`.decision-bar [data-verb="${verb}"]`).boundingBox())?.width ?? 0;
      await expect.poll(async () => (await width('approve')) / (await width('reject'))).toBeGreaterThan(1.9);
      await expect
        .poll(async () =>
          Math.min(
            ...(await sheet
              .locator('.decision-bar button')
              .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height))),
          ),
        )
        .toBeGreaterThanOrEqual(42);
      await swipe(sheet, { x: -200, y: 0 });
      await sheet.locator(`.task-view[data-bill="${orders[0]?.code ?? ''}"]`).waitFor();
      await swipe(sheet, { x: 0, y: 300 });
      await sheet.waitFor({ state: 'detached' });
      await rowsIn(manager).first().click();
      await sheet.locator('[data-verb="approve"]').click();
      await manager.page.locator('[data-testid="undo"]').waitFor();
      await expect
        .poll(() => manager.page.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth))
        .toBe(true);
    } finally {
      await shop.laid.remove();
    }
  });
});

describe('the keeper at the gate', () => {
  test('reads the goods he releases, without prices, and releases, picks and ships them from one screen', async ({
    office,
  }) => {
    const { organizeCode, storageCode } = buyer;
    // Four eyes: whoever wrote a document does not approve it. The keeper wrote none of these.
    await arrange(`update app.sys_params set param_value = '1' where param_code = 'SYS021'`);
    const [owner, clerk] = [await asker('lancai'), await asker('manager_1000')];
    const { id: order } = await clerk<{ id: string }>('POST', '/channelsale/order', {
      organizeCode,
      customerCode: buyer.code,
      storageCode,
      lines: [{ productCode: paint.code, number: '3' }],
    });
    await owner('PUT', '/channelsale/order/audit', [order]);
    const {
      ids: [id = ''],
    } = await clerk<{ ids: string[] }>('POST', '/channelsale/order/pushDown', [order]);
    await owner('PUT', '/channelsale/delivery/audit', [id]);
    const [delivery] = await arrange<{ code: string }>('select code from app.order_delivery where id = $1', [id]);

    const keeper = await office.enter('keeper_1000');
    await keeper.open('stock/deliveryrelease');
    await keeper.panel
      .locator('[data-row-key]', { hasText: delivery?.code ?? '' })
      .locator('a')
      .first()
      .click();
    const dialog = keeper.page.locator('.release-dialog').filter({ visible: true });
    await dialog.locator('[data-testid="release-goods"] tbody tr').waitFor();
    await expect
      .poll(() => dialog.locator('thead th').allInnerTexts())
      .toEqual(['产品', '规格', '条码', '数量', '在库']);
    const [read] = keeper.sent.filter(({ path }) => path === `/stock/deliveryrelease/${id}`);
    expect(read).toBeDefined();
    const answer = await (await asker('keeper_1000'))<{ lines: object[] }>('GET', `/stock/deliveryrelease/${id}`);
    expect(JSON.stringify(answer)).not.toMatch(/price|amount|cost/i);

    await dialog.locator('[data-verb="release"]').click();
    await dialog.locator('[data-verb="pick"]').click();
    const picking = keeper.page.locator('.ant-modal', { has: keeper.page.locator('[data-testid="scan"]') });
    await picking.locator('[data-verb="closePicking"]').click();
    await dialog.locator('[data-verb="shipOut"]').click();
    await expect
      .poll(() => arrange('select bill_status from app.order_delivery where id = $1', [id]))
      .toEqual([{ bill_status: '2' }]);
    await expect.poll(() => dialog.locator('[data-verb="shipOut"]').count()).toBe(0);
    await expect.poll(() => tabsIn(keeper)).toBe(2);
    await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  });
});

/** A finger, from the head of the sheet. */
async function swipe(sheet: Locator, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  const head = sheet.locator('.task-head');
  const at = (dx: number, dy: number) => [{ identifier: 1, clientX: 250 + dx, clientY: 200 + dy }];
  await head.dispatchEvent('touchstart', { touches: at(0, 0), changedTouches: at(0, 0), targetTouches: at(0, 0) });
  await head.dispatchEvent('touchend', { touches: [], changedTouches: at(x, y), targetTouches: [] });
}
