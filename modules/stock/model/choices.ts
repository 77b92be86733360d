import type { Choices } from '#platform/model/field.ts';

/** 0 to 3 bring stock in, 4 to 7 take it out. */
export const stockMoveType = {
  0: ['生产入库', '生產入庫', 'Production in'],
  1: ['采购入库', '採購入庫', 'Purchase in'],
  2: ['调拨入库', '調撥入庫', 'Transfer in'],
  3: ['其他入库', '其他入庫', 'Other in'],
  4: ['销售出库', '銷售出庫', 'Sales out'],
  5: ['领用出库', '領用出庫', 'Requisition out'],
  6: ['调拨出库', '調撥出庫', 'Transfer out'],
  7: ['其他出库', '其他出庫', 'Other out'],
} as const satisfies Choices;

/** What the paper of a movement is called. */
export const stockBillTitle = {
  0: ['生产入库单', '生產入庫單', 'Production receipt'],
  1: ['采购入库单', '採購入庫單', 'Purchase receipt'],
  2: ['调拨入库单', '調撥入庫單', 'Transfer receipt'],
  3: ['其他入库单', '其他入庫單', 'Stock receipt'],
  4: ['销售出库单', '銷售出庫單', 'Outbound note'],
  5: ['领用出库单', '領用出庫單', 'Requisition note'],
  6: ['调拨出库单', '調撥出庫單', 'Transfer note'],
  7: ['其他出库单', '其他出庫單', 'Stock issue'],
} as const satisfies Choices;

export const receiptStatus = {
  0: ['未收货', '未收貨', 'Not received', 'grey'],
  1: ['已收货', '已收貨', 'Received', 'green'],
} as const satisfies Choices;

export const pushStatus = {
  0: ['未推送', '未推送', 'Not pushed', 'grey'],
  1: ['待推送', '待推送', 'To be pushed', 'blue'],
  2: ['已推送', '已推送', 'Pushed', 'blue'],
  3: ['推送失败', '推送失敗', 'Push failed', 'red'],
  4: ['成功', '成功', 'Success', 'green'],
} as const satisfies Choices;

export const syncStatus = {
  0: ['等待同步', '等待同步', 'Waiting', 'grey'],
  1: ['同步中', '同步中', 'Syncing', 'blue'],
  2: ['同步成功', '同步成功', 'Succeeded', 'green'],
  3: ['同步失败', '同步失敗', 'Failed', 'red'],
} as const satisfies Choices;

export const countResult = {
  0: ['盘盈', '盤盈', 'Surplus', 'green'],
  1: ['相符', '相符', 'Match', 'grey'],
  2: ['盘亏', '盤虧', 'Deficit', 'red'],
} as const satisfies Choices;
