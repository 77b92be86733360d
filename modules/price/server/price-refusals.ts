import { refusal } from '#platform/model/refusal.ts';

export const noPrice = refusal('E-PRICE-NONE', 20101, [
  '未找到产品【{code}】的有效价格',
  '找不到產品【{code}】的有效價格',
  'No valid price for product {code}',
]);
export const belowFloor = refusal('E-FLOOR', 20102, [
  '产品【{code}】价格{price}低于最低限价{floor}，请使用特价订单',
  '產品【{code}】價格{price}低於最低限價{floor}，請使用特價訂單',
  'Price {price} of {code} is below floor {floor}; use a special order',
]);
export const restricted = refusal('E-RESTRICT', 20103, [
  '客户不允许购买产品【{code}】（规则{rule}）',
  '客戶不允許購買產品【{code}】（規則{rule}）',
  'Customer may not buy {code} (rule {rule})',
]);
export const typedPrice = refusal('E-PRICE-TYPED', 20106, [
  '产品【{code}】的单价应为{price}，不能手工修改',
  '產品【{code}】的單價應為{price}，不能手工修改',
  'The price of {code} is {price} and cannot be typed',
]);
export const ladderHangs = refusal('E-PRICE-LADDER', 20221, [
  '产品【{code}】的现价有阶梯价【{ladder}】，请先停用或结束它再调价',
  '產品【{code}】的現價有階梯價【{ladder}】，請先停用或結束它再調價',
  'The price of {code} has the tiers {ladder}; disable or end it before changing the price',
]);
