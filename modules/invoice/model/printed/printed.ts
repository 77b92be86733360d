/** What is to be invoiced: goods with their number, or freight and charges without one. Returns are negative. */
export interface InvoiceSource {
  readonly id: string;
  readonly name: string;
  readonly taxCode: string;
  readonly taxRate: string;
  readonly unit: string;
  readonly spec?: string;
  /** Empty for what is not counted. */
  readonly number: string;
  readonly price: string;
  readonly amount: string;
  /** What of the amount is given away on the paper: a line of its own beside it. */
  readonly discount?: string;
}

/** IV002 to IV004, IV006 and how much rebate paid for the goods. */
export interface PrintRules {
  readonly merge: '0' | '1' | '2';
  /** Net amount of one invoice; null where only the quota of the month limits it (C2). */
  readonly netLimit: string | null;
  readonly lineLimit: number;
  readonly hasDiscountLines: boolean;
  readonly rebateUsed?: string;
}

/** How much of a source an invoice is for: over all invoices of an application they sum to the source to the cent. */
export interface SourceShare {
  readonly id: string;
  readonly number: string;
  readonly amount: string;
}

/** Goods on their way to the paper, with the discount that never leaves them (C2a). */
export interface Unit {
  readonly name: string;
  readonly taxCode: string;
  readonly taxRate: string;
  readonly unit: string;
  readonly spec: string;
  readonly number: string;
  readonly amount: string;
  readonly discount: string;
  readonly sources: readonly SourceShare[];
}

export interface PrintedLine {
  readonly name: string;
  readonly taxCode: string;
  readonly taxRate: string;
  readonly unit: string;
  readonly spec: string;
  readonly number: string;
  readonly unitPrice: string;
  readonly amount: string;
  readonly netAmount: string;
  readonly taxAmount: string;
  /** It gives away a part of the line before it. */
  readonly isDiscount: boolean;
  /** Of which sources it is; a discount is of those of the line before it. */
  readonly sources: readonly SourceShare[];
}

export interface PrintedInvoice {
  readonly lines: readonly PrintedLine[];
  readonly totalAmount: string;
  readonly totalNet: string;
  readonly totalTax: string;
  readonly sources: readonly SourceShare[];
}
