import { describe, expect, test } from 'vitest';
import { minus, negated, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import {
  chargeOf,
  faultOfUse,
  isPayout,
  payoutRoom,
  raisedCredit,
  receiptOf,
  refundOf,
  spillOf,
  transferOf,
} from '#funds/model/credit.ts';

interface Given {
  readonly op: string;
  readonly amount: string;
  readonly source?: string;
  readonly target?: string;
  readonly credit?: string;
  readonly available?: string;
  readonly cash?: string;
  readonly cashOccupied?: string;
  readonly FD003?: string;
  readonly rows?: readonly { accountType: string; ded?: string; rtn?: string; amount?: string }[];
}
interface Vector {
  readonly id: string;
  readonly title: string;
  readonly given: Given;
  readonly expect: Readonly<Record<string, unknown>>;
}
const vectors: readonly Vector[] = contractIsHere
  ? readVectors<{ credit: Vector[] }>('second-half-vectors.json').credit
  : [];

const errors = { account: 'E-ACCOUNT-USE', rebate: 'E-TRF' } as const;

/** What each kind of posting answers, in the words of the worked examples. */
const answers: Readonly<Record<string, (given: Given) => object>> = {
  RC: ({ amount, target = 'A001', credit = '0', FD003 }) => {
    const split = receiptOf(amount, { target, creditBalance: credit, repaysFirst: FD003 === '1' });
    return { A001: cents(split.cash), A002: cents(split.credit), ar: cents(negated(amount)) };
  },
  RF: (given) => refused(given) ?? {},
  TR: (given) => {
    const { amount, source = '', target = '', credit = '0' } = given;
    const fault = refused(given);
    if (fault !== null) return fault;
    const { credit: repaid, cash } = transferOf(amount, target, credit);
    return {
      A001: cents(cash),
      A002: cents(repaid),
      ar: cents(negated(plus(cash, repaid))),
      [source]: cents(negated(amount)),
    };
  },
  RTN: ({ amount, credit = '0', rows = [] }) => {
    const {
      rows: given,
      spilled,
      beyond,
    } = refundOf(
      rows.map(({ accountType, ded = '0', rtn = '0' }) => ({
        accountId: accountType,
        occupied: ded,
        deducted: ded,
        released: '0',
        returned: rtn,
      })),
      amount,
      (account) => (account === 'A002' ? credit : null),
    );
    const of = (kind: string): string => given.find(({ accountId }) => accountId === kind)?.amount ?? '0';
    const spill = spilled.get('A002') ?? '0';
    return {
      rows: given.map(({ accountId, amount: rtn }) => ({ accountType: accountId, rtn })),
      posted: {
        A001: cents(plus(of('A001'), spill, beyond)),
        A002: cents(minus(of('A002'), spill)),
        ...(given.some(({ accountId }) => accountId === 'A003') ? { A003: of('A003') } : {}),
      },
      ar: {
        RET: cents(negated(plus(...given.map(({ amount: part }) => part)))),
        RBT: cents(of('A003')),
        ADJ: cents(negated(beyond)),
      },
    };
  },
  UNDED: ({ amount, credit = '0', rows = [] }) => {
    const of = (kind: string): string => rows.find(({ accountType }) => accountType === kind)?.amount ?? '0';
    const spill = spillOf(plus(credit, of('A002')));
    const accounts = { A001: cents(plus(of('A001'), spill)), A002: cents(minus(of('A002'), spill)), A003: cents('0') };
    return { ...accounts, occupied: accounts, ar: cents(negated(amount)) };
  },
  CHARGE: ({ amount, cash = '0', cashOccupied = '0' }) => {
    const parts = chargeOf(amount, minus(cash, cashOccupied));
    return { A001: cents(negated(parts.cash)), A002: cents(negated(parts.credit)), ar: cents(amount) };
  },
};

function refused({ op, amount, source = '', target, available = '0', credit = '0' }: Given): object | null {
  const fault = faultOfUse(op, source, target ?? null);
  if (fault !== null) return { error: errors[fault] };
  const room = payoutRoom(available, credit);
  return isPayout(op, source, target ?? null) && Number(amount) > Number(room)
    ? { error: 'E-REFUND-OVER', room: cents(room) }
    : null;
}

describe.skipIf(!contractIsHere)('am-A1: credit is never turned into money', () => {
  test.each(vectors.map((vector) => [`${vector.id}: ${vector.title}`, vector] as const))('%s', (_title, vector) => {
    expect(answers[vector.given.op]?.(vector.given)).toEqual(vector.expect);
  });
});

test('am-A1: whatever is put on credit, it ends at nothing and not a cent is lost', () => {
  for (const [amount, balance] of [
    ['10', '0'],
    ['10', '-3.33'],
    ['10', '-10'],
    ['10', '-11'],
  ] as const) {
    const { credit, cash } = raisedCredit(amount, balance);
    expect([plus(credit, cash), Number(plus(balance, credit)) <= 0]).toEqual([amount, true]);
  }
});
