import type { Choices } from '#platform/model/field.ts';

export const orderStatus = {
  0: ['待审批', '待審批', 'Pending approval', 'orange'],
  1: ['待出库', '待出庫', 'Awaiting shipment', 'blue'],
  2: ['待签收', '待簽收', 'Awaiting receipt', 'blue'],
  3: ['已完成', '已完成', 'Completed', 'green'],
} as const satisfies Choices;

export const draftStatus = {
  0: ['暂存', '暫存', 'On hold', 'orange'],
  1: ['已提交', '已提交', 'Submitted', 'green'],
  2: ['已作废', '已作廢', 'Voided', 'grey'],
} as const satisfies Choices;

export const orderSource = {
  0: ['手工录入', '手工錄入', 'Manual'],
  1: ['小程序', '小程式', 'Mini-program'],
  2: ['PC商城', 'PC商城', 'PC shop'],
  3: ['文件导入', '檔案匯入', 'File import'],
  4: ['外部系统', '外部系統', 'External system'],
  5: ['其他系统', '其他系統', 'Another system'],
} as const satisfies Choices;

export const shippingMode = {
  0: ['客户自提', '客戶自提', 'Customer pick-up'],
  1: ['快递', '快遞', 'Express'],
  2: ['零担物流', '零擔物流', 'Less-than-truckload'],
  3: ['整车', '整車', 'Full truck'],
  4: ['自有车配送', '自有車配送', 'Own fleet'],
  5: ['空运', '空運', 'Air'],
  6: ['海运', '海運', 'Sea'],
  7: ['铁路', '鐵路', 'Rail'],
  8: ['其他', '其他', 'Other'],
} as const satisfies Choices;

export const invoicingStatus = {
  0: ['未开票', '未開票', 'Not invoiced', 'grey'],
  1: ['已开票', '已開票', 'Invoiced', 'green'],
} as const satisfies Choices;

export const deliveryStatus = {
  0: ['未发货', '未發貨', 'Not shipped', 'grey'],
  1: ['部分发货', '部分發貨', 'Partly shipped', 'orange'],
  2: ['全部发货', '全部發貨', 'Fully shipped', 'green'],
} as const satisfies Choices;

export const returnReason = {
  0: ['正常退货', '正常退貨', 'Normal'],
  1: ['质量问题', '品質問題', 'Quality'],
  2: ['召回', '召回', 'Recall'],
  3: ['撤柜', '撤櫃', 'Withdrawn from counter'],
} as const satisfies Choices;

/** Why what is left of an order is given up: whose fault it is decides who bears the ladders that it loses (A10b). */
export const closeReason = {
  0: ['客户取消', '客戶取消', 'Customer cancels'],
  1: ['我方缺货', '我方缺貨', 'We are out of stock'],
} as const satisfies Choices;

export const lineType = {
  0: ['购买', '購買', 'Purchase'],
  1: ['赠品', '贈品', 'Gift'],
  4: ['试用', '試用', 'Trial'],
} as const satisfies Choices;

/** Of documents without stash and approval. */
export const shortBillStatus = {
  0: ['已保存', '已儲存', 'Saved', 'blue'],
  1: ['已审核', '已審核', 'Approved', 'green'],
  2: ['已关闭', '已關閉', 'Closed', 'grey'],
} as const satisfies Choices;

export const releaseStatus = {
  0: ['待放行', '待放行', 'To release', 'orange'],
  1: ['已放行', '已放行', 'Released', 'green'],
  2: ['已驳回', '已駁回', 'Rejected', 'red'],
} as const satisfies Choices;
