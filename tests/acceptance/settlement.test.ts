import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import { cents, partAmount, shares } from '#platform/model/share.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { expireRebate, takeRebate, type RebateBatch } from '#funds/model/rebate.ts';
import { deductionsOf, refundsOf, splitOrder, type Settlement } from '#funds/model/settlement.ts';

const runs = { numRuns: Number.parseInt(process.env['PROPERTY_RUNS'] ?? '2000', 10) };

interface Vectors {
  readonly capitalSplit: readonly {
    id: string;
    given: {
      amount: string;
      rebateAvailable: string;
      cashAvailable: string;
      creditAvailable: string;
      creditControlFlag?: string;
    };
    expect: { ok: boolean; rebate: string; cash: string; credit: string; shortage?: string };
  }[];
  readonly allocation: readonly {
    id: string;
    given: { total: string; weights: readonly string[] };
    expect: readonly string[];
  }[];
  readonly partialAmount: readonly {
    id: string;
    given: { amount: string; number: string; parts: readonly string[] };
    expect: readonly string[];
  }[];
  readonly rebateBatch: readonly {
    id: string;
    given: {
      batches: readonly { id: string; amount: string; expire: string }[];
      occupied: string;
      steps: readonly { op: string; amount?: string; date?: string }[];
    };
    expect: { steps: readonly { taken: unknown; short: string }[]; balance: string };
  }[];
}
const none: Vectors = { capitalSplit: [], allocation: [], partialAmount: [], rebateBatch: [] };
const vectors = contractIsHere ? readVectors<Vectors>('promotion-vectors.json') : none;

describe.skipIf(!contractIsHere)('the worked examples', () => {
  test.each(vectors.capitalSplit.map((vector) => [vector.id, vector] as const))(
    '%s: which account pays an order',
    (_id, { given: { creditControlFlag = '1', ...means }, expect: { ok, ...figures } }) => {
      const { shortage, ...parts } = splitOrder({ ...means, isCreditControlled: creditControlFlag === '1' });
      expect({ ...parts, ...(shortage === null ? {} : { shortage }) }).toEqual(figures);
      expect(shortage === null).toBe(ok);
    },
  );

  test.each(vectors.allocation.map((vector) => [vector.id, vector] as const))(
    '%s: shares of a total',
    (_id, { given, expect: expected }) => {
      expect(shares(given.total, given.weights)).toEqual(expected);
    },
  );

  test.each(vectors.partialAmount.map((vector) => [vector.id, vector] as const))(
    '%s: amounts of partial numbers',
    (_id, { given, expect: expected }) => {
      expect(partsOf(given, given.parts)).toEqual(expected);
    },
  );

  test.each(vectors.rebateBatch.map((vector) => [vector.id, vector] as const))(
    '%s: batches of rebate',
    (_id, { given, expect: expected }) => {
      let batches: readonly RebateBatch[] = given.batches.map(({ id, amount, expire }) => ({
        id,
        remaining: amount,
        expireDate: expire,
      }));
      given.steps.forEach(({ op, amount = '0', date = '' }, i) => {
        const { taken, short, left } =
          op === 'EXP' ? expireRebate(batches, { date, occupied: given.occupied }) : takeRebate(batches, amount);
        expect({ taken, short }).toEqual(expected.steps[i]);
        batches = left;
      });
      expect(cents(plus(...batches.map(({ remaining }) => remaining)))).toBe(expected.balance);
    },
  );
});

function partsOf(
  line: { readonly amount: string; readonly number: string },
  parts: readonly string[],
): readonly string[] {
  let taken = { number: '0', amount: '0' };
  return parts.map((number) => {
    const amount = partAmount(line, taken, number);
    taken = { number: plus(taken.number, number), amount: plus(taken.amount, amount) };
    return amount;
  });
}

const money = fc.integer({ min: 0, max: 100_000_000 }).map((value) => (value / 100).toFixed(2));
const settlement = fc.tuple(money, money, money).map(([a, b, c]): Settlement => ({
  accountId: 'A',
  occupied: plus(a, b, c),
  deducted: a,
  released: b,
  returned: '0',
}));

describe('whatever is divided', () => {
  test('shares sum to the total', () => {
    fc.assert(
      fc.property(
        money,
        fc.array(money, { minLength: 1, maxLength: 12 }),
        (total, weights) => compare(plus(...shares(total, weights)), total) === 0,
      ),
      runs,
    );
  });

  test('the parts of a line sum to the line, in whatever pieces it goes', () => {
    fc.assert(
      fc.property(
        money,
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 10 }),
        (amount, pieces) => {
          const number = String(pieces.reduce((sum, piece) => sum + piece, 0));
          return compare(plus(...partsOf({ amount, number }, pieces.map(String))), amount) === 0;
        },
      ),
      runs,
    );
  });

  test('an order is paid whole, and no account pays less than nothing', () => {
    fc.assert(
      fc.property(money, money, money, money, (amount, rebateAvailable, cashAvailable, creditAvailable) => {
        const { rebate, cash, credit, shortage } = splitOrder({
          amount,
          rebateAvailable,
          cashAvailable,
          creditAvailable,
          isCreditControlled: true,
        });
        const covered =
          shortage === null
            ? compare(credit, creditAvailable) <= 0
            : compare(minus(credit, creditAvailable), shortage) === 0;
        return (
          compare(plus(rebate, cash, credit), amount) === 0 &&
          [rebate, cash, credit].every((part) => compare(part, '0') >= 0) &&
          covered
        );
      }),
      runs,
    );
  });

  test('the last shipment leaves nothing held, and no shipment takes more than is held', () => {
    fc.assert(
      fc.property(
        fc.array(settlement, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 0, max: 100 }),
        (rows, percent) => {
          const open = plus(...rows.map((row) => minus(row.occupied, plus(row.deducted, row.released))));
          const amount = cents(String((Number.parseFloat(open) * percent) / 100));
          const part = deductionsOf(rows, compare(amount, open) > 0 ? open : amount, false);
          const last = deductionsOf(rows, open, true);
          return (
            compare(plus(...last.map((row) => row.amount)), open) === 0 &&
            part.every(
              (row, i) =>
                compare(
                  row.amount,
                  cents(minus(rows[i]?.occupied ?? '0', plus(rows[i]?.deducted, rows[i]?.released))),
                ) <= 0,
            )
          );
        },
      ),
      runs,
    );
  });

  test('a full return gives back what was paid, account by account', () => {
    fc.assert(
      fc.property(fc.array(settlement, { minLength: 1, maxLength: 4 }), (rows) => {
        const paid = plus(...rows.map((row) => row.deducted));
        return refundsOf(rows, paid).every((row, i) => compare(row.amount, rows[i]?.deducted ?? '0') === 0);
      }),
      runs,
    );
  });
});
