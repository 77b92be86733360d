import { refusal } from '#platform/model/refusal.ts';

export const peerUnconfirmed = refusal('E-PEER-CONFIRM', 20245, [
  '下级尚未确认价格差异，不能审核',
  '下級尚未確認價格差異，不能審核',
  'The buyer has not confirmed the price difference',
]);
export const peerMaterial = refusal('E-PEER-MATERIAL', 20246, [
  '对方产品【{code}】未对应',
  '對方產品【{code}】未對應',
  '{code} of the other company is not mapped',
]);
export const peerUnknown = refusal('E-PEER-PARTNER', 20280, [
  '对方租户没有把【{name}】登记为客户',
  '對方租戶沒有把【{name}】登記為客戶',
  'The other company does not know {name} as a customer',
]);
export const peerLines = refusal('E-PEER-LINES', 20281, [
  '订单明细与客户采购单【{code}】不一致，不能审核',
  '訂單明細與客戶採購單【{code}】不一致，不能審核',
  'The lines differ from purchase order {code} of the customer; cannot approve',
]);
export const peerAsk = refusal('E-PEER-ASK', 20282, [
  '采购订单【{code}】已成为上级订单【{order}】，请申请上级关闭',
  '採購訂單【{code}】已成為上級訂單【{order}】，請申請上級關閉',
  'Purchase order {code} has become order {order} of the supplier: ask him to close it',
]);
export const peerShipped = refusal('E-PEER-SHIPPED', 20283, [
  '客户【{code}】的入库单已生成，不能弃审出库单，请客户做红字入库',
  '客戶【{code}】的入庫單已產生，不能棄審出庫單，請客戶做紅字入庫',
  'The goods are on their way to purchase {code}: they come back by a return of the customer only',
]);
export const peerSigned = refusal('E-PEER-SIGNED', 20284, [
  '入库数量已回签上级发货单，不能弃审，请做红字入库单',
  '入庫數量已回簽上級發貨單，不能棄審，請做紅字入庫單',
  'The receipt has signed the delivery of the supplier; make a red receipt instead',
]);
export const peerComes = refusal('E-PEER-COMES', 20286, [
  '采购订单【{code}】的入库单由上级发货生成',
  '採購訂單【{code}】的入庫單由上級發貨產生',
  'Receipts of purchase order {code} come with the deliveries of the supplier',
]);
export const peerPrice = refusal('E-PEER-PRICE', 20287, [
  '上级金额已变为{amount}，请重新核对',
  '上級金額已變為{amount}，請重新核對',
  'The supplier now asks {amount}; look again',
]);
export const peerNotMade = refusal('E-PEER-NONE', 20288, [
  '采购订单【{code}】没有上级订单',
  '採購訂單【{code}】沒有上級訂單',
  'Purchase order {code} is no order of a supplier',
]);
