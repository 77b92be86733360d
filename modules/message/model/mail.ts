import { defineEntity } from '#platform/model/entity.ts';
import { choice, json, ref, text } from '#platform/model/field.ts';
import { enabled, name } from '#platform/model/preset.ts';
import { mailStatus } from '#system/model/choices.ts';

export const mailTemplate = defineEntity({
  name: 'message:mailtemplate',
  label: ['邮件模板', '郵件模板', 'Mail template'],
  path: '/sys/mailtemplate',
  readBy: 'page',
  without: ['export', 'enable', 'disable'],
  codeField: 'name',
  unique: [],
  fields: {
    name: name(),
    subject: text(['主题', '主題', 'Subject'], { required: true }),
    content: text(['内容', '內容', 'Content'], { max: 100_000, format: 'html', required: true }),
    variables: json(['变量', '變數', 'Variables']),
    status: enabled(),
  },
  list: {
    columns: ['name', 'subject', 'status', 'creatorName', 'createDate'],
    filters: ['name', 'status'],
  },
  screen: { area: 'message', url: 'message/mailtemplate', sort: 79, title: ['邮件模板', '郵件模板', 'Mail templates'] },
  grants: { send: ['发送', '發送', 'Send'] },
});

export const mailLog = defineEntity({
  name: 'message:maillog',
  label: ['邮件日志', '郵件日誌', 'Mail log'],
  path: '/sys/maillog',
  readBy: 'page',
  without: ['save', 'update', 'delete', 'enable', 'disable'],
  fields: {
    templateId: ref(['模板', '模板', 'Template'], () => mailTemplate, { key: 'id' }),
    mailFrom: text(['发件人', '發件人', 'From']),
    mailTo: text(['收件人', '收件人', 'To'], { required: true }),
    mailCc: text(['抄送', '抄送', 'Cc'], { none: ['无', '無', 'None'] }),
    subject: text(['主题', '主題', 'Subject']),
    content: text(['内容', '內容', 'Content'], { max: 100_000, format: 'html' }),
    status: choice(['状态', '狀態', 'Status'], mailStatus),
    errorMsg: text(['错误信息', '錯誤資訊', 'Error message'], { max: 500, format: 'multiline' }),
  },
  list: {
    columns: ['mailFrom', 'mailTo', 'mailCc', 'subject', 'status', 'creatorName', 'createDate'],
    filters: ['status', 'createDate'],
  },
  screen: { area: 'message', url: 'message/maillog', sort: 80, title: ['邮件日志', '郵件日誌', 'Mail logs'] },
});
