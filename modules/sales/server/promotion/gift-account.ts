import { isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { accountKinds } from '#funds/model/capital.ts';
import {
  accountFor,
  accountNamed,
  accountOff,
  availableOf,
  book,
  fundLack,
  type Account,
  type Movement,
} from '#funds/server/capital.ts';
import { giftPrice, worthBetween, type PackedGift } from '#promotion/model/gift-worth.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';

/** Packages whose gifts the customer's market expense account pays for (6.5). */
export const paidPackages = (codes: string, values: readonly unknown[]) =>
  statement(
    { code: 'text' },
    `
      select p.code
      from app.promotion_gift p
      where p.code = any(${codes}) and p.account_type = '${accountKinds.market}'`,
    values,
  );
export const paidPackagesOf = (orders: readonly string[]) =>
  paidPackages(`array(select l.package_code from app.order_order_line l where l.parent_id = any($1::uuid[]))`, [
    orders,
  ]);

/**
 * Gifts that an account pays for, with what has become of them. Whose account it is says the ledger: a package that was
 * changed since leaves what was promised as it was.
 */
export const giftsOnAccount = (orders: string, values: readonly unknown[]) =>
  statement(
    {
      orderId: 'uuid',
      lineId: 'uuid',
      accountCode: 'text',
      policyCode: 'text?',
      ruleNo: 'integer?',
      productCode: 'text',
      number: 'decimal',
      outNumber: 'decimal',
      closedNumber: 'decimal',
      returnedNumber: 'decimal',
      promoTrace: 'json?',
    },
    `
      select l.parent_id as order_id, l.id as line_id, e.account_code, l.policy_code, l.rule_no, l.product_code,
        l.number, coalesce(l.out_number, 0) as out_number, coalesce(l.closed_number, 0) as closed_number,
        coalesce(l.returned_number, 0) as returned_number, o.promo_trace
      from (
        select distinct x.holder_line_id, b.account_code
        from (select * from app.capital_entry where holder_doc_id = any(${orders}) offset 0) x
        join app.capital_balance b on b.id = x.balance_id
        where x.holder_line_id <> x.holder_doc_id and x.post_type = 'OCC'
      ) e
      join app.order_order_line l on l.id = e.holder_line_id
      join app.order_order o on o.id = l.parent_id`,
    values,
  );
type Rows = RowsOf<{ readonly gifts: ReturnType<typeof giftsOnAccount> }>['gifts'];

/** How a posting changes the account for a gift: promised, paid, given back unspent, refunded. */
const changesOf = {
  OCC: (worth: string) => ({ occupied: worth }),
  RLS: (worth: string) => ({ occupied: negated(worth) }),
  DED: (worth: string) => ({ balance: negated(worth), occupied: negated(worth) }),
  RTN: (worth: string) => ({ balance: worth }),
} as const satisfies Readonly<Record<string, (worth: string) => Movement['changes']>>;
type Way = keyof typeof changesOf;

interface Moved {
  readonly account: Account;
  readonly orderId: string;
  readonly lineId: string;
  readonly worth: string;
}

function bookGifts(ctx: Command, source: Source, way: Way, moved: readonly Moved[]): void {
  const avail = new Map(moved.map(({ account }) => [account.code, availableOf(account)]));
  book(
    ctx,
    source,
    moved
      .filter(({ worth }) => !isZero(worth))
      .map(({ account, orderId, lineId, worth }) => ({
        account,
        postType: way,
        changes: changesOf[way](worth),
        lineId,
        orderId,
        orderLineId: lineId,
        isGuarded: way === 'OCC',
      })),
    [],
    (code) => {
      const own = moved.filter(({ account }) => account.code === code);
      const need = plus(...own.map(({ worth }) => worth));
      return fundLack({
        account: own[0]?.account.name ?? code,
        avail: cents(avail.get(code) ?? '0'),
        need: cents(need),
      });
    },
  );
}

interface Buyer {
  readonly id: string;
  readonly organizeCode: string;
  readonly customerCode: string;
  readonly brandCode: string | null;
  readonly channelCode: string | null;
  readonly promoTrace: unknown;
}
type Gift = PackedGift & { readonly id: string; readonly number: string };

/** OCC: gifts of such packages are promised out of the account, or the order is refused for want of it. */
export function occupyGifts(
  ctx: Command,
  source: Source,
  order: Buyer & { readonly lines: readonly Gift[] },
  packages: readonly { readonly code: string }[],
  accounts: readonly Account[],
): void {
  const paid = new Set(packages.map(({ code }) => code));
  const record = order.promoTrace as PromotionRecord | null;
  const gifts = order.lines
    .filter(({ packageCode, ruleNo }) => ruleNo !== null && paid.has(packageCode ?? ''))
    .map((line) => ({ line, worth: worthBetween(giftPrice(record, line), '0', line.number) }))
    .filter(({ worth }) => !isZero(worth));
  if (gifts.length === 0) return;
  const account = accountFor(accounts, accountKinds.market, order);
  if (account === undefined) throw accountOff({ code: accountKinds.market });
  bookGifts(
    ctx,
    source,
    'OCC',
    gifts.map(({ line, worth }) => ({ account, orderId: order.id, lineId: line.id, worth })),
  );
}

/** Which pieces of a gift a posting is about: those from `before` on. */
type Pieces = (row: Rows[number], number: string) => readonly [before: string, after: string];
const counted: Readonly<Record<Way, Pieces>> = {
  OCC: (row, number) => [kept(row), plus(kept(row), number)],
  RLS: (row, number) => [minus(kept(row), number), kept(row)],
  DED: (row, number) => [row.outNumber, plus(row.outNumber, number)],
  RTN: (row, number) => [row.returnedNumber, plus(row.returnedNumber, number)],
};
const kept = ({ number, closedNumber }: Rows[number]): string => minus(number, closedNumber);

/** A movement may bring goods of one line in several. */
export function numbersByLine(
  moved: readonly { readonly orderLineId: string; readonly number: string }[],
): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  for (const { orderLineId, number } of moved) numbers.set(orderLineId, plus(numbers.get(orderLineId) ?? '0', number));
  return numbers;
}

/** What becomes of pieces of gifts is told to the account that pays for them; the rows follow what was told. */
export function moveGifts(
  ctx: Command,
  source: Source,
  way: Way,
  numbers: ReadonlyMap<string, string>,
  { gifts, accounts }: { readonly gifts: Rows; readonly accounts: readonly Account[] },
): void {
  const moved = gifts.flatMap((row): Moved[] => {
    const number = numbers.get(row.lineId);
    if (number === undefined) return [];
    const [before, after] = counted[way](row, number);
    advance(row, way, number);
    const price = giftPrice(row.promoTrace as PromotionRecord | null, row);
    const account = accountNamed(accounts, row.accountCode);
    return [{ account, orderId: row.orderId, lineId: row.lineId, worth: worthBetween(price, before, after) }];
  });
  bookGifts(ctx, source, way, moved);
}

/** Two movements of one order in one command: the second starts where the first one ended. */
function advance(row: Rows[number], way: Way, number: string): void {
  if (way === 'DED') row.outNumber = plus(row.outNumber, number);
  else if (way === 'RTN') row.returnedNumber = plus(row.returnedNumber, number);
  else row.closedNumber = plus(row.closedNumber, way === 'RLS' ? number : negated(number));
}

/** A revision gives fewer of some gifts and more of others: what falls is free before what rises is asked for. */
export async function reviseGifts(
  ctx: Command,
  source: Source,
  { before, after }: { readonly before: readonly Gift[]; readonly after: Buyer & { readonly lines: readonly Gift[] } },
  { gifts, accounts }: { readonly gifts: Rows; readonly accounts: readonly Account[] },
): Promise<void> {
  const held = new Set(gifts.map(({ lineId }) => lineId));
  const numberIn = (lines: readonly Gift[], id: string): string => lines.find((line) => line.id === id)?.number ?? '0';
  const fresh = after.lines.filter(({ id, packageCode }) => packageCode !== null && !held.has(id));
  const risen = (way: 1 | -1): ReadonlyMap<string, string> =>
    new Map(
      gifts
        .map(({ lineId }) => [lineId, minus(numberIn(after.lines, lineId), numberIn(before, lineId))] as const)
        .filter(([, more]) => (way === 1 ? !more.startsWith('-') : more.startsWith('-')) && !isZero(more))
        .map(([lineId, more]) => [lineId, way === 1 ? more : negated(more)]),
    );
  moveGifts(ctx, source, 'RLS', risen(-1), { gifts, accounts });
  moveGifts(ctx, source, 'OCC', risen(1), { gifts, accounts });
  const known = new Set(before.map(({ id }) => id));
  const added = fresh.filter(({ id }) => !known.has(id));
  if (added.length === 0) return;
  const { packages } = await ctx.all({
    packages: paidPackages('$1::text[]', [[...new Set(added.map(({ packageCode }) => packageCode))]]),
  });
  occupyGifts(ctx, source, { ...after, lines: added }, packages, accounts);
}
