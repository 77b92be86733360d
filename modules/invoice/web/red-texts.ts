import type { Choices } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { say } from '#platform/web/text/language.ts';

export const redTexts = {
  verb: ['红冲', '紅沖', 'Red-reverse'],
  title: ['红冲发票 {number}', '紅沖發票 {number}', 'Red-reverse invoice {number}'],
  proposed: [
    '退货 {codes} 建议红冲以下数量，可以修改',
    '退貨 {codes} 建議紅沖以下數量，可以修改',
    'Returns {codes} propose these quantities; they can be changed',
  ],
  wholeOnly: [
    '开票有误只能整张红冲；红字发票开具后，来源可重新申请开票',
    '開票有誤只能整張紅沖；紅字發票開具後，來源可重新申請開票',
    'A wrongly issued invoice is reversed whole; once the red one is issued its goods can be invoiced anew',
  ],
  used: [
    '购方已用途确认（须购方在 72 小时内确认）',
    '購方已用途確認（須購方在 72 小時內確認）',
    'The buyer has used it (he must agree within 72 hours)',
  ],
  fromProvider: [
    '确认单由开票服务办理，编号和购方的答复由开票服务返回',
    '確認單由開票服務辦理，編號和購方的答覆由開票服務返回',
    'The provider sees to the confirmation: its number and the answer of the buyer come from there',
  ],
  confirmation: ['红字确认单', '紅字確認單', 'Red confirmation'],
  query: ['查询确认单', '查詢確認單', 'Look for confirmation'],
  goods: ['项目', '項目', 'Goods or service'],
  number: ['票面数量', '票面數量', 'On the invoice'],
  left: ['可红冲', '可紅沖', 'Left'],
  now: ['本次红冲', '本次紅沖', 'Reverse now'],
  amount: ['金额（含税）', '金額（含稅）', 'With tax'],
  wholeLine: ['整行红冲', '整行紅沖', 'The whole line'],
  above: ['不能超过 {n}', '不能超過 {n}', 'No more than {n}'],
  total: ['红字合计', '紅字合計', 'Red invoice'],
  leftAfter: ['红冲后剩余', '紅沖後剩餘', 'Left then'],
  agree: ['购方确认', '購方確認', 'Buyer agreed'],
  refuse: ['购方拒绝', '購方拒絕', 'Buyer refused'],
  withdraw: ['撤回红冲', '撤回紅沖', 'Withdraw reversal'],
  sureWithdraw: [
    '撤回后红字发票作废，原发票恢复，确定撤回？',
    '撤回後紅字發票作廢，原發票恢復，確定撤回？',
    'The red invoice goes and this one is whole again. Withdraw?',
  ],
  sureRefuse: [
    '购方拒绝后红字发票作废，原发票恢复，确定？',
    '購方拒絕後紅字發票作廢，原發票恢復，確定？',
    'The red invoice goes and this one is whole again. Has the buyer refused?',
  ],
  ofReturn: ['红字发票', '紅字發票', 'Red invoices'],
  ofReturnTitle: ['退货 {code} 的红字发票', '退貨 {code} 的紅字發票', 'Red invoices of return {code}'],
  proposal: ['建议红冲', '建議紅沖', 'To be reversed'],
  made: ['已申请红冲', '已申請紅沖', 'Asked for'],
  nothing: [
    '退回的货物没有需要红冲的发票',
    '退回的貨物沒有需要紅沖的發票',
    'No invoice has to be reversed for what came back',
  ],
  open: ['打开发票', '開啟發票', 'Open invoice'],
  close: ['关闭', '關閉', 'Close'],
} as const satisfies Readonly<Record<string, Label>>;

/** What a value is called in the language of the page. */
export function nameIn(choices: Choices, value: string): string {
  const label = choices[value];
  return label === undefined ? '' : say([label[0], label[1], label[2]]);
}
