import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { promotionDesk } from '#tests/promotion-desk.ts';
import { timesOf } from '#tests/thorough.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { audited, deliveries, movements, openCustomer, orderFor, orders, releases } from './cash.ts';
import { interleave, type Calls, type Scenario } from './interleaving.ts';
import { deadlocksIn, openShop } from './shop.ts';

const seeds = timesOf(40, 'PROOF_PROMOTION_SEEDS');
const killRate = 0.05;

let world: World;
let session: Session;
const { activity } = promotionDesk(() => world);
beforeAll(async () => {
  world = await openWorld('promotion_interleave');
  session = world.first;
  await openShop(session, 3, '100000');
});
afterAll(() => world.close());

const activities = '/channelsale/promotion/activity';
/** Activities by the customer whom they are for: nobody else's orders meet them. */
const running = new Map<string, string>();
const forCustomers = (...codes: string[]): object => ({
  scopes: codes.map((code) => ({ side: 'customer', dimension: 'customer', code, excludeFlag: '0' })),
});
async function run(customer: string, rule: Readonly<Record<string, unknown>>, head: object = {}): Promise<string> {
  const id = await activity([rule], { ...forCustomers(customer), ...head });
  running.set(customer, id);
  return id;
}
/** Whatever became of it, the next customer does not meet it. */
const over = (customer: string): Promise<unknown> =>
  session.call('PUT', `${activities}/disable`, [running.get(customer)]);
const codeOf = async (customer: string): Promise<string> =>
  (await session.must<{ code: string }>('GET', `${activities}/${running.get(customer) ?? ''}`)).code;

/** Ten and a cent off fifty, once an order. */
const tenOff = {
  policyRuleTypeCode: 'P003',
  leastAmount: '50',
  onSaleType: '0',
  onSaleAmount: '10.01',
  giveDynamicFlag: '0',
};
const threePlusOne = {
  policyRuleTypeCode: 'P001',
  leastNumber: '3',
  buyNumber: '3',
  giveNumber: '1',
  giveType: '1',
  giveCode: 'HOT02',
  giveDynamicFlag: '1',
};
const fiveCredit = {
  policyRuleTypeCode: 'P006',
  leastAmount: '50',
  giveAccountAmount: '5',
  accountType: 'A003',
  giveDynamicFlag: '0',
};

const six = [['HOT01', '6', '10']] as const;
const saved = async (customer: string, lines: Parameters<typeof orderFor>[1] = six): Promise<string> =>
  (await session.must<{ id: string }>('POST', orders, orderFor(customer, lines))).id;
/** Opened and saved as it is: prices and promotions of now. */
const again = (id: string): Calls[number] => ['PUT', orders, () => session.must('GET', `${orders}/${id}`)];
const put = (path: string, id: string): Calls[number] => ['PUT', path, [id]];
const close = (id: string, lineIds?: readonly string[]): Calls[number] => [
  'PUT',
  `${orders}/close`,
  { ids: [id], operateMsg: 'x', reasonKind: '0', ...(lineIds === undefined ? {} : { lineIds }) },
];

interface Row {
  readonly code: string;
  readonly status: string;
  readonly payable: string;
  readonly record: PromotionRecord | null;
}
const ordersOf = (customer: string): Promise<Row[]> =>
  world.sql<Row & { code: string }>(
    `
      select code, bill_status as status, payable_amount::text as payable, promo_trace as record
      from app.order_order
      where customer_code = $1 and deleted_flag = '0'
      order by code`,
    [customer],
  );

/** Whatever the others did meanwhile: what an order keeps of its promotions comes again, and is what it costs. */
async function recordsOf(customer: string): Promise<string | null> {
  for (const { code, payable, record } of await ordersOf(customer)) {
    if (record === null) continue;
    const { lines, total, usage } = evaluate(record.question);
    const { outcome: kept } = record;
    if (!isDeepStrictEqual({ lines, total, usage }, { lines: kept.lines, total: kept.total, usage: kept.usage }))
      return `${code} keeps what does not come again`;
    if (Number.parseFloat(payable) !== Number.parseFloat(total)) return `${code} costs ${payable}, promoted ${total}`;
  }
  return null;
}

/** The most that one entry after the other ever left of a measure: never above the bound, at no moment. */
async function highest(ledger: 'usage' | 'budget', measure: 'times' | 'spent', code: string): Promise<number> {
  const [row] = await world.sql<{ most: string }>(
    `
      select coalesce(max(e.${measure}_after), 0)::text as most
      from app.promotion_${ledger}_entry e
      join app.promotion_${ledger}_balance b on b.id = e.balance_id
      where b.activity_code = $1`,
    [code],
  );
  return Number.parseFloat(row?.most ?? '0');
}

/** J09 of every module: what the nightly check would find. */
async function wrongBooks(): Promise<string | null> {
  for (const { rule, statement } of bookChecks) {
    const rows = await world.sql(statement.text);
    if (rows.length > 0) return `${rule}: ${JSON.stringify(rows)}`;
  }
  return null;
}

const scenarios: readonly Scenario[] = [
  {
    name: 'orders of one customer for the last times of an activity, some of which come back',
    async people(customer) {
      await run(customer, tenOff, { limitTimes: 2 });
      const [a, b, c, d] = [
        await saved(customer),
        await saved(customer),
        await saved(customer),
        await saved(customer),
      ] as const;
      return [
        [put(`${orders}/audit`, a), put(`${orders}/unaudit`, a), put(`${orders}/audit`, a)],
        [put(`${orders}/audit`, b), close(b), put(`${orders}/unclose`, b), put(`${orders}/unaudit`, b)],
        [put(`${orders}/audit`, c), close(c)],
        [put(`${orders}/audit`, d), again(d), put(`${orders}/audit`, d)],
      ];
    },
    async check(customer) {
      const most = await highest('usage', 'times', await codeOf(customer));
      return most > 2 ? `used ${most} times of 2` : recordsOf(customer);
    },
    after: over,
  },
  {
    name: 'orders of two customers for the last money of an activity',
    async people(customer) {
      const other = `${customer}B`;
      await openCustomer(session, other, { isControlled: false, limit: '0', cash: '0' });
      await run(customer, tenOff, { budgetAmount: '20.02', ...forCustomers(customer, other) });
      const [a, b, c, d] = [
        await saved(customer),
        await saved(other),
        await saved(customer),
        await saved(other),
      ] as const;
      return [
        [put(`${orders}/audit`, a), put(`${orders}/unaudit`, a)],
        [put(`${orders}/audit`, b), close(b), put(`${orders}/unclose`, b)],
        [put(`${orders}/audit`, c), put(`${orders}/unaudit`, c), again(c), put(`${orders}/audit`, c)],
        [put(`${orders}/audit`, d), again(d), put(`${orders}/audit`, d)],
      ];
    },
    async check(customer) {
      const most = await highest('budget', 'spent', await codeOf(customer));
      return most > 20.02 ? `spent ${most} of 20.02` : ((await recordsOf(customer)) ?? recordsOf(`${customer}B`));
    },
    after: over,
  },
  {
    name: 'gifts travel with their goods while a line is closed and a delivery is taken back',
    async people(customer) {
      await run(customer, threePlusOne);
      const order = await audited(session, orders, orderFor(customer, [...six, ['HOT03', '2', '10']]));
      const { lines } = await session.must<{ lines: { id: string }[] }>('GET', `${orders}/${order}`);
      const {
        ids: [delivery = ''],
      } = await session.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order]);
      const draft = await session.must<{ lines: { productCode: string }[] }>('GET', `${deliveries}/${delivery}`);
      const half: Readonly<Record<string, string>> = { HOT01: '3', HOT02: '1', HOT03: '1' };
      await session.must('PUT', deliveries, {
        ...draft,
        lines: draft.lines.map((line) => ({ ...line, number: half[line.productCode] })),
      });
      return [
        [put(`${deliveries}/audit`, delivery), put(`${releases}/release`, delivery)],
        [['POST', `${orders}/pushDown`, [order]]],
        [close(order, [lines[0]?.id ?? '']), ['PUT', `${orders}/unclose`, { ids: [order], lineIds: [lines[0]?.id] }]],
        [
          put(`${releases}/unrelease`, delivery),
          put(`${deliveries}/unaudit`, delivery),
          close(order, [lines[0]?.id ?? '']),
        ],
      ];
    },
    check: async (customer) => (await giftsOf(customer)) ?? recordsOf(customer),
    after: over,
  },
  {
    name: 'an activity is switched off, revised and published while orders are saved and audited',
    async people(customer) {
      const id = await run(customer, tenOff);
      const [a, b] = [await saved(customer), await saved(customer)] as const;
      const dearer = async (): Promise<object> => {
        const bill = await session.must<{ lines: object[] }>('GET', `${activities}/${id}`);
        return { ...bill, lines: bill.lines.map((line) => ({ ...line, onSaleAmount: '7' })) };
      };
      return [
        [put(`${orders}/audit`, a), again(a), put(`${orders}/audit`, a)],
        [again(b), put(`${orders}/audit`, b), put(`${orders}/unaudit`, b)],
        [['POST', orders, orderFor(customer, six)]],
        [put(`${activities}/disable`, id), put(`${activities}/enable`, id), put(`${activities}/unpublish`, id)],
        [
          put(`${activities}/revise`, id),
          ['PUT', activities, dearer],
          put(`${activities}/audit`, id),
          put(`${activities}/publish`, id),
        ],
      ];
    },
    async check(customer) {
      const wrong = (await ordersOf(customer)).find(
        ({ payable }) => ![60, 53, 49.99].includes(Number.parseFloat(payable)),
      );
      return wrong === undefined ? recordsOf(customer) : `${wrong.code} costs ${wrong.payable}`;
    },
    after: over,
  },
  {
    name: 'account credit comes with the last goods or a close, and goes with them',
    async people(customer) {
      await run(customer, fiveCredit);
      const order = await audited(session, orders, orderFor(customer, [...six, ['HOT03', '2', '10']]));
      const { lines } = await session.must<{ lines: { id: string }[] }>('GET', `${orders}/${order}`);
      const {
        ids: [delivery = ''],
      } = await session.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order]);
      const draft = await session.must<{ lines: { productCode: string }[] }>('GET', `${deliveries}/${delivery}`);
      await session.must('PUT', deliveries, {
        ...draft,
        lines: draft.lines.filter(({ productCode }) => productCode === 'HOT01'),
      });
      await session.must('PUT', `${deliveries}/audit`, [delivery]);
      const {
        ids: [movement = ''],
      } = await session.must<{ ids: string[] }>('PUT', `${releases}/release`, [delivery]);
      const rest = [lines[1]?.id ?? ''];
      return [
        [
          put(`${movements}/audit`, movement),
          put(`${movements}/unaudit`, movement),
          put(`${movements}/audit`, movement),
        ],
        [close(order, rest), ['PUT', `${orders}/unclose`, { ids: [order], lineIds: rest }]],
        [close(order)],
        [put(`${movements}/unaudit`, movement), put(`${orders}/unclose`, order)],
      ];
    },
    check: async (customer) => (await creditOf(customer)) ?? recordsOf(customer),
    after: over,
  },
];

interface GiftLine {
  readonly code: string;
  readonly isGift: boolean;
  readonly number: number;
  readonly closed: number;
  readonly released: number;
}
/** No gift ahead of the goods that earned it, and none that what is left does not earn. */
async function giftsOf(customer: string): Promise<string | null> {
  const lines = await world.sql<GiftLine & { code: string }>(
    `
      select o.code, l.rule_no is not null as "isGift", l.number::float, coalesce(l.closed_number, 0)::float as closed,
        coalesce(l.released_number, 0)::float as released
      from app.order_order o
      join app.order_order_line l on l.parent_id = o.id
      where o.customer_code = $1 and l.product_code in ('HOT01', 'HOT02')
      order by l.line_no`,
    [customer],
  );
  const [goods, gift] = [lines.find(({ isGift }) => !isGift), lines.find(({ isGift }) => isGift)];
  if (goods === undefined || gift === undefined) return 'the gift is gone';
  const open = goods.number - goods.closed;
  const due = open === 0 ? 0 : Math.floor(((gift.number - gift.closed) * goods.released) / open);
  if (gift.released > due) return `${gift.released} gifts released, ${due} due with ${goods.released} of ${open}`;
  const earned = Math.max(Math.floor(open / 3), gift.released);
  return gift.number - gift.closed === earned ? null : `${gift.number - gift.closed} gifts open, ${earned} earned`;
}

/**
 * Five once nothing of the order is left to ship and fifty of it has left, never twice. What a movement granted stays
 * with it when lines are reopened; what a close granted does not.
 */
async function creditOf(customer: string): Promise<string | null> {
  const [row] = await world.sql<{ granted: number; byClose: number; isOver: boolean; shipped: number }>(
    `
      select g.granted, g.by_close as "byClose",
        bool_and(l.number = coalesce(l.out_number, 0) + coalesce(l.closed_number, 0)) as "isOver",
        sum(coalesce(l.out_number, 0) * l.price)::float as shipped
      from app.order_order o
      join app.order_order_line l on l.parent_id = o.id
      cross join lateral (
        select coalesce(sum(e.d_balance), 0)::float as granted,
          coalesce(sum(e.d_balance) filter (where e.doc_id = o.id), 0)::float as by_close
        from app.capital_entry e
        where e.line_id = o.id and e.post_type in ('GRT', 'CLW')
      ) g
      where o.customer_code = $1
      group by 1, 2`,
    [customer],
  );
  if (row === undefined) return 'the order is gone';
  const { granted, byClose, isOver, shipped } = row;
  const due = shipped >= 50 ? 5 : 0;
  const isRight = isOver ? granted === due : byClose === 0 && (granted === 0 || granted === due);
  return isRight ? null : `granted ${granted}, by closes ${byClose}, due ${due}: over ${isOver}, shipped ${shipped}`;
}

const plan = (chosen: readonly Scenario[], mark: string) => ({
  world,
  scenarios: chosen.map((scenario) => ({
    ...scenario,
    check: async (customer: string, answers: readonly string[]) =>
      (await scenario.check?.(customer, answers)) ?? wrongBooks(),
  })),
  seeds,
  killRate,
  mark,
  open: (customer: string) => openCustomer(session, customer, { isControlled: false, limit: '0', cash: '0' }),
  alsoRefused: ['E-PROMO-CHANGED', 'E-PROMO-USED'],
});

describe('promotions under way', () => {
  test(
    `${scenarios.length} scenarios × ${seeds} seeds with ${killRate * 100} % of the backends ended: I1–I30 hold after each`,
    async () => {
      const { bad, told } = await interleave(plan(scenarios, 'P'));
      console.log(`promotion interleavings: ${told}`);
      expect(bad).toEqual([]);
      expect(await deadlocksIn(world)).toBe(0);
    },
    Math.max(180_000, scenarios.length * seeds * 5000),
  );

  test.each([
    [0, /used \d times of 2/],
    [1, /spent [\d.]+ of 20.02/],
  ])('control: without its bound, scenario %i is found out', async (at, found) => {
    const rewrite = (text: string): string =>
      text.replace('select app.promotion_within($1::jsonb)', 'select $1::jsonb');
    const { bad } = await interleave({
      ...plan(scenarios.slice(at, at + 1), `C${at}_`),
      seeds: 10,
      killRate: 0,
      rewrite,
    });
    expect(bad.join('\n')).toMatch(found);
  });
});
