import type { Choices } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';

export const pointsScope = {
  0: ['全部产品', '全部產品', 'All products'],
  1: ['产品分类', '產品分類', 'Product class'],
  2: ['品牌', '品牌', 'Brand'],
  3: ['指定产品', '指定產品', 'Product'],
} as const satisfies Choices;

/** What a customer reads of a change of his points. */
export const pointsFlowType = {
  0: ['消费赠送', '消費贈送', 'Earned'],
  1: ['兑换扣减', '兌換扣減', 'Exchanged'],
  2: ['手工调整', '手工調整', 'Adjusted'],
  3: ['过期', '過期', 'Expired'],
} as const satisfies Choices;

/** Goods that came back take points they had earned, an exchange that came back gives them: both under their head. */
export const flowTypeOf = {
  EARN: '0',
  CLAW: '0',
  USE: '1',
  RETURN: '1',
  ADJ: '2',
  EXPIRE: '3',
} as const satisfies Readonly<Record<string, `${keyof typeof pointsFlowType}`>>;

/** What an entry says beside its kind. */
export const flowRemarks: Readonly<Partial<Record<keyof typeof flowTypeOf, Label>>> = {
  CLAW: ['退货扣回', '退貨扣回', 'Taken back with a return'],
  RETURN: ['兑换退回', '兌換退回', 'Given back with an exchange'],
};
