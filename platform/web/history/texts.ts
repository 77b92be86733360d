import type { Label } from '#platform/model/label.ts';

export const texts = {
  history: ['历史', '歷史', 'History'],
  historyOf: ['历史：{what}', '歷史：{what}', 'History: {what}'],
  log: ['操作记录', '操作記錄', 'What happened'],
  links: ['关联单据', '關聯單據', 'Linked documents'],
  from: ['来源', '來源', 'From'],
  to: ['下游', '下游', 'To'],
  nothing: ['还没有记录', '還沒有記錄', 'Nothing yet'],
  noLinks: ['没有关联单据', '沒有關聯單據', 'No linked documents'],
  unreadable: ['历史读取失败', '歷史讀取失敗', 'The history could not be read'],
  empty: ['空', '空', 'empty'],
  line: ['第 {no} 行', '第 {no} 行', 'Line {no}'],
  stash: ['暂存', '暫存', 'Stash'],
  imported: ['导入', '匯入', 'Import'],
  printed: ['打印', '列印', 'Print'],
  attached: ['添加附件', '新增附件', 'Attach'],
  detached: ['删除附件', '刪除附件', 'Remove attachment'],
} as const satisfies Readonly<Record<string, Label>>;
