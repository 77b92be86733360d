import { defineJob } from '#platform/model/job.ts';

/** J03: what was lent for a time begins and ends on its days. */
export const switchCredit = defineJob({
  name: 'switchCredit',
  label: ['临时额度生效与到期', '臨時額度生效與到期', 'Temporary limits begin and end'],
  remark: [
    '按开始和结束日期生效或收回临时信用额度',
    '按開始和結束日期生效或收回臨時信用額度',
    'Gives and takes back temporary credit limits on their days',
  ],
  params: {},
  isPerTenant: true,
});
