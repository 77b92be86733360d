import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { accountFor, accountOff, book, fundsUsed, type Account } from '#funds/server/capital.ts';
import type { Credit } from '#promotion/model/engine/outcome.ts';
import { earnedCredit } from '#promotion/model/kept/earned-credit.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';

/** Whose order it is, and what it keeps of its promotions. */
export interface Earner {
  readonly id: string;
  readonly organizeCode: string;
  readonly customerCode: string;
  readonly promoTrace: unknown;
}

/** Credit that stands granted, by account. */
interface Granted {
  readonly orderId: string;
  readonly accountCode: string;
  readonly amount: string;
}

/**
 * GRT: what an order has earned once nothing of it is left to ship. Whoever undoes what granted it takes it back; an
 * order that was over before and was reopened is granted only what it has earned since.
 */
export function grantCredit(
  ctx: Command,
  source: Source,
  order: Earner,
  countedOf: (lineNo: number) => string,
  { accounts, granted }: { readonly accounts: readonly Account[]; readonly granted: readonly Granted[] },
): void {
  const record = order.promoTrace as PromotionRecord | null;
  if (record === null) return;
  const earned = Map.groupBy(earnedCredit(record, countedOf), ({ accountType }: Credit) => accountType);
  const before = (accountCode: string): string =>
    plus(
      ...granted
        .filter((row) => row.orderId === order.id && row.accountCode === accountCode)
        .map(({ amount }) => amount),
    );
  book(
    ctx,
    source,
    [...earned]
      .map(([accountType, credits]) => {
        const account = accountFor(accounts, accountType, order);
        if (account === undefined) throw accountOff({ code: accountType });
        const balance = minus(plus(...credits.map(({ amount }) => amount)), before(account.code));
        return { account, postType: 'GRT' as const, changes: { balance }, lineId: order.id };
      })
      .filter(({ changes: { balance } }) => compare(balance, '0') > 0),
    [],
    () => new Error('a grant asks for nothing'),
  );
}

/** CLW: what a close had granted, when it is taken back. Refused where it was spent meanwhile (B7). */
export function takeBackCredit(
  ctx: Command,
  source: Source,
  orderId: string,
  granted: readonly { readonly accountCode: string; readonly amount: string }[],
  accounts: readonly Account[],
): void {
  book(
    ctx,
    source,
    granted
      .filter(({ amount }) => !isZero(amount))
      .map(({ accountCode, amount }) => {
        const account = accounts.find(({ code }) => code === accountCode);
        if (account === undefined) throw accountOff({ code: accountCode });
        return {
          account,
          postType: 'CLW' as const,
          changes: { balance: negated(amount) },
          lineId: orderId,
          isGuarded: true,
        };
      }),
    [],
    () => fundsUsed(),
  );
}
