import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import { refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { accountKinds } from '#funds/model/capital.ts';
import type { Closing, Part } from '#sales/model/order/order-close.ts';
import { chargeGivenBack, chargeOf } from '#funds/model/credit.ts';
import { splitOrder, type Split } from '#funds/model/settlement.ts';
import { paramIn, type ParamRow } from '#system/server/setting/param.ts';
import {
  accountFor,
  accountNamed,
  accountOff,
  accountReads,
  accountsIn,
  availableOf,
  book,
  cashBeforeDelivery,
  creditOver,
  heldBy,
  overdue,
  settlementRead,
  settlementsIn,
  type Account,
  type Movement,
} from '#funds/server/capital.ts';
import { stampSql } from '#price/server/price-reads.ts';
import { giftsOnAccount } from '#sales/server/promotion/gift-account.ts';
import { linkKinds } from './order-progress.ts';

export const stillUnderWay = refusal('E-INFLIGHT', 20008, [
  '存在未完成的下游单据【{codes}】，请先处理',
  '存在未完成的下游單據【{codes}】，請先處理',
  'Unfinished downstream documents {codes}; finish them first',
]);

interface Payer {
  readonly id: string;
  readonly organizeCode: string;
  readonly customerCode: string;
  readonly brandCode: string | null;
  readonly channelCode: string | null;
  readonly waiverAmount: string | null;
}

const ids = '$1::uuid[]';

/**
 * What the money of an order depends on: the customer's accounts, held; how he pays; what he owes too long.
 */
export const moneyReads = (orders: readonly string[]) => ({
  ...accountReads(`select o.organize_code, o.customer_code from app.order_order o where o.id = any(${ids})`, [orders]),
  payers: statement(
    { orderId: 'uuid', creditControlFlag: 'text', receiveType: 'text?', status: 'text', priceStamp: 'integer' },
    `
      select o.id as order_id, c.credit_control_flag, c.receive_type, c.status, ${stampSql} as price_stamp
      from app.order_order o
      join app.data_customer c on c.tenant_code = o.tenant_code and c.code = o.customer_code
      where o.id = any(${ids})`,
    [orders],
  ),
  overdue: statement(
    { orderId: 'uuid', days: 'integer', amount: 'decimal' },
    `
      select o.id as order_id, ${todaySql} - r.due_date as days, sum(r.open_amount) as amount
      from app.order_order o
      join app.receivable_balance b
        on b.organize_code = o.organize_code
        and b.customer_code = o.customer_code
        and b.amount > 0
      cross join lateral app.receivable_open(o.organize_code, o.customer_code) r
      where o.id = any(${ids}) and r.open_amount > 0 and r.due_date < ${todaySql}
      group by o.id, r.due_date`,
    [orders],
  ),
});
/** Credit that stands granted to orders: by their closes, and by movements that took their last goods. */
export const grantedRead = (orders: string, values: readonly unknown[]) =>
  statement(
    { orderId: 'uuid', accountCode: 'text', amount: 'decimal' },
    `
      select e.line_id as order_id, b.account_code, sum(e.d_balance) as amount
      from (
        select *
        from app.capital_entry
        where doc_id = any( array(
          select k.to_id
          from app.doc_link k
          where k.kind in ('${linkKinds.out}', '${linkKinds.returned}') and k.from_id = any(${orders})
          union
          select unnest(${orders})
        ))
          and line_id = any(${orders})
          and post_type in ('GRT', 'CLW')
        offset 0
      ) e
      join app.capital_balance b on b.id = e.balance_id
      group by 1, 2`,
    values,
  );

/** What closes of the orders have charged, what they granted, and what anybody did. */
const settledReads = (orders: readonly string[]) => ({
  charged: statement(
    { orderId: 'uuid', accountCode: 'text', amount: 'decimal' },
    `
      select e.doc_id as order_id, b.account_code, -sum(e.d_balance) as amount
      from (select * from app.capital_entry where doc_id = any(${ids}) and post_type = 'ADJ' offset 0) e
      join app.capital_balance b on b.id = e.balance_id
      group by e.doc_id, b.account_code`,
    [orders],
  ),
  standing: grantedRead(ids, [orders]),
  granted: statement(
    { orderId: 'uuid', accountCode: 'text', amount: 'decimal' },
    `
      select e.doc_id as order_id, b.account_code, sum(e.d_balance) as amount
      from (select * from app.capital_entry where doc_id = any(${ids}) and post_type in ('GRT', 'CLW') offset 0) e
      join app.capital_balance b on b.id = e.balance_id
      group by e.doc_id, b.account_code`,
    [orders],
  ),
});

/**
 * What closing and reopening must know beside it: what the order has taken of the accounts, what is under way, what was
 * paid already, and what its closes gave back.
 */
export const closeReads = (orders: readonly string[]) => ({
  settlements: settlementRead(ids, [orders]),
  gifts: giftsOnAccount(ids, [orders]),
  underWay: statement(
    { orderId: 'uuid', lineId: 'uuid', toCode: 'text' },
    `
      select k.from_id as order_id, k.from_line_id as line_id, k.to_code
      from app.doc_link k
      join app.order_delivery d on d.tenant_code = k.tenant_code and d.id = k.to_id
      where k.kind = '${linkKinds.release}' and k.is_active and k.from_id = any(${ids}) and d.bill_status <> '2'`,
    [orders],
  ),
  gone: statement(
    { orderId: 'uuid', lineId: 'uuid', amount: 'decimal' },
    `
      select k.from_id as order_id, k.from_line_id as line_id, sum(k.amount) as amount
      from app.doc_link k
      where k.kind in ('${linkKinds.out}', '${linkKinds.freight}') and k.is_active and k.from_id = any(${ids})
      group by k.from_id, k.from_line_id`,
    [orders],
  ),
  returned: statement(
    { lineId: 'uuid', amount: 'decimal' },
    `
      select k.from_line_id as line_id, sum(k.amount) as amount
      from app.doc_link k
      where k.kind = '${linkKinds.returned}' and k.is_active and k.from_id = any(${ids})
      group by k.from_line_id`,
    [orders],
  ),
  ...settledReads(orders),
  givenBack: statement(
    { orderId: 'uuid', opSeq: 'integer', lineId: 'uuid', accountCode: 'text', amount: 'decimal' },
    `
      select e.holder_doc_id as order_id, e.op_seq, e.line_id, b.account_code, -sum(e.d_occupied) as amount
      from (
        select *
        from app.capital_entry
        where holder_doc_id = any(${ids})
          and holder_line_id = holder_doc_id
          and post_type = 'RLS'
          and reversal_of is null
        offset 0
      ) e
      join app.capital_balance b on b.id = e.balance_id
      group by e.holder_doc_id, e.op_seq, e.line_id, b.account_code`,
    [orders],
  ),
});

/** What `moneyReads` answered, and `closeReads` where something is closed or reopened. */
export type MoneyRows = Partial<RowsOf<ReturnType<typeof moneyReads> & ReturnType<typeof closeReads>>>;

/**
 * Rebate, then cash, then credit are promised to the order. Refused when it is not covered, or when the customer owes
 * too long already.
 */
export function occupy(
  ctx: Command,
  source: Source,
  order: Payer,
  amount: string,
  rows: MoneyRows,
  params: readonly ParamRow[],
): void {
  if (isZero(amount)) return;
  refuseOverdue(order, rows, paramIn(params, 'SD014', order.organizeCode));
  const { accounts, rebate, cash, credit, split } = coverOf(order, amount, rows, params);
  if (split.shortage !== null) throw creditOver({ short: split.shortage });
  const held = (account: Account | undefined, occupied: string, isGuarded: boolean): Movement[] =>
    account === undefined ? [] : [{ account, postType: 'OCC', changes: { occupied }, orderId: order.id, isGuarded }];
  // Whom nobody controls, or who is let through, would owe the rest on no account at all.
  if (credit === undefined && !isZero(split.credit))
    throw accountOff({
      code: accounts.find(
        ({ type, organizeCode, customerCode }) =>
          type === accountKinds.credit && organizeCode === order.organizeCode && customerCode === order.customerCode,
      )?.code,
    });
  book(
    ctx,
    source,
    [...held(rebate, split.rebate, true), ...held(cash, split.cash, true), ...held(credit, split.credit, false)],
    [],
    () => creditOver({ short: amount }),
  );
}

/** The pockets that an order takes from, and how much of each. */
function coverOf(
  order: Payer,
  amount: string,
  rows: MoneyRows,
  params: readonly ParamRow[],
): { readonly accounts: readonly Account[]; readonly split: Split } & Readonly<
  Partial<Record<'rebate' | 'cash' | 'credit', Account | undefined>>
> {
  const customer = rows.payers?.find(({ orderId }) => orderId === order.id);
  const accounts = accountsIn(rows.accounts ?? []);
  const [rebate, cash, credit] = [accountKinds.rebate, accountKinds.cash, accountKinds.credit].map((kind) =>
    accountFor(accounts, kind, order),
  );
  const freeOf = (account: Account | undefined): string => (account === undefined ? '0' : availableOf(account));
  const split = splitOrder({
    amount,
    rebateAvailable: freeOf(rebate),
    cashAvailable: freeOf(cash),
    creditAvailable: freeOf(credit),
    rebateShare: paramIn(params, 'SD021', order.organizeCode),
    isCreditControlled: customer?.creditControlFlag === '1',
    isCashOnly: customer?.receiveType === cashBeforeDelivery,
    waiver: order.waiverAmount ?? '0',
  });
  return { accounts, rebate, cash, credit, split };
}

/** What audit would miss, were nothing let through. */
export const shortageOf = (order: Payer, amount: string, rows: MoneyRows, params: readonly ParamRow[]): string =>
  coverOf({ ...order, waiverAmount: null }, amount, rows, params).split.shortage ?? '0';

export function refuseOverdue({ id }: Payer, rows: MoneyRows, allowed: string): void {
  const late = (rows.overdue ?? []).filter(
    ({ orderId, days }) => orderId === id && days > Number.parseInt(allowed, 10),
  );
  if (late.length > 0)
    throw overdue({
      days: String(Math.max(...late.map(({ days }) => days))),
      amount: plus(...late.map(({ amount }) => amount)),
    });
}

/**
 * What an order gives back for closed lines is told by line, so that each can be reopened by itself; what is of no line
 * is told by the order.
 */
export function giveBack(ctx: Command, source: Source, order: Payer, { lines, rest }: Closing, rows: MoneyRows): void {
  const accounts = accountsIn(rows.accounts ?? []);
  const movement =
    (lineId: string) =>
    ({ accountId, amount }: Part): Movement => ({
      account: accountNamed(accounts, accountId),
      postType: 'RLS',
      changes: { occupied: negated(amount) },
      lineId,
      orderId: order.id,
    });
  book(
    ctx,
    source,
    [...lines.flatMap(({ id, given }) => given.map(movement(id))), ...rest.map(movement(order.id))],
    [],
    () => new Error('giving back asks for nothing'),
  );
}

/**
 * Reopened, an order takes from each account what its closes had given back; where that is spent meanwhile it is
 * covered anew, or refused.
 */
export function occupyAgain(
  ctx: Command,
  source: Source,
  order: Payer,
  { amount, isGiven }: { readonly amount: string; readonly isGiven: (given: Given) => boolean },
  rows: MoneyRows,
  params: readonly ParamRow[],
): void {
  const given = Map.groupBy(
    (rows.givenBack ?? []).filter(
      ({ orderId, opSeq, lineId }) => orderId === order.id && isGiven({ seq: opSeq, lineId }),
    ),
    ({ accountCode }) => accountCode,
  );
  const own = accountsIn(rows.accounts ?? [])
    .filter(({ code }) => given.has(code))
    .map((account) => ({
      account,
      occupied: plus(...(given.get(account.code) ?? []).map((row) => row.amount)),
    }));
  const isControlled = rows.payers?.find(({ orderId }) => orderId === order.id)?.creditControlFlag === '1';
  const isThere = own.every(
    ({ account, occupied }) =>
      account.isEnabled &&
      (compare(availableOf(account), occupied) >= 0 || (!isControlled && account.type === accountKinds.credit)),
  );
  if (!isThere || !isZero(minus(amount, plus(...own.map(({ occupied }) => occupied)))))
    return occupy(ctx, source, order, amount, rows, params);
  book(
    ctx,
    source,
    own.map(({ account, occupied }): Movement => ({
      account,
      postType: 'OCC',
      changes: { occupied },
      orderId: order.id,
    })),
    [],
    () => creditOver({ short: amount }),
  );
}

/**
 * What a close charges takes free cash, and the rest is owed on credit even beyond its limit; what comes back of it
 * goes where it was taken from (A1c, A10). Pockets that are switched off still bear it.
 */
export function chargeClawback(
  ctx: Command,
  source: Source,
  order: Payer & { readonly code: string },
  { amount, lineId = source.id }: { readonly amount: string; readonly lineId?: string },
  rows: Pick<MoneyRows, 'accounts' | 'charged'>,
): void {
  if (isZero(amount)) return;
  const accounts = accountsIn(rows.accounts ?? []);
  const pocket = (kind: string): Account => {
    const own =
      accountFor(accounts, kind, order) ??
      accounts.find(
        ({ type, organizeCode, customerCode }) =>
          type === kind && organizeCode === order.organizeCode && customerCode === order.customerCode,
      );
    if (own === undefined) throw new Error(`order ${order.code}: no account ${kind} was read`);
    return own;
  };
  const [cash, credit] = [pocket(accountKinds.cash), pocket(accountKinds.credit)];
  const isCharge = compare(amount, '0') > 0;
  const split = isCharge
    ? chargeOf(amount, availableOf(cash))
    : chargeGivenBack(
        negated(amount),
        { cash: chargedTo(rows, order.id, cash.code), credit: chargedTo(rows, order.id, credit.code) },
        credit.balance,
      );
  const moved = (account: Account, part: string): Movement => ({
    account,
    postType: 'ADJ',
    changes: { balance: isCharge ? negated(part) : part },
    lineId,
  });
  const { organizeCode, customerCode, code: orderCode } = order;
  book(
    ctx,
    source,
    [moved(cash, split.cash), moved(credit, split.credit)],
    [{ organizeCode, customerCode, postType: 'ADJ', amount, orderCode, lineId }],
    () => new Error('a charge asks for nothing'),
  );
}

/**
 * One account's part in a close: by which posting of the order, and for which line; the order stands for what is of
 * none.
 */
export interface Given {
  readonly seq: number;
  readonly lineId: string;
}

/** Credit that closes of an order granted and that was not taken back. */
export const grantedIn = (rows: MoneyRows, orderId: string): NonNullable<MoneyRows['granted']> =>
  (rows.granted ?? []).filter((row) => row.orderId === orderId);

/** What each account still holds for an order. */
export const heldIn = (rows: MoneyRows, orderId: string): readonly Part[] =>
  settlementsIn(rows.settlements ?? [], orderId)
    .map((settlement) => ({ accountId: settlement.accountId, amount: heldBy(settlement) }))
    .filter(({ amount }) => compare(amount, '0') > 0);

/** What was paid for goods of an order that have left, by line; the order stands for its freight. */
export const goneIn = (rows: Pick<MoneyRows, 'gone'>, orderId: string): ReadonlyMap<string, string> =>
  new Map((rows.gone ?? []).filter((row) => row.orderId === orderId).map(({ lineId, amount }) => [lineId, amount]));

/** What closes of an order have charged to an account and not given back. */
const chargedTo = (rows: Pick<MoneyRows, 'charged'>, orderId: string, code: string): string =>
  rows.charged?.find((row) => row.orderId === orderId && row.accountCode === code)?.amount ?? '0';

/** What was given back for goods that came back, by line. */
export const returnedIn = (rows: Pick<MoneyRows, 'returned'>): ReadonlyMap<string, string> =>
  new Map((rows.returned ?? []).map(({ lineId, amount }) => [lineId, amount]));

/** Lines that a delivery has taken up and not brought to its end are not closed; of the whole order any. */
export function refuseUnderWay({ id }: Payer, rows: MoneyRows, lineIds: ReadonlySet<string> | undefined): void {
  const codes = [
    ...new Set(
      (rows.underWay ?? [])
        .filter(({ orderId, lineId }) => orderId === id && lineIds?.has(lineId) !== false)
        .map(({ toCode }) => toCode),
    ),
  ];
  if (codes.length > 0) throw stillUnderWay({ codes: codes.slice(0, 3).join('、') });
}
