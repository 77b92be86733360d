import type { Label } from '#platform/model/label.ts';

export const columnTexts = {
  columns: ['列设置', '欄設定', 'Columns'],
  defaultColumns: ['恢复默认', '恢復預設', 'Reset'],
  moveLeft: ['左移', '左移', 'Move left'],
  moveRight: ['右移', '右移', 'Move right'],
} as const satisfies Readonly<Record<string, Label>>;
