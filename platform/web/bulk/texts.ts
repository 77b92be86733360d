import type { Label } from '#platform/model/label.ts';

export const bulkTexts = {
  title: ['批量修改{noun} · {count} 条', '批次修改{noun} · {count} 筆', 'Edit {count} {count:row|rows}: {noun}'],
  field: ['修改哪个字段', '修改哪個欄位', 'Field to change'],
  value: ['改为', '改為', 'New value'],
  willChange: ['将修改 {count} 条', '將修改 {count} 筆', '{count} {count:row|rows} will change'],
  noChange: ['所选记录已经是这个值', '所選記錄已經是這個值', 'The selected rows have this value already'],
  others: ['其余 {count} 条同样修改', '其餘 {count} 筆同樣修改', 'The other {count} change in the same way'],
  empty: ['（空）', '（空）', '(empty)'],
  perform: ['修改 {count} 条', '修改 {count} 筆', 'Change {count}'],
  done: ['已修改 {count} 条', '已修改 {count} 筆', '{count} {count:row|rows} changed'],
  undo: ['撤销', '復原', 'Undo'],
  undone: ['已恢复原来的值', '已恢復原來的值', 'The former values are back'],
} as const satisfies Readonly<Record<string, Label>>;
