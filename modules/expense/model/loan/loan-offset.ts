import { compare, greater, isZero, lesser, minus, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';

/** A loan that was paid, as it stands. */
export interface OpenLoan {
  readonly code: string;
  readonly payDate: string;
  readonly paid: string;
  readonly balance: string;
  /** What claims in approval are about to offset of it. */
  readonly locked: string;
}

export interface OffsetPart {
  readonly loan: string;
  readonly amount: string;
}

/** Why a loan gives what it gives: nothing is free of it, all that is free, or the rest of what is wanted. */
export type OffsetReason = 'LOCKED' | 'ALL_OF_IT' | 'THE_REST' | 'NOT_NEEDED';
export interface OffsetTrace {
  readonly loan: string;
  readonly free: string;
  readonly reason: OffsetReason;
}

export interface Offset {
  readonly parts: readonly OffsetPart[];
  readonly offset: string;
  /** What is left to be paid. */
  readonly pay: string;
  readonly trace: readonly OffsetTrace[];
}

/** By the day on which they were paid, then by their numbers (D6a). */
export const oldestFirst = <Loan extends Pick<OpenLoan, 'payDate' | 'code'>>(loans: readonly Loan[]): readonly Loan[] =>
  loans.toSorted((a, b) => a.payDate.localeCompare(b.payDate) || a.code.localeCompare(b.code));

/** What is locked is free neither for another claim nor for a repayment (LN02, LN03). */
export const freeOf = ({ balance, locked }: Pick<OpenLoan, 'balance' | 'locked'>): string =>
  cents(greater('0', minus(balance, locked)));

/** What a claim offsets: of what is free, the oldest loan first, and no more than was allowed (LN01). */
export function offsetLoans(loans: readonly OpenLoan[], allowed: string): Offset {
  let wanted = greater('0', allowed);
  const parts: OffsetPart[] = [];
  const trace = oldestFirst(loans).map((loan): OffsetTrace => {
    const free = freeOf(loan);
    const amount = lesser(free, wanted);
    const reason = isZero(free)
      ? 'LOCKED'
      : isZero(wanted)
        ? 'NOT_NEEDED'
        : compare(wanted, free) < 0
          ? 'THE_REST'
          : 'ALL_OF_IT';
    wanted = minus(wanted, amount);
    if (!isZero(amount)) parts.push({ loan: loan.code, amount: cents(amount) });
    return { loan: loan.code, free, reason };
  });
  const offset = plus('0', ...parts.map(({ amount }) => amount));
  return { parts, offset: cents(offset), pay: cents(minus(greater('0', allowed), offset)), trace };
}

/** What an approved claim offsets of what it had locked, in that order; the rest of the lock is free again (LN04). */
export function offsetLocked(
  locks: readonly OffsetPart[],
  allowed: string,
): Pick<Offset, 'parts' | 'offset' | 'pay'> & { readonly freed: readonly OffsetPart[] } {
  const { parts, offset, pay } = offsetLoans(
    locks.map(({ loan, amount }, at) => ({
      code: loan,
      payDate: String(at).padStart(6, '0'),
      paid: amount,
      balance: amount,
      locked: '0',
    })),
    allowed,
  );
  const takenOf = (code: string): string => parts.find(({ loan }) => loan === code)?.amount ?? '0';
  const freed = locks.flatMap(({ loan, amount }): OffsetPart[] => {
    const rest = minus(amount, takenOf(loan));
    return isZero(rest) ? [] : [{ loan, amount: cents(rest) }];
  });
  return { parts, offset, pay, freed };
}

/** 0 outstanding, 1 partly settled, 2 settled. */
export const settleStatusOf = ({ paid, balance }: Pick<OpenLoan, 'paid' | 'balance'>): '0' | '1' | '2' =>
  isZero(balance) ? '2' : compare(balance, paid) < 0 ? '1' : '0';

export type RepayRefusal = 'E-LOAN-LOCKED' | 'E-REPAY-OVER';
/** What of a repayment does not fit: more than is owed, or than claims in approval leave of it (LN03, LN05). */
export function repayFinding(
  loan: Pick<OpenLoan, 'balance' | 'locked'>,
  amount: string,
): { readonly error: RepayRefusal; readonly room: string } | null {
  if (compare(amount, loan.balance) > 0) return { error: 'E-REPAY-OVER', room: cents(loan.balance) };
  const room = freeOf(loan);
  return compare(amount, room) > 0 ? { error: 'E-LOAN-LOCKED', room } : null;
}
