import { compare, minus, over, plus, times } from '#platform/model/decimal.ts';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { Rule, RuleType } from '#promotion/model/engine/rule.ts';
import { faultsOfRule } from '#promotion/model/rule-faults.ts';
import { empty, isUsed, type RuleKey, type RuleValues } from '#promotion/model/rule-form.ts';

/** What is bought along the axis of a trial, and what comes of it. */
export interface Trial {
  /** Yuan spent, or pieces bought. */
  readonly axis: 'amount' | 'number';
  /** Yuan off, yuan of credit, or pieces given. */
  readonly worth: 'off' | 'credit' | 'gifts';
  /** What buying so much brings. */
  readonly worthOf: (bought: string) => string;
  /** The corners of the line, from nothing to beyond the last tier. */
  readonly points: readonly { readonly bought: string; readonly worth: string }[];
  /** What it takes to reach each tier, the least first. */
  readonly tiers: readonly string[];
}

const worths: Readonly<Partial<Record<RuleType, Trial['worth']>>> = {
  P001: 'gifts',
  P002: 'gifts',
  P003: 'off',
  P006: 'credit',
};

/**
 * What tiers of one type bring, by the engine itself. Null where one line does not tell it: goods that are exchanged or
 * picked from a package, discounts by piece, thresholds in pieces and yuan at once.
 */
export function trialOf(type: RuleType, rules: readonly RuleValues[]): Trial | null {
  const worth = worths[type];
  const fit = rules
    .map((rule, at) => ({ ...rule, policyRuleTypeCode: type, ruleNo: at + 1 }))
    .filter((rule) => faultsOfRule(rule).length === 0);
  if (worth === undefined || fit.length === 0 || fit.some(({ giveType }) => worth === 'gifts' && giveType === '3'))
    return null;
  const axis = fit.every((rule) => isBy(rule, 'number')) ? 'number' : 'amount';
  // Pieces alone say nothing of yuan that depend on their price.
  if (!fit.every((rule) => isBy(rule, axis)) || (axis === 'number' && worth === 'off')) return null;
  const tiers = [...new Set(fit.map((rule) => stepOf(rule, axis)))].toSorted(compare);
  const worthOf = (bought: string): string => worthIn(fit as readonly (RuleValues & Rule)[], axis, worth, bought);
  const end = endOf(tiers);
  const corners = [...new Set(['0', ...cornersOf(fit, axis, end), end])].toSorted(compare);
  return { axis, worth, worthOf, tiers, points: corners.map((bought) => ({ bought, worth: worthOf(bought) })) };
}

const set = (rule: RuleValues, key: RuleKey): string | null => {
  const value = rule[key];
  return isUsed(rule, key) && typeof value === 'string' && !empty(value) && compare(value, '0') > 0 ? value : null;
};

/** Whether only what is bought along the axis decides. */
function isBy(rule: RuleValues, axis: Trial['axis']): boolean {
  const byNumber = set(rule, 'leastNumber') !== null || rule.giveDynamicFlag === '1' || set(rule, 'buyNumber') !== null;
  const byAmount = set(rule, 'leastAmount') !== null || rule.giveDynamicFlag === '2' || rule.onSaleType === '1';
  return axis === 'number' ? byNumber && !byAmount : !byNumber;
}

const stepOf = (rule: RuleValues, axis: Trial['axis']): string =>
  axis === 'amount' ? (set(rule, 'leastAmount') ?? '0') : (set(rule, 'leastNumber') ?? set(rule, 'buyNumber') ?? '1');

/** A third beyond the last tier; where nothing has to be reached, as far as one looks. */
const endOf = (tiers: readonly string[]): string => {
  const last = tiers.at(-1) ?? '0';
  return compare(last, '0') > 0 ? times(last, compare(String(tiers.length), '1') > 0 ? '1.5' : '4') : '10000';
};

const mostCorners = 40;
/** Just before and at every step: of a rule that counts again and again, at each time. */
function cornersOf(rules: readonly RuleValues[], axis: Trial['axis'], end: string): readonly string[] {
  const grain = axis === 'amount' ? '0.01' : '1';
  const starts = rules.flatMap((rule) => {
    const first = stepOf(rule, axis);
    const again = rule.giveDynamicFlag === '1' ? (set(rule, 'buyNumber') ?? first) : first;
    const steps = [first];
    if (rule.giveDynamicFlag === '0' || empty(rule.giveDynamicFlag) || compare(again, '0') <= 0) return steps;
    for (let at = plus(first, again); compare(at, end) < 0 && steps.length < mostCorners; at = plus(at, again))
      steps.push(at);
    return steps;
  });
  return starts.flatMap((at) => (compare(at, '0') > 0 ? [minus(at, grain), at] : []));
}

/** One line of one product; by number each piece costs a yuan, by amount there is one piece. */
function worthIn(
  rules: readonly (RuleValues & Rule)[],
  axis: Trial['axis'],
  worth: Trial['worth'],
  bought: string,
): string {
  if (compare(bought, '0') <= 0) return '0';
  const outcome = evaluate({
    customer: {},
    date: '',
    orderType: '0',
    lines: [
      {
        lineNo: 1,
        productCode: 'TRIAL',
        facts: {},
        number: axis === 'number' ? bought : '1',
        price: axis === 'number' ? '1' : bought,
        lineType: '0',
      },
    ],
    activities: [
      {
        code: 'TRIAL',
        isEnabled: true,
        orderTypes: ['0'],
        scope: [],
        priority: 1,
        isStackable: false,
        isExclusive: false,
        limitTimes: null,
        usedTimes: 0,
        budgetLeft: null,
        rules,
      },
    ],
  });
  if (worth === 'off') return plus(...outcome.lines.map(({ discount }) => discount));
  if (worth === 'credit') return plus(...outcome.credits.map(({ amount }) => amount));
  return plus(...outcome.gifts.map(({ number }) => number), ...outcome.entitlements.map(({ maxNumber }) => maxNumber));
}

/** How much of what is bought comes back, in hundredths; null where nothing was bought. */
export const shareOf = (worth: string, bought: string): string | null =>
  compare(bought, '0') > 0 ? times(over(worth, bought), '100') : null;
