import { payment } from '#purchase/model/payment.ts';
import { prepayment } from '#purchase/model/prepayment.ts';
import { purchaseInvoice } from '#purchase/model/purchase-invoice.ts';
import type { Load, Staff } from './people.ts';
import type { Body } from './product.ts';

interface Page<Row> {
  readonly list: readonly Row[];
}
interface Receipt {
  readonly id: string;
  readonly code: string;
  readonly organizeCode: string;
  readonly supplierCode: string;
  readonly redFlag: string;
  readonly lines: readonly { readonly lineNo: number; readonly number: string; readonly amount: string }[];
}

/** What suppliers invoice and are paid, with the process of each: the n-th of them, written from nothing. */
export const supplierPapers = [
  { document: purchaseInvoice, process: 'PV_INVOICE', name: '采购发票审批', bodies: invoices },
  { document: payment, process: 'PY_PAYMENT', name: '付款审批', bodies: payments },
  { document: prepayment, process: 'PP_PREPAY', name: '预付款审批', bodies: prepayments },
] as const;

/** Of the last receipt each takes a piece, so that there is enough of it for all of them. */
async function invoices({ anchor }: Load, staff: Staff): Promise<(n: number) => Body> {
  const { code: sourceCode, organizeCode, supplierCode, lines } = await receiptOf(staff);
  const [line] = lines;
  return (n) => ({
    organizeCode,
    supplierCode,
    billDate: anchor,
    invoiceNumber: `2633200000${String(n).padStart(10, '0')}`,
    invoiceDate: anchor,
    lines: [{ sourceCode, sourceLineNo: line?.lineNo, number: String(n + 1), taxRate: '13' }],
  });
}

async function payments(load: Load, staff: Staff): Promise<(n: number) => Body> {
  const [{ code: sourceCode, organizeCode, supplierCode }, asked] = [await receiptOf(staff), await askedBy(load)];
  return (n) => ({
    ...asked,
    organizeCode,
    supplierCode,
    reason: '采购货款',
    lines: [{ sourceCode, amount: `${100 + 10 * n}`, taxRate: '13' }],
  });
}

async function prepayments(load: Load, staff: Staff): Promise<(n: number) => Body> {
  const [{ organizeCode, supplierCode }, asked] = [await receiptOf(staff), await askedBy(load)];
  return (n) => ({
    ...asked,
    organizeCode,
    supplierCode,
    reason: '备货定金',
    lines: [{ summary: '旺季备货定金', amount: `${20 + n}000` }],
  });
}

async function receiptOf({ deputy }: Staff): Promise<Receipt> {
  const { list } = await deputy.get<Page<Receipt>>('/stock/inout/page?limit=50&moveType=1&billStatus=1');
  const found = list.find(({ redFlag, supplierCode }) => redFlag === '0' && supplierCode !== null);
  if (found === undefined) throw new Error('nothing was bought');
  return deputy.get<Receipt>(`/stock/inout/${found.id}`);
}

async function askedBy({ admin, anchor }: Load): Promise<Body> {
  const {
    list: [buyer],
  } = await admin.get<Page<{ readonly code: string; readonly deptCode: string }>>(
    '/data/bd/personnel/page?limit=1&status=1',
  );
  return { applicantCode: buyer?.code, deptCode: buyer?.deptCode, applyDate: anchor, billDate: anchor };
}
