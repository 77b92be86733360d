import { refusal } from '#platform/model/refusal.ts';

export const thresholdMissing = refusal('E-PROMO-THRESHOLD', 20308, [
  '满减规则必须填写起始数量或起始金额',
  '滿減規則必須填寫起始數量或起始金額',
  'An amount-off rule needs a least number or a least amount',
]);

export const activityUsed = refusal('E-PROMO-USED', 20307, [
  '活动已被订单使用，请停用后复制新版',
  '活動已被訂單使用，請停用後複製新版',
  'Activity already used; disable and copy',
]);
