import type { Rule } from '#promotion/model/engine/rule.ts';
import { compare, fixed, minus, over, round, times } from '#platform/model/decimal.ts';
import type { Change } from './simulation.ts';

type Text = string | null | undefined;

const part = (value: string, percent: string): string => over(times(value, percent), '100');
const isSame = (percent: string): boolean => compare(percent, '100') === 0;

/** Money to the cent; pieces whole, and never none: a rule that gives nothing is another rule. */
const money = (value: Text, percent: string): Text =>
  value == null || isSame(percent) ? value : fixed(part(value, percent), 2);
const pieces = (value: Text, percent: string, isUp: boolean): Text => {
  if (value == null || isSame(percent)) return value;
  const whole = round(part(value, percent), 0);
  const exact = part(value, percent);
  const moved =
    isUp && compare(whole, exact) < 0 ? addOne(whole) : !isUp && compare(whole, exact) > 0 ? minus(whole, '1') : whole;
  return compare(moved, '1') < 0 ? '1' : moved;
};
const addOne = (value: string): string => minus(value, '-1');
/** A rate that is paid moves by what is not paid: nine tenths of 15 % off is 86.5 % paid. */
const paidRate = (value: Text, percent: string): Text =>
  value == null || isSame(percent) ? value : round(minus('100', part(minus('100', value), percent)), 4);
const offRate = (value: Text, percent: string): Text =>
  value == null || isSame(percent) ? value : round(part(value, percent), 4);

/** The rules with other thresholds and other gifts: 门槛提高, 力度减一成. What a rule does not say stays unsaid. */
export const changedRules = (rules: readonly Rule[], change: Change): readonly Rule[] =>
  rules.map((rule) => ({ ...rule, ...said(changedFields(rule, change)) }));

const changedFields = (rule: Rule, { threshold, benefit }: Change) => ({
  leastAmount: money(rule.leastAmount, threshold),
  leastNumber: pieces(rule.leastNumber, threshold, true),
  buyNumber: pieces(rule.buyNumber, threshold, true),
  onSaleAmount: money(rule.onSaleAmount, benefit),
  giveAccountAmount: money(rule.giveAccountAmount, benefit),
  giveNumber: pieces(rule.giveNumber, benefit, false),
  giveMaxAmount: money(rule.giveMaxAmount, benefit),
  changeBuyMaxAmount: money(rule.changeBuyMaxAmount, benefit),
  onSaleRate: (rule.onSaleRateType === '1' ? offRate : paidRate)(rule.onSaleRate, benefit),
  disRate: paidRate(rule.disRate, benefit),
});

const said = (fields: Readonly<Record<string, Text>>): Partial<Rule> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
