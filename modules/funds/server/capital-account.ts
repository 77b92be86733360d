import { invalidAt, reasons, refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { PageAddition } from '#platform/server/list/list.ts';
import { isId } from '#platform/server/db/id.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { capitalAccount } from '#funds/model/capital-account.ts';
import { tempLimitSql } from './temp-limit.ts';

export const accountMoved = refusal('E-ACCOUNT-MOVED', 20310, [
  '账户【{code}】已有收支，不能改变归属',
  '帳戶【{code}】已有收支，不能改變歸屬',
  'Account {code} has been used; what it belongs to stays',
]);
export const accountFilled = refusal('E-ACCOUNT-FILLED', 20314, [
  '账户【{code}】仍有余额、占用或冻结金额，不能停用',
  '帳戶【{code}】仍有餘額、佔用或凍結金額，不能停用',
  'Account {code} still holds money, occupied or frozen; it cannot be disabled',
]);
export const accountTaken = refusal('E-ACCOUNT-TAKEN', 20316, [
  '已有归属相同的账户【{code}】',
  '已有歸屬相同的帳戶【{code}】',
  'There is already such an account: {code}',
]);

/** The amounts beside an account are the ledger's: nobody types them. */
const amounts = (): PageAddition => ({
  columns: () => [
    'coalesce(cb.balance, 0) as balance_amount',
    'coalesce(cb.frozen, 0) as frozen_amount',
    `coalesce(cb.credit_limit, 0) + ${tempLimitSql('t')} as credit_amount`,
  ],
  joins: () => [
    'left join app.capital_balance cb on cb.tenant_code = t.tenant_code and cb.account_code = t.account_code',
  ],
});

const belonging = ['accountCode', 'organizeCode', 'customerCode', 'brandCode', 'channelCode', 'accountType'] as const;

export const capitalAccountService = serveEntity(capitalAccount, {
  answers: [amounts],
  // A change need not name the code.
  reads: ({ id, accountCode }) => ({
    used: statement(
      { found: 'integer' },
      `
        select 1 as found
        from app.capital_balance
        where version > 0
          and account_code = any(array(
            select account_code
            from app.sale_capitalaccount
            where id = $1::uuid
            union
            select $2
          ))`,
      [typeof id === 'string' && isId(id) ? id : null, typeof accountCode === 'string' ? accountCode : ''],
    ),
  }),
  async beforeSave(ctx, next, previous, _given, { used = [] }) {
    const isMoved = previous === null || belonging.some((key) => (next[key] ?? null) !== (previous[key] ?? null));
    if (previous !== null && used.length > 0 && isMoved) throw accountMoved({ code: previous.accountCode });
    if (isMoved) await refuseSecond(ctx, next);
    if (previous?.status === '1' && next.status === '0') await refuseFilled(ctx, [next.accountCode]);
    return next;
  },
  async afterToggle(ctx, rows, status) {
    if (status === '0')
      await refuseFilled(
        ctx,
        rows.map(({ accountCode }) => accountCode),
      );
  },
  async beforeDelete(ctx, rows) {
    const [used] = await ctx.rows(
      statement(
        { accountCode: 'text' },
        `
          select account_code
          from app.capital_balance
          where account_code = any($1::text[]) and version > 0
          limit 1`,
        [rows.map(({ accountCode }) => accountCode)],
      ),
    );
    if (used !== undefined) throw accountMoved({ code: used.accountCode });
  },
});

interface Pocket {
  readonly accountCode: string;
  readonly organizeCode: string | null;
  readonly customerCode: string;
  readonly brandCode: string | null;
  readonly channelCode: string | null;
  readonly accountType: string;
}

/**
 * Money would be looked for in the one and lie in the other (domain §4.2). Without an organisation nobody would ever
 * find it.
 */
async function refuseSecond(
  ctx: Command,
  { accountCode, organizeCode, customerCode, brandCode, channelCode, accountType }: Pocket,
): Promise<void> {
  if ((organizeCode ?? null) === null)
    throw invalidAt([
      { path: 'organizeCode', field: capitalAccount.fields.organizeCode.label, reason: reasons.required },
    ]);
  const [other] = await ctx.rows(
    statement(
      { accountCode: 'text' },
      `
        select account_code
        from app.sale_capitalaccount
        where organize_code = $1
          and customer_code = $2
          and brand_code is not distinct from $3
          and channel_code is not distinct from $4
          and account_type = $5
          and account_code <> $6
        limit 1`,
      [organizeCode, customerCode, brandCode ?? null, channelCode ?? null, accountType, accountCode],
    ),
  );
  if (other !== undefined)
    throw accountTaken({ code: other.accountCode }, [
      { path: 'accountType', field: capitalAccount.fields.accountType.label, reason: reasons.taken },
    ]);
}

/** Held first: whoever spends meanwhile has spent, or sees it switched off. */
async function refuseFilled(ctx: Command, codes: readonly string[]): Promise<void> {
  const { filled } = await ctx.all({
    held: statement(
      { locked: 'nothing' },
      `
        select app.capital_lock(
          jsonb_build_object(
            'entries', (select jsonb_agg(jsonb_build_object('account_code', c)) from unnest($1::text[]) c)
          )
        ) as locked`,
      [codes],
    ),
    filled: statement(
      { accountCode: 'text' },
      `
        select account_code
        from app.capital_balance
        where account_code = any($1::text[]) and (balance <> 0 or occupied <> 0 or frozen <> 0)
        order by account_code
        limit 1`,
      [codes],
    ),
  });
  if (filled[0] !== undefined) throw accountFilled({ code: filled[0].accountCode });
}
