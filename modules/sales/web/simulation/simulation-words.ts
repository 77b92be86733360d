import { compare, grouped, isZero, scaleOf } from '#platform/model/decimal.ts';
import { say } from '#platform/web/text/language.ts';
import { sentenceOf } from '#promotion/model/rule-sentence.ts';
import type { Rule } from '#promotion/model/engine/rule.ts';
import type { Change, NamedRule, SimulatedOrder } from '#sales/model/simulation/simulation.ts';
import { simulationTexts as texts } from './simulation-texts.ts';

export const countText = (count: number): string => count.toLocaleString('en');
export const moneyText = (amount: string): string => grouped(amount, 2);
const figureText = (value: string): string => grouped(value, scaleOf(value));

/** What a tier says, in the words of the rule editor. */
export function tierText(rules: readonly NamedRule[], ruleNo: number | null): string {
  const rule = ruleNo === null ? undefined : rules.find((each) => each.ruleNo === ruleNo);
  const sentence = rule === undefined ? null : sentenceOf({ ...rule });
  return sentence === null ? say(texts.below) : say(sentence);
}

/** All tiers of a plan; gifts are called what the activity calls them. */
export const planText = (rules: readonly Rule[], named: readonly NamedRule[]): string =>
  rules
    .map((rule) => {
      const own = named.find(({ ruleNo }) => ruleNo === rule.ruleNo);
      return tierText(
        [{ ...rule, giveName: own?.giveName ?? null, changeProductName: own?.changeProductName ?? null }],
        rule.ruleNo,
      );
    })
    .join(say(texts.between));

const isChanged = (percent: string): boolean => compare(percent, '100') !== 0;
export function changeText({ threshold, benefit }: Change): string {
  const parts = [
    ...(isChanged(threshold) ? [say(texts.raised, { percent: figureText(threshold) })] : []),
    ...(isChanged(benefit) ? [say(texts.eased, { percent: figureText(benefit) })] : []),
  ];
  return parts.length === 0 ? say(texts.now) : parts.join(' · ');
}

export function missingText(missing: SimulatedOrder['missing']): string {
  if (missing === null) return '';
  return isZero(missing.amount)
    ? say(texts.missingNumber, { number: figureText(missing.number) })
    : say(texts.missingAmount, { amount: moneyText(missing.amount) });
}
