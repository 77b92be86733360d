import type { Outcome } from '#promotion/model/engine/outcome.ts';
import type { Activity, BoughtLine, Choice, Question, Rule } from '#promotion/model/engine/rule.ts';
import { plainActivity } from './promotion-vectors.ts';

/** A shop with three goods: orders and activities of it, for what is told of the engine alone. */
const goods = { paint: ['C01', 'B01'], brush: ['C02', 'B01'], roller: ['C02', 'B02'] } as const;
export type Good = keyof typeof goods;
const factsOf = (good: Good) => ({ product: [good], class: [goods[good][0]], brand: [goods[good][1]] });
export const bought = (
  ...rows: readonly (readonly [good: Good, number: string, price: string])[]
): readonly BoughtLine[] =>
  rows.map(([productCode, number, price], at) => ({
    lineNo: at + 1,
    productCode,
    facts: factsOf(productCode),
    number,
    price,
    lineType: '0',
  }));
export const activity = (
  code: string,
  rules: readonly Omit<Rule, 'ruleNo'>[],
  more: Partial<Activity> = {},
): Activity => ({
  ...plainActivity,
  code,
  rules: rules.map((rule, at) => ({ ruleNo: at + 1, ...rule })),
  ...more,
});
export const picked = (of: string, productCode: Good, number: string, price: string): Choice => ({
  activity: of,
  productCode,
  facts: factsOf(productCode),
  number,
  price,
});
export const asked = (lines: readonly BoughtLine[], activities: readonly Activity[], more: Partial<Question> = {}) => ({
  customer: { customer: ['K1'] },
  date: '2026-05-10',
  orderType: '0',
  lines,
  activities,
  ...more,
});
export const costs = ({ lines }: Outcome): readonly string[] => lines.map(({ amount }) => amount);
export const reasons = ({ skipped }: Outcome): Readonly<Record<string, string>> =>
  Object.fromEntries(skipped.map(({ activity: code, reason }) => [code, reason]));

/** Ten off from a hundred on. */
export const tenOff = { policyRuleTypeCode: 'P003', leastAmount: '100', onSaleType: '0', onSaleAmount: '10' } as const;
