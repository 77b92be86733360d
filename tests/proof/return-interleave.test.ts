import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileStores, jobHandlers } from '#apps/api/compose.ts';
import { models } from '#apps/api/modules.ts';
import { startJobs } from '#platform/server/job/runner.ts';
import { bookChecks } from '#tests/book-checks.ts';
import { timesOf } from '#tests/thorough.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { audited, bills, deliveries, movements, openCustomer, orderFor, orderInWarehouse, orders } from './cash.ts';
import { interleave, type Calls, type Scenario } from './interleaving.ts';
import { askBack, exchangeDraft, refunds, returnDraft, signOrder } from './returns.ts';
import { deadlocksIn, openShop } from './shop.ts';

const seeds = timesOf(40, 'PROOF_RETURN_SEEDS');
const killRate = 0.05;

const revisions = '/channelsale/orderrevision';
const activities = '/channelsale/points/activity';
const exchanges = '/channelsale/points/exchange';

let world: World;
let session: Session;
let activityCode = '';
const prices = priceDesk(() => world);
beforeAll(async () => {
  world = await openWorld('return_interleave');
  session = world.first;
  await openShop(session, 3, '100000');
  await prices.benchmark({ productCode: 'HOT02', price: '10', unitType: '0' });
  const id = await audited(session, activities, {
    name: '积分换礼',
    startDate: '2020-01-01',
    endDate: '2099-12-31',
    lines: [{ productCode: 'HOT02', exchangePointNum: '100' }],
  });
  activityCode = (await session.must<{ code: string }>('GET', `${activities}/${id}`)).code;
});
afterAll(() => world.close());

const put = (path: string, id: string): Calls[number] => ['PUT', path, [id]];
const close = (id: string): Calls[number] => [
  'PUT',
  `${orders}/close`,
  { ids: [id], operateMsg: 'x', reasonKind: '0' },
];
const six = [['HOT01', '6', '10']] as const;

interface Line {
  readonly id: string;
  readonly productCode: string;
}
const linesOf = async (id: string): Promise<readonly Line[]> =>
  (await session.must<{ lines: Line[] }>('GET', `${orders}/${id}`)).lines;

/** Of an order of six, so many have left and were signed for. */
async function partlySigned(customer: string, number: string): Promise<{ order: string; delivery: string }> {
  const order = await audited(session, orders, orderFor(customer, six));
  const {
    ids: [delivery = ''],
  } = await session.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order]);
  const draft = await session.must<{ lines: object[] }>('GET', `${deliveries}/${delivery}`);
  await session.must('PUT', deliveries, { ...draft, lines: draft.lines.map((line) => ({ ...line, number })) });
  await session.must('PUT', `${deliveries}/audit`, [delivery]);
  const { ids } = await session.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', [delivery]);
  await session.must('PUT', `${movements}/audit`, ids);
  await signOrder(session, order);
  return { order, delivery };
}
const wholeSigned = async (customer: string): Promise<{ order: string; delivery: string }> => {
  const { order, delivery, movement } = await orderInWarehouse(session, customer, six);
  await session.must('PUT', `${movements}/audit`, [movement]);
  await signOrder(session, order);
  return { order, delivery };
};

/** Pieces of an order that came back or are asked back are pieces that the customer had. */
async function backOf(customer: string): Promise<string | null> {
  const [row] = await world.sql<{ signed: number; returned: number; asked: number }>(
    `
      select sum(coalesce(l.signed_number, 0) + coalesce(l.short_number, 0))::float as signed,
        sum(coalesce(l.returned_number, 0))::float as returned,
        (
          select coalesce(sum(x.number - coalesce(x.received_number, 0)), 0)::float
          from app.order_refund t
          join app.order_refund_line x on x.tenant_code = t.tenant_code and x.parent_id = t.id
          where t.customer_code = $1
            and x.direction = '-1'
            and t.bill_status in ('0', '1')
            and t.cancel_flag = '0'
            and t.deleted_flag = '0'
        ) as asked
      from app.order_order o
      join app.order_order_line l on l.parent_id = o.id
      where o.customer_code = $1 and o.order_type = '0'`,
    [customer],
  );
  const { signed = 0, returned = 0, asked = 0 } = row ?? {};
  return returned + asked > signed ? `${returned} came back and ${asked} are asked for of ${signed}` : null;
}

/** J09 of every module: what the nightly check would find. */
async function wrongBooks(): Promise<string | null> {
  for (const { rule, statement } of bookChecks) {
    const rows = await world.sql(statement.text);
    if (rows.length > 0) return `${rule}: ${JSON.stringify(rows)}`;
  }
  return null;
}

/** What has lapsed is taken, as the schedule would, while the others go on. */
async function lapse(): Promise<void> {
  const {
    list: [schedule],
  } = await world.platform.must<{ list: { id: string }[] }>('GET', '/sys/schedule/page?beanName=lapseRebate');
  const ran = async (): Promise<number> =>
    (
      await world.sql<{ n: number }>(`
        select count(*)::integer as n
        from app.job_schedulelog
        where bean_name = 'lapseRebate' and status = '1'`)
    )[0]?.n ?? 0;
  const before = await ran();
  const jobs = startJobs({
    host: { door: world.door, stores: fileStores(world.door), log: world.app.log, models },
    handlers: jobHandlers(),
  });
  await world.platform.must('PUT', '/sys/schedule/run', [schedule?.id]);
  // Held up by somebody who holds the account it waits; what it takes is told by the books.
  for (let tries = 0; tries < 40 && (await ran()) <= before; tries += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  await jobs.stop();
}

const scenarios: readonly Scenario[] = [
  {
    name: 'goods come back while the rest of their order is closed and reopened',
    async people(customer) {
      const { order } = await partlySigned(customer, '4');
      const { id, movement } = await askBack(session, order, { HOT01: '3' });
      return [
        [
          put(`${movements}/audit`, movement),
          put(`${movements}/unaudit`, movement),
          put(`${movements}/audit`, movement),
        ],
        [close(order), put(`${orders}/unclose`, order), close(order)],
        [put(`${refunds}/unaudit`, id), put(`${refunds}/audit`, id)],
      ];
    },
    check: backOf,
  },
  {
    name: 'two returns of the last pieces',
    async people(customer) {
      const { order } = await wholeSigned(customer);
      const some = await session.must<{ id: string }>(
        'POST',
        refunds,
        await returnDraft(session, order, { HOT01: '4' }),
      );
      return [
        [put(`${refunds}/audit`, some.id), put(`${refunds}/unaudit`, some.id), put(`${refunds}/audit`, some.id)],
        [['POST', refunds, await returnDraft(session, order, { HOT01: '2' })]],
        [['POST', refunds, await returnDraft(session, order, { HOT01: '2' }, { returnReason: '1' })]],
        [['POST', refunds, await returnDraft(session, order, { HOT01: '6' })]],
      ];
    },
    check: backOf,
  },
  {
    name: 'an exchange is agreed to while the signature of its goods is taken back',
    async people(customer) {
      const { order, delivery } = await wholeSigned(customer);
      const { id } = await session.must<{ id: string }>(
        'POST',
        refunds,
        await exchangeDraft(session, order, { HOT01: '2' }, { HOT02: '3' }),
      );
      return [
        [put(`${refunds}/audit`, id), put(`${refunds}/unaudit`, id), put(`${refunds}/audit`, id)],
        [put(`${deliveries}/unsign`, delivery), put(`${deliveries}/sign`, delivery)],
        [put(`${refunds}/cancel`, id), ['POST', refunds, await returnDraft(session, order, { HOT01: '5' })]],
      ];
    },
    check: backOf,
  },
  {
    name: 'an order is revised while it is pushed down and closed',
    async people(customer) {
      const order = await audited(session, orders, orderFor(customer, six));
      const { code, organizeCode } = await session.must<{ code: string; organizeCode: string }>(
        'GET',
        `${orders}/${order}`,
      );
      const [line] = await linesOf(order);
      const { id } = await session.must<{ id: string }>('POST', revisions, {
        organizeCode,
        orderCode: code,
        reason: 'x',
        lines: [{ orderLineId: line?.id, action: 'C', productCode: 'HOT01', afterNumber: '4', afterPrice: '10' }],
      });
      return [
        [put(`${revisions}/audit`, id)],
        [['POST', `${orders}/pushDown`, [order]]],
        [close(order), put(`${orders}/unclose`, order)],
        [put(`${orders}/unaudit`, order)],
      ];
    },
    async check(customer) {
      const [row] = await world.sql<{ number: number; released: number; closed: number }>(
        `
          select l.number::float, coalesce(l.released_number, 0)::float as released,
            coalesce(l.closed_number, 0)::float as closed
          from app.order_order o
          join app.order_order_line l on l.parent_id = o.id
          where o.customer_code = $1`,
        [customer],
      );
      const { number = 0, released = 0, closed = 0 } = row ?? {};
      return released + closed > number ? `${released} released and ${closed} closed of ${number}` : null;
    },
  },
  {
    name: 'points of one customer are spent twice',
    async people(customer) {
      await session.must('POST', '/channelsale/points/account/adjust', {
        customerCode: customer,
        points: 300,
        remark: 'x',
      });
      const draft = (number: string): object => ({
        organizeCode: 'O1',
        activityCode,
        customerCode: customer,
        lines: [{ productCode: 'HOT02', number }],
      });
      const { id } = await session.must<{ id: string }>('POST', exchanges, draft('2'));
      return [
        [put(`${exchanges}/audit`, id), put(`${exchanges}/unaudit`, id), put(`${exchanges}/audit`, id)],
        [['POST', exchanges, draft('1')]],
        [['POST', exchanges, draft('2')]],
        [
          ['POST', '/channelsale/points/account/adjust', { customerCode: customer, points: -150, remark: 'x' }],
          put(`${exchanges}/cancel`, id),
        ],
      ];
    },
    async check(customer) {
      const [row] = await world.sql<{ balance: number; locked: number; spent: number; batches: number }>(
        `
          select sum(b.balance) filter (where b.batch_no = '')::float as balance,
            sum(b.locked) filter (where b.batch_no = '')::float as locked,
            sum(b.balance) filter (where b.batch_no <> '')::float as batches,
            (
              select coalesce(sum(e.total_points), 0)::float
              from app.points_exchangeorder e
              where e.customer_code = $1 and e.bill_status = '1' and e.cancel_flag = '0' and e.deleted_flag = '0'
            ) as spent
          from app.points_balance b
          where b.customer_code = $1`,
        [customer],
      );
      const { balance = 0, locked = 0, spent = 0, batches = 0 } = row ?? {};
      if (balance !== batches) return `the account has ${balance}, its batches ${batches}`;
      if (locked > balance) return `${locked} are held of ${balance}`;
      return balance + spent > 300 ? `${balance} are left and ${spent} spent of 300` : null;
    },
  },
  {
    name: 'rebate lapses while an order holds it',
    async people(customer) {
      await audited(session, bills, {
        organizeCode: 'O1',
        customerCode: customer,
        billType: 'AD',
        amount: '50',
        accountCode: `A003-O1-${customer}`,
      });
      const { order, movement } = await orderInWarehouse(session, customer, six);
      await world.sql(`update app.rebate_batch set expire_date = current_date - 10 where account_code = $1`, [
        `A003-O1-${customer}`,
      ]);
      return [
        [put(`${movements}/audit`, movement), put(`${movements}/unaudit`, movement)],
        [
          [
            'PUT',
            `${orders}/close`,
            async () => {
              await lapse();
              return { ids: [order], operateMsg: 'x', reasonKind: '0' };
            },
          ],
        ],
        [put(`${orders}/unclose`, order), put(`${orders}/unaudit`, order)],
      ];
    },
    async check(customer) {
      const [row] = await world.sql<{ balance: number; occupied: number; batches: number }>(
        `
          select b.balance::float, b.occupied::float,
            (
              select coalesce(sum(r.remaining), 0)::float
              from app.rebate_batch r
              where r.account_code = b.account_code
            ) as batches
          from app.capital_balance b
          where b.account_code = $1`,
        [`A003-O1-${customer}`],
      );
      const { balance = 0, occupied = 0, batches = 0 } = row ?? {};
      if (balance !== batches) return `the account has ${balance}, its batches ${batches}`;
      return occupied > balance ? `${occupied} are held of ${balance}` : null;
    },
  },
  {
    name: 'goods for points come back while what is left of their order is closed',
    async people(customer) {
      await session.must('POST', '/channelsale/points/account/adjust', {
        customerCode: customer,
        points: 600,
        remark: 'x',
      });
      const id = await audited(session, exchanges, {
        organizeCode: 'O1',
        activityCode,
        customerCode: customer,
        lines: [{ productCode: 'HOT02', number: '6' }],
      });
      const { newOrderCode } = await session.must<{ newOrderCode: string }>('GET', `${exchanges}/${id}`);
      const {
        list: [made],
      } = await session.must<{ list: { id: string }[] }>('GET', `${orders}/page?code=${newOrderCode}`);
      const order = made?.id ?? '';
      const {
        ids: [delivery = ''],
      } = await session.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order]);
      const draft = await session.must<{ lines: object[] }>('GET', `${deliveries}/${delivery}`);
      await session.must('PUT', deliveries, { ...draft, lines: draft.lines.map((line) => ({ ...line, number: '4' })) });
      await session.must('PUT', `${deliveries}/audit`, [delivery]);
      const { ids } = await session.must<{ ids: string[] }>('PUT', '/stock/deliveryrelease/release', [delivery]);
      await session.must('PUT', `${movements}/audit`, ids);
      const { movement } = await askBack(session, order, { HOT02: '3' });
      return [
        [put(`${movements}/audit`, movement), put(`${movements}/unaudit`, movement)],
        [close(order)],
        [put(`${exchanges}/unaudit`, id)],
        [
          [
            'POST',
            exchanges,
            {
              organizeCode: 'O1',
              activityCode,
              customerCode: customer,
              lines: [{ productCode: 'HOT02', number: '2' }],
            },
          ],
        ],
      ];
    },
    async check(customer) {
      const [row] = await world.sql<{ balance: number; kept: number }>(
        `
          select sum(b.balance) filter (where b.batch_no = '')::float as balance,
            (
              select coalesce(sum((l.number - coalesce(l.returned_number, 0)) * l.exchange_point_num), 0)::float
              from app.points_exchangeorder e
              join app.points_exchangeorder_line l on l.parent_id = e.id
              where e.customer_code = $1 and e.bill_status = '1' and e.cancel_flag = '0' and e.deleted_flag = '0'
            ) as kept
          from app.points_balance b
          where b.customer_code = $1`,
        [customer],
      );
      const { balance = 0, kept = 0 } = row ?? {};
      return balance + kept === 600 ? null : `${balance} are left, what is kept is worth ${kept}, of 600`;
    },
  },
  {
    name: 'the last pieces of an activity are exchanged twice',
    async people(customer) {
      await session.must('POST', '/channelsale/points/account/adjust', {
        customerCode: customer,
        points: 900,
        remark: 'x',
      });
      const id = await audited(session, activities, {
        name: customer,
        startDate: '2020-01-01',
        endDate: '2099-12-31',
        customerCodes: [customer],
        lines: [{ productCode: 'HOT02', exchangePointNum: '100', number: '3' }],
      });
      const { code } = await session.must<{ code: string }>('GET', `${activities}/${id}`);
      const draft = {
        organizeCode: 'O1',
        activityCode: code,
        customerCode: customer,
        lines: [{ productCode: 'HOT02', number: '2' }],
      };
      return [
        [['POST', exchanges, draft]],
        [['POST', exchanges, draft]],
        [['POST', exchanges, draft], put(`${activities}/close`, id)],
      ];
    },
    async check(customer) {
      const [row] = await world.sql<{ taken: number }>(
        `
          select coalesce(sum(l.number), 0)::float as taken
          from app.points_exchangeorder e
          join app.points_exchangeorder_line l on l.parent_id = e.id
          where e.customer_code = $1 and e.cancel_flag = '0' and e.deleted_flag = '0'`,
        [customer],
      );
      return (row?.taken ?? 0) > 3 ? `${row?.taken} of 3 pieces are taken` : null;
    },
  },
];

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
  open: (customer: string) => openCustomer(session, customer, { isControlled: false, limit: '0', cash: '1000' }),
  alsoRefused: [
    'E-PROMO-CHANGED',
    'E-REV-OPEN',
    'E-REV-LOW',
    'E-EXCH-WAIT',
    'E-POINT-LACK',
    'E-POINT-TAKEN',
    'E-EXCH-QUOTA',
  ],
});

describe('returns, exchanges, revisions, points and rebate under way', () => {
  test(
    `${scenarios.length} scenarios × ${seeds} seeds with ${killRate * 100} % of the backends ended: I1–I40 hold after each`,
    async () => {
      const { bad, told } = await interleave(plan(scenarios, 'R'));
      console.log(`return interleavings: ${told}`);
      expect(bad).toEqual([]);
      expect(await deadlocksIn(world)).toBe(0);
    },
    Math.max(180_000, scenarios.length * seeds * 8000),
  );

  test('control: without holding the activity, its last pieces are exchanged twice', async () => {
    const { bad } = await interleave({
      ...plan(scenarios.slice(-1), 'C'),
      seeds: 10,
      killRate: 0,
      rewrite: (text) =>
        text.includes('from app.points_exchangeactivity\n') ? text.replace(/for no key update\s*$/, '') : text,
    });
    expect(bad.join('\n')).toMatch(/of 3 pieces are taken/);
  });
});
