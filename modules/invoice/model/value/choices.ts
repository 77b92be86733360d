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
