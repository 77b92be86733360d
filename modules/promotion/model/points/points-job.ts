import { defineJob } from '#platform/model/job.ts';

/** J12: points whose last day is over, and which no exchange holds, are gone. */
export const lapsePoints = defineJob({
  name: 'lapsePoints',
  label: ['积分到期', '積分到期', 'Points lapse'],
  remark: [
    '收回已过有效期且未被兑换单锁定的积分；到期前 30 天和 7 天提醒客户',
    '收回已過有效期且未被兌換單鎖定的積分；到期前 30 天和 7 天提醒客戶',
    'Takes back points that have lapsed and that no exchange holds; tells customers 30 and 7 days before',
  ],
  params: {},
  isPerTenant: true,
});
