import type { Label } from '#platform/model/label.ts';

export const treeTexts = {
  fold: ['收起分类', '收起分類', 'Collapse the classes'],
  unfold: ['展开分类', '展開分類', 'Expand the classes'],
} as const satisfies Readonly<Record<string, Label>>;
