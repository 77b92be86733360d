import { compare, decimalPattern } from '#platform/model/decimal.ts';
import { reasons } from '#platform/model/refusal.ts';
import type { Label } from '#platform/model/label.ts';
import { claimInvoiceType, type ClaimInvoiceType } from '#expense/model/policy/deductible-tax.ts';

/** An invoice that somebody brings with a claim (D3), by the number of the line that it is for. */
export interface ClaimInvoice {
  readonly lineNo: number;
  readonly type: ClaimInvoiceType;
  /** Empty of a fully digital one, which is known by its number alone. */
  readonly code: string;
  readonly number: string;
  readonly date: string | null;
  readonly net: string | null;
  readonly tax: string | null;
  readonly total: string;
  readonly buyerTaxNo: string | null;
}

export const mostClaimInvoices = 300;
export interface InvoiceFault {
  readonly at: number;
  readonly reason: Label;
}

/** What was sent, as invoices; or what is wrong with it, and in which row. */
export function invoicesIn(value: unknown, lines: number): readonly ClaimInvoice[] | InvoiceFault {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return { at: 0, reason: reasons.format };
  if (value.length > mostClaimInvoices) return { at: mostClaimInvoices, reason: reasons.tooLarge };
  const found: ClaimInvoice[] = [];
  const seen = new Set<string>();
  for (const [at, row] of (value as unknown[]).entries()) {
    const invoice = invoiceIn(row);
    if ('reason' in invoice) return { at, reason: invoice.reason };
    const key = `${invoice.code} ${invoice.number}`;
    if (seen.has(key)) return { at, reason: reasons.taken };
    if (invoice.lineNo < 1 || invoice.lineNo > lines) return { at, reason: reasons.unknown };
    seen.add(key);
    found.push(invoice);
  }
  return found;
}

function invoiceIn(row: unknown): ClaimInvoice | { readonly reason: Label } {
  const said = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : {};
  const type = textIn(said['type']) ?? 'eOrdinary';
  const number = textIn(said['number']);
  const [net, tax, total] = (['net', 'tax', 'total'] as const).map((key) => textIn(said[key]));
  const date = textIn(said['date']);
  const lineNo = Number(said['lineNo'] ?? 1); // not money
  if (number === null || total == null) return { reason: reasons.required };
  const isWrong =
    !Object.hasOwn(claimInvoiceType, type) ||
    !/^[\w-]{1,40}$/.test(number) ||
    !/^[\w-]{0,40}$/.test(textIn(said['code']) ?? '') ||
    !Number.isInteger(lineNo) ||
    (date !== null && !/^\d{4}-\d{2}-\d{2}$/.test(date)) ||
    [net, tax, total].some((figure) => figure != null && !isFigure(figure)) ||
    compare(total, '0') <= 0 ||
    (tax != null && compare(tax, total) > 0);
  if (isWrong) return { reason: reasons.format };
  return {
    lineNo,
    type: type as ClaimInvoiceType,
    code: textIn(said['code']) ?? '',
    number,
    date,
    net: net ?? null,
    tax: tax ?? null,
    total,
    buyerTaxNo: textIn(said['buyerTaxNo'])?.slice(0, 40) ?? null,
  };
}

const textIn = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return text === '' || text.includes('\u0000') ? null : text;
};
const isFigure = (value: string): boolean => decimalPattern.test(value) && compare(value, '0') >= 0;
