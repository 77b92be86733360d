import { describe, expect } from 'vitest';
import { paint } from '#tests/house-goods.ts';
import { buyer as anyCustomer } from '#tests/house-partners.ts';
import { arrange, ask, test, type Person } from './person.ts';

const seller = {
  tenant: '1000',
  username: 'lancai',
  organizeCode: anyCustomer.organizeCode,
  customer: 'HD1001',
} as const;
const buyer = {
  tenant: '1001',
  username: 'huadong',
  organizeCode: 'HDS',
  storage: 'HDS01',
  supplier: 'UP1000',
} as const;
const number = '20';

/**
 * Each knows the other as a partner; the buyer has a warehouse and the article, and no idea of its price (38 there).
 */
async function acquaint(): Promise<void> {
  await arrange(`update app.sys_params set param_value = '0' where param_code = 'SYS021'`);
  await ask(seller.username, 'POST', '/data/customer/manage', {
    code: seller.customer,
    name: '华东澜彩',
    classCode: anyCustomer.classCode,
    customerType: '4',
    organizeCode: seller.organizeCode,
    relTenantFlag: '1',
    relTenantCode: buyer.tenant,
    receiveType: '2',
    priceClassCode: 'PC01',
    creditControlFlag: '0',
  });
  const known = (path: string, body: object): Promise<unknown> => ask(buyer.username, 'POST', path, body);
  await known('/data/storage', { code: buyer.storage, name: '华东上海仓', organizeCode: buyer.organizeCode });
  await known('/data/bd/brand', { code: 'LC', name: '澜彩' });
  await known('/data/bd/unit', { code: 'GUAN', name: '罐' });
  await known('/data/bd/material/class', { code: '01', name: '墙面涂料' });
  await known('/data/bd/material', {
    code: paint.code,
    name: paint.name,
    classCode: '01',
    brandCode: 'LC',
    mainUnitCode: 'GUAN',
    taxRate: '13',
    spec: '1L',
  });
  await known('/data/bd/supplier/class', { code: 'SC1', name: '上级' });
  await known('/data/bd/supplier', {
    code: buyer.supplier,
    name: '澜彩集团',
    classCode: 'SC1',
    relTenantCode: seller.tenant,
    payDays: 30,
  });
}

const shot = async ({ page }: Person, name: string): Promise<void> => {
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
};
const headOf = ({ panel }: Person): Promise<string> => panel.locator('.panel-head').innerText();
async function go({ page, panel }: Person, route: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${route}`)}`);
  await panel.locator('[data-testid="bill-code"]').waitFor();
}
/** As it is by now: a tab shows what it read when it was opened. */
async function reopen(person: Person, route: string): Promise<void> {
  await person.page.reload();
  await go(person, route);
}
const verbOf = ({ panel }: Person, verb: string) =>
  panel.locator(`:is(.panel-head, .next-bar) [data-verb="${verb}"]`).first();
async function perform(person: Person, verb: string): Promise<void> {
  await verbOf(person, verb).click();
  const dialog = person.page.locator('.verb-dialog').filter({ visible: true });
  await dialog.locator('[data-verb="confirm"]').click();
  await dialog.waitFor({ state: 'hidden' });
}
async function audit(person: Person, route: string): Promise<void> {
  await reopen(person, route);
  await perform(person, 'audit');
  await expect.poll(() => headOf(person)).toContain('已审核');
}
const codeOf = async ({ panel }: Person): Promise<string> =>
  (await panel.locator('[data-testid="bill-code"]').innerText()).trim();
const pairIn = ({ panel }: Person) => panel.locator('[data-testid="peer-pair"]').filter({ visible: true });
async function showPair({ panel }: Person, key: 'peer' | 'peerOrder'): Promise<void> {
  await panel.locator(`[data-aside="${key}"]`).filter({ visible: true }).first().click();
  await panel.locator('[data-testid="peer-pair"]').filter({ visible: true }).waitFor();
}
const idOf = async (sql: string): Promise<string> => {
  let id = '';
  await expect.poll(async () => (id = (await arrange<{ id: string }>(sql))[0]?.id ?? '')).not.toBe('');
  return id;
};

interface Books {
  readonly there: string;
  readonly cost: string;
  readonly owed: string;
  readonly sold: string;
  readonly due: string;
}
/** What the ledgers of both say: stock, its cost and what is owed here; stock and what is due there. */
const books = async (): Promise<Books> => {
  const sum = (column: string, table: string, tenant: string, more: string): string => `
    (
      select coalesce(sum(${column}), 0)::float::text
      from app.${table}
      where tenant_code = '${tenant}' and ${more}
    )`;
  const [row] = await arrange<Books>(`
    select ${sum('on_hand', 'stock_balance', buyer.tenant, `material_code = '${paint.code}'`)} as there,
      ${sum('amount', 'cost_balance', buyer.tenant, `material_code = '${paint.code}'`)} as cost,
      ${sum('amount', 'payable_balance', buyer.tenant, `supplier_code = '${buyer.supplier}'`)} as owed,
      ${sum('on_hand', 'stock_balance', seller.tenant, `material_code = '${paint.code}'`)} as sold,
      ${sum('amount', 'receivable_balance', seller.tenant, `customer_code = '${seller.customer}'`)} as due`);
  return row ?? { there: '', cost: '', owed: '', sold: '', due: '' };
};

describe('two tenants in two windows', () => {
  test('a demand becomes a purchase here and an order there, its price is agreed to, its goods leave there and come in here, and both ledgers say the same', async ({
    office,
  }) => {
    await acquaint();
    const before = await books();
    const here = await office.enter(buyer.username, { width: 1440, height: 900 });
    const there = await office.enter(seller.username, { width: 1440, height: 900 });
    const { id: demand } = await ask<{ id: string }>(buyer.username, 'POST', '/channelsale/demand', {
      organizeCode: buyer.organizeCode,
      storageCode: buyer.storage,
      supplierCode: buyer.supplier,
      requiredDate: '2030-01-31',
      lines: [{ productCode: paint.code, number }],
    });
    await go(here, `order-demand__read__${demand}`);
    await perform(here, 'audit');
    await verbOf(here, 'toorder').click();
    await expect.poll(() => codeOf(here)).toMatch(/^PO/);
    const code = await codeOf(here);
    const purchase = await idOf(`select id from app.order_purchase where tenant_code = '1001' and code = '${code}'`);
    // Nobody knows its price yet: the seller says it.
    const [line] = await arrange<{ source: string; price: string | null }>(
      `select price_source as source, price from app.order_purchase_line where parent_id = '${purchase}'`,
    );
    expect(line).toEqual({ source: '3', price: null });
    await perform(here, 'audit');
    await expect.poll(() => headOf(here)).toContain('已审核');

    // There it is an order, and its seller is told to wait for the price.
    const order = await idOf(`select id from app.order_order where tenant_code = '1000' and peer_code = '${code}'`);
    await go(there, `order-order__read__${order}`);
    await verbOf(there, 'audit').click();
    await there.page
      .locator('.verb-dialog, .ant-message-notice, .ant-modal', { hasText: '下级尚未确认价格差异' })
      .first()
      .waitFor();
    await shot(there, 'pair-order-unconfirmed');
    await there.page.keyboard.press('Escape');

    await reopen(here, `order-purchase__read__${purchase}`);
    await showPair(here, 'peer');
    await expect.poll(() => pairIn(here).innerText()).toContain('760.00');
    await expect.poll(() => pairIn(here).innerText()).toContain('等采购方确认金额');
    // Its goods come with his deliveries: nobody makes a receipt of it.
    await expect.poll(() => here.panel.locator('.next-bar [data-verb="receive"]').count()).toBe(0);
    await shot(here, 'pair-purchase-unconfirmed');
    await pairIn(here).locator('[data-verb="confirmAmounts"]').click();
    await here.page.locator('.ant-modal-confirm').filter({ visible: true }).locator('.ant-btn-primary').click();
    await here.panel.locator('[data-testid="peer-agreement"]').waitFor({ state: 'detached' });
    await expect
      .poll(async () =>
        (
          await arrange<{ open: string }>(
            `select count(*)::text as open from sec.peer_message where state in ('0', '2')`,
          )
        ).at(0),
      )
      .toEqual({ open: '0' });

    await audit(there, `order-order__read__${order}`);
    await verbOf(there, 'pushDown').click();
    await there.told(/已生成 DN/);
    const delivery = await idOf(`
      select d.id
      from app.order_delivery d
      join app.order_order o on o.tenant_code = d.tenant_code and o.code = d.order_code
      where o.id = '${order}'`);
    await audit(there, `order-delivery__read__${delivery}`);
    await ask(seller.username, 'PUT', '/stock/deliveryrelease/release', [delivery]);
    const out = await idOf(`
      select m.id
      from app.stock_inout m
      join app.order_delivery d on d.tenant_code = m.tenant_code and d.code = m.source_code
      where d.id = '${delivery}'`);
    await audit(there, `stock-inout__read__${out}`);

    // What left there waits here to be taken in.
    const receipt = await idOf(`select id from app.stock_inout where tenant_code = '1001' and source_code = '${code}'`);
    await reopen(here, `order-purchase__read__${purchase}`);
    await showPair(here, 'peer');
    await expect.poll(() => pairIn(here).innerText()).toContain('其中在途与待退 760.00');
    await shot(here, 'pair-purchase-coming');
    await audit(here, `stock-inout__read__${receipt}`);
    await expect
      .poll(async () => {
        const [row] = await arrange<{ status: string }>(
          `select order_status as status from app.order_order where id = '${order}'`,
        );
        return row?.status;
      })
      .toBe('3');

    const after = await books();
    // figures of the test
    const moved = (key: keyof Books): string => (Number(after[key]) - Number(before[key])).toFixed(2);
    expect([moved('there'), moved('cost'), moved('owed'), moved('sold'), moved('due')]).toEqual([
      '20.00',
      '672.57',
      '760.00',
      '-20.00',
      '760.00',
    ]);
    for (const [person, route, key] of [
      [here, `order-purchase__read__${purchase}`, 'peer'],
      [there, `order-order__read__${order}`, 'peerOrder'],
    ] as const) {
      await reopen(person, route);
      await showPair(person, key);
      await expect.poll(() => pairIn(person).innerText()).toContain('没有等待的消息，两边一致');
      const money = pairIn(person).locator('[data-testid="peer-money"]');
      await expect.poll(async () => (await money.innerText()).match(/760\.00/g)?.length).toBe(2);
      await shot(person, `pair-settled-${key}`);
    }
    await here.open('sale/payable');
    await here.panel.locator('.grid-row', { hasText: '760.00' }).first().waitFor();

    const english = await office.enter(buyer.username, { language: 'en-US', width: 1280, height: 800 });
    await go(english, `order-purchase__read__${purchase}`);
    await showPair(english, 'peer');
    await shot(english, 'pair-en-1280');
  });
});
