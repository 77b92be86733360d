import type { Choices } from '#platform/model/field.ts';

/** What a revision does to a line of its order (B8). */
export const revisionAction = {
  A: ['增加', '增加', 'Add'],
  C: ['修改', '修改', 'Change'],
  X: ['取消', '取消', 'Take out'],
} as const satisfies Choices;
