import type { RowOf, ValuesOf } from '#platform/model/entity.ts';
import { invalidAt, notPermitted, reasons, refusal } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Command } from '#platform/server/command/command.ts';
import { user } from '#system/model/user.ts';

export const notAMainAccount = refusal('E-MAIN-ACCOUNT', 20032, [
  '主用户必须是启用中的主账号',
  '主使用者必須是啟用中的主帳號',
  'The main user must be an enabled main account',
]);
export const hasSubAccounts = refusal('E-SUB-ACCOUNTS', 20033, [
  '该账号下还有子账号',
  '該帳號下還有子帳號',
  'The account has sub-accounts',
]);

/** What an account of each type stands for; without it the account would own nothing. */
const standsFor = { 0: null, 1: 'customerCode', 2: 'supplierCode', 3: 'personnelCode' } as const;
const inherited = ['customerCode', 'supplierCode', 'personnelCode'] as const;

/**
 * Customer, supplier and salesperson accounts name whom they stand for; a sub-account stands for the same as its main
 * account. An account from outside opens nothing but sub-accounts of its own.
 */
export async function settleAccount(
  ctx: Command,
  next: ValuesOf<typeof user>,
  previous: RowOf<typeof user> | null,
): Promise<void> {
  const isOutside = ctx.identity.accountType !== '0' && !ctx.identity.superAdmin;
  if (isOutside && previous?.id !== ctx.identity.userId) {
    if (previous !== null && previous.mainUserId !== ctx.identity.userId) throw notPermitted();
    next.accountRank = '1';
    next.mainUserId = ctx.identity.userId;
  }
  if (next.accountRank === '1') await joinMain(ctx, next, previous);
  else {
    if (next.mainUserId !== null && next.mainUserId !== previous?.mainUserId)
      throw invalidAt([{ path: 'mainUserId', field: user.fields.mainUserId.label, reason: reasons.notChosen }]);
    next.mainUserId = null;
  }
  const key = standsFor[next.accountType ?? '0'];
  if (key !== null && (next[key] ?? '') === '')
    throw invalidAt([{ path: key, field: user.fields[key].label, reason: reasons.required }]);
}

async function joinMain(ctx: Command, next: ValuesOf<typeof user>, previous: RowOf<typeof user> | null): Promise<void> {
  if (next.mainUserId === null)
    throw invalidAt([{ path: 'mainUserId', field: user.fields.mainUserId.label, reason: reasons.required }]);
  const { mains, subs } = await ctx.all({
    mains: statement(
      { accountType: 'text', customerCode: 'text?', supplierCode: 'text?', personnelCode: 'text?' },
      `
        select account_type, customer_code, supplier_code, personnel_code
        from app.sys_user
        where id = $1 and account_rank = '0' and status = '1'
        for share`,
      [next.mainUserId],
    ),
    subs: statement({ found: 'integer' }, 'select 1 as found from app.sys_user where main_user_id = $1 limit 1', [
      previous?.id ?? null,
    ]),
  });
  const [main] = mains;
  if (main === undefined || next.mainUserId === previous?.id) throw notAMainAccount();
  if (subs.length > 0) throw hasSubAccounts();
  next.accountType = main.accountType as typeof next.accountType;
  for (const key of inherited) next[key] = main[key];
}
