import type { Label } from '#platform/model/label.ts';

export const messageTexts = {
  send: ['发送', '發送', 'Send'],
  sendMail: ['发送邮件：{name}', '發送郵件：{name}', 'Send mail: {name}'],
  sendSms: ['发送短信：{name}', '發送簡訊：{name}', 'Send SMS: {name}'],
  to: ['收件人', '收件人', 'To'],
  toHelp: ['多个地址用逗号分隔', '多個位址用逗號分隔', 'Separate several addresses by commas'],
  cc: ['抄送', '抄送', 'Cc'],
  preview: ['预览', '預覽', 'Preview'],
  mobile: ['手机号', '手機號', 'Mobile'],
  params: ['参数（每行：名称=值）', '參數（每行：名稱=值）', 'Parameters (one per line: name=value)'],
  queued: ['已加入发送队列，结果见日志', '已加入發送佇列，結果見日誌', 'Queued; the log shows the result'],
  variablesHelp: [
    '输入变量名后回车，如 name',
    '輸入變數名後按 Enter，如 name',
    'Type a name and press Enter, e.g. name',
  ],
} as const satisfies Readonly<Record<string, Label>>;
