import type { Label } from '#platform/model/label.ts';

export const texts = {
  printTip: [
    '打印（Ctrl+P），已打印 {count} 次',
    '列印（Ctrl+P），已列印 {count} 次',
    'Print (Ctrl+P), printed {count} {count:time|times}',
  ],
  more: ['纸张、预览、打印记录', '紙張、預覽、列印記錄', 'Paper, preview, earlier prints'],
  preview: ['打印预览', '列印預覽', 'Print preview'],
  earlier: ['打印记录', '列印記錄', 'Earlier prints'],
  earlierOf: ['打印记录：{what}', '列印記錄：{what}', 'Earlier prints: {what}'],
  neverPrinted: ['还没有打印过', '還沒有列印過', 'Never printed'],
  again: ['按原样重印', '按原樣重印', 'Print as it was'],
  what: ['内容', '內容', 'What'],
  paper: ['纸张', '紙張', 'Paper'],
  printedAt: ['打印时间', '列印時間', 'Printed at'],
  printedBy: ['打印人', '列印人', 'Printed by'],
  outdated: ['之后已变更', '之後已變更', 'Changed since'],
  copyOf: ['重印第 {no} 次', '重印第 {no} 次', 'Copy of print {no}'],
  notPrintable: ['没有可打印的单据', '沒有可列印的單據', 'There is no document to print'],
  tooManyToPrint: [
    '一次最多打印{max}行，请缩小范围或导出',
    '一次最多列印{max}列，請縮小範圍或匯出',
    'At most {max} rows are printed: narrow the search, or export',
  ],
  rowCount: ['共（行）', '共（列）', 'Rows'],
  failed: ['打印没有完成，请重试', '列印沒有完成，請重試', 'Nothing was printed, try again'],

  number: ['No.', 'No.', 'No.'],
  lineNo: ['行号', '行號', '#'],
  pageSum: ['本页小计', '本頁小計', 'This page'],
  total: ['合计', '合計', 'Total'],
  voided: ['作废', '作廢', 'VOID'],
  printNo: ['第 {no} 次打印', '第 {no} 次列印', 'Print no. {no}'],
  notCounted: ['预览，未计打印次数', '預覽，未計列印次數', 'Preview, not counted'],
  printedByAt: ['打印：{name} {at}', '列印：{name} {at}', 'Printed by {name} at {at}'],
  asPrinted: [
    '按 {at} 第 {no} 次打印（{name}）重印',
    '按 {at} 第 {no} 次列印（{name}）重印',
    'As printed at {at} (print no. {no}, {name})',
  ],
  pageOf: ['第 {page} / {pages} 页', '第 {page} / {pages} 頁', 'Page {page} of {pages}'],
} as const satisfies Readonly<Record<string, Label>>;
