import type { Choices } from '#platform/model/field.ts';

/** How far an invoice is: 2 does not exist (domain §3.6). */
export const issueStatus = {
  0: ['未发起', '未發起', 'Not initiated', 'grey'],
  1: ['已开票', '已開票', 'Invoiced', 'green'],
  3: ['已红冲', '已紅沖', 'Red-reversed', 'red'],
  4: ['开票中', '開票中', 'Invoicing', 'blue'],
  5: ['红冲中', '紅沖中', 'Red-reversing', 'orange'],
} as const satisfies Choices;

export const invoiceKind = {
  0: ['蓝字', '藍字', 'Blue (normal)', 'blue'],
  1: ['红字', '紅字', 'Red (reversal)', 'red'],
} as const satisfies Choices;

/** What a red confirmation 红字确认单 came to; 4 alone lets the red invoice be issued (C5). */
export const redConfirmStatus = {
  0: ['无', '無', 'None', 'grey'],
  1: ['已录入', '已錄入', 'Entered', 'blue'],
  2: ['待购方确认', '待購方確認', 'Waiting for the buyer', 'orange'],
  3: ['已开红字发票', '已開紅字發票', 'Red invoice issued', 'red'],
  4: ['已确认', '已確認', 'Agreed', 'green'],
  5: ['购方已拒绝', '購方已拒絕', 'Refused by the buyer', 'red'],
  6: ['超期未确认', '超期未確認', 'Expired', 'grey'],
  7: ['已撤回', '已撤回', 'Withdrawn', 'grey'],
} as const satisfies Choices;

/** Who sees to a red confirmation, and how far its provider is. */
export const redConfirmStage = {
  0: ['手工办理', '手工辦理', 'By hand', 'grey'],
  1: ['开票服务办理中', '開票服務辦理中', 'With the provider', 'blue'],
  2: ['撤回中', '撤回中', 'Being withdrawn', 'orange'],
  3: ['结果未知', '結果未知', 'Not known', 'red'],
  4: ['开票服务未受理', '開票服務未受理', 'Not taken by the provider', 'red'],
  5: ['开票服务已答复', '開票服務已答覆', 'Answered by the provider', 'green'],
} as const satisfies Choices;

/** Why an invoice is taken back: 01 whole only, 03 of freight and services alone (C5). */
export const redReason = {
  '01': ['开票有误', '開票有誤', 'Wrongly issued'],
  '02': ['销货退回', '銷貨退回', 'Goods came back'],
  '03': ['服务中止', '服務中止', 'Service stopped'],
  '04': ['销售折让', '銷售折讓', 'Sales allowance'],
} as const satisfies Choices;

/** Whether the buyer has used the invoice: then his consent is waited for. */
export const buyerUsed = {
  0: ['未用途确认', '未用途確認', 'Not used'],
  1: ['已用途确认', '已用途確認', 'Used'],
} as const satisfies Choices;

/** Whether the customer has its file. */
export const pushStatus = {
  0: ['未推送', '未推送', 'Not pushed', 'grey'],
  1: ['推送失败', '推送失敗', 'Failed', 'red'],
  2: ['推送成功', '推送成功', 'Succeeded', 'green'],
} as const satisfies Choices;

/** What of a movement is invoiced: its goods, the freight it carried, or what a refund kept back (C1). */
export const sourceKind = {
  0: ['商品', '商品', 'Goods'],
  1: ['运费', '運費', 'Freight'],
  2: ['促销扣回', '促銷扣回', 'Promotion claw-back'],
} as const satisfies Choices;

/** Of the dictionary invoice_type. */
export const invoiceTypes = {
  paperSpecial: '0',
  paperOrdinary: '1',
  eSpecial: '2',
  eOrdinary: '3',
  none: '4',
} as const;
