import { textAt, type Row } from '#platform/web/value/row.ts';
import type { RuleType } from '#promotion/model/engine/rule.ts';
import { ruleFields } from '#promotion/model/rule-fields.ts';
import { empty, isUsed, usesOf, type RuleKey } from '#promotion/model/rule-form.ts';

const everyKey = (Object.keys(ruleFields) as RuleKey[]).filter(
  (key) => key !== 'ruleNo' && key !== 'policyRuleTypeCode',
);

/** Choices that a rule of each type begins with: what most rules of it are. */
const beginnings: Readonly<Record<RuleType, Row>> = {
  P001: { giveDynamicFlag: '1', giveType: '0' },
  P002: { giveDynamicFlag: '0', giveType: '1' },
  P003: { onSaleType: '0', giveDynamicFlag: '0', onSaleRateType: '0' },
  P004: { canChangeBuyType: '0', freePackageFlag: '1', changeBuyType: '3' },
  P005: { canChangeBuyType: '0', changeBuyType: '3', addMoneyChangeBuyLimitType: '0' },
  P006: { giveDynamicFlag: '2' },
  P007: { giveDynamicFlag: '0' },
};

/** A further tier is like the one before it in everything that is chosen. */
export function blankRule(type: RuleType, before?: Row): Row {
  const like = Object.fromEntries(
    Object.keys(beginnings[type]).flatMap((key) => (empty(before?.[key]) ? [] : [[key, before?.[key]]])),
  );
  return { policyRuleTypeCode: type, ...beginnings[type], ...like };
}

const belongs = (rule: Row, type: RuleType, key: RuleKey): boolean => {
  const base = key === 'giveName' ? 'giveCode' : key === 'changeProductName' ? 'changeProductCode' : key;
  return base in usesOf[type] && isUsed({ ...rule, policyRuleTypeCode: type }, base);
};

/** What a rule becomes under another type: fields that it does not use are emptied, its choices begin anew. */
export function clearedFor(rule: Row, type: RuleType): Row {
  const begun = blankRule(type);
  const next = { ...rule, ...begun };
  return {
    ...Object.fromEntries(
      everyKey
        .filter((key) => !belongs(next, type, key))
        .map((key) => [key, ruleFields[key].kind === 'flag' ? '0' : null]),
    ),
    ...begun,
  };
}

/** Whether something that somebody wrote would be lost. */
export const wouldClear = (rule: Row, type: RuleType): boolean =>
  everyKey.some((key) => ruleFields[key].kind === 'decimal' && textAt(rule, key) !== '' && !belongs(rule, type, key));
