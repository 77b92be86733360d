import type { Label } from '#platform/model/label.ts';

export const noticeTexts = {
  readAll: ['全部标为已读', '全部標為已讀', 'Mark all as read'],
  everybody: ['全体用户', '全體使用者', 'Everybody'],
  receipts: ['阅读情况', '閱讀情況', 'Who has read it'],
  nobodyYet: ['没有接收者', '沒有接收者', 'No receivers'],
  readBy: ['第 {page} 页，共 {total} 人', '第 {page} 頁，共 {total} 人', 'Page {page}, {total} {total:person|people}'],
} as const satisfies Readonly<Record<string, Label>>;
