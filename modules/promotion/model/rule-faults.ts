import { compare } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { reasons } from '#platform/model/refusal.ts';
import { empty, isRuleType, isUsed, usesOf, type RuleKey, type RuleValues } from './rule-form.ts';

/** What is wrong with one field of a rule; the server names its place, the editor its cell. */
export interface RuleFault {
  readonly key: RuleKey;
  readonly reason: Label;
  /** An amount off that nothing has to be bought for has a refusal of its own (E-PROMO-THRESHOLD). */
  readonly isThreshold?: true;
}

export const ruleReasons = {
  ownProduct: ['组合买赠不能赠本品', '組合買贈不能贈本品', 'a combined rule cannot give the same product'],
  threshold: [
    '满减规则必须填写起始数量或起始金额',
    '滿減規則必須填寫起始數量或起始金額',
    'An amount-off rule needs a least number or a least amount',
  ],
  positive: ['必须大于 0', '必須大於 0', 'must be above 0'],
  percent: ['必须在 0 到 100 之间', '必須在 0 到 100 之間', 'must be between 0 and 100'],
  whole: ['必须是正整数', '必須是正整數', 'must be a whole number above 0'],
  limit: ['数量上限和金额上限至少填一项', '數量上限和金額上限至少填一項', 'needs a quantity or an amount as limit'],
  byAmount: ['按金额倍增时必填', '按金額倍增時必填', 'is needed for times by amount'],
  otherType: ['与活动的规则类型不同', '與活動的規則類型不同', 'differs from the type of the activity'],
} as const satisfies Readonly<Record<string, Label>>;

/** What a save refuses of a rule (6.3), field by field. */
export function faultsOfRule(rule: RuleValues): readonly RuleFault[] {
  const type = rule.policyRuleTypeCode;
  if (!isRuleType(type)) return [{ key: 'policyRuleTypeCode', reason: reasons.required }];
  return [...missingIn(rule), ...figuresIn(rule), ...meaningIn(rule)];
}

/** Needed wherever the rule uses them. */
const needed: readonly RuleKey[] = [
  'giveType',
  'giveCode',
  'giveNumber',
  'onSaleType',
  'onSaleAmount',
  'onSaleRateType',
  'onSaleRate',
  'changeBuyType',
  'changeProductCode',
  'changeBuyRate',
  'giveAccountAmount',
  'startNumber',
  'disRate',
];

function missingIn(rule: RuleValues): readonly RuleFault[] {
  return needed
    .filter((key) => isUsed(rule, key) && empty(rule[key]))
    .map((key) => ({ key, reason: reasons.required }));
}

const above: readonly RuleKey[] = ['giveNumber', 'onSaleAmount', 'giveAccountAmount', 'buyNumber'];
const percents: readonly RuleKey[] = ['onSaleRate', 'changeBuyRate', 'disRate'];
const notBelow: readonly RuleKey[] = [
  'leastNumber',
  'leastAmount',
  'giveMaxNumber',
  'giveMaxAmount',
  'changeBuyMaxNumber',
  'changeBuyMaxAmount',
];

function figuresIn(rule: RuleValues): readonly RuleFault[] {
  const type = rule.policyRuleTypeCode;
  const used = isRuleType(type) ? (Object.keys(usesOf[type]) as RuleKey[]) : [];
  return used.flatMap((key): RuleFault[] => {
    const value = rule[key];
    if (typeof value !== 'string' || value === '' || !isUsed(rule, key)) return [];
    if (above.includes(key) && compare(value, '0') <= 0) return [{ key, reason: ruleReasons.positive }];
    if (percents.includes(key) && (compare(value, '0') < 0 || compare(value, '100') > 0))
      return [{ key, reason: ruleReasons.percent }];
    if (notBelow.includes(key) && compare(value, '0') < 0) return [{ key, reason: reasons.format }];
    return key === 'startNumber' && !/^[1-9]\d*(\.0*)?$/.test(value) ? [{ key, reason: ruleReasons.whole }] : [];
  });
}

/** What single fields cannot tell. */
function meaningIn(rule: RuleValues): readonly RuleFault[] {
  const faults: RuleFault[] = [];
  const isSet = (key: RuleKey): boolean => {
    const value = rule[key];
    return typeof value === 'string' && value !== '' && compare(value, '0') > 0;
  };
  if (rule.policyRuleTypeCode === 'P002' && rule.giveType === '0')
    faults.push({ key: 'giveType', reason: ruleReasons.ownProduct });
  const timesBy = isUsed(rule, 'canChangeBuyType') ? 'canChangeBuyType' : 'giveDynamicFlag';
  if (isUsed(rule, timesBy) && rule.policyRuleTypeCode !== 'P007' && rule[timesBy] === '2' && !isSet('leastAmount'))
    faults.push({ key: 'leastAmount', reason: ruleReasons.byAmount });
  if (isUsed(rule, 'onSaleAmount') && !isSet('leastNumber') && !isSet('leastAmount'))
    faults.push({ key: 'onSaleAmount', reason: ruleReasons.threshold, isThreshold: true });
  if (isUsed(rule, 'giveMaxNumber') && !isSet('giveMaxNumber') && !isSet('giveMaxAmount'))
    faults.push({ key: 'giveMaxNumber', reason: ruleReasons.limit });
  if (rule.policyRuleTypeCode === 'P004' && isUsed(rule, 'changeBuyMaxNumber'))
    if (!isSet('changeBuyMaxNumber') && !isSet('changeBuyMaxAmount'))
      faults.push({ key: 'changeBuyMaxNumber', reason: ruleReasons.limit });
  if (rule.policyRuleTypeCode === 'P005') {
    const key = rule.addMoneyChangeBuyLimitType === '1' ? 'changeBuyMaxNumber' : 'changeBuyMaxAmount';
    if (isUsed(rule, key) && !isSet(key)) faults.push({ key, reason: reasons.required });
  }
  if (rule.policyRuleTypeCode === 'P005' && rule.freePackageFlag === '1')
    faults.push({ key: 'freePackageFlag', reason: reasons.notChosen });
  return faults;
}
