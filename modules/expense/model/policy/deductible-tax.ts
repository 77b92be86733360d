import { minus, over, plus, times } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import type { Choices } from '#platform/model/field.ts';

/** Invoices that people bring with a claim. */
export const claimInvoiceType = {
  special: ['增值税专用发票', '增值稅專用發票', 'VAT special invoice'],
  eSpecial: ['数电专用发票', '數電專用發票', 'Electronic special invoice'],
  ordinary: ['增值税普通发票', '增值稅普通發票', 'VAT ordinary invoice'],
  eOrdinary: ['数电普通发票', '數電普通發票', 'Electronic ordinary invoice'],
  rail: ['铁路电子客票', '鐵路電子客票', 'Rail ticket'],
  air: ['航空行程单', '航空行程單', 'Air itinerary'],
  bus: ['公路客票', '公路客票', 'Coach ticket'],
  ship: ['水路客票', '水路客票', 'Ship ticket'],
  taxi: ['出租车发票', '計程車發票', 'Taxi slip'],
  other: ['其他票据', '其他票據', 'Other slip'],
} as const satisfies Choices;
export type ClaimInvoiceType = keyof typeof claimInvoiceType;

/** What may be deducted of an invoice by its kind: a rate in percent, or what is printed on it (D4). */
const deductions: Readonly<Record<ClaimInvoiceType, 'printed' | string>> = {
  special: 'printed',
  eSpecial: 'printed',
  ordinary: '0',
  eOrdinary: '0',
  rail: '9',
  air: '9',
  bus: '3',
  ship: '3',
  taxi: '0',
  other: '0',
};

export interface TaxedInvoice {
  readonly type: ClaimInvoiceType;
  readonly total: string;
  /** As it is printed. */
  readonly tax?: string | null;
}

/** The tax that the house gets back, and what is left as cost. */
export function deductibleTax({ type, total, tax }: TaxedInvoice): {
  readonly deductible: string;
  readonly cost: string;
} {
  const by = deductions[type];
  const deductible = cents(
    by === 'printed' ? (tax ?? '0') : times(over(total, plus('1', over(by, '100'))), over(by, '100')),
  );
  return { deductible, cost: cents(minus(total, deductible)) };
}

/** What a claimed amount takes of the budget: without the tax that is deducted where RB005 says so. */
export const budgetedAmount = (amount: string, deductible: string, isNet: boolean): string =>
  cents(isNet ? minus(amount, deductible) : amount);
