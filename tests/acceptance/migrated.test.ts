import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canDo, stateOf, type Document, type Standing } from '#platform/model/document.ts';
import { asAdministrator, bootstrapSql } from '#platform/server/db/migrate.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { createDatabase, installSchema } from '#scripts/install.ts';
import { databaseName } from '#apps/api/environment.ts';
import { shippedRoleList } from '#system/model/shipped-role.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { documents } from '#tests/conformance/sample.ts';
import { bills, deliveries, movements, orderFor, orders, releases } from '#tests/proof/cash.ts';
import { checkLedgers } from '#tests/proof/ledger-check.ts';
import { hundredOff, promotionDesk, tenPlusOne } from '#tests/promotion-desk.ts';
import { askBack, refunds } from '#tests/proof/returns.ts';
import { outcome } from '#tests/proof/shop.ts';
import { openWorldOn, type Reply, type Session, type World } from '#tests/world.ts';

/**
 * A house that ran on the release before: every document in every state, orders half shipped, signed and closed,
 * approvals under way, money held, roles edited (`tests/migrated/make.ts` says how it is made anew). It is migrated as
 * an operator does it, and its people go on.
 */
interface Line {
  readonly id: string;
  readonly number: string;
  readonly outNumber: string | null;
  readonly closedNumber: string | null;
}
interface Bill {
  readonly id: string;
  readonly code: string;
  readonly billStatus: string;
  readonly orderStatus: string;
  readonly payableAmount: string;
  readonly lines: readonly Line[];
}

let world: World;
let applied: readonly string[] = [];
/** Those that the release before had. */
let known: readonly Document[] = [];
beforeAll(async () => {
  world = await openWorldOn('migrated', async (adminUrl) => {
    await createDatabase(adminUrl, databaseName(adminUrl));
    const sql = brotliDecompressSync(readFileSync(join(import.meta.dirname, '../migrated/database.sql.br'))).toString();
    await asAdministrator(adminUrl, async (client) => {
      // For the roles, which are the server's and in no file of a database.
      await client.query(bootstrapSql());
      await client.query('drop schema if exists app, sec, report cascade');
      await client.query(sql);
      // Two people wrote one month at once, which the release before let them.
      await client.query(`
        insert into app.sys_accountperiod (tenant_code, id, year, month, start_date, end_date, status)
        select tenant_code, gen_random_uuid(), year, month, start_date, end_date, '0'
        from app.sys_accountperiod
        where organize_code is null`);
    });
    applied = await migrated(adminUrl);
  });
  known = await knownDocuments();
});
afterAll(() => world.close());

const migrated = (adminUrl: string): Promise<readonly string[]> =>
  installSchema(adminUrl, adminUrl.replace('postgres@', 'qudao_app@'));

async function knownDocuments(): Promise<readonly Document[]> {
  const found: Document[] = [];
  for (const document of documents)
    if ((await world.sql(`select from app.${tableOf(document)} limit 1`)).length > 0) found.push(document);
  return found;
}

async function clean(): Promise<void> {
  for (const { rule, statement } of bookChecks) expect([rule, await world.sql(statement.text)]).toEqual([rule, []]);
  expect(await asAdministrator(world.adminUrl, (client) => checkLedgers(client as never))).toEqual([]);
}

describe('a database of the release before', () => {
  test('takes every migration since, once, and its books agree', async () => {
    expect(applied).toContain('0060-furniture');
    expect(await migrated(world.adminUrl)).toEqual([]);
    await clean();
  });

  test('am-A4 has each month once that was there twice, open or closed as it was', async () => {
    const months = await world.sql<{ times: number; status: string }>(`
      select count(*)::int as times, min(status) as status
      from app.sys_accountperiod
      group by tenant_code, organize_code, year, month`);
    expect(months.length).toBeGreaterThan(1);
    expect(months.filter(({ times, status }) => times > 1 || status === '0')).toEqual([]);
  });

  test('has every document in every state', async () => {
    const missing: string[] = [];
    expect(known.length).toBeGreaterThan(12);
    for (const document of known) {
      const rows = await world.sql<{ status: string }>(
        `select distinct bill_status as status from app.${tableOf(document)} where tenant_code = '2000'`,
      );
      const there = rows.map(({ status }) => stateOf(document, status));
      missing.push(
        ...Object.keys(document.states)
          .filter((state) => !there.includes(state))
          .map((state) => `${document.name} ${state}`),
      );
    }
    expect(missing).toEqual([]);
  });

  test('gives its tenants the roles that are shipped, and leaves edited ones as they were', async () => {
    for (const [admin, name] of [
      [world.first, 'old'],
      [world.second, 'other'],
    ] as const) {
      const roles = await admin.must<readonly { code: string; name: string }[]>('GET', '/sys/role/list');
      const shipped = shippedRoleList.filter(({ isPlatform }) => isPlatform !== true).map(({ code }) => code);
      expect(roles.map(({ code }) => code)).toEqual(expect.arrayContaining(shipped));
      expect(roles.find(({ code }) => code === 'SALES_CLERK')?.name).toBe(`SALES_CLERK ${name}`);
      const offers = await admin.must<readonly { readonly code: string }[]>('GET', '/sys/role/offers');
      expect(JSON.stringify(offers)).toContain('SALES_CLERK');
    }
  });

  test('lets its clerks in, and they see their menus', async () => {
    const clerk = await world.login('clerk_old');
    expect(JSON.stringify(await clerk.must<object>('GET', '/sys/menu/nav'))).toContain('order/order');
    const { list } = await clerk.must<{ list: readonly object[] }>('GET', `${orders}/page?limit=100`);
    expect(list.length).toBeGreaterThan(5);
    expect(outcome(await clerk.call('GET', `${bills}/page`))).toBe('E-PERM');
  });
});

const first = (): Session => world.first;
const idOf = async (table: string, customerCode: string, where = 'true'): Promise<string> => {
  const [row] = await world.sql<{ id: string }>(
    `
      select id
      from app.${table}
      where tenant_code = '1000' and customer_code = $1 and deleted_flag = '0' and ${where}
      order by create_date
      limit 1`,
    [customerCode],
  );
  if (row === undefined) throw new Error(`${customerCode} has no ${table} that is ${where}`);
  return row.id;
};
const orderOf = (customerCode: string): Promise<string> => idOf('order_order', customerCode);
const order = async (customerCode: string): Promise<Bill> =>
  first().must<Bill>('GET', `${orders}/${await orderOf(customerCode)}`);
const put = (path: string, verb: string, body: unknown): Promise<{ ids: readonly string[] }> =>
  first().must('PUT', `${path}/${verb}`, body);
/** Whatever waits of a customer leaves the house and is signed for; what is left of the order too. */
async function deliverRest(customerCode: string): Promise<void> {
  const { id, lines } = await order(customerCode);
  const open = lines.some(
    (line) =>
      Number.parseFloat(line.number) >
      Number.parseFloat(line.outNumber ?? '0') + Number.parseFloat(line.closedNumber ?? '0'),
  );
  if (open) {
    const { ids } = await first().must<{ ids: readonly string[] }>('POST', `${orders}/pushDown`, [id]);
    await put(deliveries, 'audit', ids);
    await put(movements, 'audit', (await put(releases, 'release', ids)).ids);
  }
  const unsigned = await world.sql<{ id: string }>(
    `
      select id
      from app.order_delivery
      where customer_code = $1 and receipt_status = '0' and bill_status = '2'`,
    [customerCode],
  );
  await put(
    deliveries,
    'sign',
    unsigned.map((row) => row.id),
  );
}
async function figures(customerCode: string): Promise<Readonly<Record<string, number>>> {
  const rows = await world.sql<{ what: string; figure: number }>(
    `
      select a.account_type as what, b.balance::float as figure
      from app.capital_balance b
      join app.sale_capitalaccount a using (tenant_code, account_code)
      where a.tenant_code = '1000' and a.customer_code = $1
      union all
      select 'owed', amount::float
      from app.receivable_balance
      where tenant_code = '1000' and customer_code = $1`,
    [customerCode],
  );
  return Object.fromEntries(rows.map(({ what, figure }) => [what, figure]));
}
const pay = async (customerCode: string, billType: string, amount: string): Promise<void> => {
  const body = { organizeCode: 'O1', customerCode, billType, amount };
  const { id } = await first().must<{ id: string }>('POST', bills, body);
  await put(bills, 'audit', [id]);
};
/** He pays what he owes, and then owes nothing. */
async function settle(customerCode: string): Promise<void> {
  const { owed = 0 } = await figures(customerCode);
  if (owed > 0) await pay(customerCode, 'RC', String(owed));
  expect((await figures(customerCode))['owed'] ?? 0).toBeLessThanOrEqual(0);
}

/** Whose orders were under way when the house had no promotions. */
const buyers = ['MG-PART', 'MG-SIGNED', 'MG-CLOSED', 'MG-CHARGED', 'MG-GATE', 'MG-STORE'] as const;
interface Sold {
  readonly customer: string;
  readonly payable: string;
  readonly lines: unknown;
  readonly isPromoted: boolean;
  readonly clawback: number;
}
const soldTo = (codes: readonly string[]): Promise<readonly Sold[]> =>
  world.sql<Sold & { readonly customer: string }>(
    `
      select o.customer_code as customer, o.payable_amount::text as payable, o.promo_trace is not null as "isPromoted",
        coalesce(o.clawback_amount, 0)::float as clawback,
        (
          select jsonb_agg(jsonb_build_array(l.product_code, l.number, l.price, l.amount, l.rule_no) order by l.line_no)
          from app.order_order_line l
          where l.parent_id = o.id
        ) as lines
      from app.order_order o
      where o.tenant_code = '1000' and o.customer_code = any($1::text[])
      order by o.customer_code, o.create_date, o.id`,
    [codes],
  );

describe('orders that were under way', () => {
  const { activity, away } = promotionDesk(() => world);
  const inForce: string[] = [];
  let before: readonly Sold[] = [];
  beforeAll(async () => {
    before = await soldTo(buyers);
    const scopes = buyers.map((code) => ({ side: 'customer', dimension: 'customer', code, excludeFlag: '0' }));
    const credit = { policyRuleTypeCode: 'P006', leastNumber: '1', giveAccountAmount: '5', giveDynamicFlag: '0' };
    for (const rule of [tenPlusOne, hundredOff, credit])
      inForce.push(await activity([rule], { scopes, startDate: '2020-01-01', stackFlag: '1' }));
  });
  afterAll(() => away(...inForce));
  test('a line that was closed is opened again, and closed', async () => {
    const { id, lines } = await order('MG-CLOSED');
    expect(lines.map(({ closedNumber }) => Number.parseFloat(closedNumber ?? '0'))).toEqual([0, 7]);
    for (const verb of ['unclose', 'close'])
      await put(orders, verb, { ids: [id], lineIds: [lines[1]?.id], operateMsg: '客户取消' });
  });
  test.each(['MG-PART', 'MG-SIGNED', 'MG-CLOSED'])('%s: the rest is shipped, signed and settled', async (customer) => {
    await deliverRest(customer);
    expect(await order(customer)).toMatchObject({ orderStatus: '3' });
    await settle(customer);
  });
  test('what stood at the gate, or in the warehouse, leaves', async () => {
    const { ids } = await put(releases, 'release', [await idOf('order_delivery', 'MG-GATE')]);
    await put(movements, 'audit', ids);
    await put(movements, 'audit', [await idOf('stock_inout', 'MG-STORE')]);
    for (const customer of ['MG-GATE', 'MG-STORE']) {
      await deliverRest(customer);
      await settle(customer);
    }
  });
  test('one with charges is closed, reopened, and shipped', async () => {
    const id = await orderOf('MG-CHARGED');
    await put(orders, 'close', { ids: [id], operateMsg: '客户取消' });
    await put(orders, 'unclose', [id]);
    await deliverRest('MG-CHARGED');
    await settle('MG-CHARGED');
  });
  test('a saved one is audited, taken back, audited and shipped', async () => {
    const id = await orderOf('MG-SAVED');
    for (const verb of ['audit', 'unaudit', 'audit']) await put(orders, verb, [id]);
    await deliverRest('MG-SAVED');
    await settle('MG-SAVED');
  });
  test('they have no trace: whatever is promised today, they closed and were shipped as they were', async () => {
    expect(await soldTo(buyers)).toEqual(before);
    expect(before.map(({ customer }) => customer)).toEqual([...buyers].toSorted());
    expect(before.filter(({ isPromoted, clawback }) => isPromoted || clawback !== 0)).toEqual([]);
    const booked = await world.sql(`
      select 'usage' as what
      from app.promotion_usage_entry
      union all
      select post_type
      from app.capital_entry
      where post_type in ('GRT', 'CLW') and line_id in (select id from app.order_order)`);
    expect(booked).toEqual([]);
  });
  test('what the same customer orders today is promoted', async () => {
    await first().must('POST', orders, orderFor('MG-PART', [['M1', '10', '100']]));
    const [now] = (await soldTo(['MG-PART'])).slice(-1);
    expect(now).toMatchObject({ isPromoted: true, payable: '900.00' });
  });
});

describe('money that was under way', () => {
  test('am-A9: rebate stands in batches, is held by its order and spent by it', async () => {
    const batches = await world.sql<{ remaining: number }>(`
      select sum(remaining)::float as remaining
      from app.rebate_batch
      where tenant_code = '1000' and account_code = 'A003-O1-MG-REBATE'`);
    expect(batches[0]?.remaining).toBe((await figures('MG-REBATE'))['A003']);
    await put(movements, 'audit', [await idOf('stock_inout', 'MG-REBATE', `bill_status = '0'`)]);
    await settle('MG-REBATE');
  });
  test('am-A1: what stood above nothing on credit is cash, and can be paid out', async () => {
    expect(await figures('MG-CREDIT')).toMatchObject({ A001: 1000, A002: 0, owed: -1000 });
    await pay('MG-CREDIT', 'RF', '1000');
    expect(await figures('MG-CREDIT')).toMatchObject({ A001: 0, owed: 0 });
  });
  test('goods that were on their way back come in', async () => {
    await put(movements, 'audit', [await idOf('stock_inout', 'MG-OWES', `red_flag = '1'`)]);
    expect(await figures('MG-OWES')).toMatchObject({ A002: 0, owed: 0 });
  });
  test('am-A6: what is lent counts on its days, once', async () => {
    const buys = async (customerCode: string, price: string): Promise<string> => {
      const { id } = await first().must<{ id: string }>('POST', orders, orderFor(customerCode, [['M1', '1', price]]));
      return outcome(await first().call('PUT', `${orders}/audit`, [id]));
    };
    expect(await buys('MG-LENT', '801')).toBe('E-CREDIT-OVER');
    expect(await buys('MG-LENT', '800')).toBe('');
    expect(await buys('MG-LATER', '101')).toBe('E-CREDIT-OVER');
    expect(await buys('MG-ENDED', '101')).toBe('E-CREDIT-OVER');
    expect(await buys('MG-ENDED', '100')).toBe('');
  });
});

test('am-A13: a unit that was used with decimals has them, and what was ordered in them is shipped', async () => {
  const units = await world.sql<{ code: string; precision: number }>(`
    select code, precision
    from app.data_unit
    where tenant_code = '1000' and code in ('KG', 'PCS')
    order by code`);
  expect(units).toEqual([
    { code: 'KG', precision: 3 },
    { code: 'PCS', precision: 0 },
  ]);
  await deliverRest('MG-WEIGHT');
});

test('am-A4: money of a month that nobody opened is booked in it, and that month is open', async () => {
  await put(bills, 'audit', [await idOf('sale_bill', 'MG-WEIGHT', `bill_status = '0'`)]);
  expect((await figures('MG-WEIGHT'))['owed']).toBe(0);
});

describe('approvals that were under way', () => {
  const approve = (boss: Session, path: string, id: string): Promise<Reply<unknown>> =>
    boss.call('PUT', `${path}/approve`, { ids: [id], operateMsg: '同意' });

  test('of orders finish, of special ones too; one that was sent back is changed and sent again', async () => {
    const [boss, chief] = [await world.login('boss_old'), await world.login('chief_old')];
    for (const [customer, steps] of [
      ['MG-ASKED', [boss, chief]],
      ['MG-SPECIAL', [boss, chief]],
      ['MG-HALF', [chief]],
    ] as const) {
      const { id } = await order(customer);
      for (const step of steps) expect(outcome(await approve(step, orders, id))).toBe('');
      expect(await order(customer)).toMatchObject({ billStatus: '1' });
      await deliverRest(customer);
    }
    const back = await order('MG-SENTBACK');
    await first().must('PUT', orders, { ...back, lines: back.lines.map((line) => ({ ...line, number: '2' })) });
    const [route] = await world.sql<{ id: string }>(
      `select id from app.activiti_bizroute where tenant_code = '1000' and name = 'SO_OLD'`,
    );
    await first().must('PUT', '/activiti/bizroute', {
      ...(await first().must<object>('GET', `/activiti/bizroute/${route?.id}`)),
      status: '1',
    });
    await first().must('POST', '/activiti/running/startOfBusinessKey', {
      processDefinitionKey: 'SO_OLD',
      businessKey: back.id,
    });
    for (const step of [boss, chief]) expect(outcome(await approve(step, orders, back.id))).toBe('');
    expect(await order('MG-SENTBACK')).toMatchObject({ billStatus: '1', payableAmount: '200' });
  });

  test('of every other document finish', async () => {
    const steps = [await world.login('boss_other'), await world.login('chief_other')];
    for (const document of known.filter(({ states }) => 'inApproval' in states)) {
      const rows = await rowsOf(document, 'inApproval');
      expect([document.name, rows.length]).toEqual([document.name, 1]);
      for (const { id } of rows) {
        for (const step of steps)
          expect([document.name, outcome(await approve(step, document.path, id))]).toEqual([document.name, '']);
        expect(await world.second.must<Standing>('GET', `${document.path}/${id}`)).toMatchObject({ billStatus: '1' });
      }
    }
  });
});

type Row = Standing & { readonly id: string };
const rowsOf = async (document: Document, state: string): Promise<readonly Row[]> =>
  (
    await world.sql<{ id: string }>(
      `
        select id
        from app.${tableOf(document)}
        where tenant_code = '2000' and bill_status = $1 and deleted_flag = '0'`,
      [document.states[state]?.code],
    )
  ).reduce<Promise<readonly Row[]>>(
    async (rows, { id }) => [...(await rows), await world.second.must<Row>('GET', `${document.path}/${id}`)],
    Promise.resolve([]),
  );

/** What people do next with a document in a state: on, else back. */
const next: readonly string[] = [
  'audit',
  'submit',
  'companyAudit',
  'unstash',
  'close',
  'confirm',
  'unclose',
  'unconfirm',
];
/** Refusals that are right. */
const refused: ReadonlySet<string> = new Set([
  // Its prices were typed, and nobody has laid a route (A3).
  'order:order saved audit: E-NO-ROUTE',
  // The order whose deliveries are in every state, too.
  'order:order audited close: E-INFLIGHT',
]);

test('every document goes on from the state that it was in', async () => {
  const done: string[] = [];
  const wrong: string[] = [];
  for (const document of documents)
    for (const state of Object.keys(document.states).filter((each) => each !== 'inApproval'))
      for (const row of await rowsOf(document, state)) {
        const verb = next.find((each) => canDo(document, each, row));
        if (verb === undefined) continue;
        const what = `${document.name} ${state} ${verb}`;
        const answer = outcome(
          await world.second.call('PUT', `${document.path}/${verb}`, { ids: [row.id], operateMsg: '继续' }),
        );
        done.push(what);
        if (answer !== '' && !refused.has(`${what}: ${answer}`)) wrong.push(`${what}: ${answer}`);
      }
  expect(wrong).toEqual([]);
  expect(done.length).toBeGreaterThan(30);
});

test('after all of it the books agree', clean);

describe('goods that were sold before returns knew their terms', () => {
  test('come back at what was paid for them, and the return says why; the books agree', async () => {
    const { id, lines } = await first().must<Bill & { lines: readonly { productCode: string }[] }>(
      'GET',
      `${orders}/${await orderOf('MG-SIGNED')}`,
    );
    // Older still than the house: its prices were not kept either.
    await world.sql('update app.order_order_line set price_trace = null where parent_id = $1', [id]);
    const [sold] = await world.sql<{ share: number; isPromoted: boolean }>(
      `
        select ((l.amount - coalesce(l.discount_amount, 0)) / l.number)::float as share,
          o.promo_trace is not null as "isPromoted"
        from app.order_order_line l
        join app.order_order o on o.id = l.parent_id
        where o.id = $1
        order by l.line_no
        limit 1`,
      [id],
    );
    expect(sold?.isPromoted).toBe(false);
    const before = await figures('MG-SIGNED');
    const { id: back, movement } = await askBack(first(), id, { [lines[0]?.productCode ?? '']: '1' });
    await put(movements, 'audit', [movement]);
    const { totalAmount, receipts } = await first().must<{
      totalAmount: string;
      receipts: readonly { readonly record: { readonly basis: string } }[];
    }>('GET', `${refunds}/${back}`);
    expect(Number.parseFloat(totalAmount)).toBe(sold?.share);
    expect(receipts.map(({ record }) => record.basis)).toEqual(['unkept']);
    expect((await figures('MG-SIGNED'))['owed']).toBe((before['owed'] ?? 0) - (sold?.share ?? 0));
    await clean();
  });
});
