import type { Label } from '#platform/model/label.ts';

export const homeTexts = {
  nothingToDo: ['没有待审核的单据', '沒有待審核的單據', 'Nothing waits for approval'],
  toAudit: ['待审核', '待審核', 'to approve'],
  nothingRecent: ['还没有单据', '還沒有單據', 'No documents yet'],
  nothingNew: ['没有通知', '沒有通知', 'No notices'],
  failed: ['首页数据没有读到', '首頁資料沒有讀到', 'The home page could not be read'],
  dayCount: ['{date}：{count} 张', '{date}：{count} 張', '{date}: {count}'],
  inAll: ['共 {count} 张', '共 {count} 張', '{count} in all'],
} as const satisfies Readonly<Record<string, Label>>;
