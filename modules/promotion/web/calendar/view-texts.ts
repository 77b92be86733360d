import type { Label } from '#platform/model/label.ts';

export const viewTexts = {
  list: ['列表', '清單', 'List'],
  calendar: ['日历', '日曆', 'Calendar'],
  view: ['显示方式', '顯示方式', 'View'],
} as const satisfies Readonly<Record<string, Label>>;
