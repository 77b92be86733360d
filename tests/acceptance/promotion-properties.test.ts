import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import { hintsOf, isBetter, withMore } from '#promotion/model/engine/hint.ts';
import type { Outcome } from '#promotion/model/engine/outcome.ts';
import type { BoughtLine, Question } from '#promotion/model/engine/rule.ts';
import { partsOf } from '#promotion/model/engine/part.ts';
import { scaled, sum, written } from '#promotion/model/engine/scaled.ts';
import { payable, type Snapshot } from '#promotion/model/kept/payable.ts';
import { factsOf, goods, questions, runs, type Good } from '#tests/promotion-arbitraries.ts';
import { plainActivity } from '#tests/promotion-vectors.ts';

const holds = (check: (question: Question, outcome: Outcome) => void): void => {
  fc.assert(
    fc.property(questions, (question) => {
      check(question, evaluate(question));
    }),
    runs,
  );
};
const added = (texts: readonly string[]): string => written(sum(texts.map(scaled)), 2);

describe('whatever is bought, under whatever activities,', () => {
  test('the result depends on what is on the order now, not on what was before or in which order it came', () => {
    fc.assert(
      fc.property(questions, fc.infiniteStream(fc.nat()), (question, dice) => {
        const outcome = evaluate(question);
        const shuffled = <T>(rows: readonly T[]): T[] =>
          rows
            .map((row) => ({ row, at: dice.next().value }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ row }) => row);
        // Another order in between leaves nothing behind.
        evaluate({ ...question, lines: question.lines.slice(1) });
        expect(
          evaluate({ ...question, lines: shuffled(question.lines), activities: shuffled(question.activities) }),
        ).toEqual(outcome);
      }),
      runs,
    );
  });

  test('gifts and exchanged goods on the order change nothing of what the rest earns', () => {
    holds((question, outcome) => {
      const gift = { ...goodLine(goods[5], 900), lineType: '1', price: '0' };
      const exchanged = { ...goodLine(goods[0], 901), ruleNo: 1 };
      const {
        lines: with2,
        total: _total,
        ...rest
      } = evaluate({
        ...question,
        lines: [...question.lines, gift, exchanged],
      });
      const { lines: own, total: _own, ...before } = outcome;
      expect(rest).toEqual(before);
      expect(with2.slice(0, -2)).toEqual(own);
    });
  });

  test('numbers of lines may have gaps: only their order counts', () => {
    holds((question, outcome) => {
      const spread = (lineNo: number): number => lineNo * 10;
      const moved = evaluate({
        ...question,
        lines: question.lines.map((line) => ({ ...line, lineNo: spread(line.lineNo) })),
      });
      expect(moved.lines.map(({ lineNo: _no, ...line }) => line)).toEqual(
        outcome.lines.map(({ lineNo: _no, ...line }) => line),
      );
      expect(moved.gifts.map(({ sources: _from, ...gift }) => gift)).toEqual(
        outcome.gifts.map(({ sources: _from, ...gift }) => gift),
      );
      expect([moved.total, moved.credits.length, moved.skipped]).toEqual([
        outcome.total,
        outcome.credits.length,
        outcome.skipped,
      ]);
    });
  });

  test('other numbers of the same lines change nothing but what goes by them', () => {
    fc.assert(
      fc.property(questions, fc.infiniteStream(fc.nat()), (question, dice) => {
        // Two lines of one product are counted in their order, and a limit is used up in it: neither is asked here.
        const asked = {
          ...question,
          lines: question.lines.filter(
            ({ productCode }, at, all) => all.findIndex((other) => other.productCode === productCode) === at,
          ),
          activities: question.activities.map((activity) => ({ ...activity, limitTimes: null, budgetLeft: null })),
        };
        const numbers = asked.lines
          .map(() => dice.next().value)
          .map(
            (number, at, all) => all.filter((other, i) => other < number || (other === number && i < at)).length + 1,
          );
        const renumbered = asked.lines.map((line, at) => ({ ...line, lineNo: numbers[at] ?? 0 }));
        expect(worthOf({ ...asked, lines: renumbered })).toEqual(worthOf(asked));
      }),
      runs,
    );
  });

  test('list less discounts is what the lines cost, and with exchanged goods the total', () => {
    holds(({ lines: bought }, { lines: own, entitlements, total, trace }) => {
      const listed = bought.map(({ number, price }) => written((scaled(number) * scaled(price)) / 1_000_000n, 2));
      for (const [at, { amount, discount }] of own.entries()) expect(added([amount, discount])).toBe(listed[at]);
      const paid = entitlements.flatMap(({ chosen }) => chosen.map(({ amount }) => amount));
      expect(added([...own.map(({ amount }) => amount), ...paid])).toBe(total);
      const off = trace.flatMap(({ effects }) =>
        effects.flatMap((effect) => (effect.kind === 'off' ? [effect.amount] : [])),
      );
      expect(added(off)).toBe(added(own.map(({ discount }) => discount)));
    });
  });

  test('no line, gift, credit or payment is below nothing', () => {
    holds((_question, { lines: own, gifts, credits, entitlements }) => {
      for (const { amount, discount, price } of own)
        for (const text of [amount, discount, price]) expect(scaled(text)).toBeGreaterThanOrEqual(0n);
      for (const { number } of gifts) expect(scaled(number)).toBeGreaterThan(0n);
      for (const { amount } of credits) expect(scaled(amount)).toBeGreaterThan(0n);
      for (const { chosen } of entitlements)
        for (const { amount, price } of chosen) expect(scaled(amount) >= 0n && scaled(price) >= 0n).toBe(true);
    });
  });

  test('a limit is never passed, and a budget never spent twice', () => {
    holds(({ activities: all }, { usage }) => {
      for (const { activity, times, cost } of usage) {
        const own = all.find(({ code }) => code === activity);
        if (own?.limitTimes != null) expect(times + own.usedTimes).toBeLessThanOrEqual(own.limitTimes);
        if (own?.budgetLeft != null) expect(scaled(cost)).toBeLessThanOrEqual(scaled(own.budgetLeft));
      }
    });
  });

  test('every activity is explained: it did something, or it says why not', () => {
    holds(({ activities: all }, { trace, skipped }) => {
      const explained = new Set(trace.map(({ activity }) => activity));
      expect([...explained].toSorted()).toEqual(all.map(({ code }) => code).toSorted());
      const done = new Set(trace.filter(({ result }) => result === 'APPLIED').map(({ activity }) => activity));
      for (const step of trace) expect(step.reason === null).toBe(step.result === 'APPLIED');
      // Whoever could not have a line is told who has it.
      for (const { activity, locked, heldBy } of trace) {
        expect(heldBy.length > 0).toBe(locked.length > 0);
        expect(heldBy.every((code) => code !== activity && done.has(code))).toBe(true);
      }
      expect(skipped.map(({ activity }) => activity).toSorted()).toEqual(
        all
          .map(({ code }) => code)
          .filter((code) => !done.has(code))
          .toSorted(),
      );
    });
  });

  test('an exclusive activity shares no line, and what does not stack takes one alone in its phase', () => {
    holds(({ activities: all }, { trace }) => {
      const of = (code: string) => all.find((activity) => activity.code === code);
      const takes = trace
        .filter(({ result }) => result === 'APPLIED')
        .flatMap(({ activity, phase, effects, lines: all_ }) =>
          (phase === 'A' ? effects.flatMap((each) => (each.kind === 'off' ? [each.lineNo] : [])) : all_).map(
            (line) => ({
              activity,
              phase,
              line,
            }),
          ),
        );
      for (const one of takes)
        for (const other of takes) {
          if (one.activity === other.activity || one.line !== other.line) continue;
          expect(of(one.activity)?.isExclusive).toBe(false);
          if (one.phase === other.phase)
            expect(of(one.activity)?.isStackable === true || of(other.activity)?.isStackable === true).toBe(true);
        }
    });
  });

  test('the same trace comes again from what was stored', () => {
    holds((question, outcome) => {
      const stored = JSON.parse(JSON.stringify(question)) as Question;
      expect(JSON.stringify(evaluate(stored))).toBe(JSON.stringify(outcome));
    });
  });

  test('lines that no activity ties together come out alone as they do together', () => {
    let smaller = 0;
    holds((question, whole) => {
      const partOf = partsOf(question);
      for (const { lineNo } of question.lines) {
        const part = partOf(lineNo);
        if (part.lines.length < question.lines.length) smaller += 1;
        const { lines: own, gifts } = evaluate(part);
        expect(own).toEqual(whole.lines.filter((line) => own.some((each) => each.lineNo === line.lineNo)));
        const codes = new Set(part.activities.map(({ code }) => code));
        expect(gifts).toEqual(whole.gifts.filter(({ activity }) => codes.has(activity)));
      }
    });
    expect(smaller).toBeGreaterThan(runs.numRuns / 4);
  });

  test('the steps of a stored trace, taken one after the other, come to the cents of the order', () => {
    holds(({ lines: bought }, outcome) => {
      const { trace } = JSON.parse(JSON.stringify(outcome)) as Outcome;
      const effects = trace.filter(({ result }) => result === 'APPLIED').flatMap((step) => step.effects);
      for (const { lineNo, number, price } of bought) {
        const off = effects.flatMap((each) => (each.kind === 'off' && each.lineNo === lineNo ? [each.amount] : []));
        const listed = written((scaled(number) * scaled(price)) / 1_000_000n, 2);
        expect(outcome.lines.find((line) => line.lineNo === lineNo)?.amount).toBe(
          written(scaled(listed) - sum(off.map(scaled)), 2),
        );
      }
      expect(effects.filter(({ kind }) => kind === 'gift')).toMatchObject(
        outcome.gifts.map(({ productCode, number }) => ({ productCode, number })),
      );
      expect(effects.filter(({ kind }) => kind === 'credit')).toMatchObject(
        outcome.credits.map(({ accountType, amount }) => ({ accountType, amount })),
      );
      expect(effects.filter(({ kind }) => kind === 'choice')).toMatchObject(
        outcome.entitlements.map(({ ruleNo }) => ({ ruleNo })),
      );
    });
  });

  test('limits and budgets hold whatever the order of audits, and what is taken back is there again', () => {
    fc.assert(
      fc.property(
        questions,
        fc.array(fc.record({ keep: fc.integer({ min: 1, max: 6 }), isUndone: fc.boolean() }), {
          minLength: 2,
          maxLength: 5,
        }),
        (question, audits) => {
          const used = new Map(question.activities.map(({ code }) => [code, { times: 0, cost: 0n }]));
          for (const { keep, isUndone } of audits) {
            const { usage } = evaluate(auditedAfter(question, used, keep));
            for (const { activity, times, cost } of isUndone ? [] : usage) {
              const before = used.get(activity) ?? { times: 0, cost: 0n };
              used.set(activity, { times: before.times + times, cost: before.cost + scaled(cost) });
            }
          }
          for (const { code, limitTimes, budgetLeft } of question.activities) {
            const { times, cost } = used.get(code) ?? { times: 0, cost: 0n };
            expect(times).toBeLessThanOrEqual(limitTimes ?? times);
            expect(cost).toBeLessThanOrEqual(budgetLeft === null ? cost : scaled(budgetLeft));
          }
        },
      ),
      runs,
    );
  });

  test('an order that is kept whole owes what it was sold for and has earned its gifts; none of it, nothing', () => {
    holds((question, outcome) => {
      const sold = soldAs(question, outcome);
      const whole = payable(
        sold,
        keptOf(sold, () => '1'),
      );
      expect(whole.amount).toBe(outcome.total);
      expect(whole.giftCharge).toBe('0.00');
      expect(whole.credit).toBe(added(outcome.credits.map(({ amount }) => amount)));
      const none = payable(
        sold,
        keptOf(sold, () => '0'),
      );
      expect([none.amount, none.giftCharge, none.credit]).toEqual(['0.00', '0.00', '0.00']);
    });
  });

  test('what was chosen stays within what may be chosen, whole or not at all', () => {
    holds((_question, { entitlements }) => {
      for (const { chosen, maxNumber, error } of entitlements) {
        if (error !== undefined) expect(chosen).toEqual([]);
        if (maxNumber !== null)
          expect(sum(chosen.map(({ number }) => scaled(number)))).toBeLessThanOrEqual(scaled(maxNumber));
      }
    });
  });

  test('what is said to be missing, bought, reaches it', () => {
    let said = 0;
    holds((question, outcome) => {
      for (const hint of hintsOf(question, outcome, 3)) {
        said += 1;
        const before = outcome.trace.find(({ seq }) => seq === hint.seq);
        const { trace } = evaluate({
          ...question,
          lines: withMore(question.lines, hint.lineNo, scaled(hint.number)),
        });
        expect(before !== undefined && isBetter(trace, before)).toBe(true);
      }
    });
    // Far from always there is a next step; where there is one it is said.
    expect(said).toBeGreaterThan(runs.numRuns / 4);
  });
});

/** What an order comes to, by its goods: numbers of lines left out. */
function worthOf(question: Question): object {
  const { lines: own, gifts, credits, entitlements, usage, skipped, total } = evaluate(question);
  const codeOf = new Map(question.lines.map(({ lineNo, productCode }) => [lineNo, productCode]));
  const sorted = (rows: readonly object[]): string[] =>
    rows.map((row) => JSON.stringify({ ...row, sources: undefined })).toSorted();
  return {
    lines: sorted(own.map(({ lineNo, ...line }) => ({ code: codeOf.get(lineNo), ...line }))),
    gifts: sorted(gifts),
    credits: sorted(credits),
    entitlements: sorted(entitlements),
    usage,
    skipped,
    total,
  };
}

/** The order with so many of its lines, when the activities were used so far by others of its customer. */
const auditedAfter = (
  question: Question,
  used: ReadonlyMap<string, { readonly times: number; readonly cost: bigint }>,
  keep: number,
): Question => ({
  ...question,
  lines: question.lines.slice(0, keep),
  activities: question.activities.map((activity) => ({
    ...activity,
    usedTimes: used.get(activity.code)?.times ?? 0,
    budgetLeft:
      activity.budgetLeft === null
        ? null
        : written(scaled(activity.budgetLeft) - (used.get(activity.code)?.cost ?? 0n), 2),
  })),
});

/** The order as it was sold: its goods, and a line for each good that a rule gave. */
function soldAs(question: Question, outcome: Outcome): Snapshot & { readonly numbers: ReadonlyMap<string, string> } {
  const given = [
    ...outcome.gifts.map((gift) => ({ ...gift, isPaid: false })),
    ...outcome.entitlements.flatMap(({ activity, ruleNo, chosen }) =>
      chosen.map(({ productCode, number, lineType }) => ({
        activity,
        ruleNo,
        productCode,
        number,
        isPaid: lineType === '0',
      })),
    ),
  ].map((gift, at) => ({ ...gift, id: `gift ${at}`, price: question.giftPrices?.[gift.productCode] ?? '0' }));
  const bought = question.lines.map(({ lineNo, number }, at) => ({
    id: `line ${lineNo}`,
    number,
    amount: outcome.lines[at]?.amount ?? '0',
    discount: '0',
    record: null,
  }));
  return {
    lines: bought,
    promotion: {
      question,
      outcome,
      lineNos: new Map(question.lines.map(({ lineNo }) => [`line ${lineNo}`, lineNo])),
      gifts: given,
    },
    numbers: new Map([...bought, ...given].map(({ id, number }) => [id, number])),
  };
}

/** That part of every line: all of it or nothing. */
const keptOf = ({ lines: own, numbers }: ReturnType<typeof soldAs>, part: (id: string) => '0' | '1') =>
  new Map(
    [...numbers].map(([id, number]) => [
      id,
      {
        number: part(id) === '1' ? number : '0',
        short: '0',
        paid: part(id) === '1' ? (own.find((line) => line.id === id)?.amount ?? '0') : '0',
      },
    ]),
  );

test('goods that two products of a rule let one choose are given once', () => {
  const question: Question = {
    customer: {},
    date: '2026-05-10',
    orderType: '0',
    lines: [goodLine(goods[0], 1), goodLine(goods[1], 2)],
    activities: [
      {
        ...plainActivity,
        code: 'A1',
        rules: [
          {
            ruleNo: 1,
            policyRuleTypeCode: 'P001',
            leastNumber: '3',
            buyNumber: '3',
            giveNumber: '1',
            giveType: '3',
            giveCode: 'GP1',
            giveDynamicFlag: '1',
          },
        ],
      },
    ],
    choices: [{ activity: 'A1', ruleNo: 1, productCode: 'GF001', number: '1', price: '12' }],
  };
  const { entitlements } = evaluate(question);
  expect(entitlements.map(({ maxNumber, chosen }) => [maxNumber, chosen.length])).toEqual([['2', 1]]);
});

const goodLine = (good: Good, lineNo: number): BoughtLine => ({
  lineNo,
  productCode: good[0],
  facts: factsOf(good),
  number: '3',
  price: good[3],
  lineType: '0',
});
