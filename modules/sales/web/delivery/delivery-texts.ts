import type { Label } from '#platform/model/label.ts';

export const deliveryTexts = {
  pushDown: ['下推发货', '下推發貨', 'Deliver'],
  confirmPushDown: [
    '为 {count} 张订单的剩余数量生成发货单？',
    '為 {count} 張訂單的剩餘數量產生發貨單？',
    'Make deliveries of what is left? Orders: {count}',
  ],
  pushed: ['已生成 {count} 张发货单', '已產生 {count} 張發貨單', 'Deliveries made: {count}'],
  push: ['推送', '推送', 'Push'],
  confirmPush: [
    '把 {count} 张订单重新推送到外部系统？',
    '把 {count} 張訂單重新推送到外部系統？',
    'Push to the external system again? Orders: {count}',
  ],
  queued: ['{count} 张订单等待推送', '{count} 張訂單等待推送', 'Orders waiting to be pushed: {count}'],
  sign: ['签收', '簽收', 'Sign'],
  unsign: ['撤销签收', '撤銷簽收', 'Take signature back'],
  confirmSign: [
    '{count} 张发货单全部签收？',
    '{count} 張發貨單全部簽收？',
    'Sign as received in full? Deliveries: {count}',
  ],
  confirmUnsign: [
    '撤销 {count} 张发货单的签收？',
    '撤銷 {count} 張發貨單的簽收？',
    'Take back what was signed? Deliveries: {count}',
  ],
  signTitle: ['签收 {code}', '簽收 {code}', 'Sign {code}'],
  short: ['短收', '短收', 'Short'],
  shortNotice: [
    '短收 {number}：按出库计应收，短少部分走退货',
    '短收 {number}：按出庫計應收，短少部分走退貨',
    '{number} short: billed as shipped, the shortage is settled by a return',
  ],
  release: ['放行', '放行', 'Release'],
  unrelease: ['取消放行', '取消放行', 'Take release back'],
  refuse: ['驳回', '駁回', 'Refuse'],
  confirmRelease: [
    '放行 {count} 张发货单？将生成待出库的出库单',
    '放行 {count} 張發貨單？將產生待出庫的出庫單',
    'Release, and let the warehouse carry it out? Deliveries: {count}',
  ],
  confirmUnrelease: [
    '取消 {count} 张发货单的放行？',
    '取消 {count} 張發貨單的放行？',
    'Take back the release? Deliveries: {count}',
  ],
  confirmRefuse: [
    '把 {count} 张发货单退回销售？',
    '把 {count} 張發貨單退回銷售？',
    'Send back to sales? Deliveries: {count}',
  ],
  released: [
    '已放行，生成 {count} 张出库单',
    '已放行，產生 {count} 張出庫單',
    'Released; stock movements that wait: {count}',
  ],
} as const satisfies Readonly<Record<string, Label>>;
