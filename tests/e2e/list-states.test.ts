import { describe, expect } from 'vitest';
import { shirt } from '#tests/house-goods.ts';
import { writeOrder } from './orders.ts';
import { arrange, ask, test, type Person } from './person.ts';
import { settled } from './settled.ts';

const orders = 'order/order';
const rows = ({ panel }: Person) => panel.locator('[data-row-key]');
const refusing = (person: Person, code: number, msg: string): Promise<unknown> =>
  person.page.route('**/api/channelsale/order/page*', (route) => route.fulfill({ json: { code, msg, data: null } }));

describe('the height of a list', () => {
  test('[A9] follows the height of the menu, and is that of 200 px where the menu cannot be measured', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    await person.open('data/brand?tenantFlag=0');
    await rows(person).first().waitFor();
    const height = async (): Promise<number> =>
      (await person.panel.locator('.entity-table').boundingBox())?.height ?? 0;
    const content = (): Promise<number> =>
      person.page.evaluate<number>(
        `document.querySelector('.sidebar').clientHeight - document.querySelector('.sidebar .brand').clientHeight`,
      );
    const [before, contentBefore] = [await height(), await content()];
    expect(before).toBe(contentBefore - 210);
    await person.page.setViewportSize({ width: 1440, height: 700 });
    await expect.poll(height).toBe(before - 200);
    await expect.poll(() => content()).toBe(contentBefore - 200);
    // Without a menu to measure: 200 - 210 is less than the least height of a table.
    await person.page.addStyleTag({ content: '.sidebar { display: none }' });
    await expect.poll(height).toBe(200);
  });
});

describe('an operation that fails', () => {
  test('[A108] stops loading, says why and is written to the log', async ({ office }) => {
    const order = await writeOrder();
    const person = await office.enter('lancai');
    const noted: string[] = [];
    person.page.on('console', (message) => {
      if (message.type() === 'info') noted.push(message.text());
    });
    await person.open(orders);
    await rows(person).filter({ hasText: order.code }).locator('input').check();
    const verb = 'audit';
    let tried = 0;
    const waiting = Promise.withResolvers<void>();
    await person.page.route(`**/api/channelsale/order/${verb}`, async (route) => {
      tried += 1;
      // The answer comes once the button was seen to wait for it, however slow the machine looks.
      await waiting.promise;
      await route.fulfill({ json: { code: 10010, msg: '单据在别处被改了', data: null } });
    });
    // Whatever the order before left in stock: this one could be done.
    await person.page.route(`**/api/channelsale/order/${verb}?preview=1`, (route) =>
      route.fulfill({ json: { code: 0, msg: '', data: { effects: [] } } }),
    );
    await person.panel.locator(`.toolbar-chosen [data-verb="${verb}"]`).click();
    const dialog = person.page.locator('.verb-dialog').filter({ visible: true });
    const confirm = dialog.locator('[data-verb="confirm"]');
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    const isLoading = (): Promise<boolean> => confirm.evaluate((node) => node.classList.contains('ant-btn-loading'));
    await confirm.click();
    await expect.poll(isLoading).toBe(true);
    waiting.resolve();
    await dialog.locator('.ant-alert-error', { hasText: '单据在别处被改了' }).waitFor();
    await settled(dialog);
    expect([tried, await isLoading()]).toEqual([1, false]);
    expect(
      noted.filter((line) => line.includes(`/channelsale/order/${verb}`) && line.includes('单据在别处被改了')),
    ).toHaveLength(1);

    // The same for what is confirmed with a plain question.
    await person.open('data/brand?tenantFlag=0');
    await rows(person).first().locator('input').check();
    await person.page.route('**/api/data/bd/brand', (route) =>
      route.fulfill({ json: { code: 10010, msg: '删不了', data: null } }),
    );
    await person.panel.locator('.toolbar-chosen [data-verb="delete"]').click();
    await person.page.locator('.ant-modal-confirm [data-verb="confirm"]').click();
    await person.told('删不了');
    await expect.poll(() => noted.filter((line) => line.includes('删不了')).length).toBe(1);
    await expect.poll(() => person.panel.locator('[data-verb="refresh"] .anticon-spin').count()).toBe(0);
  });
});

describe('names', () => {
  test('[A135] are filled from codes through the cached lists, in lists and records, and a list is asked for once', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const strip = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (key, each: unknown) => (key === 'brandName' ? undefined : each));
    await person.page.route('**/api/data/bd/material/**', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ json: strip(await reply.json()) });
    });
    const {
      list: [material],
    } = await ask<{ list: { id: string; code: string; brandCode: string; brandName: string }[] }>(
      'lancai',
      'POST',
      '/data/bd/material/all/page',
      { page: 1, limit: 1, code: shirt.code },
    );
    expect(material?.brandName).toBeTruthy();
    expect(material?.brandName).not.toBe(material?.brandCode);
    await person.open('data/material?tenantFlag=0');
    await person.panel.locator('[data-filter="code"] input').fill(material?.code ?? '');
    await person.panel.locator('[data-verb="search"]').click();
    const cell = person.panel
      .locator('[data-row-key]', { hasText: material?.code ?? '' })
      .first()
      .locator('[data-column="brandName"], [data-column="brandCode"]')
      .first();
    await expect.poll(() => cell.innerText()).toBe(material?.brandName);
    await person.panel.locator('[data-row-key] a').first().click();
    await expect
      .poll(() => person.panel.locator('[data-field="brandCode"] .read-value').innerText())
      .toBe(material?.brandName);
    const asked = person.sent.filter(({ path }) => path === '/data/bd/brand/page');
    expect(asked.map(({ query }) => [query['limit'], query['status']])).toEqual([['-1', '1']]);
  });
});

describe('what a list says', () => {
  test('pressing "search" once more shows what has changed since', async ({ office }) => {
    await arrange(`delete from app.data_brand where code = 'ANEW1'`);
    const person = await office.enter('lancai');
    await person.open('data/brand?tenantFlag=0');
    await person.panel.locator('[data-filter="code"] input').fill('ANEW1');
    await person.panel.locator('[data-verb="search"]').click();
    await person.panel.locator('[data-state="empty"]').waitFor();
    await ask('lancai', 'POST', '/data/bd/brand', { code: 'ANEW1', name: '刚建的' });
    await person.panel.locator('[data-verb="search"]').click();
    await rows(person).filter({ hasText: '刚建的' }).waitFor();
    await arrange(`delete from app.data_brand where code = 'ANEW1'`);
  });

  test('every filter has room for what it says at a zoom of 200 %', async ({ office }) => {
    const person = await office.enter(
      'lancai',
      { language: 'zh-CN', width: 720, height: 450, scale: 2 },
      `/#/order-order`,
    );
    const room = async (key: string): Promise<number> =>
      (await person.panel.locator(`[data-filter="${key}"] > :last-child`).boundingBox())?.width ?? 0;
    for (const key of ['billStatus', 'customerCode']) await expect.poll(() => room(key)).toBeGreaterThan(120);
  });

  test('left before its answer came, it is asked anew when somebody comes back to it', async ({ office }) => {
    const order = await writeOrder();
    const person = await office.enter('lancai');
    const isLeft = Promise.withResolvers<void>();
    await person.page.route('**/api/channelsale/order/page*', async (route) => {
      await isLeft.promise;
      await route.continue().catch(() => undefined);
    });
    await person.open(orders);
    await person.panel.locator('.grid-busy').waitFor({ state: 'attached' });
    await person.panel.locator('[data-verb="add"]').click();
    await person.panel.locator('.line-table').waitFor();
    isLeft.resolve();
    await settled(person);
    // What nobody sees stays as it was left: its bar is no sign that anything is under way.
    expect(await person.page.locator('.grid-busy').count()).toBe(1);
    await person.page.locator('[data-tab="order-order"]').click();
    await rows(person).filter({ hasText: order.code }).waitFor();
    await expect.poll(() => person.page.locator('.grid-busy').count()).toBe(0);
  });

  test('empty, failed and forbidden are three different things', async ({ office }) => {
    const person = await office.enter('lancai');
    await person.open(orders);
    await rows(person).first().waitFor();
    const state = person.panel.locator('.empty-list');
    await person.panel.locator('.unfold').click();
    await person.panel.locator('[data-filter="code"] input').fill('NO-SUCH');
    await person.panel.locator('[data-verb="search"]').click();
    await expect.poll(() => state.getAttribute('data-state')).toBe('empty');
    await expect.poll(() => state.innerText()).toMatch(/^没有符合条件的销售订单 ·\s+清空条件$/);

    await refusing(person, 500, '系统异常，追踪号 7f3a');
    await person.panel.locator('[data-verb="refresh"]').click();
    await expect.poll(() => state.getAttribute('data-state')).toBe('failed');
    await expect.poll(() => state.innerText()).toMatch(/列表加载失败\s+系统异常，追踪号 7f3a\s+重试/);
    await person.page.unroute('**/api/channelsale/order/page*');

    await refusing(person, 403, '没有操作权限');
    await state.locator('[data-verb="retry"]').click();
    await expect.poll(() => state.getAttribute('data-state')).toBe('forbidden');
    await expect.poll(() => state.innerText()).toContain('您没有查看销售订单的权限');
    await settled(state);
    expect(await state.locator('button').count()).toBe(0);
  });

  test('a fault of the server names the trace under which the log has it', async ({ office }) => {
    const person = await office.enter('lancai');
    await arrange('alter table app.data_brand rename to data_brand_away');
    try {
      await person.open('data/brand?tenantFlag=0');
      const state = person.panel.locator('.empty-list[data-state="failed"]');
      await state.waitFor();
      await expect.poll(() => state.innerText()).toMatch(/[0-9a-f-]{8,}/);
    } finally {
      await arrange('alter table app.data_brand_away rename to data_brand');
    }
    await person.panel.locator('[data-verb="retry"]').click();
    await rows(person).first().waitFor();
  });

  test('a total past the limit says that it is more', async ({ office }) => {
    const person = await office.enter('lancai', { language: 'en-US' });
    await person.page.route('**/api/channelsale/order/page*', async (route) => {
      const body = (await (await route.fetch()).json()) as { data: object };
      await route.fulfill({ json: { ...body, data: { ...body.data, total: 10_000, totalCapped: true } } });
    });
    await person.open(orders);
    await expect.poll(() => person.panel.locator('.ant-pagination-total-text').innerText()).toBe('10,000+ rows');
  });

  test('ticked rows offer what all of them allow, with at most one primary and one dangerous button', async ({
    office,
  }) => {
    const person = await office.enter('lancai');
    const [saved, audited, closed] = [await writeOrder(), await writeOrder(), await writeOrder()];
    await ask('lancai', 'PUT', '/channelsale/order/audit', [audited.id, closed.id]);
    await ask('lancai', 'PUT', '/channelsale/order/close', { ids: [closed.id], operateMsg: '客户取消' });
    await person.open(orders);
    for (const [{ code }, status] of [
      [saved, '已保存'],
      [audited, '已审核'],
      [closed, '已关闭'],
    ] as const) {
      const row = rows(person).filter({ hasText: code }).filter({ hasText: status });
      await row.locator('input').check();
      const bar = person.panel.locator('.toolbar-chosen');
      await settled(bar);
      expect(await bar.locator('.ant-btn-primary').count(), status).toBeLessThanOrEqual(1);
      expect(await bar.locator('.ant-btn-dangerous').count(), status).toBeLessThanOrEqual(1);
      expect(await bar.locator('[data-verb="print"].ant-btn-primary').count(), status).toBe(0);
      await row.locator('input').uncheck();
    }
  });
});
