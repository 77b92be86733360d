import type { Label } from '#platform/model/label.ts';

export const bankTexts = {
  title: ['认领银行流水', '認領銀行流水', 'Claim bank lines'],
  line: ['流水', '流水', 'Line'],
  amount: ['金额', '金額', 'Amount'],
  customer: ['客户', '客戶', 'Customer'],
  organize: ['组织', '組織', 'Organisation'],
  suggestions: ['匹配', '符合', 'Matches'],
  none: ['没有匹配的客户', '沒有符合的客戶', 'Nobody matches'],
  sure: ['确定', '確定', 'OK'],
  order: ['核销订单 {code}', '核銷訂單 {code}', 'Pays order {code}'],
  auditNow: ['同时审核', '同時審核', 'Approve at once'],
  summary: [
    '将生成 {count} 张收款单，合计 {sum}',
    '將產生 {count} 張收款單，合計 {sum}',
    '{count} {count:receipt|receipts}, {sum} in all',
  ],
  rest: ['，{count} 笔未选', '，{count} 筆未選', '; {count} left out'],
  claimed: ['已认领 {count} 笔', '已認領 {count} 筆', '{count} claimed'],
  unaudited: [
    '已认领 {count} 笔，{left} 张收款单未审核：{reasons}',
    '已認領 {count} 筆，{left} 張收款單未審核：{reasons}',
    '{count} claimed, {left} {left:receipt|receipts} not approved: {reasons}',
  ],
  onlySure: ['只选确定的', '只選確定的', 'Only what is sure'],
} as const satisfies Readonly<Record<string, Label>>;
