/** What it is handed: all that stands on the paper. */
export interface AskedInvoice {
  readonly requestId: string;
  readonly kind: string;
  readonly invoiceType: string;
  readonly sellerName: string | null;
  readonly sellerTaxNumber: string | null;
  readonly title: string;
  readonly taxNumber: string | null;
  readonly drawer: string | null;
  readonly remark: string | null;
  readonly totalNet: string;
  readonly totalTax: string;
  readonly totalAmount: string;
  readonly original: { readonly invoiceNumber: string; readonly redConfirmNo: string } | null;
  readonly lines: readonly {
    readonly name: string;
    readonly spec: string | null;
    readonly unit: string | null;
    readonly number: string | null;
    readonly price: string | null;
    readonly taxRate: string;
    readonly netAmount: string;
    readonly taxAmount: string;
    readonly isDiscount: boolean;
  }[];
}
export interface TaxInvoice {
  readonly asked: AskedInvoice;
  readonly state: 'PENDING' | 'ISSUED' | 'FAILED';
  readonly invoiceNumber: string | null;
  readonly invoiceDate: string | null;
  readonly msg: string | null;
}
