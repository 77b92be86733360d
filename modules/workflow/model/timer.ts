import { defineJob } from '#platform/model/job.ts';

export const ringTimers = defineJob({
  name: 'ringTimers',
  label: ['流程定时器', '流程定時器', 'Timers of processes'],
  remark: [
    '触发到期的流程定时器：提醒、超时转交',
    '觸發到期的流程定時器：提醒、逾時轉交',
    'Rings the timers of processes that are due: reminders, escalations',
  ],
  params: {},
  isPerTenant: true,
});

/** J14: whoever lets a task wait longer than WF003 says is told again. */
export const taskTimeout = defineJob({
  name: 'taskTimeout',
  label: ['待办催办', '待辦催辦', 'Reminders of tasks'],
  remark: [
    '提醒超过 WF003 小时未处理的待办任务',
    '提醒超過 WF003 小時未處理的待辦任務',
    'Reminds of tasks that have waited for more hours than WF003 says, again after as many',
  ],
  params: {},
  isPerTenant: true,
});
