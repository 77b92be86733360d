import { defineJob } from '#platform/model/job.ts';

/** J03: what was lent for a time is over after its last day. */
export const switchCredit = defineJob({
  name: 'switchCredit',
  label: ['临时额度到期', '臨時額度到期', 'Temporary limits end'],
  remark: [
    '关闭已过结束日期的临时信用额度',
    '關閉已過結束日期的臨時信用額度',
    'Closes temporary credit limits whose days are over',
  ],
  params: {},
  isPerTenant: true,
});
