import type { Choices } from '#platform/model/field.ts';

export const processState = {
  1: ['激活', '啟用', 'Activated', 'green'],
  2: ['挂起', '掛起', 'Suspended', 'orange'],
} as const satisfies Choices;

export const taskResult = {
  pass: ['通过', '通過', 'Pass', 'green'],
  reject: ['驳回', '駁回', 'Reject', 'red'],
  rollback: ['回退', '回退', 'Roll back', 'orange'],
  terminate: ['终止', '終止', 'Terminate', 'red'],
  delegate: ['委托', '委託', 'Delegate', 'blue'],
} as const satisfies Choices;

export type TaskResult = keyof typeof taskResult;
