import { isZero, negated, plus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { linkDocuments } from '#platform/server/document/link.ts';
import { accountKinds } from '#funds/model/capital.ts';
import { componentsIn } from '#data/model/goods/combination.ts';
import { order } from '#sales/model/order/order.ts';
import { refundOf } from '#funds/model/credit.ts';
import { partLink, redLinks, stockInout } from '#stock/model/inout.ts';
import { sourceOf, type Inout, type InoutFacts, type MoveKind } from '#stock/server/inout.ts';
import { reconciled, type statementsOf } from '#funds/server/account-check.ts';
import {
  accountFor,
  accountNamed,
  accountOff,
  accountsIn,
  book,
  cashBeside,
  postedRead,
  settlementsIn,
  spill,
  takeBack,
  type Account,
  type accountReads,
  type Movement,
  type settlementRead,
} from '#funds/server/capital.ts';
import { shareOut } from './kit-shares.ts';
import { moveGifts, type giftsOnAccount } from '#sales/server/promotion/gift-account.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import type { HeldPart } from '#sales/model/refund/refund-record.ts';
import { holdRefund } from '#sales/server/refund/exchange-receipt.ts';
import { dropClaim, writeClaim } from '#sales/server/refund/lost-goods.ts';
import {
  goodsBrought,
  receiptOf,
  settleReceipt,
  undoReceipt,
  type Brought,
} from '#sales/server/refund/refund-receipt.ts';
import { receiveUnsourced, unreceiveUnsourced, unsourcedReads } from '#sales/server/refund/unsourced-receipt.ts';

/** Orders whose goods these red movements bring back; SQL of a set of ids, $1 being those of the movements. */
export const ordersOfRed = `
  select k.from_id
  from app.doc_link k
  where k.kind = '${linkKinds.out}'
    and k.is_active
    and k.to_id = any(array(
      select r.from_id
      from app.doc_link r
      where r.kind in (${redLinks}) and r.is_active and r.to_id = any($1::uuid[])
    ))`;

/** A red line with the order line whose goods it brings back. */
const returnedLine = {
  lineId: 'uuid',
  orderId: 'uuid',
  orderCode: 'text',
  orderLineId: 'uuid',
  organizeCode: 'text',
  customerCode: 'text',
  creditControlFlag: 'text?',
  isPart: 'boolean',
} as const;
export type Returned = RowOf<typeof returnedLine>;

/**
 * Driven line by line from the few red ones: as one join the planner walks through all orders while the links are new
 * to it. The lines with their orders, and what each account was given back.
 */
export const redReads = (ids: readonly string[]) => ({
  returned: statement(
    returnedLine,
    `
      select r.to_line_id as line_id, o.id as order_id, o.code as order_code, k.from_line_id as order_line_id,
        o.organize_code, o.customer_code, c.credit_control_flag, r.kind = '${partLink}' as is_part
      from (
        select *
        from app.doc_link x
        where x.kind in (${redLinks}) and x.is_active and x.to_id = any($1::uuid[])
        offset 0
      ) r
      cross join lateral (
        select x.from_id, x.from_line_id
        from app.doc_link x
        where x.tenant_code = r.tenant_code
          and x.kind = '${linkKinds.out}'
          and x.is_active
          and x.to_id = r.from_id
          and x.to_line_id = r.from_line_id
        limit 1
      ) k
      cross join lateral (
        select x.id, x.code, x.organize_code, x.customer_code
        from app.order_order x
        where x.tenant_code = r.tenant_code and x.id = k.from_id
        limit 1
      ) o
      cross join lateral (
        select x.credit_control_flag
        from app.data_customer x
        where x.tenant_code = r.tenant_code and x.code = o.customer_code
        limit 1
      ) c`,
    [ids],
  ),
  givenBack: postedRead(ids),
  ...unsourcedReads(ids),
  recalled: statement(
    { movementId: 'uuid' },
    `
      select distinct k.to_id as movement_id
      from app.doc_link k
      join app.order_refund t on t.tenant_code = k.tenant_code and t.id = k.from_id and t.return_reason = '2'
      where k.kind = '${linkKinds.inbound}' and k.is_active and k.to_id = any($1::uuid[])`,
    [ids],
  ),
});

/** Of what a sales out has read, the parts that a red one needs. */
type RedReads = ReturnType<typeof redReads> & {
  readonly accounts: ReturnType<typeof accountReads>['accounts'];
  readonly settlements: ReturnType<typeof settlementRead>;
  readonly agreed: ReturnType<typeof statementsOf>;
  readonly gifts: ReturnType<typeof giftsOnAccount>;
};

/**
 * A red sales out: sold goods come back (domain §3.3, §4.5). What each account paid for them it gets back pro rata, the
 * customer owes that much less, and the order counts what was returned; what was shipped stays shipped.
 */
export const redSaleOut: NonNullable<MoveKind<RedReads>['red']> = {
  madeBy: { link: linkKinds.inbound, instead: ['关闭或弃审退货单', '關閉或棄審退貨單', 'close or revoke the return'] },
  unsourced: ({ id }, { own }) => own.unsourced.find(({ movementId }) => movementId === id),
  isFrozen: ({ id }, { own }) => own.recalled.some(({ movementId }) => movementId === id),
  async audit(ctx, bill, facts, amounts) {
    const loose = facts.own.unsourced.find(({ movementId }) => movementId === bill.id);
    if (loose !== undefined) return receiveUnsourced(ctx, bill, loose, facts.own.accounts);
    const returned = returnedIn(bill, facts);
    const first = returned[0];
    if (first === undefined) return;
    const movement = { ...sourceOf(bill), brought: broughtBy(bill, returned, amounts) };
    const receipt = await receiptOf(ctx, first.orderId, movement);
    linkDocuments(
      ctx,
      stockInout,
      returned.map((row, i) => ({
        kind: linkKinds.returned,
        from: { type: order.name, id: row.orderId, lineId: row.orderLineId },
        to: { id: bill.id, lineId: row.lineId },
        number: movement.brought[i]?.goods ?? '0',
        amount: amounts[i] ?? '0',
      })),
    );
    countReturned(ctx, movement.brought, receipt?.choice ?? [], 1);
    shareOut(ctx, bill, amounts);
    moveGifts(ctx, sourceOf(bill), 'RTN', goodsBrought(movement), {
      gifts: facts.own.gifts,
      accounts: accountsIn(facts.own.accounts),
    });
    const parts = giveBack(ctx, bill, { first, facts, amount: receipt?.record.refund ?? plus(...amounts) });
    if (receipt === null) return;
    const held = await holdRefund(ctx, movement, receipt.lines[0]?.refundId ?? '', {
      parts,
      accounts: accountsIn(facts.own.accounts),
      settlements: facts.own.settlements,
    });
    await settleReceipt(ctx, movement, { ...receipt, parts, held }, facts.own.accounts);
    if (receipt.lines.some(({ lossFlag }) => lossFlag === '1')) await writeClaim(ctx, bill);
  },
  beforeUnaudit(_ctx, bill, facts) {
    if (facts.own.agreed.some(({ docId }) => docId === bill.id))
      throw reconciled({ verb: stockInout.verbs.unaudit.label });
  },
  async unaudit(ctx, bill, facts) {
    const loose = facts.own.unsourced.find(({ movementId }) => movementId === bill.id);
    const returned = returnedIn(bill, facts);
    const paid = bill.lines.map(({ amount }) => amount ?? '0');
    const movement = { ...sourceOf(bill), brought: broughtBy(bill, returned, paid) };
    await dropClaim(ctx, bill);
    const choice =
      loose === undefined
        ? await undoReceipt(ctx, returned[0]?.orderId ?? '', movement)
        : await unreceiveUnsourced(ctx, bill);
    takeBack(ctx, sourceOf(bill), {
      accounts: accountsIn(facts.own.accounts),
      posted: facts.own.givenBack,
      mayOwe: (loose ?? returned[0])?.creditControlFlag !== '1',
    });
    if (loose !== undefined) return;
    ctx.later({
      text: `
        update app.doc_link
        set is_active = false
        where kind = '${linkKinds.returned}' and is_active and to_id = $1`,
      values: [bill.id],
    });
    countReturned(ctx, movement.brought, choice ?? [], -1);
  },
};

const broughtBy = (bill: Inout, returned: readonly Returned[], amounts: readonly string[]): readonly Brought[] =>
  returned.map(({ lineId, orderLineId, isPart }, i) => {
    const { number = '0', productCode = '', productName = null, components = null } = bill.lines[i] ?? {};
    return {
      lineId,
      orderLineId,
      number,
      goods: isPart ? '0' : number,
      share: amounts[i] ?? '0',
      missing: componentsIn(components).flatMap(({ productCode: code, missing }) =>
        missing === undefined ? [] : [{ productCode: code, ...missing }],
      ),
      ...(isPart ? { part: { productCode, productName, number } } : {}),
    };
  });

function returnedIn(bill: Inout, { own }: InoutFacts<RedReads>): readonly Returned[] {
  const byLine = new Map(own.returned.map((row) => [row.lineId, row]));
  return bill.lines.flatMap((line) => byLine.get(line.id) ?? []);
}

interface Returning {
  readonly first: Returned;
  readonly facts: InoutFacts<RedReads>;
  readonly amount: string;
}

/** Answers what came to which account. */
function giveBack(ctx: Command, bill: Inout, { first, facts, amount }: Returning): readonly HeldPart[] {
  const accounts = accountsIn(facts.own.accounts);
  const { rows, spilled, beyond } = refundOf(settlementsIn(facts.own.settlements, first.orderId), amount, (code) => {
    const account = accountNamed(accounts, code);
    return account.type === accountKinds.credit ? account.balance : null;
  });
  const refunds = rows.filter((part) => !isZero(part.amount));
  const given = refunds.map(({ accountId, amount: part }): Movement & { readonly part: string } => ({
    account: accountNamed(accounts, accountId),
    postType: 'RTN',
    changes: { balance: part },
    orderId: first.orderId,
    part,
  }));
  // Before what is given, so that credit never stands above nothing, not even between two entries (I16).
  const repaid = [...spilled].flatMap(([code, part]) => {
    const credit = accountNamed(accounts, code);
    return [
      { account: code, amount: negated(part) },
      { account: cashBeside(accounts, credit).code, amount: part },
    ];
  });
  const moved = [...spilled].flatMap(([code, part]) => spill(accounts, accountNamed(accounts, code), part));
  const charges = chargesGivenBack(accounts, first, beyond);
  const charged = charges.map(({ account, changes }) => ({ account: account.code, amount: changes.balance ?? '0' }));
  const total = plus(...given.map(({ part }) => part));
  const rebate = plus(...given.filter(({ account }) => account.type === accountKinds.rebate).map(({ part }) => part));
  const owner = { organizeCode: first.organizeCode, customerCode: first.customerCode, orderCode: first.orderCode };
  book(
    ctx,
    sourceOf(bill),
    [...moved, ...given, ...charges],
    [
      { ...owner, postType: 'RET', amount: negated(total) },
      { ...owner, postType: 'RBT', amount: rebate },
      { ...owner, postType: 'ADJ', amount: negated(beyond) },
    ],
    () => new Error('giving back asks for nothing'),
  );
  for (const { accountId, amount: part } of refunds)
    for (const row of facts.own.settlements)
      if (row.orderId === first.orderId && row.accountCode === accountId) row.returned = plus(row.returned, part);
  return partsOf([
    ...given.map(({ account, part }) => ({ account: account.code, amount: part })),
    ...repaid,
    ...charged,
  ]);
}

/** Each account once, with what it got. */
const partsOf = (parts: readonly HeldPart[]): readonly HeldPart[] =>
  [...Map.groupBy(parts, ({ account }) => account)]
    .map(([account, own]) => ({ account, amount: plus(...own.map((part) => part.amount)) }))
    .filter((part) => !isZero(part.amount));

/** What a refund exceeds the payments by was charged by a close: it goes back to cash (A1c). */
function chargesGivenBack(accounts: readonly Account[], owner: Returned, amount: string): readonly Movement[] {
  if (isZero(amount)) return [];
  const cash = accountFor(accounts, accountKinds.cash, owner);
  if (cash === undefined)
    throw accountOff({ code: `${accountKinds.cash}-${owner.organizeCode}-${owner.customerCode}` });
  return [{ account: cash, postType: 'ADJ', changes: { balance: amount } }];
}

function countReturned(ctx: Command, brought: readonly Brought[], choice: readonly string[], way: 1 | -1): void {
  ctx.later({
    text: `
      update app.order_order_line l
      set returned_number = coalesce(l.returned_number, 0) + $4::integer * m.number,
        choice_returned_number = coalesce(l.choice_returned_number, 0) + $4::integer * m.choice
      from (
        select order_line_id, sum(number) as number, sum(choice) as choice
        from unnest($1::uuid[], $2::numeric[], $3::numeric[]) as x(order_line_id, number, choice)
        group by order_line_id
      ) m
      where l.id = m.order_line_id`,
    values: [
      brought.map(({ orderLineId }) => orderLineId),
      brought.map(({ goods }) => goods),
      brought.map((_, i) => choice[i] ?? '0'),
      way,
    ],
  });
}

const redOfDelivery = { deliveryId: 'uuid', code: 'text' } as const;
/** Red movements of what these deliveries carried: what came back is not unsigned. */
export const redOfDeliveries = (ids: readonly string[]) =>
  statement(
    redOfDelivery,
    `
      select s.from_id as delivery_id, r.to_code as code
      from app.doc_link s
      join app.doc_link r
        on r.tenant_code = s.tenant_code
        and r.kind in (${redLinks})
        and r.is_active
        and r.from_id = s.to_id
      where s.kind = '${linkKinds.ship}' and s.is_active and s.from_id = any($1::uuid[])`,
    [ids],
  );
export const redCodesIn = (rows: readonly RowOf<typeof redOfDelivery>[], deliveryId: string): string =>
  [...new Set(rows.filter((row) => row.deliveryId === deliveryId).map(({ code }) => code))].slice(0, 3).join('、');
