import { defineJob } from '#platform/model/job.ts';

export const ringTimers = defineJob({
  name: 'ringTimers',
  label: ['流程定时器', '流程定時器', 'Timers of processes'],
  remark: ['触发到期的流程定时器：提醒、超时转交', '觸發到期的流程定時器：提醒、逾時轉交', 'Rings the timers of processes that are due: reminders, escalations'],
  params: {},
  isPerTenant: true,
});
