import type { RuleType } from './engine/rule.ts';
import type { ruleFields } from './rule-fields.ts';

export type RuleKey = keyof typeof ruleFields;
/** What of a rule decides which of its other fields count. */
export type RuleValues = Readonly<Partial<Record<RuleKey, unknown>>>;

/** A field that its type always uses, or only where other fields of the rule say so. */
type Use = true | ((rule: RuleValues) => boolean);
type Uses = Readonly<Partial<Record<RuleKey, Use>>>;

const thresholds = { leastNumber: true, leastAmount: true } as const;
const isPackage = ({ giveType }: RuleValues): boolean => giveType === '3';

/** The typed limits of a package are for one that is given once: otherwise they follow from how often (001 §2.15). */
const hasTypedLimits = (rule: RuleValues): boolean =>
  isPackage(rule) && (rule.giveDynamicFlag === '0' || empty(rule.giveDynamicFlag));
const byNumber = ({ giveDynamicFlag }: RuleValues): boolean => giveDynamicFlag === '1';
const isAmountOff = ({ onSaleType }: RuleValues): boolean => onSaleType === '0';
const isRate = ({ onSaleType }: RuleValues): boolean => onSaleType === '1';
const isFree = ({ freePackageFlag }: RuleValues): boolean => freePackageFlag === '1';
const isNamed = ({ changeBuyType }: RuleValues): boolean => !empty(changeBuyType) && changeBuyType !== '0';
const exchangesByNumber = ({ canChangeBuyType }: RuleValues): boolean => canChangeBuyType === '1';

const given: Uses = {
  ...thresholds,
  buyNumber: true,
  giveDynamicFlag: true,
  giveType: true,
  giveCode: ({ giveType }) => !empty(giveType) && giveType !== '0',
  giveNumber: (rule) => !hasTypedLimits(rule),
  giveMaxNumber: hasTypedLimits,
  giveMaxAmount: hasTypedLimits,
  trialFlag: true,
};
const exchanged: Uses = {
  ...thresholds,
  canChangeBuyType: true,
  buyNumber: exchangesByNumber,
  changeBuyType: true,
  changeProductCode: isNamed,
};

/** Which fields each type uses: what is drawn, what a save asks for, what the table of the editor tells (6.3). */
export const usesOf: Readonly<Record<RuleType, Uses>> = {
  P001: given,
  P002: given,
  P003: {
    ...thresholds,
    onSaleType: true,
    onSaleAmount: isAmountOff,
    giveDynamicFlag: isAmountOff,
    buyNumber: (rule) => isAmountOff(rule) && byNumber(rule),
    onSaleRateType: isRate,
    onSaleRate: isRate,
  },
  P004: {
    ...exchanged,
    freePackageFlag: true,
    changeBuyRate: (rule) => !isFree(rule),
    changeBuyMaxNumber: isFree,
    changeBuyMaxAmount: true,
  },
  P005: {
    ...exchanged,
    changeBuyRate: true,
    addMoneyChangeBuyLimitType: true,
    changeBuyMaxNumber: ({ addMoneyChangeBuyLimitType }) => addMoneyChangeBuyLimitType === '1',
    changeBuyMaxAmount: ({ addMoneyChangeBuyLimitType }) => addMoneyChangeBuyLimitType === '2',
  },
  P006: { ...thresholds, giveDynamicFlag: true, buyNumber: byNumber, giveAccountAmount: true, accountType: true },
  P007: { ...thresholds, giveDynamicFlag: true, startNumber: true, disRate: true },
};

/** Whether the rule, as far as it is written, uses a field. A rule without a type uses none. */
export function isUsed(rule: RuleValues, key: RuleKey): boolean {
  const type = rule.policyRuleTypeCode;
  if (!isRuleType(type)) return false;
  const need = usesOf[type][key];
  return need === true || (need !== undefined && need(rule));
}

export const isRuleType = (value: unknown): value is RuleType =>
  typeof value === 'string' && Object.hasOwn(usesOf, value);

/** What a change of one field brings with it (001 §4.4); null clears. */
export function followsOf(rule: RuleValues, key: RuleKey, value: unknown): RuleValues {
  if (rule[key] === value) return {};
  switch (key) {
    case 'giveType':
      return { giveCode: null, giveName: null };
    case 'changeBuyType':
      return { changeProductCode: null, changeProductName: null };
    case 'freePackageFlag':
      return { changeBuyType: '3', ...(rule.changeBuyType === '3' ? {} : followsOf(rule, 'changeBuyType', '3')) };
    default:
      return {};
  }
}

export const empty = (value: unknown): boolean => value === null || value === undefined || value === '';
