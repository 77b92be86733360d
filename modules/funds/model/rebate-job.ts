import { defineJob } from '#platform/model/job.ts';

/** J03: rebate whose last day is over, and which no order holds, is gone. */
export const lapseRebate = defineJob({
  name: 'lapseRebate',
  label: ['返利到期', '返利到期', 'Rebate lapses'],
  remark: [
    '收回已过有效期且未被订单占用的返利，提醒客户即将到期的返利',
    '收回已過有效期且未被訂單佔用的返利，提醒客戶即將到期的返利',
    'Takes back rebate that has lapsed and that no order holds, and tells customers of what lapses soon',
  ],
  params: {},
  isPerTenant: true,
});
