import { afterAll, beforeAll, expect, test } from 'vitest';
import { monthsBefore } from '#report/model/span.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { compareWithLedgers, declaredMeasures } from '#tests/ledger-truth/ledger-truth.ts';
import { firstSeed, timesOf } from '#tests/thorough.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { promotionDesk } from '#tests/promotion-desk.ts';
import { openWorld, type Reply, type Session, type World } from '#tests/world.ts';
import { audited, bills, deliveries, movements, openCustomer, orders, releases } from './cash.ts';
import { checkLedgers } from './ledger-check.ts';
import { exchangeDraft, refunds, returnDraft, signOrder } from './returns.ts';
import { addKit, openShop, outcome } from './shop.ts';
import { seeded } from './stepping-door.ts';

const histories = timesOf(300, 'PROOF_TRADE_HISTORIES');
const steps = Number.parseInt(process.env['PROOF_STEPS'] ?? '40', 10);
/** How many steps pass between two looks at all books; 1 names the step that left them wrong. */
const stride = Number.parseInt(process.env['PROOF_STRIDE'] ?? '8', 10);

const revisions = '/channelsale/orderrevision';
const activities = '/channelsale/points/activity';
const exchanges = '/channelsale/points/exchange';
const adjust = '/channelsale/points/account/adjust';
const programmes = '/channelsale/rebateprogramme';
const settlements = '/channelsale/rebate';
const goods = ['HOT01', 'HOT02', 'HOT03', 'KIT01'] as const;

let world: World;
let session: Session;
let pointsActivity = '';
const { activity, away } = promotionDesk(() => world);
beforeAll(async () => {
  world = await openWorld('trade_histories');
  session = world.first;
  await openShop(session, 3, '1000000');
  await session.must('POST', '/data/storage', { code: 'W9', name: '残次仓', organizeCode: 'O1', type: '1' });
  await addKit(session, 'KIT01', [
    ['HOT01', '1'],
    ['HOT02', '2'],
  ]);
  const { benchmark, ladder } = priceDesk(() => world);
  for (const [productCode, price] of [
    ['HOT01', '33.3333'],
    ['HOT02', '10'],
    ['KIT01', '49.99'],
  ])
    await benchmark({ productCode, price });
  const sourceId = await benchmark({ productCode: 'HOT03', price: '20' });
  const tiers = [
    ['5', '18.5'],
    ['8', '16.66'],
  ].map(([startNumber, price]) => ({ productCode: 'HOT03', startNumber, price }));
  await ladder({ sourceType: 'benchmark', sourceId, lines: tiers });
  const id = await audited(session, activities, {
    name: '积分换礼',
    startDate: '2020-01-01',
    endDate: '2099-12-31',
    lines: [
      { productCode: 'HOT02', exchangePointNum: '20' },
      { productCode: 'HOT01', exchangePointNum: '15', price: '9.99' },
    ],
  });
  pointsActivity = (await session.must<{ code: string }>('GET', `${activities}/${id}`)).code;
});
afterAll(() => world.close());

/** J09 of every module over every document, and the ledgers summed anew. */
async function wrongBooks(): Promise<readonly string[]> {
  const wrong: string[] = (await asAdministrator(world.adminUrl, checkLedgers)).map((each) => JSON.stringify(each));
  for (const { rule, statement } of bookChecks) {
    const rows = await world.sql(statement.text);
    if (rows.length > 0) wrong.push(`${rule}: ${JSON.stringify(rows)}`);
  }
  return wrong;
}

/** Every measure of every report against documents and ledgers. */
async function wrongReports(): Promise<readonly string[]> {
  const [{ day: to } = { day: '' }] = await world.sql<{ day: string }>(
    'select max(bill_date)::text as day from app.stock_inout',
  );
  const books = { tenant: '1000', from: monthsBefore(to, 1), to };
  const { wrong, seen } = await compareWithLedgers(session, (text) => world.sql(text), books);
  console.log(`reports: ${seen.length} of ${declaredMeasures().length} measures counted something`);
  return wrong;
}

test(
  `${histories} random histories of ${steps} steps with returns, exchanges, revisions, points and rebate: I1–I40 hold`,
  async () => {
    const seen = new Map<string, number>();
    const began = performance.now();
    for (let n = 0; n < histories; n += 1) {
      const wrong = await live(firstSeed + n, seen);
      if ((n + 1) % 10 === 0 || n + 1 === histories) wrong.push(...(await wrongReports()));
      if (wrong.length > 0) throw new Error(`seed ${firstSeed + n}: ${wrong.join('\n')}`);
    }
    const done = [...seen].map(([what, times]) => `${what}×${times}`).toSorted((a, b) => a.localeCompare(b));
    const all = [...seen.values()].reduce((a, b) => a + b, 0);
    console.log(
      `trade histories: ${histories} from seed ${firstSeed}, ${all} steps, ${((performance.now() - began) / 60_000).toFixed(1)} minutes: ${done.join(' ')}`,
    );
    // A few histories need not meet everything.
    if (histories < 12) return;
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining([
        'goodsIn',
        'goodsIn.undo',
        'return',
        'withdraw',
        'exchange',
        'revision',
        'points.exchange',
        'rebate',
        'rebate.undo',
        'order.close',
      ]),
    );
  },
  Math.max(600_000, histories * steps * 1500),
);

interface Row {
  readonly id: string;
  readonly status: string;
}
type Deed = readonly [name: string, weight: number, deed: () => Promise<string | null>];

async function live(seed: number, seen: Map<string, number>): Promise<string[]> {
  const customer = `T${seed}`;
  const random = seeded(seed);
  await openCustomer(session, customer, {
    isControlled: random() < 0.5,
    limit: random() < 0.5 ? '0' : '3000',
    cash: random() < 0.5 ? '500' : '5000',
  });
  const person = tradesman(customer, random);
  const running = await person.begin();
  const total = person.deeds.reduce((sum, [, weight]) => sum + weight, 0);
  const trail: string[] = [];
  for (let n = 0, idle = 0; n < steps && idle < 200; n += 1) {
    let at = random() * total;
    const [name, , deed] = person.deeds.find(([, weight]) => (at -= weight) < 0) ?? person.deeds[0]!;
    const answer = await deed();
    // Nothing of the kind is there yet: another deed instead.
    if (answer === null) {
      n -= 1;
      idle += 1;
      continue;
    }
    const key = `${name}${answer === '' ? '' : `=${answer}`}`;
    trail.push(key);
    seen.set(key, (seen.get(key) ?? 0) + 1);
    const wrong = [
      ...(answer === '' || /^E-[A-Z-]+$/.test(answer) ? [] : [`was answered ${answer}`]),
      ...((n + 1) % stride === 0 || n + 1 === steps ? await wrongBooks() : []),
    ];
    if (wrong.length > 0) return [...wrong, trail.join(' ')];
  }
  if (running.length > 0) await away(...running);
  return [];
}

/** A customer's trade as its clerks do it: whatever makes sense next, now and then what does not. */
function tradesman(customer: string, random: () => number) {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const upTo = (most: number): string => String(1 + Math.floor(random() * most));
  const put = (path: string, id: string): Promise<Reply<unknown>> => session.call('PUT', path, [id]);
  const rows = (table: string, more = ''): Promise<readonly Row[]> =>
    world.sql<{ id: string; status: string }>(
      `
        select t.id, t.bill_status as status
        from app.${table} t
        where t.customer_code = $1 and t.deleted_flag = '0' and t.cancel_flag = '0' ${more}
        order by t.create_date`,
      [customer],
    );
  /** A document that a verb fits, mostly; now and then any other. */
  const one = async (table: string, status: string, more = ''): Promise<string | null> => {
    const all = await rows(table, more);
    const fit = all.filter((row) => row.status === status);
    const chosen = fit.length > 0 ? pick(fit) : random() < 0.1 && all.length > 0 ? pick(all) : undefined;
    return chosen?.id ?? null;
  };
  const verb =
    (path: string, name: string, on: readonly [table: string, status: string, more?: string]) => async () => {
      const id = await one(...on);
      if (id === null) return null;
      const body = name === 'close' ? { ids: [id], operateMsg: 'x', reasonKind: pick(['0', '1']) } : [id];
      return outcome(await session.call('PUT', `${path}/${name}`, body));
    };
  /** Saved, and mostly agreed to. */
  const made = async (path: string, body: object): Promise<string> => {
    const reply = await session.call<{ id: string }>('POST', path, body);
    if (reply.code !== 0 || random() < 0.1) return outcome(reply);
    return outcome(await put(`${path}/audit`, reply.data.id));
  };
  const order = (): Promise<string> =>
    made(orders, {
      organizeCode: 'O1',
      customerCode: customer,
      storageCode: 'W1',
      lines: goods.filter(() => random() < 0.55).map((productCode) => ({ productCode, number: upTo(9) })),
    });
  const ship = async (): Promise<string | null> => {
    const id = await one('order_order', '1', 'and t.order_status is distinct from $$3$$');
    if (id === null) return null;
    const pushed = await session.call<{ ids: string[] }>('POST', `${orders}/pushDown`, [id]);
    if (pushed.code !== 0) return outcome(pushed);
    const [delivery = ''] = pushed.data.ids;
    if (random() < 0.5) {
      const bill = await session.must<{ lines: { number: string }[] }>('GET', `${deliveries}/${delivery}`);
      const lines = bill.lines.map((line) => ({ ...line, number: upTo(Math.max(1, Number.parseFloat(line.number))) }));
      await session.call('PUT', deliveries, { ...bill, lines });
    }
    await put(`${deliveries}/audit`, delivery);
    const released = await session.call<{ ids: string[] }>('PUT', `${releases}/release`, [delivery]);
    if (released.code !== 0) return outcome(released);
    const out = await put(`${movements}/audit`, released.data.ids[0] ?? '');
    if (out.code === 0 && random() < 0.7) await signOrder(session, id);
    return outcome(out);
  };
  const sign = async (): Promise<string | null> => {
    const id = await one('order_delivery', '2', `and t.receipt_status = '0'`);
    if (id === null) return null;
    const { lines } = await session.must<{ lines: { id: string; outNumber: string }[] }>('GET', `${deliveries}/${id}`);
    const signed = lines.map((line) => {
      const out = Number.parseFloat(line.outNumber);
      const had = random() < 0.5 ? out : Math.floor(out * random());
      return { id: line.id, signedNumber: String(had), refusedNumber: String(random() < 0.5 ? 0 : out - had) };
    });
    return outcome(await session.call('PUT', `${deliveries}/sign`, [{ id, lines: signed }]));
  };
  /** Some of what has left. */
  const some = async (id: string): Promise<Record<string, string>> => {
    const { lines } = await session.must<{ lines: { productCode: string; outNumber: string | null }[] }>(
      'GET',
      `${orders}/${id}`,
    );
    const gone = lines.filter(({ outNumber }) => Number.parseFloat(outNumber ?? '0') > 0);
    const kinds = [...new Set(gone.map(({ productCode }) => productCode))];
    return Object.fromEntries(kinds.filter((_, at) => at === 0 || random() < 0.5).map((code) => [code, upTo(4)]));
  };
  const shipped = `and exists (select from app.order_order_line l where l.parent_id = t.id and l.out_number > 0)`;
  const comeBack = async (): Promise<string | null> => {
    const id = await one('order_order', pick(['1', '2', '2']), shipped);
    if (id === null) return null;
    const back = random() < 0.15 ? null : await some(id);
    if (back !== null && Object.keys(back).length === 0) return null;
    return made(refunds, await returnDraft(session, id, back, { returnReason: pick(['0', '0', '1', '2', '3']) }));
  };
  /** A counter is cleared, and nobody knows of which orders its goods are (SD016). */
  const withdraw = (): Promise<string> =>
    made(refunds, {
      organizeCode: 'O1',
      customerCode: customer,
      returnReason: '3',
      lines: goods
        .filter((code, at) => code !== 'KIT01' && (at === 0 || random() < 0.3))
        .map((productCode) => ({ productCode, number: upTo(3) })),
    });
  const exchange = async (): Promise<string | null> => {
    const id = await one('order_order', pick(['1', '2']), `${shipped} and t.points_order_code is null`);
    if (id === null) return null;
    const back = await some(id);
    if (Object.keys(back).length === 0) return null;
    const out = { [pick(goods)]: upTo(5) };
    return made(refunds, await exchangeDraft(session, id, back, out, { returnReason: pick(['0', '0', '1']) }));
  };
  const inbound = `and t.red_flag = '1' and t.move_type = '4'`;
  const revise = async (): Promise<string | null> => {
    const id = await one('order_order', '1', 'and t.points_order_code is null');
    if (id === null) return null;
    const bill = await session.must<{
      code: string;
      lines: { id: string; productCode: string; price: string; lineType: string }[];
    }>('GET', `${orders}/${id}`);
    const bought = bill.lines.filter(({ lineType }) => lineType === '0');
    const changed = bought
      .filter((_, at) => at === 0 || random() < 0.4)
      .map(({ id: orderLineId, productCode, price }) =>
        random() < 0.2
          ? { orderLineId, productCode, action: 'X' }
          : { orderLineId, productCode, action: 'C', afterNumber: upTo(9), afterPrice: price },
      );
    const added = random() < 0.3 ? [{ action: 'A', productCode: pick(goods), afterNumber: upTo(4) }] : [];
    return made(revisions, { organizeCode: 'O1', orderCode: bill.code, reason: 'x', lines: [...changed, ...added] });
  };
  const points = async (): Promise<string> =>
    outcome(await session.call('POST', adjust, { customerCode: customer, points: pick([90, 200, -30]), remark: 'x' }));
  const spend = (): Promise<string> =>
    made(exchanges, {
      organizeCode: 'O1',
      activityCode: pointsActivity,
      customerCode: customer,
      lines: [{ productCode: pick(['HOT01', 'HOT02']), number: upTo(4) }],
    });
  let programmeCode = '';
  const settle = (): Promise<string> => {
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    return made(settlements, { organizeCode: 'O1', programmeCode, startDate: today, endDate: today });
  };
  /** Settlements name their customers in their lines. */
  const settlement = (name: string, status: string) => async (): Promise<string | null> => {
    const [row] = await world.sql<{ id: string }>(
      `
        select t.id
        from app.sale_rebate t
        where t.programme_code = $1 and t.bill_status = $2 and t.cancel_flag = '0' and t.deleted_flag = '0'
        order by t.create_date desc
        limit 1`,
      [programmeCode, status],
    );
    return row === undefined ? null : outcome(await put(`${settlements}/${name}`, row.id));
  };
  const money = async (): Promise<string> => {
    const billType = pick(['RC', 'RC', 'AD']);
    const to = billType === 'AD' ? { accountCode: `A003-O1-${customer}` } : {};
    return made(bills, { organizeCode: 'O1', customerCode: customer, billType, amount: pick(['55.55', '600']), ...to });
  };
  const deeds: readonly Deed[] = [
    ['order', 6, order],
    ['order.audit', 2, verb(orders, 'audit', ['order_order', '0'])],
    ['order.unaudit', 1, verb(orders, 'unaudit', ['order_order', '1'])],
    ['order.close', 2, verb(orders, 'close', ['order_order', '1'])],
    ['order.unclose', 2, verb(orders, 'unclose', ['order_order', '2'])],
    ['ship', 10, ship],
    ['ship.undo', 2, verb(movements, 'unaudit', ['stock_inout', '1', `and t.red_flag = '0' and t.move_type = '4'`])],
    ['sign', 4, sign],
    ['unsign', 1, verb(deliveries, 'unsign', ['order_delivery', '2', `and t.receipt_status = '1'`])],
    ['return', 8, comeBack],
    ['withdraw', 2, withdraw],
    ['return.audit', 3, verb(refunds, 'audit', ['order_refund', '0'])],
    ['return.unstash', 2, verb(refunds, 'unstash', ['order_refund', '3'])],
    ['return.unaudit', 1, verb(refunds, 'unaudit', ['order_refund', '1'])],
    ['return.close', 1, verb(refunds, 'close', ['order_refund', '1'])],
    ['return.unclose', 1, verb(refunds, 'unclose', ['order_refund', '2'])],
    ['return.rest', 1, verb(refunds, 'inbound', ['order_refund', '1'])],
    ['goodsIn', 14, verb(movements, 'audit', ['stock_inout', '0', inbound])],
    ['goodsIn.undo', 4, verb(movements, 'unaudit', ['stock_inout', '1', inbound])],
    ['exchange', 4, exchange],
    ['revision', 4, revise],
    ['revision.audit', 1, verb(revisions, 'audit', ['order_revision', '0'])],
    ['points', 2, points],
    ['points.exchange', 3, spend],
    ['points.audit', 1, verb(exchanges, 'audit', ['points_exchangeorder', '0'])],
    ['points.undo', 1, verb(exchanges, 'unaudit', ['points_exchangeorder', '1'])],
    ['points.cancel', 1, verb(exchanges, 'cancel', ['points_exchangeorder', '0'])],
    ['rebate', 2, settle],
    ['rebate.audit', 1, settlement('audit', '0')],
    ['rebate.undo', 1, settlement('unaudit', '1')],
    ['rebate.cancel', 1, settlement('cancel', '0')],
    ['money', 3, money],
  ];
  const begin = async (): Promise<readonly string[]> => {
    const id = await audited(session, programmes, {
      name: customer,
      organizeCode: 'O1',
      startDate: '2020-01-01',
      endDate: '2099-12-31',
      basis: '0',
      tierMode: pick(['0', '1']),
      customerCodes: [customer],
      lines: [
        { start: '50', rate: '1' },
        { start: '500', rate: '2.5' },
      ],
    });
    programmeCode = (await session.must<{ code: string }>('GET', `${programmes}/${id}`)).code;
    for (let n = 0; n < 2; n += 1) await order();
    await ship();
    return promotionsFor(customer, random);
  };
  return { deeds, begin };
}

const rules: readonly (readonly [rule: Readonly<Record<string, unknown>>, head: object])[] = [
  [{ policyRuleTypeCode: 'P003', leastAmount: '50', onSaleType: '0', onSaleAmount: '7.01', giveDynamicFlag: '2' }, {}],
  [
    { policyRuleTypeCode: 'P003', leastNumber: '4', onSaleType: '1', onSaleRateType: '0', onSaleRate: '85' },
    { orderTypes: ['0', '5'] },
  ],
  [
    {
      policyRuleTypeCode: 'P001',
      leastNumber: '3',
      buyNumber: '3',
      giveNumber: '1',
      giveType: '1',
      giveCode: 'HOT02',
      giveDynamicFlag: '1',
    },
    {},
  ],
  [{ policyRuleTypeCode: 'P006', leastAmount: '60', giveAccountAmount: '5', accountType: 'A003' }, {}],
];

/** Two of three customers meet activities of their own, one or two of these. */
async function promotionsFor(customer: string, random: () => number): Promise<readonly string[]> {
  if (random() < 0.33) return [];
  const scopes = [{ side: 'customer', dimension: 'customer', code: customer, excludeFlag: '0' }];
  const made: string[] = [];
  for (let n = random() < 0.5 ? 1 : 2; n > 0; n -= 1) {
    const [rule, head] = rules[Math.floor(random() * rules.length)] as (typeof rules)[number];
    made.push(await activity([rule], { ...head, scopes }));
  }
  return made;
}
