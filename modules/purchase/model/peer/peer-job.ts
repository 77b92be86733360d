import { defineJob } from '#platform/model/job.ts';

/** J09x: purchases of one tenant are what they are as orders of the other. */
export const peerReconcile = defineJob({
  name: 'peerReconcile',
  label: ['租户往来核对', '租戶往來核對', 'Check between tenants'],
  remark: [
    '逐行核对采购与上级订单、入库与出库、应付与应收',
    '逐行核對採購與上級訂單、入庫與出庫、應付與應收',
    'Compares purchases with orders, receipts with deliveries, and payables with receivables, line by line',
  ],
  params: {},
  isPerTenant: true,
});
