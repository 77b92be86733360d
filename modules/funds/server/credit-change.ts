import { compare, isZero, plus } from '#platform/model/decimal.ts';
import { invalidAt, overlaps, reasons, type Place } from '#platform/model/refusal.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import { accountKinds } from '#funds/model/capital.ts';
import { capitalAccount } from '#funds/model/capital-account.ts';
import { creditChange } from '#funds/model/credit-change.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import {
  accountFor,
  accountReads,
  accountsIn,
  book,
  fundsUsed,
  postedRead,
  takeBack,
  unbook,
  type Account,
} from './capital.ts';
import { creditChangeFacts, creditChangeGlances } from './credit-change-approval.ts';
import { limitDate, overlapRead } from './temp-limit.ts';

type Change = LockedBill<typeof creditChange>;

const moneyReads = (ids: readonly string[]) => ({
  ...accountReads('select organize_code, customer_code from app.sale_creditchange where id = any($1::uuid[])', [ids]),
  posted: postedRead(ids),
  // Behind the lock of the accounts: of two that are audited at once the second sees the first.
  overlapping: overlapRead(ids),
});
type Named = typeof selfAuditReads & ReturnType<typeof moneyReads>;

/**
 * A limit that sank below what is used blocks further orders; it is no reason to refuse the change (domain §3.6, CL).
 */
export const creditChangeService = serveDocument<typeof creditChange, Named>(creditChange, {
  reads: selfAuditReads,
  approval: { glance: creditChangeGlances, facts: creditChangeFacts },
  verbReads: (ids, verb) => (verb === 'audit' || verb === 'unaudit' ? moneyReads(ids) : {}),
  beforeSave(ctx, draft, facts) {
    const places: Place[] = [];
    const complain = (key: keyof typeof creditChange.head, reason: Place['reason']): void => {
      places.push({ path: key, field: creditChange.head[key].label, reason });
    };
    const account = draft.accountCode === null ? undefined : facts.found(capitalAccount, draft.accountCode);
    if (
      account !== undefined &&
      (account.customerCode !== draft.customerCode || account.accountType !== accountKinds.credit)
    )
      complain('accountCode', reasons.notChosen);
    const isHalf = isStashed(creditChange, draft);
    if (!isHalf && isZero(draft.changeAmount)) complain('changeAmount', reasons.format);
    if (!isHalf && draft.changeType === '1') {
      if (compare(draft.changeAmount, '0') < 0) complain('changeAmount', reasons.format);
    }
    if (places.length > 0) throw invalidAt(places);
    if (!isHalf) refuseDays(draft, ctx.today);
    return draft;
  },
  before: {
    audit(ctx, change, facts) {
      refuseSelfAudit(ctx, change, facts);
      refuseDays(change, ctx.today);
      const account = accountOf(change, facts);
      const other = facts.rows.overlapping?.find(
        ({ id, accountCode }) => id === change.id && accountCode === account.code,
      );
      if (other !== undefined) throw overlaps({ code: other.code });
    },
  },
  after: {
    audit(ctx, change, facts) {
      const account = accountOf(change, facts);
      const before = change.changeType === '0' ? account.creditLimit : '0';
      const after = plus(before, change.changeAmount);
      if (compare(after, '0') < 0)
        throw invalidAt([
          { path: 'changeAmount', field: creditChange.head.changeAmount.label, reason: reasons.format },
        ]);
      // What is lent for a time is read on its days, and posted on none (A6a).
      const changes = change.changeType === '0' ? { creditLimit: change.changeAmount } : {};
      book(ctx, sourceOf(change), [{ account, postType: 'LIM', changes }], [], () => fundsUsed());
      ctx.later({
        text: `
          update app.sale_creditchange
          set old_amount = $2, new_amount = $3, account_code = $4, account_name = $5
          where id = $1`,
        values: [change.id, before, after, account.code, account.name],
      });
    },
    unaudit: (ctx, change, { rows: { accounts = [], posted = [] } }) => {
      if (change.changeType === '1') unbook(ctx, sourceOf(change));
      else takeBack(ctx, sourceOf(change), { accounts: accountsIn(accounts), posted, mayOwe: true });
    },
    // What was given for good stays given; of what was lent only documents of old have posted anything.
    close: (ctx, change) => {
      if (change.changeType === '1') unbook(ctx, { ...sourceOf(change), date: ctx.today });
    },
  },
});

function refuseDays(
  { changeType, startDate, endDate }: Pick<Change, 'changeType' | 'startDate' | 'endDate'>,
  today: string,
): void {
  if (changeType === '1' && (startDate === null || endDate === null || endDate < startDate || endDate < today))
    throw limitDate();
}

const sourceOf = (change: Change): Source => ({
  type: creditChange.name,
  id: change.id,
  code: change.code,
  opSeq: change.opSeq,
  date: change.billDate,
});

function accountOf(change: Change, { rows }: Facts<Named>): Account {
  const accounts = accountsIn(rows.accounts ?? []);
  const account =
    change.accountCode === null
      ? accountFor(accounts, accountKinds.credit, change)
      : accounts.find(({ code, isEnabled }) => isEnabled && code === change.accountCode);
  if (account === undefined)
    throw invalidAt([{ path: 'accountCode', field: creditChange.head.accountCode.label, reason: reasons.unknown }]);
  return account;
}
