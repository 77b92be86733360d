import type { Label } from '#platform/model/label.ts';

export const pointsTexts = {
  entries: ['流水', '流水', 'Flow'],
  entriesOf: ['{customer} 的积分流水', '{customer} 的積分流水', 'Points flow of {customer}'],
  batches: ['批次', '批次', 'Batches'],
  batchesOf: ['{customer} 的积分批次', '{customer} 的積分批次', 'Points of {customer} by batches'],
  source: ['来源', '來源', 'Source'],
  byHand: ['手工调整', '手工調整', 'By hand'],
  lapses: ['有效至', '有效至', 'Good until'],
  never: ['永久', '永久', 'For ever'],
  left: ['剩余', '剩餘', 'Left'],
  held: ['兑换锁定', '兌換鎖定', 'Held'],
  noBatches: ['没有可用的积分', '沒有可用的積分', 'No points are left'],
  customer: ['客户', '客戶', 'Customer'],
  adjust: ['调整积分', '調整積分', 'Adjust points'],
  howMany: ['增减积分', '增減積分', 'Points to add'],
  sign: ['负数为扣减', '負數為扣減', 'Below zero takes points away'],
} as const satisfies Readonly<Record<string, Label>>;
