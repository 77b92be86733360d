import { refusal } from '#platform/model/refusal.ts';

export const nothingAwaited = refusal('E-NOTHING-AWAITED', 20250, [
  '采购订单【{code}】没有待入库的数量',
  '採購訂單【{code}】沒有待入庫的數量',
  'Purchase order {code} awaits nothing',
]);
export const receiptUnderWay = refusal('E-RECEIPT-OPEN', 20251, [
  '采购订单【{code}】有未审核的入库单【{movement}】，不能{verb}',
  '採購訂單【{code}】有未審核的入庫單【{movement}】，不能{verb}',
  'Purchase order {code} has receipt {movement} that is not approved; cannot {verb}',
]);
export const alreadyOrdered = refusal('E-DEMAND-DONE', 20252, [
  '要货单【{code}】已生成【{made}】',
  '要貨單【{code}】已產生【{made}】',
  'Demand {code} has become {made} already',
]);
export const nothingShort = refusal('E-NOTHING-SHORT', 20253, [
  '所选订单没有缺货的产品',
  '所選訂單沒有缺貨的產品',
  'Nothing is short of the chosen orders',
]);
