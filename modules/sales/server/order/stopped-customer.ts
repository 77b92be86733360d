import type { Label } from '#platform/model/label.ts';
import { refusal } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';

export const customerStopped = refusal('E-STOPPED', 20095, [
  '客户【{code}】已停用，不能{verb}',
  '客戶【{code}】已停用，不能{verb}',
  'Customer {code} is stopped; cannot {verb}',
]);

/** A stopped customer pays, is refunded and returns; it orders nothing, and nothing is released to it (A14). */
export function refuseStopped(code: string | null, status: string | null | undefined, verb: Label): void {
  if (status !== '1') throw customerStopped({ code: code ?? '', verb });
}

export const customerStatus = (code: string) =>
  statement({ status: 'text' }, 'select status from app.data_customer where code = $1', [code]);

export const submitLabel: Label = ['提交审批', '提交審批', 'submit'];
export const orderingLabel: Label = ['下单', '下單', 'order'];
