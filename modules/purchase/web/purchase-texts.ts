import type { Label } from '#platform/model/label.ts';

export const purchaseTexts = {
  toOrder: ['生成订单', '產生訂單', 'Make orders'],
  made: ['已生成 {codes}', '已產生 {codes}', '{codes} made'],
  receive: ['生成入库单', '產生入庫單', 'Make receipt'],
  toInvoice: ['录入采购发票', '錄入採購發票', 'Enter invoice'],
  toPayment: ['申请付款', '申請付款', 'Ask for payment'],
  takeBack: ['撤回入库单', '撤回入庫單', 'Take receipt back'],
  confirmTakeBack: [
    '撤回 {count} 张采购订单未审核的入库单？',
    '撤回 {count} 張採購訂單未審核的入庫單？',
    'Take back the unapproved receipts of {count} {count:order|orders}?',
  ],
} as const satisfies Readonly<Record<string, Label>>;
