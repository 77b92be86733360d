import { defineEntity } from '#platform/model/entity.ts';
import { choice, instant, integer, text } from '#platform/model/field.ts';
import { remark } from '#platform/model/preset.ts';
import { checkResult, jobStatus } from './choices.ts';
import { jobWords } from './job.ts';

export const scheduleJob = defineEntity({
  name: 'job:schedule',
  label: ['定时任务', '定時任務', 'Scheduled job'],
  path: '/sys/schedule',
  realm: 'global',
  readBy: 'page',
  without: ['export', 'enable', 'disable'],
  codeField: 'beanName',
  nameField: 'jobName',
  unique: [],
  fields: {
    beanName: text(['bean名称', 'bean名稱', 'Bean name'], { required: true, words: jobWords }),
    params: text(['参数', '參數', 'Parameters']),
    cronExpression: text(['cron表达式', 'cron運算式', 'Cron expression'], { required: true }),
    remark: remark(),
    status: choice(['状态', '狀態', 'Status'], jobStatus, { kept: true, default: '1' }),
    jobId: text(['任务ID', '任務ID', 'Job ID'], { kept: true, max: 50 }),
    times: integer(['耗时（毫秒）', '耗時（毫秒）', 'Duration (ms)'], { kept: true }),
    jobName: text(['任务名称', '任務名稱', 'Job name']),
    nextTime: instant(['下次执行时间', '下次執行時間', 'Next run'], { kept: true }),
    lastTime: instant(['上次执行时间', '上次執行時間', 'Last run'], { kept: true }),
  },
  list: {
    columns: [
      'beanName',
      'params',
      'cronExpression',
      'jobId',
      'times',
      'jobName',
      'nextTime',
      'lastTime',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: ['status'],
  },
  screen: { area: 'job', url: 'job/schedule', sort: 77, title: ['定时任务', '定時任務', 'Schedules'] },
  verbs: {
    run: { label: ['立即执行', '立即執行', 'Run now'] },
    pause: { label: ['暂停', '暫停', 'Pause'], when: { status: ['1'] } },
    resume: { label: ['恢复', '恢復', 'Resume'], when: { status: ['0'] } },
  },
});

export const scheduleLog = defineEntity({
  name: 'job:schedulelog',
  label: ['任务日志', '任務日誌', 'Scheduled job log'],
  path: '/sys/scheduleLog',
  readBy: 'page',
  without: ['save', 'update', 'delete', 'enable', 'disable'],
  fields: {
    jobId: text(['任务ID', '任務ID', 'Job ID'], { max: 50 }),
    beanName: text(['bean名称', 'bean名稱', 'Bean name'], { words: jobWords }),
    params: text(['参数', '參數', 'Parameters']),
    times: integer(['耗时（毫秒）', '耗時（毫秒）', 'Duration (ms)']),
    status: choice(['状态', '狀態', 'Status'], checkResult),
    error: text(['错误', '錯誤', 'Error'], { max: 500, format: 'multiline' }),
  },
  list: {
    columns: ['jobId', 'beanName', 'params', 'times', 'status', 'creatorName', 'createDate'],
    filters: ['status', 'createDate'],
  },
  screen: { area: 'job', url: 'job/schedulelog', sort: 78, title: ['任务日志', '任務日誌', 'Schedule logs'] },
});
