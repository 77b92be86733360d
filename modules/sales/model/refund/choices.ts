import { orderType } from '#data/model/value/choices.ts';
import type { Choices } from '#platform/model/field.ts';

/** A return brings goods back, an exchange brings back some and sends others. */
export const refundType = { 2: orderType[2], 5: orderType[5] } as const satisfies Choices;

export const refundDirection = {
  '-1': ['退回', '退回', 'Back'],
  1: ['换出', '換出', 'New'],
} as const satisfies Choices;

/** Goods come back, and in an exchange others go out for them. */
export const exchanging = '5';
export const isBack = ({ direction }: { readonly direction: string | null }): boolean => direction !== '1';

/** Quality and recall: what we sent was bad, so it costs the customer no promotion (domain §6.7). */
export const ourFault: ReadonlySet<string | null> = new Set(['1', '2']);

/** Goods that a counter gives back when it is cleared: of many orders, and nobody knows which (domain §3.3). */
export const counterWithdrawal = '3';

/** Whether pieces that come back count as given up by the customer: he loses what they had earned him. */
export const isByChoice = (
  { returnReason }: { readonly returnReason: string | null },
  { shortFlag }: { readonly shortFlag: string | null },
): boolean => !ourFault.has(returnReason) && shortFlag !== '1';

/** Of another tenant's purchase: its returns are told of when their goods have left him. */
const ofPurchase = '5';

/**
 * Goods of a pair are on their way back before anybody here hears of it: like goods at the gate they are received, and
 * what they would give back below nothing is charged (B4a). Refused, their message would hold up all that follow it.
 */
export const isOnItsWay = ({ source }: { readonly source: string | null }): boolean => source === ofPurchase;
