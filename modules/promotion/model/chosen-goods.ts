import { decimalPattern } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { reasons } from '#platform/model/refusal.ts';
import type { Activity, Rule } from './engine/rule.ts';

/** Goods that somebody picked from what a rule lets him choose, as the wire carries them. */
export interface GiftChoice {
  readonly policyCode: string;
  readonly ruleNo: number;
  readonly packageCode: string | null;
  readonly productCode: string;
  readonly number: string;
}

const mostChoices = 200;

/** The choices of an order, or what is wrong with the first that is none. */
export function giftChoicesIn(value: unknown): readonly GiftChoice[] | { readonly at: number; readonly reason: Label } {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return { at: 0, reason: reasons.format };
  if (value.length > mostChoices) return { at: mostChoices, reason: reasons.tooLong };
  const choices: GiftChoice[] = [];
  for (const [at, given] of (value as unknown[]).entries()) {
    const choice = choiceIn(given);
    if (choice === null) return { at, reason: reasons.format };
    choices.push(choice);
  }
  return choices;
}

const codePattern = /^[^\u0000]{1,50}$/;
const isCode = (value: unknown): value is string => typeof value === 'string' && codePattern.test(value);

function choiceIn(given: unknown): GiftChoice | null {
  const {
    policyCode,
    ruleNo,
    packageCode = null,
    productCode,
    number,
  } = typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
  if (!isCode(policyCode) || !isCode(productCode)) return null;
  if (packageCode !== null && !isCode(packageCode)) return null;
  if (typeof ruleNo !== 'number' || !Number.isInteger(ruleNo)) return null;
  if (typeof number !== 'string' || !decimalPattern.test(number)) return null;
  return { policyCode, ruleNo, packageCode, productCode, number };
}

/** Goods that rules give by themselves, whoever buys what: their prices count against budgets and at a close. */
export const giftCodesOf = (activities: readonly Activity[]): readonly string[] => [
  ...new Set(activities.flatMap(({ rules }) => rules.flatMap(givenCode))),
];

const givenCode = ({ giveType, giveCode }: Rule): readonly string[] =>
  giveType === '1' && giveCode != null && giveCode !== '' ? [giveCode] : [];
