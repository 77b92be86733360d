import type { Choices } from '#platform/model/field.ts';

/** What a rebate is a percentage of (B11). */
export const rebateBasis = {
  0: ['净销售额', '淨銷售額', 'Net sales'],
  1: ['回款额', '回款額', 'Collected'],
  2: ['目标达成率', '目標達成率', '% of target'],
} as const satisfies Choices;

export const tierMode = {
  0: ['全额', '全額', 'Whole amount'],
  1: ['分段累进', '分段累進', 'Progressive'],
} as const satisfies Choices;
