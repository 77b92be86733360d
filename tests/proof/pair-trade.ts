import { fixed } from '#platform/model/decimal.ts';
import type { Pair } from '#purchase/model/peer/pair.ts';
import { deliveries, movements, orders, purchases, refunds, shipAll, type Bill } from '#tests/peers.ts';
import { promotionDesk } from '#tests/promotion-desk.ts';
import type { Session, World } from '#tests/world.ts';
import { audited, bills } from './cash.ts';
import { outcome } from './shop.ts';

export type Deed = readonly [name: string, weight: number, deed: () => Promise<string | null>];

/** What a house asks for these, so that a buyer who knows writes the same. */
const asked = { M1: '100', M2: '10', M3: '30', M4: '7.77' } as const;
type Product = keyof typeof asked;
const goods = Object.keys(asked) as readonly Product[];

/** Goods for a whole run of histories, and money of the rebate account that deliveries are paid from. */
export async function stockPair({ second: seller }: World): Promise<void> {
  await audited(seller, movements, {
    organizeCode: 'O1',
    moveType: '3',
    storageCode: 'W1',
    lines: goods.map((productCode) => ({ productCode, number: '1000000', price: '8' })),
  });
  const paid = { organizeCode: 'O1', customerCode: 'DOWN' };
  // The first money opens his accounts.
  await audited(seller, bills, { ...paid, billType: 'RC', amount: '500' });
  await audited(seller, bills, { ...paid, billType: 'AD', accountCode: 'A003-O1-DOWN', amount: '2000' });
}

interface Parts {
  readonly world: World;
  readonly random: () => number;
  /** Names what is of this history. */
  readonly mark: string;
}

/**
 * A trade between a buyer and his seller as clerks of both do it: what makes sense next, now and then what does not.
 */
export function pairTrade({ world, random, mark }: Parts) {
  const { first: buyer, second: seller } = world;
  const mine: string[] = [];
  const reds: string[] = [];
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const upTo = (most: number): string => String(1 + Math.floor(random() * most));
  const put = async (session: Session, path: string, body: unknown): Promise<string> =>
    outcome(await session.call('PUT', path, body));
  const idsOf = async (text: string, values: readonly unknown[] = [mine]): Promise<readonly string[]> =>
    (await world.sql<{ id: string }>(text, values)).map(({ id }) => id);
  const one = async (text: string, values?: readonly unknown[]): Promise<string | null> => {
    const ids = await idsOf(text, values);
    return ids.length === 0 ? null : pick(ids);
  };

  const purchasesIn = (status: string, more = ''): Promise<string | null> =>
    one(`
      select t.id
      from app.order_purchase t
      where t.id = any($1::uuid[]) and t.bill_status = '${status}' ${more}
      order by t.code`);
  const ordersOf = `
    select o.*
    from app.order_peer p
    join app.order_order o on o.tenant_code = p.tenant_code and o.id = p.bill_id
    where p.side = '2' and p.id = any($1::uuid[]) and o.cancel_flag = '0' and o.deleted_flag = '0'`;
  const ordersIn = (status: string, more = ''): Promise<string | null> =>
    one(`select t.id from (${ordersOf}) t where t.bill_status = '${status}' ${more} order by t.code`);
  const receiptsIn = (status: string): Promise<string | null> =>
    one(`
      select t.id
      from app.stock_inout t
      where t.bill_status = '${status}'
        and t.id in (select s.movement_id from app.order_peer_piece s where s.peer_id = any($1::uuid[]))
      order by t.code`);
  const refundsOf = `
    select t.*
    from app.order_refund t
    where t.tenant_code = '2000' and t.order_code in (select o.code from (${ordersOf}) o) and t.cancel_flag = '0'`;
  const refundsIn = (status: string): Promise<string | null> =>
    one(`select t.id from (${refundsOf}) t where t.bill_status = '${status}' order by t.code`);
  const comingBack = (status: string): Promise<string | null> =>
    one(`
      select m.id
      from app.stock_inout m
      where m.tenant_code = '2000'
        and m.bill_status = '${status}'
        and m.deleted_flag = '0'
        and m.source_code in (select t.code from (${refundsOf}) t)
      order by m.code`);
  const leftIn = (status: string): Promise<string | null> =>
    one(`
      select distinct k.to_id as id
      from app.doc_link k
      join (${ordersOf}) o on o.id = k.from_id
      join app.stock_inout m on m.tenant_code = k.tenant_code and m.id = k.to_id and m.bill_status = '${status}'
      where k.kind = 'out' and k.is_active
      order by 1`);
  const verb =
    (session: Session, path: string, name: string, found: () => Promise<string | null>) =>
    async (): Promise<string | null> => {
      const id = await found();
      if (id === null) return null;
      const why = path === orders ? { reasonKind: pick(['0', '1']) } : {};
      return put(session, `${path}/${name}`, name === 'close' ? { ids: [id], operateMsg: 'x', ...why } : [id]);
    };

  const buy = async (): Promise<string> => {
    const lines = [...goods.filter(() => random() < 0.4), ...(random() < 0.12 ? [unknown] : [])];
    const bought = (lines.length === 0 ? [pick(goods)] : lines).map((productCode) => ({
      productCode,
      number: upTo(12),
      price: random() < 0.75 ? (asked[productCode as Product] ?? '30') : pick(['9.99', '100', '33.3333']),
      taxRate: pick(['13', '13', '9']),
    }));
    const made = await buyer.call<{ id: string }>('POST', purchases, {
      organizeCode: 'O1',
      supplierCode: 'UP',
      storageCode: 'W1',
      lines: bought,
    });
    if (made.code !== 0) return outcome(made);
    mine.push(made.data.id);
    return random() < 0.1 ? '' : put(buyer, `${purchases}/audit`, [made.data.id]);
  };
  const unconfirmed = `
    and exists (
      select from app.order_peer_line l
      join app.order_purchase_line b on b.tenant_code = l.tenant_code and b.id = l.own_line_id
      where l.peer_id = t.id and b.amount <> l.peer_amount and l.confirmed_amount is distinct from l.peer_amount
    )`;
  const confirm = async (): Promise<string | null> => {
    const id = await purchasesIn('1', random() < 0.9 ? unconfirmed : '');
    if (id === null) return null;
    const pair = await buyer.must<Pair>('GET', `${purchases}/${id}/pair`);
    const lines = pair.lines
      .filter(({ isUnconfirmed }) => isUnconfirmed)
      .map(({ ownLineId, peerAmount }) => ({
        lineId: ownLineId,
        amount: random() < 0.05 ? '1.23' : fixed(peerAmount ?? '0', 2),
      }));
    return put(buyer, `${purchases}/confirmAmounts`, { id, lines });
  };
  const askClose = async (): Promise<string | null> => {
    const id = await purchasesIn('1');
    return id === null ? null : put(buyer, `${purchases}/askClose`, { ids: [id], operateMsg: mark });
  };
  /** What came, as the warehouse counted it: whole, fewer, or a line not at all. */
  const receive = async (): Promise<string | null> => {
    const id = await receiptsIn('0');
    if (id === null) return null;
    if (random() < 0.4) {
      const bill = await buyer.must<Bill>('GET', `${movements}/${id}`);
      const lines = bill.lines
        .filter((_, i) => i === 0 || random() < 0.8)
        .map((line) => ({
          ...line,
          number: String(Math.ceil(Number(line.number) * random()) + (random() < 0.05 ? 9 : 0)),
        }));
      const saved = await put(buyer, movements, { ...bill, lines });
      if (saved !== '') return saved;
    }
    return put(buyer, `${movements}/audit`, [id]);
  };
  const giveBack = async (): Promise<string | null> => {
    const id = await receiptsIn('1');
    if (id === null) return null;
    const bill = await buyer.must<Bill>('GET', `${movements}/${id}`);
    const line = pick(bill.lines);
    const made = await buyer.call<{ ids: readonly string[] }>('POST', `${movements}/red`, [
      { id, lines: [{ id: line.id, number: upTo(Math.max(1, Number(line.number))) }] },
    ]);
    if (made.code !== 0) return outcome(made);
    reds.push(...made.data.ids);
    return random() < 0.15 ? '' : put(buyer, `${movements}/audit`, made.data.ids);
  };
  const red = (status: string) => () =>
    one(
      `
        select id
        from app.stock_inout
        where id = any($1::uuid[]) and bill_status = '${status}'
        order by code`,
      [reds],
    );

  const reprice = async (): Promise<string | null> => {
    const id = await ordersIn('0');
    if (id === null) return null;
    const order = await seller.must<Bill>('GET', `${orders}/${id}`);
    return put(seller, orders, {
      ...order,
      ...(random() < 0.4 ? { freightAmount: pick(['12.50', '0.01', '80']) } : {}),
      lines: order.lines.map((line) => (random() < 0.3 ? { ...line, price: pick(['9.99', '31', '100.01']) } : line)),
    });
  };
  const toShip = `
    and exists (
      select from app.order_order_line l
      where l.parent_id = t.id and l.number > coalesce(l.out_number, 0) + coalesce(l.closed_number, 0)
    )`;
  const ship = async (): Promise<string | null> => {
    const id = await ordersIn('1', toShip);
    if (id === null) return null;
    const isWhole = random() < 0.5;
    return shipAll(seller, id, ({ number }) =>
      isWhole ? number : String(Math.ceil(Number(number) * (0.3 + 0.7 * random()))),
    ).then(
      () => '',
      (error: unknown) => /"key":"(E-[A-Z-]+)"/.exec(String(error))?.[1] ?? String(error),
    );
  };
  const unknown = `ONLY-${mark}`;
  let isMapped = false;
  const map = async (): Promise<string | null> => {
    if (isMapped) return null;
    isMapped = true;
    return outcome(
      await seller.call('POST', '/channelsale/peermaterial', {
        code: `MAP-${mark}`,
        name: mark,
        peerTenantCode: buyer.tenantCode,
        peerProductCode: unknown,
        productCode: 'M3',
      }),
    );
  };
  const sellerSigns = verb(seller, deliveries, 'sign', () =>
    one(`
      select d.id
      from app.order_delivery d
      where d.tenant_code = '2000'
        and d.bill_status = '2'
        and d.receipt_status = '0'
        and d.order_code in (select o.code from (${ordersOf}) o)
      order by d.code`),
  );

  const deeds: readonly Deed[] = [
    ['buy', 2.5, buy],
    ['buy.audit', 1, verb(buyer, purchases, 'audit', () => purchasesIn('0'))],
    ['buy.unaudit', 1, verb(buyer, purchases, 'unaudit', () => purchasesIn('1'))],
    ['buy.close', 1, verb(buyer, purchases, 'close', () => purchasesIn('1'))],
    ['buy.push', 2, verb(buyer, purchases, 'push', () => purchasesIn('1', `and t.push_status in ('0', '3')`))],
    ['confirm', 9, confirm],
    ['askClose', 2, askClose],
    ['receive', 9, receive],
    ['receive.undo', 1, verb(buyer, movements, 'unaudit', () => receiptsIn('1'))],
    ['giveBack', 5, giveBack],
    ['giveBack.audit', 1, verb(buyer, movements, 'audit', red('0'))],
    ['giveBack.undo', 1, verb(buyer, movements, 'unaudit', red('1'))],
    ['order.price', 1, reprice],
    ['order.audit', 8, verb(seller, orders, 'audit', () => ordersIn('0'))],
    ['order.unaudit', 1, verb(seller, orders, 'unaudit', () => ordersIn('1'))],
    ['order.cancel', 0.5, verb(seller, orders, 'cancel', () => ordersIn('0'))],
    ['order.close', 1, verb(seller, orders, 'close', () => ordersIn('1'))],
    ['order.unclose', 1, verb(seller, orders, 'unclose', () => ordersIn('2'))],
    ['order.retry', 1, verb(seller, orders, 'peerRetry', () => ordersIn('1'))],
    ['ship', 9, ship],
    ['ship.undo', 1, verb(seller, movements, 'unaudit', () => leftIn('1'))],
    ['sign', 1, sellerSigns],
    ['refund.unstash', 4, verb(seller, refunds, 'unstash', () => refundsIn('3'))],
    ['refund.audit', 6, verb(seller, refunds, 'audit', () => refundsIn('0'))],
    ['refund.unaudit', 1, verb(seller, refunds, 'unaudit', () => refundsIn('1'))],
    ['refund.goods', 6, verb(seller, movements, 'audit', () => comingBack('0'))],
    ['refund.undo', 1, verb(seller, movements, 'unaudit', () => comingBack('1'))],
    ['map', 1, map],
  ];

  /** Two purchases, and goods of his own that the seller has yet to hear of. */
  const begin = async (): Promise<void> => {
    await buyer.must('POST', '/data/bd/material', {
      code: unknown,
      name: `自有${mark}`,
      classCode: 'C1',
      brandCode: 'B1',
      mainUnitCode: 'PCS',
      taxRate: '13',
    });
    for (let n = 0; n < 2; n += 1) await buy();
  };
  /** Two of three sellers give something to who buys enough. */
  const promote = async (): Promise<readonly string[]> => {
    const { activity } = promotionDesk(() => ({ ...world, first: seller }));
    if (random() < 0.33) return [];
    const scopes = [{ side: 'customer', dimension: 'customer', code: 'DOWN', excludeFlag: '0' }];
    return [await activity([pick(rules)], { scopes })];
  };
  const end = async (activities: readonly string[]): Promise<void> => {
    if (activities.length === 0) return;
    await promotionDesk(() => ({ ...world, first: seller })).away(...activities);
  };
  /** Whatever waits for somebody of either side is done: goods come in, returns are agreed to and their goods taken. */
  const settle = async (): Promise<string[]> => {
    const failed: string[] = [];
    const all = async (found: () => Promise<string | null>, session: Session, path: string, name: string) => {
      for (let id = await found(), tries = 0; id !== null && tries < 60; id = await found(), tries += 1) {
        const answer = await put(session, `${path}/${name}`, [id]);
        if (answer !== '') failed.push(`${path}/${name} ${answer}`);
        if (answer !== '') return;
      }
    };
    await all(() => receiptsIn('0'), buyer, movements, 'audit');
    await all(() => refundsIn('3'), seller, refunds, 'unstash');
    await all(() => refundsIn('0'), seller, refunds, 'audit');
    await all(() => comingBack('0'), seller, movements, 'audit');
    return failed;
  };
  return { deeds, begin, promote, end, map, settle, mine };
}

const rules: readonly Readonly<Record<string, unknown>>[] = [
  { policyRuleTypeCode: 'P003', leastAmount: '50', onSaleType: '0', onSaleAmount: '7.01', giveDynamicFlag: '2' },
  { policyRuleTypeCode: 'P003', leastNumber: '4', onSaleType: '1', onSaleRateType: '0', onSaleRate: '85' },
  {
    policyRuleTypeCode: 'P001',
    leastNumber: '3',
    buyNumber: '3',
    giveNumber: '1',
    giveType: '1',
    giveCode: 'M2',
    giveDynamicFlag: '1',
  },
];
