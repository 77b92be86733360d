import { describe, expect } from 'vitest';
import { buyer, customers } from '#tests/house-partners.ts';
import { writeOrder } from './orders.ts';
import { arrange, ask, test, type Person } from './person.ts';

const rows = ({ panel }: Person) => panel.locator('[data-row-key]');
const range = ({ panel }: Person) => panel.locator('[data-testid="range"]');
const lastSent = ({ sent }: Person, path: string) => sent.findLast((call) => call.path === path)?.query ?? {};
const orders = '/channelsale/order/page';

describe('the days of a list', () => {
  test('are all of them until somebody wants the last fourteen, and then those for him', async ({ office }) => {
    const [young, old] = [await writeOrder(), await writeOrder()];
    await arrange(`update app.order_order set bill_date = bill_date - 40 where id = $1`, [old.id]);
    const person = await office.enter('lancai', { language: 'zh-CN' });
    await person.open('order/order');
    await rows(person).filter({ hasText: old.code }).waitFor();
    expect(lastSent(person, orders)['billDateStart']).toBeUndefined();
    await expect.poll(() => range(person).innerText()).toBe('全部日期');

    await person.panel.locator('[data-verb="recentDays"]').click();
    await expect.poll(() => rows(person).filter({ hasText: old.code }).count()).toBe(0);
    await rows(person).filter({ hasText: young.code }).waitFor();
    await expect.poll(() => range(person).innerText()).toBe('近 14 天');
    // The form says the same.
    await expect
      .poll(() => person.panel.locator('[data-filter="billDate"] input').first().inputValue())
      .toBe(lastSent(person, orders)['billDateStart']);
    await expect
      .poll(() => ask<{ isRecent?: boolean } | null>('lancai', 'GET', '/sys/setting/filters%3Aorder-order'))
      .toMatchObject({ isRecent: true });

    const again = await office.enter('lancai', { language: 'zh-CN' });
    await again.open('order/order');
    await rows(again).filter({ hasText: young.code }).waitFor();
    await expect.poll(() => range(again).innerText()).toBe('近 14 天');
    await arrange(`update app.order_order set bill_date = bill_date - 400`);
    await again.panel.locator('[data-verb="refresh"]').click();
    await expect.poll(() => again.panel.locator('.empty-list').innerText()).toMatch(/^近 14 天没有销售订单/);
    await again.panel.locator('.empty-list [data-verb="clearFilters"]').click();
    await rows(again).filter({ hasText: old.code }).waitFor();
    await expect.poll(() => range(again).innerText()).toBe('全部日期');
    await arrange(`update app.order_order set bill_date = bill_date + 400`);
  });
});

describe('figures of a customer', () => {
  test('lead to the rows that they count, whatever the list was narrowed by', async ({ office }) => {
    const order = await writeOrder();
    const person = await office.enter('lancai', { language: 'zh-CN', width: 1440, height: 900 });
    const { page, panel } = person;
    await person.open('order/order');
    // The list is open already, and shows something else.
    await panel.locator('.status-tab[data-state="2"]').click();
    await panel.locator('.status-tab[data-state="2"][aria-pressed="true"]').waitFor();
    await panel.locator('.status-tab[data-state="all"]').click();
    await rows(person).filter({ hasText: order.code }).locator('[data-drawer="data:customer"]').click();
    const drawer = page.locator('.customer-drawer');
    const figure = (section: string) => drawer.locator(`[data-section="${section}"][aria-busy="false"] a`).first();
    const [today] = await arrange<{ day: string }>(
      `select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`,
    );
    await figure('month').click();
    await drawer.waitFor({ state: 'detached' });
    await expect
      .poll(() => lastSent(person, orders))
      .toMatchObject({
        customerCode: buyer.code,
        billDateStart: `${today!.day.slice(0, 7)}-01`,
        billDateEnd: today!.day,
      });
    await rows(person).filter({ hasText: order.code }).waitFor();
    await expect
      .poll(() => panel.locator('[data-filter="customerCode"] input').first().inputValue())
      .toContain(buyer.name);

    await rows(person).filter({ hasText: order.code }).locator('[data-drawer="data:customer"]').click();
    const all = drawer.locator('[data-section="orders"][aria-busy="false"] a', { hasText: '全部' });
    const count = /\d+/.exec(await all.innerText())?.[0] ?? 'none';
    await all.click();
    await expect.poll(() => lastSent(person, orders)['billDateStart']).toBeUndefined();
    await expect.poll(() => panel.locator('.ant-pagination-total-text').innerText()).toBe(`共 ${count} 条`);

    await rows(person).filter({ hasText: order.code }).locator('[data-drawer="data:customer"]').click();
    await drawer.locator('[data-section="underway"][aria-busy="false"] a', { hasText: '发货单' }).click();
    await expect
      .poll(() => lastSent(person, '/channelsale/delivery/page'))
      .toMatchObject({ customerCode: buyer.code, receiptStatus: '0' });
    // Opened by its menu the list is as everybody finds it.
    await page.keyboard.press('Alt+w');
  });

  test('a bucket of what he owes leads to the documents that it counts, and to no others', async ({ office }) => {
    const [late, later, young] = [await writeOrder(his), await writeOrder(his), await writeOrder(his)];
    await owe([
      [late.code, 40, '300'],
      [later.code, 55, '200'],
    ]);
    const person = await office.enter('lancai', { language: 'zh-CN', width: 1280, height: 720 });
    const { page, panel } = person;
    await person.open('order/order');
    await rows(person).filter({ hasText: young.code }).locator('[data-drawer="data:customer"]').click();
    const drawer = page.locator('.customer-drawer');
    const bucket = drawer.locator('[data-section="ageing"] li', { hasText: '31–60' });
    await expect.poll(() => bucket.innerText()).toContain('500.00');
    await bucket.locator('a').click();
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(() => lastSent(person, orders)['codes']).toBe([late.code, later.code].toSorted().join(','));
    await expect.poll(() => panel.locator('.ant-pagination-total-text').innerText()).toBe('共 2 条');
    await expect.poll(() => rows(person).filter({ hasText: young.code }).count()).toBe(0);
    // The list says why it is so short.
    await panel.locator('.list-page', { hasText: debtor.name }).filter({ hasText: '31–60' }).waitFor();
  });
});

/** Somebody who has paid nothing in advance. */
const debtor = customers[7]!;
const his = { customerCode: debtor.code };

/** Entries of the books as posting leaves them: which order is owed, for how many days it is late, how much. */
async function owe(entries: readonly (readonly [code: string, late: number, amount: string])[]): Promise<void> {
  await arrange(
    `
      with balance as (
        insert into app.receivable_balance (tenant_code, organize_code, customer_code, amount)
        values ('1000', $1, $2, 500)
        on conflict (tenant_code, organize_code, customer_code) do update
          set amount = app.receivable_balance.amount + 500
        returning tenant_code, id
      )
      insert into app.receivable_entry (
        tenant_code, balance_id, version, d_amount, amount_after, post_type, doc_type, doc_id, doc_code, line_id,
        holder_doc_id, holder_line_id, op_seq, idem_key, biz_date, due_date
      )
      select b.tenant_code, b.id, 1000 + x.at, x.amount, x.amount, 'SAL', 'order:order', gen_random_uuid(), x.code,
        gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'owed ' || x.code,
        (now() at time zone 'Asia/Shanghai')::date - x.late, (now() at time zone 'Asia/Shanghai')::date - x.late
      from balance b, unnest($3::text[], $4::integer[], $5::numeric[]) with ordinality as x(code, late, amount, at)`,
    [
      buyer.organizeCode,
      debtor.code,
      entries.map(([code]) => code),
      entries.map(([, late]) => late),
      entries.map(([, , amount]) => amount),
    ],
  );
}
