import { defineEntity } from '#platform/model/entity.ts';
import { choice, files, instant, json, text } from '#platform/model/field.ts';
import { definePage } from '#platform/model/page.ts';
import { noticeStatus, noticeType, readStatus, receiverType } from './choices.ts';

export const notice = defineEntity({
  name: 'sys:notice',
  label: ['通知', '通知', 'Notice'],
  path: '/sys/notice',
  readBy: 'page',
  without: ['export', 'enable', 'disable'],
  codeField: 'title',
  nameField: 'title',
  unique: [],
  fields: {
    title: text(['标题', '標題', 'Title'], { required: true }),
    type: choice(['类型', '類型', 'Type'], noticeType, { required: true }),
    senderName: text(['发送者', '發送者', 'Sender'], { kept: true }),
    senderDate: instant(['发送时间', '發送時間', 'Sent at'], { kept: true }),
    status: choice(['状态', '狀態', 'Status'], noticeStatus, { kept: true, default: '0' }),
    // Of all receivers together: read when the last of them has read it. What one of them has read is his receipt.
    readStatus: choice(['阅读状态', '閱讀狀態', 'Read status'], readStatus, { kept: true }),
    content: text(['内容', '內容', 'Content'], { max: 100_000, format: 'html', required: true }),
    receiverType: choice(['接收者类型', '接收者類型', 'Receiver type'], receiverType, { required: true, default: '0' }),
    receiverName: text(['接收者', '接收者', 'Receiver'], { kept: true }),
    readDate: instant(['阅读时间', '閱讀時間', 'Read at'], { kept: true }),
    receiverIds: json(['接收者列表', '接收者列表', 'Receivers']),
    attachments: files(['附件', '附件', 'Attachments']),
  },
  list: {
    columns: ['title', 'type', 'senderName', 'senderDate', 'status', 'readStatus', 'createDate'],
    filters: ['title', 'type', 'status'],
  },
  screen: { area: 'system', url: 'sys/notice', sort: 162, title: ['通知管理', '通知管理', 'Notices'] },
  changedWhen: { status: ['0'] },
  verbs: {
    send: { label: ['发送', '發送', 'Send'], when: { status: ['0'] } },
  },
});

/** What was sent to whoever is logged in. */
export const myNotice = definePage({
  name: 'sys:mynotice',
  label: ['我的通知', '我的通知', 'My notices'],
  realm: 'A',
  grants: {
    page: ['查询', '查詢', 'Query'],
    view: ['查看', '檢視', 'View'],
    read: ['标为已读', '標為已讀', 'Mark as read'],
  },
  screen: { area: 'system', url: 'sys/mynotice', sort: 163, title: ['我的通知', '我的通知', 'My notices'] },
});
