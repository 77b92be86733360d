import type { Label } from '#platform/model/label.ts';

export const orderTexts = {
  shortLines: ['{count} 行缺货', '{count} 行缺貨', 'Lines short: {count}'],
  payable: ['应付金额', '應付金額', 'Payable'],
  means: ['可用资金', '可用資金', 'Can pay with'],
  takes: ['本单占用', '本單佔用', 'This order takes'],
  rebate: ['返利', '返利', 'Rebate'],
  cash: ['现金', '現金', 'Cash'],
  credit: ['信用', '信用', 'Credit'],
  short: [
    '额度不足，缺 {amount} 元，无法审核',
    '額度不足，缺 {amount} 元，無法審核',
    'Short by {amount}: it cannot be approved',
  ],
  overdue: [
    '逾期 {days} 天应收 {amount} 元，无法审核',
    '逾期 {days} 天應收 {amount} 元，無法審核',
    '{amount} overdue by {days} {days:day|days}: it cannot be approved',
  ],
  covered: ['资金足够', '資金足夠', 'Covered'],
  unlimited: ['不控制信用', '不控制信用', 'No credit control'],
  creditWaive: ['超信用放行', '超信用放行', 'Credit waiver'],
  closeLines: ['关闭行', '關閉行', 'Close lines'],
  uncloseLines: ['反关闭行', '反關閉行', 'Reopen lines'],
  leftNumber: ['未出库数量', '未出庫數量', 'Left to ship'],
  allLines: ['全选', '全選', 'Select all'],
  closesWhole: [
    '其他行已没有可发数量，订单将一并关闭',
    '其他行已沒有可發數量，訂單將一併關閉',
    'Nothing is left to ship on the other lines: the order will be closed with them',
  ],
  templates: ['模板', '範本', 'Templates'],
  askForShort: ['缺货要货', '缺貨要貨', 'Ask for what is short'],
  asked: ['已生成 {count} 张要货单', '已產生 {count} 張要貨單', '{count} {count:demand|demands} made'],
} as const satisfies Readonly<Record<string, Label>>;
