import { plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import { newId } from '#platform/server/db/id.ts';
import type { Draft } from '#platform/server/document/draft.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import type { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import type { RedLine } from '#invoice/model/red/red-lines.ts';
import { noReversal } from '#invoice/server/maintain/red-rows.ts';

type Invoice = LockedBill<typeof invoiceMaintain>;

/** The same people and words as on the blue one, negative; its prices stay as they were. */
export function redDraft(
  blue: Invoice,
  red: readonly RedLine[],
  lines: readonly Invoice['lines'][number][],
  today: string,
): Draft {
  const { organizeCode, organizeName, customerCode, customerName, applyCode } = blue;
  const { invoiceType, title, taxNumber, email } = blue;
  const sum = (key: 'amount' | 'netAmount' | 'taxAmount'): string => cents(plus('0', ...red.map((line) => line[key])));
  const order = new Map(lines.map((line) => [line.lineNo, line]));
  return {
    organizeCode,
    organizeName,
    customerCode,
    customerName,
    applyCode,
    invoiceType,
    title,
    taxNumber,
    email,
    totalAmount: sum('amount'),
    totalNet: sum('netAmount'),
    totalTax: sum('taxAmount'),
    billDate: today,
    kind: '1',
    issueStatus: '0',
    invoiceCode: null,
    invoiceNumber: null,
    invoiceDate: null,
    failMsg: null,
    drawer: null,
    pushStatus: '0',
    ...noReversal,
    originalCode: blue.code,
    originalInvoiceNumber: blue.invoiceNumber,
    remark: null,
    lines: red.map((line, i) => redLine(line, red[i - 1], order, i + 1)),
  };
}

function redLine(
  line: RedLine,
  before: RedLine | undefined,
  order: ReadonlyMap<number, Invoice['lines'][number]>,
  lineNo: number,
) {
  // The second of a line is the discount that stands beside it.
  const isDiscount = before?.lineNo === line.lineNo;
  const own = order.get(isDiscount ? line.lineNo + 1 : line.lineNo);
  return {
    id: newId(),
    lineNo,
    productName: own?.productName,
    spec: own?.spec ?? null,
    unitName: own?.unitName ?? null,
    number: line.number === '' ? null : line.number,
    price: own?.price ?? '0',
    printedAs: own?.printedAs ?? null,
    taxRate: own?.taxRate,
    amount: line.amount,
    netAmount: line.netAmount,
    taxAmount: line.taxAmount,
    taxCode: own?.taxCode ?? null,
    discountFlag: isDiscount ? '1' : '0',
    originalLineNo: own?.lineNo ?? null,
    remark: null,
  };
}
