import type { Label } from '#platform/model/label.ts';

export const previewTexts = {
  preview: ['预览', '預覽', 'Preview'],
  nothing: ['选中一行，在这里查看', '選取一列，在這裡檢視', 'Choose a row to see it here'],
  failed: ['没有读到这条记录', '沒有讀到這筆記錄', 'This record could not be read'],
  open: ['打开', '開啟', 'Open'],
  close: ['收起预览', '收起預覽', 'Close preview'],
  lines: ['明细 · {count} 行', '明細 · {count} 列', 'Lines · {count}'],
  largest: ['金额最大的 {count} 行 · ', '金額最大的 {count} 列 · ', 'The {count} largest · '],
  allLines: ['全部 {count} 行', '全部 {count} 列', 'All {count} lines'],
  next: ['换一条', '換一筆', 'Next row'],
  fold: ['收起', '收起', 'Close'],
  space: ['空格', '空白鍵', 'Space'],
} as const satisfies Readonly<Record<string, Label>>;
