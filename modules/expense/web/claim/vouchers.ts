import type { Document } from '#platform/model/document.ts';
import type { PaperName } from '#platform/model/print.ts';
import { readSetting, useSetting } from '#platform/web/api/setting.ts';
import { previewDocuments, printDocuments } from '#platform/web/print/print-frame.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { cityTransport } from '#expense/model/claim/city-transport.ts';
import { expenseClaim } from '#expense/model/claim/expense.ts';
import { specialExpense } from '#expense/model/claim/special-expense.ts';
import { travel } from '#expense/model/claim/travel.ts';
import { loan } from '#expense/model/loan/loan.ts';
import { repayment } from '#expense/model/loan/repayment.ts';
import type { docType } from '#expense/model/value/choices.ts';
import { payment } from '#purchase/model/payment.ts';
import { prepayment } from '#purchase/model/prepayment.ts';

const documents: Readonly<Record<keyof typeof docType, Document>> = {
  loan,
  repayment,
  travel,
  cityTransport,
  expense: expenseClaim,
  specialExpense,
  payment,
  prepayment,
};

/** Vouchers lie in a binder of A4 or half of it; whatever else a person prints keeps its own paper. */
export const voucherPapers = ['A4', 'A5L'] as const satisfies readonly PaperName[];
type VoucherPaper = (typeof voucherPapers)[number];
const key = 'voucher';
interface Kept {
  readonly paper: VoucherPaper;
}
const usual: Kept = { paper: 'A5L' };
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'paper' in value &&
  voucherPapers.some((paper) => paper === value.paper);

export function useVoucherPaper(): readonly [paper: VoucherPaper, keep: (paper: VoucherPaper) => void] {
  const [{ paper }, keep] = useSetting(key, usual, isKept);
  return [
    paper,
    (next) => {
      keep({ paper: next });
    },
  ];
}
async function keptPaper(): Promise<VoucherPaper> {
  const kept = await readSetting(key);
  return isKept(kept) ? kept.paper : usual.paper;
}

/** A printer is told of one kind after the other; what was refused stops the rest. */
export async function printVouchers(rows: readonly Row[]): Promise<boolean> {
  const paper = await keptPaper();
  for (const [document, ids] of byKind(rows)) if (!(await printDocuments(document, ids, { paper }))) return false;
  return true;
}

export async function previewVoucher(row: Row): Promise<boolean> {
  const paper = await keptPaper();
  for (const [document, ids] of byKind([row])) previewDocuments(document, ids, { paper });
  return true;
}

function byKind(rows: readonly Row[]): ReadonlyMap<Document, readonly string[]> {
  const kinds = new Map<Document, string[]>();
  for (const row of rows) {
    const document = documents[textAt(row, 'docType') as keyof typeof docType];
    kinds.set(document, [...(kinds.get(document) ?? []), textAt(row, 'id')]);
  }
  return kinds;
}
