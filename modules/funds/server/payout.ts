import type { Document } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { isZero } from '#platform/model/decimal.ts';
import { refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { outsideOn, refuseAhead, refuseOutside } from '#platform/server/document/period.ts';
import type { Facts } from '#platform/server/document/serve.ts';
import type { Source } from '#platform/server/ledger/post.ts';

/**
 * The hooks of `pay` and `unpay` (fields and verbs: funds/model/payout/payout.ts), for any document that money leaves
 * the house by:
 *
 *     verbReads: payoutReads                 joined with what the document itself reads
 *     before.pay                             await beforePay(ctx, document, bill, facts)
 *     before.unpay                           await beforeUnpay(ctx, document, bill)
 *     before.unaudit, close, cancel          refusePaid(bill, verb label)
 *     sets.audit, unaudit                    ({ payFlag: payFlagFor(amount to pay) }), unpaidSets
 *     sets.pay, unpay                        paidSets(facts), unpaidSets
 *     after.pay, unpay                       the document's own postings: as `paidOn(bill, document, facts)`, the day
 *                                            money left; unpay reverses as `paidOn(bill, document)`
 */
export interface Payout {
  readonly id: string;
  readonly code: string;
  readonly opSeq: number;
  readonly organizeCode: string | null;
  readonly creatorId: string;
  readonly applicantCode: string | null;
  readonly payFlag: string | null;
  readonly payDate: string | null;
}

export const paysOwn = refusal('E-PAY-SELF', 20508, [
  '申请人和审批人不能付款',
  '申請人和審批人不能付款',
  'Neither the applicant nor an approver may pay',
]);
export const alreadyPaid = refusal('E-PAID', 20509, [
  '单据已付款，不能{verb}',
  '單據已付款，不能{verb}',
  'The document is paid; cannot {verb}',
]);

/**
 * Of these documents, those that whoever asks wrote, applied for, audited or decided on in a process. Once is enough:
 * an approval that was taken back was given all the same.
 */
const ownSql = `
  select k.id
  from unnest($1::uuid[]) as k(id)
  where exists (
    select from app.sys_operationlog o
    where o.record_id = k.id and o.operation in ('audit', 'approve') and o.creator_id = (select sec.user_id())
  )
    or exists (
      select from app.wf_instance i
      join app.wf_history h on h.tenant_code = i.tenant_code and h.instance_id = i.id
      where i.bill_id = k.id
        and h.result is not null
        and (h.assignee_id = (select sec.user_id()) or h.owner_id = (select sec.user_id()))
    )`;
const decided = { id: 'uuid' } as const;
const me = { code: 'text?', name: 'text?' } as const;
const meSql = `
  select sec.personnel() as code, (select u.real_name from app.sys_user u where u.id = (select sec.user_id())) as name`;

export const payoutReads = (ids: readonly string[], verb: string) =>
  verb === 'pay'
    ? {
        decided: statement(decided, ownSql, [ids]),
        payer: statement(me, meSql, []),
      }
    : {};
export interface PayoutRows {
  readonly decided?: readonly RowOf<typeof decided>[];
  readonly payer?: readonly RowOf<typeof me>[];
}

/** Never the applicant nor an approver (D6); on a day that has come and whose books are open. */
export async function beforePay(
  ctx: Command,
  document: Document,
  bill: Payout,
  { rows, said }: Pick<Facts, 'said'> & { readonly rows: PayoutRows },
): Promise<void> {
  const [payer] = rows.payer ?? [];
  const isApplicant = bill.creatorId === ctx.identity.userId || isSame(payer?.code, bill.applicantCode);
  if (isApplicant || rows.decided?.some(({ id }) => id === bill.id) === true) throw paysOwn();
  const day = payDayIn(said, ctx.today);
  refuseAhead({ billDate: day }, ctx.today);
  await refuseBooksShut(ctx, document, bill.id, day);
}

/** What was paid on a day of a closed period stays paid. */
export const beforeUnpay = (ctx: Command, document: Document, bill: Payout): Promise<void> =>
  refuseBooksShut(ctx, document, bill.id, bill.payDate ?? ctx.today);

async function refuseBooksShut(ctx: Command, document: Document, id: string, day: string): Promise<void> {
  const outside = outsideOn(document, [id], day);
  await refuseOutside(ctx, await ctx.rows(outside), outside);
}

/** Whatever would take the document back while its money is gone. */
export function refusePaid({ payFlag }: Pick<Payout, 'payFlag'>, verb: Label): void {
  if (payFlag === '1') throw alreadyPaid({ verb });
}

export const payFlagFor = (amount: string | null): '0' | '2' => (isZero(amount ?? '0') ? '2' : '0');
export const paidSets = ({ rows }: { readonly rows: PayoutRows }) =>
  ({ payFlag: '1', payerName: rows.payer?.[0]?.name ?? null }) as const;
export const unpaidSets = { payFlag: '0', payDate: null, bankSerialNo: null, payerName: null } as const;

const payDayIn = (said: Facts['said'], today: string): string => String(said?.['payDate'] ?? today);

/** Posted as of the day on which money left, whatever day the document has. */
export const paidOn = (bill: Payout, { name }: Pick<Document, 'name'>, { said }: Pick<Facts, 'said'> = {}): Source => ({
  type: name,
  id: bill.id,
  code: bill.code,
  opSeq: bill.opSeq,
  date: payDayIn(said, bill.payDate ?? ''),
});

const isSame = (one: string | null | undefined, other: string | null): boolean => other !== null && one === other;
