import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { Checklist } from '#system/model/period.ts';
import { firstSeed, isThorough, timesOf } from '#tests/thorough.ts';
import { priceDesk } from '#tests/price-desk.ts';
import { promotionDesk } from '#tests/promotion-desk.ts';
import { openWorld, type Reply, type Session, type World } from '#tests/world.ts';
import {
  audited,
  bills,
  chargesBy,
  deliveries,
  figures,
  limits,
  movements,
  openCustomer,
  orderFor,
  orderInWarehouse,
  orders,
  refusals,
  releases,
  wrongOf,
} from './cash.ts';
import { checkLedgers, type Finding } from './ledger-check.ts';
import { askBack, refunds, signOrder } from './returns.ts';
import { addKit, combinationOf, openShop, outcome } from './shop.ts';
import { seeded } from './stepping-door.ts';

const histories = timesOf(200, 'PROOF_CASH_HISTORIES');
const steps = Number.parseInt(process.env['PROOF_STEPS'] ?? '40', 10);
const patience = Math.max(180_000, histories * steps * 500);
/** Seeds that once found something stay, and live as they did then: before there were kits. */
const kept: readonly number[] = [77_629];
const kit = 'KIT01';
/** What the kit holds, one after the other: orders that are audited meanwhile keep what they were audited with. */
const combinations = [
  [
    ['HOT01', '1'],
    ['HOT02', '2'],
  ],
  [
    ['HOT03', '1'],
    ['HOT01', '3'],
    ['HOT02', '1'],
  ],
] as const;

let world: World;
let session: Session;
let kitId = '';
const { activity, away } = promotionDesk(() => world);
beforeAll(async () => {
  world = await openWorld('cash_histories');
  session = world.first;
  await openShop(session, 3, '400');
  await session.must('POST', '/data/storage', { code: 'W9', name: '残次仓', organizeCode: 'O1', type: '1' });
  kitId = (await addKit(session, kit, combinations[0])).id;
  // The book sells the third cheaper from five on: closes and returns lose what a ladder gave.
  const { benchmark, ladder } = priceDesk(() => world);
  const sourceId = await benchmark({ productCode: 'HOT03', price: '20' });
  const tiers = [
    ['5', '18.5'],
    ['8', '16.66'],
  ].map(([startNumber, price]) => ({ productCode: 'HOT03', startNumber, price }));
  await ladder({ sourceType: 'benchmark', sourceId, lines: tiers });
});
afterAll(() => world.close());

test(
  `${histories} random histories of ${steps} steps from order to cash leave the books right after every step`,
  async () => {
    const seen = new Map<string, number>();
    const began = performance.now();
    for (const seed of [...kept, ...Array.from({ length: histories }, (_, n) => firstSeed + n)]) {
      const wrong = await live(seed, seen);
      if (wrong.length > 0) throw new Error(`seed ${seed}: ${wrong.join('\n')}`);
    }
    const findings = await asAdministrator(world.adminUrl, checkLedgers);
    console.log(
      `cash histories: ${histories} histories from seed ${firstSeed} and ${kept.join(', ')}, ${[...seen.values()].reduce((a, b) => a + b, 0)} steps, ${findings.length} violations, ${((performance.now() - began) / 60_000).toFixed(1)} minutes, done and undone ${JSON.stringify(Object.fromEntries(undone))}, ${seen.size} outcomes: ${[
        ...seen,
      ]
        .map(([what, n]) => `${what}×${n}`)
        .toSorted((a, b) => a.localeCompare(b))
        .join(' ')}`,
    );
    expect(findings).toEqual([]);
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining([
        'ship',
        'movement.unaudit',
        'movement.audit',
        'refund',
        'order.pushDown',
        'order.close',
        'order.closeLines',
        'order.uncloseLines',
        'period.settle',
        'period.unsettle',
        'kit.combine',
      ]),
    );
    expect(await kitsLived()).toEqual({ left: true, partly: true, closed: true, returned: true });
    expect(undone.get('order.audit')).toBeGreaterThan(0);
    expect(undone.get('order.closeLines')).toBeGreaterThan(0);
  },
  patience,
);

/** Whether kits went through everything that the checker has rules for. */
async function kitsLived(): Promise<unknown> {
  const [row] = await world.sql(`
    select bool_or(out_number = number) as left, bool_or(out_number > 0 and out_number < number) as partly,
      bool_or(closed_number > 0) as closed, bool_or(returned_number > 0) as returned
    from app.order_order_line
    where components is not null`);
  return row;
}

test.each([
  [
    'a kit that bears a cent more than is paid for it',
    `
      update app.order_order_line
      set components = jsonb_set(components, '{0,amount}', to_jsonb(((components->0->>'amount')::numeric + 0.01)::text))
      where components is not null`,
    /kits: the components of a kit bear/,
  ],
  [
    'a cent that one component bears for another',
    `
      update app.stock_inout_line
      set components = jsonb_set(
        jsonb_set(components, '{0,amount}', to_jsonb(((components->0->>'amount')::numeric + 0.02)::text)), '{1,amount}',
        to_jsonb(((components->1->>'amount')::numeric - 0.02)::text)
      )
      where components is not null`,
    /kits: a component bears its weight/,
  ],
  [
    'a kit that left as itself',
    'update app.stock_inout_line set components = null where components is not null',
    /kits: what lines moved.*kits: a kit leaves as its order/s,
  ],
  [
    'an order that changed with the list of its kit',
    `
      update app.order_order_line
      set components = jsonb_set(components, '{0,number}', '"7"')
      where components is not null`,
    /kits: a kit leaves as its order was audited/,
  ],
])('control: the check finds %s', async (_name, plant, rule) => {
  const findings = await asAdministrator(world.adminUrl, async (client): Promise<readonly Finding[]> => {
    await client.query('begin');
    try {
      expect((await client.query(plant)).rowCount).toBeGreaterThan(0);
      return await checkLedgers(client);
    } finally {
      await client.query('rollback');
    }
  });
  expect(findings.map((finding) => finding.rule).join('\n')).toMatch(rule);
});

/** How often something was done and undone at once, with every balance as it was before. */
const undone = new Map<string, number>();

interface Priced {
  readonly lines: readonly { readonly productCode: string; readonly price?: string }[];
}
/** What the book has a ladder for is sold at its price. */
const unpriced = (order: Priced): object => ({
  ...order,
  lines: order.lines.map(({ price, ...line }) => (line.productCode === 'HOT03' ? line : { ...line, price })),
});

interface Doc {
  readonly id: string;
  readonly status: string;
}
/** The state in which a verb makes sense. */
const wantedBy: Readonly<Record<string, string>> = {
  audit: '0',
  unaudit: '1',
  close: '1',
  unclose: '2',
  release: '1',
  refuse: '1',
  cancel: '0',
};

async function live(seed: number, seen: Map<string, number>): Promise<readonly string[]> {
  const random = seeded(seed);
  // Days and periods are drawn apart: a seed that once found something still means what it did.
  const calendar = seeded(seed + 1_000_000);
  // Kits too.
  const boxes = kept.includes(seed) ? null : seeded(seed + 2_000_000);
  // And promotions, in thorough runs: a commit meets them in promotion-interleave.test.ts.
  const offers = kept.includes(seed) || !isThorough ? null : seeded(seed + 3_000_000);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const customer = `H${seed}_${Math.floor(random() * 1e6)}`;
  const isControlled = random() < 0.7;
  await openCustomer(session, customer, {
    isControlled,
    limit: pick(['0', '500', '3000']),
    cash: pick(['0', '200', '2000']),
  });
  const running = offers === null ? [] : await promotionsFor(customer, offers);
  const trail: string[] = [];
  const docs = async (table: string, by = 'customer_code = $1'): Promise<readonly Doc[]> =>
    world.sql<Doc & { id: string }>(
      `
        select id, bill_status as status
        from app.${table}
        where tenant_code = '1000' and ${by} and deleted_flag = '0'
        order by create_date`,
      [customer],
    );
  const body = (): object =>
    unpriced(
      orderFor(
        customer,
        Array.from(
          { length: 1 + Math.floor(random() * 3) },
          () =>
            [
              pick(['HOT01', 'HOT02', 'HOT03']),
              String(1 + Math.floor(random() * 9)),
              pick(['10', '33.3333', '7.77']),
            ] as const,
        ),
        chargesBy(random),
      ) as Priced,
    );
  /** Now and then among the lines of an order, first or last: sold as one thing, delivered as what it holds. */
  const withKits = (order: object): object => {
    if (boxes === null || boxes() < 0.4) return order;
    const { lines: goods } = order as Priced;
    const line = {
      productCode: kit,
      number: String(1 + Math.floor(boxes() * 6)),
      price: boxes() < 0.5 ? '33.3333' : '19.99',
    };
    return { ...order, lines: boxes() < 0.5 ? [line, ...goods] : [...goods, line] };
  };
  /** From now on it holds something else. */
  const combine = async (): Promise<readonly [string, string]> => [
    'kit.combine',
    outcome(
      await put('/data/bd/material', {
        id: kitId,
        combination: combinationOf(combinations[boxes !== null && boxes() < 0.5 ? 0 : 1]),
      }),
    ),
  ];
  const put = (path: string, given: unknown): Promise<Reply<unknown>> => session.call('PUT', path, given);
  /** A verb on one document of a kind, whatever its state: most are right, some are refused. */
  const verb = (noun: string, path: string, table: string, name: string) => async (): Promise<string | null> => {
    const all = await docs(table);
    if (all.length === 0) return null;
    // Most deeds meet a document that waits for them, some any other.
    const fit = all.filter(({ status }) => status === wantedBy[name]);
    const doc = pick(fit.length > 0 && random() < 0.8 ? fit : all);
    const isTwice = (name === 'audit' || name === 'close') && random() < 0.3;
    const before = isTwice ? await figures(world, customer) : '';
    const answer = outcome(
      await put(
        `${path}/${name}`,
        name === 'close' || name === 'refuse' ? { ids: [doc.id], operateMsg: 'x' } : [doc.id],
      ),
    );
    // What is done and undone at once leaves no trace in any figure.
    if (
      isTwice &&
      answer === '' &&
      outcome(await put(`${path}/${name === 'audit' ? 'unaudit' : 'unclose'}`, [doc.id])) === ''
    ) {
      undone.set(`${noun}.${name}`, (undone.get(`${noun}.${name}`) ?? 0) + 1);
      if ((await figures(world, customer)) !== before) return `${noun}.${name} and back left a trace`;
    }
    return answer;
  };
  /**
   * Some lines of an order, whatever is left of them; now and then they are reopened at once, and nothing has changed.
   */
  const lines = (name: 'close' | 'unclose') => async (): Promise<string | null> => {
    const all = await docs('order_order');
    if (all.length === 0) return null;
    const fitting =
      name === 'close'
        ? all.filter(({ status }) => status === '1')
        : await docs(
            'order_order',
            `
              customer_code = $1
              and exists (
                select from app.order_order_line l
                where l.parent_id = order_order.id and l.closed_number > 0
              )`,
          );
    const { id } = pick(fitting.length > 0 && random() < 0.8 ? fitting : all);
    const bill = await session.must<{
      lines: { id: string; number: string; outNumber: string; closedNumber: string | null }[];
    }>('GET', `${orders}/${id}`);
    const wants = ({ number, outNumber, closedNumber }: (typeof bill.lines)[number]): boolean =>
      name === 'close'
        ? Number.parseFloat(number) > Number.parseFloat(outNumber) + Number.parseFloat(closedNumber ?? '0')
        : Number.parseFloat(closedNumber ?? '0') > 0;
    const fit = bill.lines.filter(wants);
    const chosen = (fit.length > 0 && random() < 0.9 ? fit : bill.lines)
      .filter((_line, at) => at === 0 || random() < 0.4)
      .map((line) => line.id);
    const isTwice = name === 'close' && random() < 0.3;
    const before = isTwice ? await figures(world, customer) : '';
    const answer = outcome(await put(`${orders}/${name}`, { ids: [id], lineIds: chosen, operateMsg: 'x' }));
    if (
      isTwice &&
      answer === '' &&
      outcome(await put(`${orders}/unclose`, random() < 0.5 ? { ids: [id], lineIds: chosen } : [id])) === ''
    ) {
      undone.set('order.closeLines', (undone.get('order.closeLines') ?? 0) + 1);
      // A line that was closed before is reopened with all that was closed of it.
      if (
        bill.lines.every(({ closedNumber }) => Number.parseFloat(closedNumber ?? '0') === 0) &&
        (await figures(world, customer)) !== before
      )
        return 'order.closeLines and back left a trace';
    }
    return answer;
  };
  const money = async (): Promise<string> => {
    const accounts = await world.sql<{ code: string; type: string }>(
      `
        select account_code as code, account_type as type
        from app.sale_capitalaccount
        where tenant_code = '1000' and customer_code = $1
        order by 1`,
      [customer],
    );
    const of = (type: string): string | undefined => accounts.find((account) => account.type === type)?.code;
    const billType = pick(['RC', 'RC', 'RC', 'RF', 'AD', 'FZ', 'UF', 'TR']);
    const given = {
      organizeCode: 'O1',
      customerCode: customer,
      billType,
      // Of rebate some is taken back, too.
      amount: `${billType === 'AD' && calendar() < 0.3 ? '-' : ''}${pick(['10', '55.55', '300'])}`,
      ...(billType === 'AD' && of('A003') !== undefined ? { accountCode: of('A003') } : {}),
      ...(billType === 'TR'
        ? { accountCode: of(pick(['A001', 'A003'])), toAccountCode: of(pick(['A001', 'A002'])) }
        : {}),
    };
    const billDate = calendar() < 0.25 ? { billDate: `2025-0${1 + Math.floor(calendar() * 3)}-15` } : {};
    const reply = await session.call<{ id: string }>('POST', bills, { ...given, ...billDate });
    return reply.code === 0 ? outcome(await put(`${bills}/audit`, [reply.data.id])) : outcome(reply);
  };
  const edit = (path: string, table: string) => async (): Promise<string | null> => {
    const open = (await docs(table)).filter(({ status }) => status === '0');
    if (open.length === 0) return null;
    const { id } = pick(open);
    const bill = await session.must<{ lines: { number: string }[] }>('GET', `${path}/${id}`);
    return outcome(
      await put(path, {
        ...bill,
        lines: bill.lines.map((line) => ({
          ...line,
          number: String(Math.max(1, Math.floor(Number.parseFloat(line.number) * random() * 1.3))),
        })),
      }),
    );
  };
  const sign = async (): Promise<string | null> => {
    const all = await docs('order_delivery');
    if (all.length === 0) return null;
    const gone = all.filter(({ status }) => status === '2');
    const { id } = pick(gone.length > 0 && random() < 0.8 ? gone : all);
    const bill = await session.must<{ lines: { id: string; outNumber: string }[] }>('GET', `${deliveries}/${id}`);
    return outcome(
      await put(`${deliveries}/sign`, [
        {
          id,
          lines: bill.lines.map((line) => ({
            id: line.id,
            signedNumber: String(Math.floor(Number.parseFloat(line.outNumber) * (random() < 0.5 ? 1 : random()))),
          })),
        },
      ]),
    );
  };
  /** A part of an order goes all the way out: single deeds seldom meet in the right order. */
  const ship = async (): Promise<string | null> => {
    const open = (await docs('order_order')).filter(({ status }) => status === '1');
    if (open.length === 0) return null;
    const made = await session.call<{ ids: string[] }>('POST', `${orders}/pushDown`, [pick(open).id]);
    if (made.code !== 0) return outcome(made);
    const [id = ''] = made.data.ids;
    const bill = await session.must<{ lines: { number: string }[] }>('GET', `${deliveries}/${id}`);
    await put(deliveries, {
      ...bill,
      lines: bill.lines.map((line) => ({
        ...line,
        number: String(Math.max(1, Math.floor(Number.parseFloat(line.number) * random() * 1.2))),
      })),
    });
    await put(`${deliveries}/audit`, [id]);
    const released = await session.call<{ ids: string[] }>('PUT', `${releases}/release`, [id]);
    return released.code === 0 ? outcome(await put(`${movements}/audit`, released.data.ids)) : outcome(released);
  };
  /** Some of what has left comes back, for one reason or another, or something that never left. */
  const comeBack = async (): Promise<string | null> => {
    const all = await docs('order_order');
    if (all.length === 0) return null;
    const gone = all.filter(({ status }) => status === '1' || status === '2');
    const { id } = pick(gone.length > 0 && random() < 0.9 ? gone : all);
    if (random() < 0.8) await signOrder(session, id);
    const { code, lines: sold } = await session.must<{
      code: string;
      lines: { id: string; productCode: string; outNumber: string | null }[];
    }>('GET', `${orders}/${id}`);
    const some = sold.filter((_line, at) => at === 0 || random() < 0.6);
    const reply = await session.call<{ id: string }>('POST', refunds, {
      organizeCode: 'O1',
      orderCode: code,
      returnReason: pick(['0', '0', '0', '1', '3']),
      lines: some.map((line) => ({
        orderLineId: line.id,
        productCode: line.productCode,
        number: String(Math.max(1, Math.floor(Number.parseFloat(line.outNumber ?? '0') * random() * 1.2))),
      })),
    });
    if (reply.code !== 0 || random() < 0.2) return outcome(reply);
    return outcome(await put(`${refunds}/audit`, [reply.data.id]));
  };
  /** The next of the first months is closed, without what still waits in it, or the last is opened again. */
  const period = async (): Promise<readonly [string, string]> => {
    const months = await world.sql<Doc>(`
      select id, status
      from app.sys_accountperiod
      where tenant_code = '1000'
      order by start_date
      limit 3`);
    const closed = months.filter(({ status }) => status === '2').length;
    const next = months[closed];
    if (next === undefined || (closed > 0 && calendar() < 0.4))
      return ['period.unsettle', outcome(await put('/sys/accountperiod/unsettle', [months[closed - 1]?.id]))];
    const { lines: checks } = await session.must<Checklist>('GET', `/sys/accountperiod/checklist?id=${next.id}`);
    for (const { documents = [] } of checks) for (const { id } of documents) await put(`${bills}/cancel`, [id]);
    return ['period.settle', outcome(await put('/sys/accountperiod/settle', [next.id]))];
  };
  const deeds: readonly (readonly [name: string, weight: number, deed: () => Promise<string | null>])[] = [
    ['order.save', 4, async () => outcome(await session.call('POST', orders, withKits(body())))],
    ['order.audit', 6, verb('order', orders, 'order_order', 'audit')],
    ['order.unaudit', 1, verb('order', orders, 'order_order', 'unaudit')],
    ['order.close', 2, verb('order', orders, 'order_order', 'close')],
    ['order.unclose', 2, verb('order', orders, 'order_order', 'unclose')],
    ['order.closeLines', 4, lines('close')],
    ['order.uncloseLines', 3, lines('unclose')],
    [
      'order.pushDown',
      5,
      async () => {
        const all = await docs('order_order');
        const fit = all.filter(({ status }) => status === '1');
        return all.length === 0
          ? null
          : outcome(
              await session.call('POST', `${orders}/pushDown`, [pick(fit.length > 0 && random() < 0.8 ? fit : all).id]),
            );
      },
    ],
    ['ship', 6, ship],
    ['delivery.edit', 2, edit(deliveries, 'order_delivery')],
    ['delivery.audit', 5, verb('delivery', deliveries, 'order_delivery', 'audit')],
    ['delivery.unaudit', 1, verb('delivery', deliveries, 'order_delivery', 'unaudit')],
    ['delivery.close', 1, verb('delivery', deliveries, 'order_delivery', 'close')],
    ['delivery.unclose', 1, verb('delivery', deliveries, 'order_delivery', 'unclose')],
    ['delivery.cancel', 1, verb('delivery', deliveries, 'order_delivery', 'cancel')],
    ['release', 5, verb('delivery', releases, 'order_delivery', 'release')],
    ['unrelease', 1, verb('delivery', releases, 'order_delivery', 'unrelease')],
    ['refuse', 1, verb('delivery', releases, 'order_delivery', 'refuse')],
    ['movement.edit', 2, edit(movements, 'stock_inout')],
    ['movement.audit', 6, verb('movement', movements, 'stock_inout', 'audit')],
    ['movement.unaudit', 4, verb('movement', movements, 'stock_inout', 'unaudit')],
    ['refund', 6, comeBack],
    ['refund.audit', 3, verb('refund', refunds, 'order_refund', 'audit')],
    ['refund.unaudit', 1, verb('refund', refunds, 'order_refund', 'unaudit')],
    ['refund.close', 1, verb('refund', refunds, 'order_refund', 'close')],
    ['refund.unclose', 1, verb('refund', refunds, 'order_refund', 'unclose')],
    ['refund.unstash', 1, verb('refund', refunds, 'order_refund', 'unstash')],
    ['refund.inbound', 1, verb('refund', refunds, 'order_refund', 'inbound')],
    ['delivery.sign', 3, sign],
    ['delivery.unsign', 1, verb('delivery', deliveries, 'order_delivery', 'unsign')],
    ['bill', 4, money],
    ['bill.unaudit', 2, verb('bill', bills, 'sale_bill', 'unaudit')],
    [
      'limit',
      1,
      async () => {
        const reply = await session.call<{ id: string }>('POST', limits, {
          organizeCode: 'O1',
          customerCode: customer,
          changeType: '0',
          changeAmount: pick(['100', '-50', '1000']),
        });
        return reply.code === 0 ? outcome(await put(`${limits}/audit`, [reply.data.id])) : outcome(reply);
      },
    ],
    ['limit.unaudit', 1, verb('limit', limits, 'sale_creditchange', 'unaudit')],
  ];
  for (let n = 0; n < 3; n += 1) await session.call('POST', orders, withKits(body()));
  // Hundreds of histories would sell the shop empty.
  await audited(session, movements, {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: ['HOT01', 'HOT02', 'HOT03'].map((productCode) => ({
      productCode,
      number: boxes === null ? '20' : '60',
      price: '8',
    })),
  });
  // Whom nobody controls has goods already: few histories get so far by chance that something comes back.
  if (!isControlled) {
    const { order, movement } = await orderInWarehouse(session, customer, [
      ['HOT01', '7', '33.3333'],
      ['HOT02', '3', '7.77'],
      ...(boxes === null ? [] : [[kit, '4', '33.3333'] as const]),
    ]);
    await session.must('PUT', `${movements}/audit`, [movement]);
    if (boxes !== null) await put(`${movements}/audit`, [(await askBack(session, order, { [kit]: '1' })).movement]);
  }
  const total = deeds.reduce((sum, [, weight]) => sum + weight, 0);
  for (let n = 0; n < steps; n += 1) {
    let at = random() * total;
    const [name, , deed] = deeds.find(([, weight]) => (at -= weight) < 0) ?? deeds[0]!;
    const answer = await deed();
    // Nothing of the kind is there yet: another deed instead.
    if (answer === null) {
      n -= 1;
      continue;
    }
    const done = [
      [name, answer] as const,
      ...(calendar() < 0.02 ? [await period()] : []),
      ...(boxes !== null && boxes() < 0.03 ? [await combine()] : []),
    ];
    const keys = done.map(([what, reply]) => `${what}${reply === '' ? '' : `=${reply}`}`);
    trail.push(...keys);
    for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
    const wrong = [
      ...done
        .filter(([, reply]) => !refusals.has(reply) && reply !== 'E-PROMO-CHANGED')
        .map(([, reply]) => `was answered ${reply}`),
      ...(await wrongOf(world, customer)),
    ];
    if (wrong.length > 0) return [...wrong, trail.join(' ')];
  }
  if (running.length > 0) await away(...running);
  return [];
}

/** Half of the customers meet activities of their own, one or two of these; nobody else does. */
const promotions: readonly (readonly [rule: Readonly<Record<string, unknown>>, head: object])[] = [
  [
    { policyRuleTypeCode: 'P003', leastAmount: '50', onSaleType: '0', onSaleAmount: '7.01', giveDynamicFlag: '2' },
    { limitTimes: 4 },
  ],
  [
    { policyRuleTypeCode: 'P003', leastNumber: '4', onSaleType: '1', onSaleRateType: '0', onSaleRate: '85' },
    { budgetAmount: '60' },
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
  [{ policyRuleTypeCode: 'P007', startNumber: '2', disRate: '50', giveDynamicFlag: '0' }, { stackFlag: '1' }],
];

async function promotionsFor(customer: string, random: () => number): Promise<readonly string[]> {
  if (random() < 0.5) return [];
  const scopes = [{ side: 'customer', dimension: 'customer', code: customer, excludeFlag: '0' }];
  const made: string[] = [];
  for (let n = random() < 0.5 ? 1 : 2; n > 0; n -= 1) {
    const [rule, head] = promotions[Math.floor(random() * promotions.length)] as (typeof promotions)[number];
    made.push(await activity([rule], { ...head, scopes }));
  }
  return made;
}
