import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { rewrite } from '#platform/server/document/save.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { componentsIn, explodedOf } from '#data/model/goods/combination.ts';
import { accountKinds } from '#funds/model/capital.ts';
import {
  accountFor,
  accountNamed,
  accountsIn,
  accountOff,
  availableOf,
  book,
  cashBeforeDelivery,
  creditOver,
  settlementsIn,
  type Account,
  type Movement,
} from '#funds/server/capital.ts';
import { allocated } from '#price/model/kit.ts';
import { kitsRead } from '#price/server/kit-reads.ts';
import { changePromotions } from '#promotion/server/promotion-usage.ts';
import { openNumberOf } from '#sales/model/order/order-close.ts';
import { payableOf } from '#sales/model/order/order-charge.ts';
import { order } from '#sales/model/order/order.ts';
import { releasedParts, riseSplit } from '#sales/model/revision/revised-order.ts';
import { usedUp } from '#sales/server/order/order-age.ts';
import { countedIn } from '#sales/server/order/order-close.ts';
import { keepKits } from '#sales/server/order/order-kits.ts';
import { chargeClawback, heldIn, refuseOverdue, type MoneyRows } from '#sales/server/order/order-money.ts';
import { settleRests } from '#sales/server/order/order-clawback.ts';
import { refreshOrders } from '#sales/server/order/order-progress.ts';
import { grantCredit } from '#sales/server/promotion/order-credit.ts';
import { placesIn, placesQuery, release, reserve, type Demand } from '#stock/server/ledger.ts';
import type { GiftCosts } from '#promotion/model/engine/free-goods.ts';
import { reviseGifts } from '#sales/server/promotion/gift-account.ts';
import { costsOfGoods, giftCostsIn, isAtCost } from '#sales/server/promotion/gift-costs.ts';
import { paramIn, type ParamRow } from '#system/server/setting/param.ts';
import type { Order, OrderLine } from './revised-lines.ts';
import type { WorkedOut } from './work-out.ts';

/** The revision that changes an order. */
export interface By {
  readonly id: string;
  readonly code: string;
  readonly reason: string;
}
export interface Applied {
  readonly before: Order;
  readonly worked: WorkedOut;
  readonly by: By;
  readonly rows: MoneyRows;
  readonly params: readonly ParamRow[];
}

/**
 * The order becomes another: goods and money that it holds follow, what it was is kept. All of it is posted by the
 * order, so that whoever takes its audit back gives back what it holds by then.
 */
export async function applyRevision(ctx: Command, applied: Applied): Promise<void> {
  const { before, worked, by, rows } = applied;
  const { bill: after, record, linesBefore, linesAfter } = worked;
  const source: Source = {
    type: order.name,
    id: before.id,
    code: before.code,
    opSeq: before.opSeq + 1,
    date: ctx.today,
  };
  await keepNewKits(ctx, applied);
  settleMoney(ctx, source, applied);
  await reviseGifts(
    ctx,
    source,
    { before: before.lines, after },
    {
      gifts: rows.gifts ?? [],
      accounts: accountsIn(rows.accounts ?? []),
    },
  );
  const charged = plus(record.adjust, record.charge);
  chargeClawback(ctx, source, before, { amount: charged, lineId: by.id }, rows);
  after.clawbackAmount = plus(before.clawbackAmount, record.charge);
  const isOver = (lines: typeof linesAfter): boolean => lines.every((line) => isZero(openNumberOf(line)));
  if (isOver(linesAfter) && !isOver(linesBefore))
    grantCredit(ctx, source, after, countedIn(after, linesAfter), {
      accounts: accountsIn(rows.accounts ?? []),
      granted: rows.standing ?? [],
    });
  const giftCosts = await changedCosts(ctx, applied);
  changePromotions(
    ctx,
    source,
    { customerCode: before.customerCode, before: before.promoTrace, after: after.promoTrace, giftCosts },
    () => usedUp(before),
  );
  settleRests(ctx, source, { bill: before, lines: linesBefore }, { bill: after, lines: linesAfter });
  await moveGoods(ctx, source, applied);
  write(ctx, applied);
}

/** What gifts cost, those that go and those that come, where budgets count that. */
async function changedCosts(ctx: Command, { before, worked, params }: Applied): Promise<GiftCosts | null> {
  const { organizeCode } = before;
  if (!isAtCost(params, organizeCode)) return null;
  const given = [...before.lines, ...worked.bill.lines].filter(({ ruleNo }) => ruleNo !== null);
  const codes = [...new Set(given.map(({ productCode }) => productCode))];
  return giftCostsIn(await ctx.rows(costsOfGoods(organizeCode, codes)), organizeCode);
}

/**
 * What kits that come in hold is settled now (A15); those of the order keep what they hold, and what is paid for them
 * now is spread over it.
 */
async function keepNewKits(ctx: Command, { before, worked: { bill }, params }: Applied): Promise<void> {
  const known = new Set(before.lines.map(({ id }) => id));
  for (const line of bill.lines) {
    const held = componentsIn(line.components);
    if (known.has(line.id) && held.length > 0) line.components = allocated(plus(payableOf(line)), held);
  }
  const fresh = bill.lines.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return;
  const { kits } = await ctx.all({
    kits: kitsRead(
      `
        select x.line_id, x.material_code, c.price_class_code, $4::text as organize_code, $5::date as day
        from unnest($1::uuid[], $2::text[]) as x(line_id, material_code)
        join app.data_customer c on c.code = $3`,
      [
        fresh.map(({ id }) => id),
        fresh.map(({ productCode }) => productCode),
        bill.customerCode,
        bill.organizeCode,
        ctx.today,
      ],
    ),
  });
  keepKits(ctx, bill, kits, paramIn(params, 'SD004', bill.organizeCode));
}

/** One net figure for the order: what falls is given back by what is held of it, what rises is covered anew (B8b). */
function settleMoney(ctx: Command, source: Source, applied: Applied): void {
  const { before, worked, by, rows } = applied;
  const { delta } = worked.amounts;
  if (isZero(delta)) return;
  const accounts = accountsIn(rows.accounts ?? []);
  if (compare(delta, '0') < 0) {
    const held = heldIn(rows, before.id).map(({ accountId, amount }) => ({ account: accountId, occupied: amount }));
    const given = releasedParts(delta, held).map(({ account, amount }): Movement => ({
      account: accountNamed(accounts, account),
      postType: 'RLS',
      changes: { occupied: negated(amount) },
      lineId: by.id,
      orderId: before.id,
    }));
    book(ctx, source, given, [], () => new Error('giving back asks for nothing'));
    return;
  }
  refuseOverdue(before, rows, paramIn(applied.params, 'SD014', before.organizeCode));
  book(ctx, source, coverRise(applied, accounts), [], () => creditOver({ short: delta }));
}

function coverRise({ before, worked, by, rows, params }: Applied, accounts: readonly Account[]): readonly Movement[] {
  const [rebate, cash, credit] = [accountKinds.rebate, accountKinds.cash, accountKinds.credit].map((kind) =>
    accountFor(accounts, kind, before),
  );
  const payer = rows.payers?.find(({ orderId }) => orderId === before.id);
  const kinds = new Map(accounts.map(({ code, type }) => [code, type]));
  const freeOf = (account: Account | undefined): string => (account === undefined ? '0' : availableOf(account));
  const split = riseSplit({
    delta: worked.amounts.delta,
    total: worked.record.after,
    rebateUsed: plus(
      ...settlementsIn(rows.settlements ?? [], before.id)
        .filter(({ accountId }) => kinds.get(accountId) === accountKinds.rebate)
        .map(({ occupied, released }) => minus(occupied, released)),
    ),
    rebateShare: paramIn(params, 'SD021', before.organizeCode),
    rebateAvailable: freeOf(rebate),
    cashAvailable: freeOf(cash),
    creditAvailable: freeOf(credit),
    isCreditControlled: payer?.creditControlFlag === '1',
    isCashOnly: payer?.receiveType === cashBeforeDelivery,
  });
  if (split.shortage !== null) throw creditOver({ short: split.shortage });
  if (credit === undefined && !isZero(split.credit)) throw accountOff({ code: accountKinds.credit });
  const held = (account: Account | undefined, occupied: string, isGuarded: boolean): Movement[] =>
    account === undefined
      ? []
      : [{ account, postType: 'OCC', changes: { occupied }, lineId: by.id, orderId: before.id, isGuarded }];
  return [...held(rebate, split.rebate, true), ...held(cash, split.cash, true), ...held(credit, split.credit, false)];
}

/** RSV and REL of what more or fewer of each line are to leave; of kits their components. */
async function moveGoods(ctx: Command, source: Source, { before, worked, params }: Applied): Promise<void> {
  const { bill: after } = worked;
  const houseOf = (line: OrderLine): string => line.outStorageCode ?? before.storageCode ?? '';
  const all = new Map([...before.lines, ...after.lines].map((line) => [line.id, line]));
  const { places } = await ctx.all({
    places: placesQuery('select unnest($1::text[])', [[...new Set([...all.values()].map(houseOf))]]),
  });
  const known = placesIn(places);
  const numberIn = (bill: Order, id: string): string => bill.lines.find((line) => line.id === id)?.number ?? '0';
  const demands = (way: 1 | -1): Demand[] =>
    [...all.values()].flatMap((line): Demand[] => {
      const more = minus(numberIn(after, line.id), numberIn(before, line.id));
      const number = way === 1 ? more : negated(more);
      if (compare(number, '0') <= 0) return [];
      const place = known.get(houseOf(line));
      if (place === undefined)
        throw invalidAt([{ path: 'storageCode', field: order.head.storageCode.label, reason: reasons.unknown }]);
      return explodedOf(line, number).map((goods) => ({ lineId: line.id, place, ...goods }));
    });
  release(ctx, source, demands(-1));
  reserve(ctx, source, demands(1), paramIn(params, 'ST002', before.organizeCode) === '1');
}

/** The new version in place of the old one, which is kept as it was. */
function write(ctx: Command, { before, worked: { bill: after }, by }: Applied): void {
  ctx.later({
    text: `
      insert into app.order_history
        (id, order_id, revision_no, revision_id, revision_code, reason, ended_by, head, lines)
      values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb)`,
    values: [
      before.id,
      before.revisionNo ?? 0,
      by.id,
      by.code,
      by.reason,
      ctx.identity.realName,
      JSON.stringify({ ...before, lines: undefined }),
      JSON.stringify(before.lines),
    ],
  });
  ctx.later({
    text: 'delete from app.order_order_line where parent_id = $1 and id <> all($2::uuid[])',
    values: [after.id, after.lines.map(({ id }) => id)],
  });
  rewrite(order, after.id, after, ctx);
  ctx.later({
    text: 'update app.order_order set op_seq = op_seq + 1, row_version = row_version + 1 where id = $1',
    values: [after.id],
  });
  refreshOrders(ctx, [after.id]);
  ctx.log({
    noun: order.name,
    recordId: after.id,
    recordCode: after.code,
    operation: 'revise',
    message: by.code,
    changes: { payableAmount: [before.payableAmount, after.payableAmount] },
  });
}
