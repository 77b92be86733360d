import type { Label } from '#platform/model/label.ts';

export const texts = {
  aside: ['单据旁注', '單據旁註', 'Beside the document'],
  files: ['附件', '附件', 'Files'],
  changes: ['改动', '改動', 'Changes'],
  fold: ['收起', '收起', 'Fold'],
} as const satisfies Readonly<Record<string, Label>>;
