import { defineEntity } from '#platform/model/entity.ts';
import { choice, dict, instant, ref, text } from '#platform/model/field.ts';
import { readStatus } from './choices.ts';
import { user } from './user.ts';

export const sysMessage = defineEntity({
  name: 'sys:message',
  label: ['站内消息', '站內訊息', 'Message'],
  path: '/sys/message',
  readBy: 'page',
  without: ['update', 'export'],
  codeField: 'title',
  nameField: 'title',
  unique: [],
  fields: {
    title: dict(['标题', '標題', 'Title'], 'message_title', { required: true }),
    type: dict(['类型', '類型', 'Type'], 'message_type', { required: true }),
    content: text(['内容', '內容', 'Content'], { max: 500, format: 'multiline', required: true }),
    receiverId: ref(['接收者', '接收者', 'Receiver'], () => user, { key: 'id' }),
    senderName: text(['发送者', '發送者', 'Sender'], { kept: true }),
    sendDate: instant(['发送时间', '發送時間', 'Sent at'], { kept: true }),
    readStatus: choice(['阅读状态', '閱讀狀態', 'Read status'], readStatus, { kept: true, default: '0' }),
    readDate: instant(['阅读时间', '閱讀時間', 'Read at'], { kept: true, none: ['未读', '未讀', 'Unread'] }),
    businessKey: text(['业务KEY', '業務KEY', 'Business key']),
    routeName: text(['页面路由', '頁面路由', 'Route name']),
  },
  list: {
    columns: [
      'title',
      'type',
      'receiverName',
      'senderName',
      'sendDate',
      'readStatus',
      'readDate',
      'businessKey',
      'routeName',
      'creatorName',
      'createDate',
    ],
    filters: ['title', 'type', 'readStatus'],
  },
  screen: { area: 'system', url: 'sys/message', sort: 166, title: ['站内消息', '站內訊息', 'Messages'] },
  verbs: {
    read: { label: ['标为已读', '標為已讀', 'Mark as read'], when: { readStatus: ['0'] } },
  },
});
