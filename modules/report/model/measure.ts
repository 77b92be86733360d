import type { Label } from '#platform/model/label.ts';

/** What is counted. */
export interface Measure {
  readonly label: Label;
  readonly kind: 'amount' | 'number' | 'count' | 'rate' | 'days';
  /** More of it is worse. */
  readonly isBad?: true;
  /** Told only to who may see what goods cost. */
  readonly isCost?: true;
}

export const measures = {
  amount: { label: ['销售额', '銷售額', 'Sales'], kind: 'amount' },
  number: { label: ['数量', '數量', 'Quantity'], kind: 'number' },
  orderCount: { label: ['订单数', '訂單數', 'Orders'], kind: 'count' },
  customerCount: { label: ['客户数', '客戶數', 'Customers'], kind: 'count' },
  averageOrder: { label: ['客单价', '客單價', 'Average order'], kind: 'amount' },
  costAmount: { label: ['成本', '成本', 'Cost'], kind: 'amount', isCost: true, isBad: true },
  profitAmount: { label: ['毛利', '毛利', 'Margin'], kind: 'amount', isCost: true },
  profitRate: { label: ['毛利率', '毛利率', 'Margin %'], kind: 'rate', isCost: true },
  orderedNumber: { label: ['订单数量', '訂單數量', 'Ordered'], kind: 'number' },
  orderedAmount: { label: ['订单金额', '訂單金額', 'Ordered amount'], kind: 'amount' },
  releasedNumber: { label: ['已发货', '已發貨', 'Released'], kind: 'number' },
  outNumber: { label: ['已出库', '已出庫', 'Shipped'], kind: 'number' },
  signedNumber: { label: ['已签收', '已簽收', 'Signed'], kind: 'number' },
  invoicedNumber: { label: ['已开票', '已開票', 'Invoiced'], kind: 'number' },
  closedNumber: { label: ['已关闭', '已關閉', 'Closed'], kind: 'number', isBad: true },
  executionRate: { label: ['执行率', '執行率', 'Executed %'], kind: 'rate' },
  onHand: { label: ['现存量', '現存量', 'On hand'], kind: 'number' },
  occupied: { label: ['占用量', '佔用量', 'Reserved'], kind: 'number' },
  frozen: { label: ['冻结量', '凍結量', 'Frozen'], kind: 'number' },
  available: { label: ['可用量', '可用量', 'Available'], kind: 'number' },
  inTransit: { label: ['在途量', '在途量', 'In transit'], kind: 'number' },
  onOrder: { label: ['采购在途', '採購在途', 'On order'], kind: 'number' },
  opening: { label: ['期初', '期初', 'Opening'], kind: 'number' },
  producedIn: { label: ['生产入库', '生產入庫', 'Production in'], kind: 'number' },
  purchasedIn: { label: ['采购入库', '採購入庫', 'Purchase in'], kind: 'number' },
  transferIn: { label: ['调拨入库', '調撥入庫', 'Transfer in'], kind: 'number' },
  otherIn: { label: ['其他入库', '其他入庫', 'Other in'], kind: 'number' },
  soldOut: { label: ['销售出库', '銷售出庫', 'Sales out'], kind: 'number' },
  usedOut: { label: ['领用出库', '領用出庫', 'Requisition out'], kind: 'number' },
  transferOut: { label: ['调拨出库', '調撥出庫', 'Transfer out'], kind: 'number' },
  otherOut: { label: ['其他出库', '其他出庫', 'Other out'], kind: 'number' },
  lost: { label: ['在途损耗', '在途損耗', 'Lost in transit'], kind: 'number', isBad: true },
  closing: { label: ['期末', '期末', 'Closing'], kind: 'number' },
  balance: { label: ['应收余额', '應收餘額', 'Receivable'], kind: 'amount', isBad: true },
  notDue: { label: ['未到期', '未到期', 'Not due'], kind: 'amount' },
  upTo30: { label: ['1–30天', '1–30天', '1–30 days'], kind: 'amount', isBad: true },
  upTo60: { label: ['31–60天', '31–60天', '31–60 days'], kind: 'amount', isBad: true },
  upTo90: { label: ['61–90天', '61–90天', '61–90 days'], kind: 'amount', isBad: true },
  beyond: { label: ['90天以上', '90天以上', 'Over 90 days'], kind: 'amount', isBad: true },
  unsettled: { label: ['未核销预收', '未核銷預收', 'Unallocated receipts'], kind: 'amount' },
  owedBefore: { label: ['期初余额', '期初餘額', 'Opening balance'], kind: 'amount' },
  debit: { label: ['本期应收', '本期應收', 'Charged'], kind: 'amount' },
  credit: { label: ['本期收回', '本期收回', 'Settled'], kind: 'amount' },
  owedAfter: { label: ['期末余额', '期末餘額', 'Closing balance'], kind: 'amount' },
  funds: { label: ['余额', '餘額', 'Balance'], kind: 'amount' },
  held: { label: ['占用', '佔用', 'Occupied'], kind: 'amount' },
  blocked: { label: ['冻结', '凍結', 'Frozen'], kind: 'amount' },
  limit: { label: ['额度', '額度', 'Limit'], kind: 'amount' },
  usable: { label: ['可用', '可用', 'Available'], kind: 'amount' },
  usage: { label: ['额度使用率', '額度使用率', 'Limit used %'], kind: 'rate', isBad: true },
  owed: { label: ['应付余额', '應付餘額', 'Payable'], kind: 'amount', isBad: true },
  purchasedNumber: { label: ['采购数量', '採購數量', 'Ordered'], kind: 'number' },
  purchasedAmount: { label: ['采购金额', '採購金額', 'Ordered amount'], kind: 'amount', isCost: true },
  receivedNumber: { label: ['到货数量', '到貨數量', 'Received'], kind: 'number' },
  openNumber: { label: ['未到数量', '未到數量', 'Open'], kind: 'number', isBad: true },
  onTimeRate: { label: ['准时率', '準時率', 'On time %'], kind: 'rate' },
  returnedNumber: { label: ['退货数量', '退貨數量', 'Returned'], kind: 'number', isBad: true },
  returnedAmount: { label: ['退货金额', '退貨金額', 'Returned amount'], kind: 'amount', isBad: true },
  soldAmount: { label: ['出库金额', '出庫金額', 'Shipped amount'], kind: 'amount' },
  returnRate: { label: ['退货率', '退貨率', 'Return %'], kind: 'rate', isBad: true },
  target: { label: ['目标', '目標', 'Target'], kind: 'amount' },
  achievement: { label: ['达成率', '達成率', 'Achieved %'], kind: 'rate' },
  gap: { label: ['差额', '差額', 'Gap'], kind: 'amount', isBad: true },
} as const satisfies Readonly<Record<string, Measure>>;
export type MeasureKey = keyof typeof measures;

export const measureOf = (key: MeasureKey): Measure => measures[key];
