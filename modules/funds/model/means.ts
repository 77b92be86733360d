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
