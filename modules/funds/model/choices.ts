import type { Choices } from '#platform/model/field.ts';

export const paymentTerm = {
  3: ['3个月', '3個月', '3 months'],
  6: ['6个月', '6個月', '6 months'],
  12: ['12个月', '12個月', '12 months'],
} as const satisfies Choices;

/** What a capital bill does to a customer's accounts. */
export const saleBillType = {
  RC: ['收款/充值', '收款/儲值', 'Receipt'],
  RF: ['退款', '退款', 'Refund'],
  TR: ['账户转账', '帳戶轉帳', 'Transfer'],
  AD: ['调整', '調整', 'Adjustment'],
  FZ: ['冻结', '凍結', 'Freeze'],
  UF: ['解冻', '解凍', 'Unfreeze'],
} as const satisfies Choices;

/** What a line of a statement is about: bills of money, and what goods and openings did to the books. */
export const statementBillType = {
  ...saleBillType,
  SL: ['销售出库', '銷售出庫', 'Sales delivery'],
  RT: ['销售退货', '銷售退貨', 'Sales return'],
  RB: ['返利冲抵', '返利沖抵', 'Rebate offset'],
  OP: ['期初', '期初', 'Opening'],
} as const satisfies Choices;

export const settleStatus = {
  0: ['未结清', '未結清', 'Outstanding', 'orange'],
  1: ['部分结清', '部分結清', 'Partly settled', 'blue'],
  2: ['已结清', '已結清', 'Settled', 'green'],
} as const satisfies Choices;

export const creditChangeType = {
  0: ['永久额度', '永久額度', 'Permanent'],
  1: ['临时额度', '臨時額度', 'Temporary'],
} as const satisfies Choices;

export const confirmFlag = {
  0: ['未确认', '未確認', 'Unconfirmed', 'grey'],
  1: ['已确认', '已確認', 'Confirmed', 'green'],
} as const satisfies Choices;

export const reconcileStatus = {
  0: ['未对账', '未對帳', 'Not reconciled', 'grey'],
  1: ['已提交', '已提交', 'Submitted', 'blue'],
  2: ['已驳回', '已駁回', 'Rejected', 'red'],
  3: ['已确认', '已確認', 'Confirmed', 'green'],
} as const satisfies Choices;

export const financingStatus = {
  0: ['已保存', '已儲存', 'Saved', 'grey'],
  1: ['公司已审核', '公司已審核', 'Approved by company', 'blue'],
  2: ['待银行审核', '待銀行審核', 'Awaiting bank approval', 'orange'],
  3: ['银行已审核', '銀行已審核', 'Approved by bank', 'blue'],
  4: ['银行已放款', '銀行已放款', 'Bank loan released', 'green'],
} as const satisfies Choices;
