import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, minus, plus, times } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { Question } from '#promotion/model/engine/rule.ts';
import type { SoldGift } from '#promotion/model/kept/kept-promotions.ts';
import { clawbackOf, payable, type Kept, type Payable, type SoldLine } from '#promotion/model/kept/payable.ts';
import { paidShare, refundDue } from '#promotion/model/kept/refund-due.ts';
import { clawedPoints, spentPoints, type PointsBatch } from '#promotion/model/points/taken-points.ts';
import { goods, questions, runs } from '#tests/promotion-arbitraries.ts';

/** Pieces of an order that were sold, gone and given, and the money that moved for them. */
interface Journey {
  readonly owed: () => string;
  /** What he has paid, less what came back, with what was charged: all that the house has of him for it. */
  readonly net: () => string;
  readonly paid: string;
  readonly refunds: readonly string[];
  readonly charges: readonly string[];
  readonly shares: readonly string[];
  /** So many hundredths of what is left of each line, and of its gifts. */
  readonly comeBack: (part: Part, isOurFault?: boolean) => void;
  readonly close: (part: Part) => void;
}
interface Part {
  /** By line, in hundredths of what is left; the last goes on for those behind it. */
  readonly lines: readonly number[];
  readonly gifts: number;
}

// whole pieces
const pieces = (left: string, hundredths: number): string => String(Math.floor((Number(left) * hundredths) / 100));
const none = { number: '0', amount: '0' };

/** Everything that an order of this question goes through, reckoned by the product's own functions. */
function journeyOf(question: Question): Journey {
  const outcome = evaluate(question);
  const chosen = outcome.entitlements.flatMap(({ activity, ruleNo, chosen: picked }) =>
    picked.map(({ productCode, number, amount, lineType }) => ({
      activity,
      ruleNo,
      productCode,
      number,
      amount,
      isPaid: lineType === '0',
    })),
  );
  const given = [...outcome.gifts.map((gift) => ({ ...gift, amount: '0', isPaid: false })), ...chosen];
  const gifts = given.map(({ activity, ruleNo, productCode, isPaid }, at): SoldGift => ({
    id: `G${at}`,
    activity,
    ruleNo,
    productCode,
    isPaid,
    price: question.giftPrices?.[productCode] ?? '0',
  }));
  const lines = outcome.lines.map(({ lineNo, amount }): SoldLine => ({
    id: `L${lineNo}`,
    number: question.lines.find((line) => line.lineNo === lineNo)?.number ?? '0',
    amount,
    discount: '0',
    record: null,
  }));
  const lineNos = new Map(outcome.lines.map(({ lineNo }) => [`L${lineNo}`, lineNo]));
  const sold = [
    ...lines.map(({ id, number, amount }) => ({ id, number, amount, isGift: false })),
    ...given.map(({ number, amount, isPaid }, at) => ({ id: `G${at}`, number, amount, isGift: !isPaid })),
  ];
  const gone = new Map(sold.map(({ id }) => [id, { ...none, short: '0' }]));
  const [refunds, charges, shares, closed]: string[][] = [[], [], [], []];
  let withheld = '0';
  const paid = cents(plus(...sold.map(({ amount }) => amount)));
  const keptOf = ({ id, number, amount }: (typeof sold)[number]): Kept => {
    const left = gone.get(id) ?? { ...none, short: '0' };
    return { number: minus(number, left.number), short: left.short, paid: minus(amount, left.amount) };
  };
  const now = (): Payable & { readonly paid: string } => {
    const kept = new Map(sold.map((line) => [line.id, keptOf(line)]));
    return {
      ...payable({ lines, promotion: { question, outcome, lineNos, gifts } }, kept),
      paid: plus(...[...kept.values()].map((each) => each.paid)),
    };
  };
  const owedOf = ({ amount, giftCharge }: Payable): string => plus(amount, giftCharge);
  const take = ({ lines: parts, gifts: given }: Part, isShort: boolean, isClose: boolean): string =>
    plus(
      ...sold.map((line, at) => {
        const left = gone.get(line.id) ?? { ...none, short: '0' };
        // Gifts that have left are not closed. Goods of an exchange that come back by our fault are a cent's business
        // of their own: what is left of them is evaluated anew.
        const isLeft = line.isGift ? isClose : isShort && line.id.startsWith('G');
        const part = isLeft ? 0 : line.isGift ? given : (parts[Math.min(at, parts.length - 1)] ?? 0);
        const number = pieces(minus(line.number, left.number), part);
        const share = partAmount(line, left, number);
        gone.set(line.id, {
          number: plus(left.number, number),
          amount: plus(left.amount, share),
          short: isShort && !line.isGift ? plus(left.short, number) : left.short,
        });
        return share;
      }),
    );
  return {
    paid,
    refunds: refunds!,
    charges: charges!,
    shares: shares!,
    owed: () => cents(owedOf(now())),
    net: () => cents(minus(plus(paid, ...charges!), plus(...refunds!, ...closed!))),
    comeBack(part, isOurFault = false) {
      const share = take(part, isOurFault, false);
      const after = now();
      const due = (isOurFault ? paidShare : refundDue)({ share, paid: after.paid, withheld, owed: owedOf(after) });
      withheld = plus(withheld, due.withheld);
      refunds!.push(due.refund);
      charges!.push(due.charge);
      shares!.push(share);
    },
    close(part) {
      closed!.push(take(part, false, true));
      const after = now();
      const { charge } = clawbackOf({ owed: owedOf(after), paid: after.paid, withheld });
      withheld = plus(withheld, charge);
      charges!.push(charge);
    },
  };
}

const part = fc.record({
  lines: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 4 }),
  gifts: fc.constantFrom(0, 0, 50, 100),
});
const parts = fc.array(part, { minLength: 1, maxLength: 4 });
const whole: Part = { lines: [100], gifts: 100 };
const holds = (check: (journey: Journey, steps: readonly Part[], question: Question) => void): void => {
  fc.assert(
    fc.property(questions, parts, (question, steps) => {
      check(journeyOf(question), steps, question);
    }),
    runs,
  );
};

describe('am-A10: whatever was sold, and in whatever steps it comes back,', () => {
  test('the house has of the customer what he owes for what he keeps', () => {
    holds((journey, steps) => {
      for (const step of steps) {
        journey.comeBack(step);
        expect(journey.net()).toBe(journey.owed());
      }
    });
  });

  test('in one step or in many, the same comes back', () => {
    holds((journey, steps, question) => {
      for (const step of steps) journey.comeBack({ ...step, gifts: 0 });
      journey.comeBack({ lines: [100], gifts: 0 });
      const once = journeyOf(question);
      once.comeBack({ lines: [100], gifts: 0 });
      expect(once.net()).toBe(journey.net());
    });
  });

  test('all of it with its gifts, what was paid comes back to the cent', () => {
    holds((journey, steps) => {
      for (const step of steps) journey.comeBack(step);
      journey.comeBack(whole);
      expect(journey.net()).toBe('0.00');
      expect(cents(minus(plus(...journey.refunds), plus(...journey.charges)))).toBe(journey.paid);
    });
  });

  test('no refund is below nothing, and together they never pass what was paid and charged', () => {
    holds((journey, steps) => {
      for (const step of steps) journey.comeBack(step);
      for (const refund of journey.refunds) expect(compare(refund, '0')).toBeGreaterThanOrEqual(0);
      expect(compare(plus(...journey.refunds), plus(journey.paid, ...journey.charges))).toBeLessThanOrEqual(0);
    });
  });

  test('what we sent badly or not at all gives back its share, and costs no promotion (B5)', () => {
    holds((journey, steps) => {
      for (const step of steps) journey.comeBack({ ...step, gifts: 0 }, true);
      expect(journey.charges.every((charge) => charge === '0.00')).toBe(true);
      expect(cents(plus(...journey.refunds))).toBe(cents(plus(...journey.shares)));
      // Those pieces count as kept: nothing is missing of the rest.
      expect(compare(journey.owed(), journey.net())).toBeLessThanOrEqual(0);
    });
  });

  test('our own shortage before a return never makes the return worse', () => {
    holds((journey, [step = whole, shortage = whole], question) => {
      const back = { ...step, gifts: 0 };
      journey.comeBack({ ...shortage, gifts: 0 }, true);
      const before = journey.net();
      journey.comeBack({ lines: [0], gifts: 0 });
      expect(compare(journey.net(), before)).toBeLessThanOrEqual(0);
      const plain = journeyOf(question);
      plain.comeBack(back);
      expect(plain.net()).toBe(plain.owed());
    });
  });

  test('gifts that come back too never lower the refund', () => {
    holds((journey, [step = whole], question) => {
      journey.comeBack({ ...step, gifts: 0 });
      const withGifts = journeyOf(question);
      withGifts.comeBack({ ...step, gifts: 100 });
      expect(compare(withGifts.net(), journey.net())).toBeLessThanOrEqual(0);
    });
  });

  test('lines may be closed in any order (CL04–CL07)', () => {
    holds((journey, _steps, question) => {
      const [first, second] = [
        { lines: [100, 0], gifts: 0 },
        { lines: [0, 100, 0], gifts: 0 },
      ];
      journey.close(first);
      journey.close(second);
      const other = journeyOf(question);
      other.close(second);
      other.close(first);
      expect(other.net()).toBe(journey.net());
    });
  });

  test('after closes a return still leaves what is owed for what is kept', () => {
    holds((journey, [close = whole, ...steps]) => {
      journey.close(close);
      for (const step of steps) {
        journey.comeBack(step);
        expect(journey.net()).toBe(journey.owed());
      }
    });
  });
});

const batches = fc
  .array(
    fc.record({
      remaining: fc.integer({ min: 0, max: 500 }),
      locked: fc.integer({ min: 0, max: 200 }),
      expireDate: fc.constantFrom('2026-03-01', '2026-09-30', '2027-12-31', null),
      isOwn: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map((rows) =>
    rows.map(({ remaining, locked, ...row }, at): PointsBatch => ({
      ...row,
      id: `B${at}`,
      remaining: String(remaining),
      locked: String(Math.min(locked, remaining)),
    })),
  );

describe('am-B12b: points of goods that come back', () => {
  test('earned less clawed depends on what is kept alone, in however many steps it came to that', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5000 }),
        fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 5 }),
        batches,
        (earned, falls, held) => {
          let [earnable, clawed] = [String(earned), '0'];
          for (const fall of falls) {
            earnable = pieces(earnable, fall);
            const { claw } = clawedPoints({ points: String(earned), clawed, earnable }, held);
            clawed = plus(clawed, claw);
          }
          expect(compare(minus(String(earned), clawed), earnable)).toBe(0);
        },
      ),
      runs,
    );
  });

  test('are taken from their own batch, then from what lapses first, never from what is held; the rest is debt', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), batches, (points, held) => {
        const { taken, debt, claw } = clawedPoints({ points: String(points), clawed: '0', earnable: '0' }, held);
        expect(compare(plus(debt, ...taken.map(({ number }) => number)), claw)).toBe(0);
        const byId = new Map(held.map((batch) => [batch.id, batch]));
        const rank = ({ isOwn, expireDate }: PointsBatch): string => `${isOwn === true ? 0 : 1}${expireDate ?? '9999'}`;
        const ranks = taken.map(({ id }) => rank(byId.get(id)!));
        expect(ranks).toEqual(ranks.toSorted());
        for (const { id, number } of taken) {
          const { remaining, locked = '0' } = byId.get(id)!;
          expect(compare(plus(number, locked), remaining)).toBeLessThanOrEqual(0);
        }
        // Something is owed only where nothing is left to take.
        const left = held.map(({ id, remaining, locked = '0' }) =>
          minus(minus(remaining, locked), taken.find((part_) => part_.id === id)?.number ?? '0'),
        );
        if (compare(debt, '0') > 0) expect(left.every((each) => compare(each, '0') === 0)).toBe(true);
      }),
      runs,
    );
  });

  test('that are spent go by what lapses first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), batches, (points, held) => {
        const { taken } = spentPoints(held, String(points));
        const days = taken.map(({ id }) => held.find((batch) => batch.id === id)?.expireDate ?? '9999');
        expect(days).toEqual(days.toSorted());
      }),
      runs,
    );
  });
});

test('the goods of these tests have prices that do not divide evenly', () => {
  expect(goods.some(([, , , price]) => compare(times(price, '3'), cents(times(price, '3'))) !== 0)).toBe(true);
});
