import { refusal } from '#platform/model/refusal.ts';
import type { PageAddition } from '#platform/server/entity/list.ts';
import { serveEntity } from '#platform/server/serve.ts';
import { capitalAccount } from '#sales/model/capital-account.ts';

export const accountMoved = refusal('E-ACCOUNT-MOVED', 20310, ['账户【{code}】已有收支，不能改变归属', '帳戶【{code}】已有收支，不能改變歸屬', 'Account {code} has been used; what it belongs to stays']);

/** The amounts beside an account are the ledger's: nobody types them. */
const amounts = (): PageAddition => ({
  columns: () => ['coalesce(cb.balance, 0) as balance_amount', 'coalesce(cb.frozen, 0) as frozen_amount', 'coalesce(cb.credit_limit + cb.temp_limit, 0) as credit_amount'],
  joins: () => ['left join app.capital_balance cb on cb.tenant_code = t.tenant_code and cb.account_code = t.account_code'],
});

const belonging = ['accountCode', 'organizeCode', 'customerCode', 'brandCode', 'channelCode', 'accountType'] as const;

export const capitalAccountService = serveEntity(capitalAccount, {
  answers: [amounts],
  reads: ({ accountCode }) => [{ text: 'select 1 from app.capital_balance where account_code = $1 and version > 0', values: [typeof accountCode === 'string' ? accountCode : ''] }],
  beforeSave(_ctx, next, previous, _given, [used = []]) {
    if (previous !== null && used.length > 0 && belonging.some((key) => (next[key] ?? null) !== (previous[key] ?? null))) throw accountMoved({ code: previous.accountCode });
    return next;
  },
  async beforeDelete(ctx, rows) {
    const [used] = await ctx.rows({ text: 'select account_code from app.capital_balance where account_code = any($1::text[]) and version > 0 limit 1', values: [rows.map(({ accountCode }) => accountCode)] });
    if (used !== undefined) throw accountMoved({ code: String(used['accountCode']) });
  },
});
