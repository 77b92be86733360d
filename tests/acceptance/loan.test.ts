import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import {
  freeOf,
  offsetLoans,
  offsetLocked,
  oldestFirst,
  repayFinding,
  settleStatusOf,
  type OffsetPart,
  type OpenLoan,
} from '#expense/model/loan/loan-offset.ts';

interface Step {
  readonly op: 'submit' | 'approve' | 'reject' | 'repay';
  readonly doc?: string;
  readonly allowed?: string;
  readonly loan?: string;
  readonly amount?: string;
}
interface Vector {
  readonly id: string;
  readonly title: string;
  readonly given: { readonly loans: readonly Omit<OpenLoan, 'locked'>[]; readonly steps: readonly Step[] };
  readonly expect: readonly object[];
}

interface Played {
  readonly loans: readonly { readonly code: string; readonly balance: string; readonly locked: string }[];
  readonly offset?: readonly OffsetPart[];
  readonly error?: string;
  readonly room?: string;
}

/** Loans as the steps leave them, by the core alone. */
function played(given: Vector['given']): readonly object[] {
  let loans: readonly OpenLoan[] = given.loans.map((loan) => ({ ...loan, locked: '0' }));
  const locks = new Map<string, readonly OffsetPart[]>();
  const move = (parts: readonly OffsetPart[], locked: 1 | -1 | 0, balance: 0 | -1 = 0): void => {
    loans = loans.map((loan) => {
      const amount = parts.find((part) => part.loan === loan.code)?.amount ?? '0';
      return {
        ...loan,
        locked: locked === 0 ? loan.locked : (locked === 1 ? plus : minus)(loan.locked, amount),
        balance: balance === 0 ? loan.balance : minus(loan.balance, amount),
      };
    });
  };
  const shown = () =>
    oldestFirst(loans).map((loan) => ({
      code: loan.code,
      balance: cents(loan.balance),
      locked: cents(loan.locked),
      settleStatus: settleStatusOf(loan),
    }));
  return given.steps.map(({ op, doc = '', allowed = '0', loan: code = '', amount = '0' }) => {
    if (op === 'submit') {
      const { parts, pay } = offsetLoans(loans, allowed);
      locks.set(doc, parts);
      move(parts, 1);
      return { step: op, offset: parts, pay, loans: shown() };
    }
    if (op === 'approve') {
      const { parts, pay, freed } = offsetLocked(locks.get(doc) ?? [], allowed);
      move(parts, -1, -1);
      move(freed, -1);
      locks.delete(doc);
      return { step: op, offset: parts, pay, loans: shown() };
    }
    if (op === 'reject') {
      move(locks.get(doc) ?? [], -1);
      locks.delete(doc);
      return { step: op, loans: shown() };
    }
    const own = loans.find((each) => each.code === code);
    const finding = own === undefined ? null : repayFinding(own, amount);
    if (finding === null) move([{ loan: code, amount }], 0, -1);
    return { step: op, ...finding, loans: shown() };
  });
}

describe.skipIf(!contractIsHere)('am-D6a: what loans are offset and repaid by', () => {
  const vectors = contractIsHere ? readVectors<{ loan: readonly Vector[] }>('second-half-vectors.json').loan : [];
  test.each(vectors.map((vector) => [`${vector.id}: ${vector.title}`, vector] as const))('%s', (_title, vector) => {
    expect(played(vector.given)).toEqual(vector.expect);
  });
});

const runs = { numRuns: Number.parseInt(process.env['PROPERTY_RUNS'] ?? '2000', 10), seed: 20 };

describe('properties of loans', () => {
  const money = fc.integer({ min: 0, max: 500_000 }).map((n) => (n / 100).toFixed(2));
  const some = fc
    .array(fc.tuple(money, money, money, fc.integer({ min: 1, max: 28 })), { maxLength: 6 })
    .map((rows): readonly OpenLoan[] =>
      rows.map(([a, b, c, day], at) => {
        const [locked = '0', balance = '0', paid = '0'] = [a, b, c].toSorted((x, y) => compare(x, y));
        return { code: `L${at}`, payDate: `2026-02-${String(day).padStart(2, '0')}`, paid, balance, locked };
      }),
    );

  test('an offset takes of the oldest first, never what is locked, and all that is wanted where it is there', () => {
    fc.assert(
      fc.property(some, money, (loans, allowed) => {
        const { parts, offset, pay, trace } = offsetLoans(loans, allowed);
        expect(compare(plus(offset, pay), allowed)).toBe(0);
        const free = plus('0', ...loans.map(freeOf));
        expect(compare(offset, compare(free, allowed) < 0 ? free : allowed)).toBe(0);
        expect(trace.map(({ loan }) => loan)).toEqual(oldestFirst(loans).map(({ code }) => code));
        const taken = (code: string): string => parts.find(({ loan }) => loan === code)?.amount ?? '0';
        // A younger one gives only when nothing is left of an older one.
        let isOver = false;
        for (const loan of oldestFirst(loans)) {
          expect(compare(taken(loan.code), freeOf(loan))).not.toBe(1);
          if (isOver) expect(compare(taken(loan.code), '0')).toBe(0);
          if (compare(taken(loan.code), freeOf(loan)) < 0) isOver = true;
        }
      }),
      runs,
    );
  });

  test('an approval offsets what was allowed and frees the rest of the lock', () => {
    fc.assert(
      fc.property(some, money, money, (loans, asked, allowed) => {
        const { parts: locks, offset: locked } = offsetLoans(loans, asked);
        const { parts, offset, freed } = offsetLocked(locks, allowed);
        expect(compare(offset, compare(locked, allowed) < 0 ? locked : allowed)).toBe(0);
        expect(compare(plus(offset, ...freed.map(({ amount }) => amount)), locked)).toBe(0);
        expect([...parts, ...freed].every(({ amount }) => compare(amount, '0') > 0)).toBe(true);
      }),
      runs,
    );
  });

  test('whatever claims and repayments do, a loan stays between nothing and what was paid of it', () => {
    const steps = fc.array(
      fc.record({
        op: fc.constantFrom('submit' as const, 'approve' as const, 'reject' as const, 'repay' as const),
        doc: fc.nat(3).map((at) => `E${at}`),
        loan: fc.nat(3).map((at) => `L${at}`),
        allowed: money,
        amount: money,
      }),
      { maxLength: 25 },
    );
    const lent = fc.array(fc.tuple(money, fc.integer({ min: 1, max: 28 })), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(lent, steps, (rows, wishes) => {
        const loans = rows.map(([paid, day], at) => ({
          code: `L${at}`,
          payDate: `2026-02-${String(day).padStart(2, '0')}`,
          paid,
          balance: paid,
        }));
        // A document is submitted once until it is approved or rejected.
        const open = new Set<string>();
        const steps = wishes.filter(({ op, doc, loan }) => {
          if (op === 'repay') return loans.some(({ code }) => code === loan);
          if (op === 'submit') return !open.has(doc) && open.add(doc);
          return open.delete(doc);
        });
        const paidOf = new Map(loans.map(({ code, paid }) => [code, paid]));
        const told = played({ loans, steps }) as readonly Played[];
        let [owed, gone] = [plus('0', ...loans.map(({ paid }) => paid)), '0'];
        told.forEach(({ loans: after, offset = [], error, room }, at) => {
          for (const { code, balance, locked } of after) {
            expect(compare(locked, '0')).toBeGreaterThanOrEqual(0);
            expect(compare(locked, balance)).toBeLessThanOrEqual(0);
            expect(compare(balance, paidOf.get(code) ?? '')).toBeLessThanOrEqual(0);
          }
          const { op, amount } = steps[at] as Step;
          if (error !== undefined) expect(compare(amount ?? '0', room ?? '')).toBe(1);
          // What is owed falls by what was offset and repaid, and by nothing else.
          if (op === 'approve') gone = plus(gone, ...offset.map((part) => part.amount));
          if (op === 'repay' && error === undefined) gone = plus(gone, amount);
          expect(compare(plus('0', ...after.map(({ balance }) => balance)), minus(owed, gone))).toBe(0);
        });
        owed = minus(owed, gone);
        expect(compare(owed, '0')).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });
});
