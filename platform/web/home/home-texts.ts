import type { Label } from '#platform/model/label.ts';

export const homeTexts = {
  nothingToDo: ['没有待审核的单据', '沒有待審核的單據', 'Nothing waits for approval'],
  toAudit: ['待审核', '待審核', 'to approve'],
  nothingRecent: ['还没有单据', '還沒有單據', 'No documents yet'],
  nothingNew: ['没有通知', '沒有通知', 'No notices'],
  failed: ['首页数据没有读到', '首頁資料沒有讀到', 'The home page could not be read'],
  dayCount: ['{date}：{count} 张', '{date}：{count} 張', '{date}: {count}'],
  nothingWaits: ['没有等您处理的事', '沒有等您處理的事', 'Nothing waits for you'],
  since: ['最早 {date}', '最早 {date}', 'since {date}'],
  papers: ['{count} 单', '{count} 單', '{count} {count:document|documents}'],
  partners: ['{count} 家', '{count} 家', '{count} {count:partner|partners}'],
  yearBefore: ['同比', '同比', 'on last year'],
  weekBefore: ['比上周同日', '比上週同日', 'on last week'],
  tenThousand: ['万元', '萬元', 'k'],
  yuan: ['元', '元', 'yuan'],
  inAll: ['共 {count} 张', '共 {count} 張', '{count} in all'],
} as const satisfies Readonly<Record<string, Label>>;
