import type { Label } from '#platform/model/label.ts';

export const filterTexts = {
  none: ['还没有查询方案', '還沒有查詢方案', 'No saved filters yet'],
  nameOfSet: ['方案名称', '方案名稱', 'Name'],
  replace: ['替换', '取代', 'Replace'],
  whatIsKept: ['保存当前的查询条件和排序', '儲存目前的查詢條件和排序', 'Keeps the present filters and sorting'],
  full: ['最多 {most} 个方案，请先删除一个', '最多 {most} 個方案，請先刪除一個', 'At most {most}: delete one first'],
  opening: ['打开列表时使用', '開啟清單時使用', 'Use when the list opens'],
  notOpening: ['打开列表时不再使用', '開啟清單時不再使用', 'No longer use when the list opens'],
  rename: ['重命名 {name}', '重新命名 {name}', 'Rename {name}'],
  remove: ['删除 {name}', '刪除 {name}', 'Delete {name}'],
  deleted: ['已删除“{name}”', '已刪除「{name}」', '“{name}” deleted'],
  undo: ['撤销', '復原', 'Undo'],
} as const satisfies Readonly<Record<string, Label>>;
