import type { Label } from '#platform/model/label.ts';

export const noticeTexts = {
  unread: ['未读消息', '未讀訊息', 'Unread'],
  unreadCount: ['{count} 条未读', '{count} 則未讀', '{count} unread'],
  notices: ['通知', '通知', 'Notices'],
  messages: ['消息', '訊息', 'Messages'],
  arrived: ['新消息：{content}', '新訊息：{content}', 'New: {content}'],
  nothing: ['没有未读的通知或消息', '沒有未讀的通知或訊息', 'Nothing unread'],
  allRead: ['全部标为已读', '全部標為已讀', 'Mark all as read'],
  seeAll: ['查看全部通知', '檢視全部通知', 'All notices'],
  more: ['还有 {count} 条', '還有 {count} 則', '{count} more'],
  from: ['{sender} 发送于 {date}', '{sender} 發送於 {date}', '{sender}, {date}'],
  attachments: ['附件', '附件', 'Attachments'],
  close: ['关闭', '關閉', 'Close'],
} as const satisfies Readonly<Record<string, Label>>;
