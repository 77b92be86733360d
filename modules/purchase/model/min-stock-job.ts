import { defineJob } from '#platform/model/job.ts';

/** J08: what will run out before more can come is asked for. */
export const minStockDemand = defineJob({
  name: 'minStockDemand',
  label: ['最低库存要货', '最低庫存要貨', 'Demand from minimum stock'],
  remark: [
    '可用量与在途采购低于最低库存或采购周期内用量的物料，按供应商生成要货单',
    '可用量與在途採購低於最低庫存或採購週期內用量的物料，按供應商產生要貨單',
    'Asks for goods of which less is free and on order than the minimum, or than leaves within the lead time',
  ],
  params: {},
  isPerTenant: true,
});
