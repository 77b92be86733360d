import type { Label } from '#platform/model/label.ts';

/** A column of the documents behind a figure. */
export interface DetailColumn {
  readonly key: string;
  readonly label: Label;
  readonly kind: 'text' | 'date' | 'amount' | 'price' | 'number' | 'bill';
}

const text = (key: string, label: Label): DetailColumn => ({ key, label, kind: 'text' });
const date = (key: string, label: Label): DetailColumn => ({ key, label, kind: 'date' });
const amount = (key: string, label: Label): DetailColumn => ({ key, label, kind: 'amount' });
const price = (key: string, label: Label): DetailColumn => ({ key, label, kind: 'price' });
const number = (key: string, label: Label): DetailColumn => ({ key, label, kind: 'number' });
/** The number of a document; its type and id stand beside it as `docType` and `docId`. */
const bill: DetailColumn = { key: 'docCode', label: ['单据', '單據', 'Document'], kind: 'bill' };
const day = date('day', ['日期', '日期', 'Date']);
const customerName = text('customerName', ['客户', '客戶', 'Customer']);
const materialName = text('materialName', ['产品', '產品', 'Product']);

/** What a figure leads to: rows that add up to it, each with its document. */
export const details = {
  sales: [
    day,
    bill,
    text('orderCode', ['来源订单', '來源訂單', 'Order']),
    customerName,
    materialName,
    number('number', ['数量', '數量', 'Quantity']),
    price('price', ['单价', '單價', 'Price']),
    amount('discount', ['优惠', '優惠', 'Discount']),
    amount('net', ['未税金额', '未稅金額', 'Net']),
    amount('tax', ['税额', '稅額', 'Tax']),
    amount('amount', ['金额', '金額', 'Amount']),
  ],
  orders: [
    day,
    bill,
    customerName,
    materialName,
    number('orderedNumber', ['订单数量', '訂單數量', 'Ordered']),
    number('outNumber', ['已出库', '已出庫', 'Shipped']),
    number('signedNumber', ['已签收', '已簽收', 'Signed']),
    number('closedNumber', ['已关闭', '已關閉', 'Closed']),
    amount('orderedAmount', ['订单金额', '訂單金額', 'Amount']),
  ],
  stockFlow: [
    day,
    bill,
    text('storageName', ['仓库', '倉庫', 'Warehouse']),
    materialName,
    number('number', ['数量', '數量', 'Quantity']),
  ],
  receivable: [
    day,
    bill,
    customerName,
    date('dueDate', ['到期日', '到期日', 'Due']),
    amount('amount', ['原额', '原額', 'Amount']),
    amount('settled', ['已核销', '已核銷', 'Settled']),
    amount('open', ['未结', '未結', 'Open']),
  ],
  statement: [day, bill, customerName, amount('amount', ['金额', '金額', 'Amount'])],
  purchases: [
    day,
    bill,
    text('supplierName', ['供应商', '供應商', 'Supplier']),
    materialName,
    number('purchasedNumber', ['采购数量', '採購數量', 'Ordered']),
    number('receivedNumber', ['到货数量', '到貨數量', 'Received']),
    number('openNumber', ['未到数量', '未到數量', 'Open']),
  ],
  returns: [
    day,
    bill,
    customerName,
    materialName,
    number('returnedNumber', ['退货数量', '退貨數量', 'Returned']),
    amount('returnedAmount', ['退货金额', '退貨金額', 'Amount']),
  ],
  promotions: [
    day,
    bill,
    text('activityName', ['促销活动', '促銷活動', 'Promotion']),
    customerName,
    amount('amount', ['订单金额', '訂單金額', 'Amount']),
    amount('worth', ['优惠金额', '優惠金額', 'Discount']),
    amount('spent', ['占用预算', '佔用預算', 'Budget spent']),
  ],
  budget: [
    day,
    bill,
    text('deptName', ['部门', '部門', 'Department']),
    text('budgetAccountName', ['预算科目', '預算科目', 'Budget account']),
    amount('budgeted', ['预算', '預算', 'Budget']),
    amount('preUsed', ['预占', '預佔', 'Held']),
    amount('used', ['已用', '已用', 'Used']),
  ],
  expenses: [
    day,
    bill,
    text('employeeName', ['员工', '員工', 'Employee']),
    text('subjectName', ['费用科目', '費用科目', 'Expense item']),
    amount('claimed', ['报销金额', '報銷金額', 'Reimbursed']),
    amount('tax', ['可抵扣税额', '可抵扣稅額', 'Deductible tax']),
  ],
  journeys: [
    day,
    bill,
    text('orderCode', ['来源订单', '來源訂單', 'Order']),
    customerName,
    date('outDay', ['出库日期', '出庫日期', 'Shipped on']),
    date('signDay', ['签收日期', '簽收日期', 'Received on']),
    number('toOut', ['下单到出库（小时）', '下單到出庫（小時）', 'To shipping (h)']),
    number('toSign', ['出库到签收（小时）', '出庫到簽收（小時）', 'To receipt (h)']),
  ],
} as const satisfies Readonly<Record<string, readonly DetailColumn[]>>;
export type DetailKey = keyof typeof details;
export const detailOf = (key: DetailKey): readonly DetailColumn[] => details[key];
