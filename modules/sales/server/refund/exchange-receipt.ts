import { compare, isZero } from '#platform/model/decimal.ts';
import { hasDownstream } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { accountNamed, book, moveHold, settlementsIn, type Account, type Movement } from '#funds/server/capital.ts';
import type { HeldPart } from '#sales/model/refund/refund-record.ts';
import { receive } from '#sales/model/revision/exchange-cover.ts';
import { stockInout } from '#stock/model/inout.ts';
import { heldEver, madeBy } from './exchange-order.ts';

type SettlementRows = Parameters<typeof settlementsIn>[0];

/**
 * What a refund brought pays for the new goods of its exchange as far as they still need it, on the accounts that it
 * came to (B6a); before anything else is taken of those. Answers what is held.
 */
export async function holdRefund(
  ctx: Command,
  source: Source,
  refundId: string,
  {
    parts,
    accounts,
    settlements,
  }: {
    readonly parts: readonly HeldPart[];
    readonly accounts: readonly Account[];
    readonly settlements: SettlementRows;
  },
): Promise<readonly HeldPart[]> {
  const [made] = await ctx.rows(madeBy([refundId]));
  if (made === undefined) return [];
  const before = heldEver(settlementsIn(settlements, made.id));
  const { occupied } = receive({ newAmount: made.newAmount, backEstimate: '0', isReleasedFirst: false }, before, {
    parts,
  });
  const held = occupied.filter(({ amount }) => !isZero(amount));
  book(
    ctx,
    source,
    held.map(({ account, amount }): Movement => ({
      account: accountNamed(accounts, account),
      postType: 'OCC',
      changes: { occupied: amount },
      orderId: made.id,
    })),
    [],
    () => new Error('what came back is there'),
  );
  for (const { account, amount } of held) moveHold(settlements, made.id, account, amount);
  return held;
}

/** What pays for goods that were let out, or was given up with them, is not taken from under them. */
export async function refuseSpent(ctx: Command, refundId: string, held: readonly HeldPart[]): Promise<void> {
  if (held.length === 0) return;
  const [made] = await ctx.rows(madeBy([refundId]));
  if (made === undefined) return;
  const { holds, out } = await ctx.all({
    holds: statement(
      { accountCode: 'text', amount: 'decimal' },
      `
        select b.account_code, sum(h.occupied) as amount
        from app.capital_hold h
        join app.capital_balance b on b.tenant_code = h.tenant_code and b.id = h.balance_id
        where h.doc_id = $1
        group by b.account_code`,
      [made.id],
    ),
    out: statement(
      { code: 'text' },
      `
        select d.code
        from app.order_delivery d
        where d.order_code = $1 and d.confirm_flag = '1' and d.cancel_flag = '0' and d.deleted_flag = '0'
        order by d.code
        limit 3`,
      [made.code],
    ),
  });
  const left = new Map(holds.map(({ accountCode, amount }) => [accountCode, amount]));
  const isThere = held.every(({ account, amount }) => compare(left.get(account) ?? '0', amount) >= 0);
  if (out.length > 0 || !isThere)
    throw hasDownstream({
      codes: out.length > 0 ? out.map(({ code }) => code).join('、') : made.code,
      verb: stockInout.verbs.unaudit.label,
    });
}
