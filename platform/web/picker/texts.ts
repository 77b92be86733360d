import type { Label } from '#platform/model/label.ts';

export const pickerTexts = {
  classLocked: ['分类已锁定，无法选择！', '分類已鎖定，無法選擇！', 'The category is locked and cannot be chosen!'],
  onlyOne: ['只能选择一个', '只能選擇一個', 'Only one may be chosen'],
  noneChosen: ['还没有选择', '還沒有選擇', 'Nothing chosen yet'],
  expertSearch: ['高级查询', '進階查詢', 'More filters'],
} as const satisfies Readonly<Record<string, Label>>;
