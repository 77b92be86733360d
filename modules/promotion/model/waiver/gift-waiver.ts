import { decimalPattern } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { reasons } from '#platform/model/refusal.ts';
import type { Waiver } from '#promotion/model/engine/rule.ts';

/** A gift that somebody gave up because it is not there (SD024), as the wire carries it. */
export interface GiftWaiver extends Omit<Waiver, 'activity'> {
  readonly policyCode: string;
}

/** A gift of an order of which there is too little. */
export interface ShortGift extends Pick<GiftWaiver, 'policyCode' | 'ruleNo' | 'productCode'> {
  readonly policyName: string;
  readonly productName: string;
  /** How many the order gives now, how many were given up, and how many of those it gives are not there. */
  readonly number: string;
  readonly waived: string;
  readonly short: string;
}
export interface ShortGifts {
  /** Whether the house lets gifts be given up (SD024). */
  readonly isWaivable: boolean;
  readonly gifts: readonly ShortGift[];
}

const mostWaivers = 200;

/** The waivers of an order, or what is wrong with the first that is none. */
export function giftWaiversIn(value: unknown): readonly GiftWaiver[] | { readonly at: number; readonly reason: Label } {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return { at: 0, reason: reasons.format };
  if (value.length > mostWaivers) return { at: mostWaivers, reason: reasons.tooLong };
  const waivers: GiftWaiver[] = [];
  for (const [at, given] of (value as unknown[]).entries()) {
    const waiver = waiverIn(given);
    if (waiver === null || waivers.some((other) => waiverKey(other) === waiverKey(waiver)))
      return { at, reason: reasons.format };
    waivers.push(waiver);
  }
  return waivers;
}

type Key = Pick<GiftWaiver, 'policyCode' | 'ruleNo' | 'productCode'>;
export const waiverKey = ({ policyCode, ruleNo, productCode }: Key): string =>
  `${policyCode}\n${ruleNo}\n${productCode}`;

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length <= most && !value.includes('\u0000');
const isCode = (value: unknown): value is string => isText(value, 50) && value !== '';

function waiverIn(given: unknown): GiftWaiver | null {
  const {
    policyCode,
    ruleNo,
    productCode,
    number,
    reason = '',
    by = '',
    at = '',
  } = typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {};
  if (!isCode(policyCode) || !isCode(productCode)) return null;
  if (typeof ruleNo !== 'number' || !Number.isInteger(ruleNo)) return null;
  if (typeof number !== 'string' || !decimalPattern.test(number) || number.startsWith('-')) return null;
  if (!isText(reason, 200) || !isText(by, 100) || !isText(at, 40)) return null;
  return { policyCode, ruleNo, productCode, number, reason, by, at };
}

export const waiversOf = (given: readonly GiftWaiver[]): readonly Waiver[] =>
  given.map(({ policyCode, ...waiver }) => ({ activity: policyCode, ...waiver }));
export const giftWaiversOf = (waived: readonly Waiver[]): readonly GiftWaiver[] =>
  waived.map(({ activity, ...waiver }) => ({ policyCode: activity, ...waiver }));
