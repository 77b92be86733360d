import { defineJob } from '#platform/model/job.ts';

export const mailReports = defineJob({
  name: 'mailReports',
  label: ['发送订阅的报表', '傳送訂閱的報表', 'Mail reports'],
  remark: [
    '按订阅把报表发到收件人邮箱，每期每人一封；错过的当期会补发一次',
    '按訂閱把報表寄到收件人信箱，每期每人一封；錯過的當期會補發一次',
    'Mails the reports that are subscribed to, once to each reader; what was missed of the running one comes later',
  ],
  params: {},
  isPerTenant: true,
});
