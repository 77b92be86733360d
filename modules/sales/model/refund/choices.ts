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

/** Whether pieces that come back count as given up by the customer: he loses what they had earned him. */
export const isByChoice = (
  { returnReason }: { readonly returnReason: string | null },
  { shortFlag }: { readonly shortFlag: string | null },
): boolean => !ourFault.has(returnReason) && shortFlag !== '1';
