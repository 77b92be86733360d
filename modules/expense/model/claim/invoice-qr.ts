import type { ClaimInvoiceType } from '#expense/model/policy/deductible-tax.ts';

/** What the square on an invoice says of it. */
export interface ScannedInvoice {
  readonly type: ClaimInvoiceType;
  readonly code: string;
  readonly number: string;
  readonly date: string | null;
  /** Of a paper invoice the square says the amount without tax, of a fully digital one what is to be paid. */
  readonly net: string | null;
  readonly total: string | null;
}

/** Kinds as the square numbers them. */
const kinds: Readonly<Record<string, ClaimInvoiceType>> = {
  '01': 'special',
  '04': 'ordinary',
  '08': 'eSpecial',
  10: 'eOrdinary',
  11: 'ordinary',
  31: 'eSpecial',
  32: 'eOrdinary',
};
const isDigital = (kind: string): boolean => kind === '31' || kind === '32';

/**
 * The text of the square on an invoice, typed or from a scanner: version, kind, code, number, amount, day, check code.
 * Null for any other text.
 */
export function scannedInvoice(text: string): ScannedInvoice | null {
  const [version = '', kind = '', code = '', number = '', amount = '', day = ''] = text
    .trim()
    .replaceAll('，', ',')
    .split(',')
    .map((part) => part.trim());
  const type = kinds[kind];
  if (version !== '01' || type === undefined) return null;
  if (!/^\d{8,20}$/.test(number) || !/^(\d{10,12})?$/.test(code) || (code === '' && number.length !== 20)) return null;
  if (amount !== '' && !/^\d{1,13}(\.\d{1,2})?$/.test(amount)) return null;
  const sum = amount === '' ? null : amount;
  return {
    type,
    code,
    number,
    date: /^\d{8}$/.test(day) ? `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}` : null,
    net: isDigital(kind) ? null : sum,
    total: isDigital(kind) ? sum : null,
  };
}
