import type { Label } from '#platform/model/label.ts';

export const redeemTexts = {
  redeem: ['兑换', '兌換', 'Exchange points'],
  title: ['积分兑换：{name}', '積分兌換：{name}', 'Points exchange: {name}'],
  save: ['保存兑换单', '儲存兌換單', 'Save the exchange'],
  customer: ['客户', '客戶', 'Customer'],
  organization: ['组织', '組織', 'Organisation'],
  available: ['可用积分', '可用積分', 'Points available'],
  owed: ['客户欠积分，不能兑换', '客戶欠積分，不能兌換', 'The customer owes points; no exchange'],
  product: ['产品', '產品', 'Product'],
  each: ['每件积分', '每件積分', 'Points each'],
  money: ['每件加价', '每件加價', 'Money each'],
  most: ['单次最多', '單次最多', 'At most'],
  number: ['数量', '數量', 'Quantity'],
  total: ['共需 {points} 积分', '共需 {points} 積分', '{points} points in all'],
  more: ['另付 {amount}', '另付 {amount}', 'and {amount} in money'],
  lacking: ['积分不足', '積分不足', 'Not enough points'],
} as const satisfies Readonly<Record<string, Label>>;
