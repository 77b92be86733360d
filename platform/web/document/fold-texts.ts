import type { Label } from '#platform/model/label.ts';

export const foldTexts = {
  unfold: ['展开表头', '展開表頭', 'Show header'],
  change: ['修改表头', '修改表頭', 'Edit header'],
  fold: ['收起表头', '收起表頭', 'Fold header'],
} satisfies Record<string, Label>;
