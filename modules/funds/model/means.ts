import { splitOrder, type Split } from './settlement.ts';
/**
 * Free of each kind of account; credit is what may still be owed. With it what audit asks for: how much rebate may pay
 * (SD021), whether anything may be owed, what is owed too long (SD014).
 */
export interface Means {
  readonly cash: string;
  readonly rebate: string;
  readonly credit: string;
  readonly isControlled: boolean;
  readonly isCashOnly: boolean;
  readonly rebateShare: string;
  readonly overdue: { readonly days: number; readonly amount: string } | null;
}

/** How an order of this amount is paid out of them, and what is missing. */
export const splitByMeans = (
  { rebate, cash, credit, rebateShare, isControlled, isCashOnly }: Means,
  amount: string,
  waiver = '0',
): Split =>
  splitOrder({
    amount,
    rebateAvailable: rebate,
    cashAvailable: cash,
    creditAvailable: credit,
    rebateShare,
    isCreditControlled: isControlled,
    isCashOnly,
    waiver,
  });
