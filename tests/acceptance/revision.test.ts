import { describe, expect, test } from 'vitest';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import { occupiedAtAudit, receive, releaseOf } from '#sales/model/revision/exchange-cover.ts';
import {
  releasedParts,
  revisedAmounts,
  revisedNumbers,
  riseSplit,
  type LineChange,
} from '#sales/model/revision/revised-order.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { questionOf, type VectorOrder } from '#tests/promotion-vectors.ts';

interface Moved {
  readonly lineNo: number;
  readonly number: string;
}
interface Vectors {
  readonly revision: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: {
      readonly order: VectorOrder;
      readonly shipped?: readonly Moved[];
      readonly released?: readonly Moved[];
      readonly lines: readonly (LineChange | { readonly action: 'A'; readonly line: VectorOrder['lines'][number] })[];
      readonly settlement?: readonly { readonly accountType: string; readonly occupied: string }[];
      readonly rebateUsed?: string;
      readonly rebateAvailable?: string;
      readonly cashAvailable?: string;
      readonly creditAvailable?: string;
    };
    readonly expect: object;
  }[];
  readonly exchange: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: {
      readonly newValue: string;
      readonly backEstimate: string;
      readonly SD027?: string;
      readonly allReceived?: string;
      readonly received: readonly {
        readonly rows: readonly { readonly accountType: string; readonly amount: string }[];
      }[];
    };
    readonly expect: object;
  }[];
}
const vectors = contractIsHere ? readVectors<Vectors>('second-half-vectors.json') : null;
type Given = Vectors['revision'][number]['given'];

const numberIn = (moved: readonly Moved[] | undefined, lineNo: number): string =>
  moved?.find((each) => each.lineNo === lineNo)?.number ?? '0';

/** The order before and after, as a revision's audit would work it out. */
function revised(given: Given): object {
  const sold = new Map(evaluate(questionOf(given.order)).lines.map(({ lineNo, amount }) => [lineNo, amount]));
  const released = (lineNo: number): string =>
    given.released === undefined ? numberIn(given.shipped, lineNo) : numberIn(given.released, lineNo);
  const changes = given.lines.filter((change): change is LineChange => change.action !== 'A');
  const added = given.lines.flatMap((change) => (change.action === 'A' ? [change.line] : []));
  const numbers = revisedNumbers(
    given.order.lines.map(({ lineNo, number }) => ({
      lineNo,
      number,
      closedNumber: '0',
      releasedNumber: released(lineNo),
    })),
    changes,
  );
  if ('least' in numbers) return { error: 'E-REV-LOW', least: numbers.least };
  const lines = [...given.order.lines, ...added]
    .map((line) => ({ ...line, number: numbers.get(line.lineNo) ?? line.number }))
    .filter(({ number }) => compare(number, '0') > 0);
  const after = new Map(
    evaluate(questionOf({ ...given.order, lines })).lines.map(({ lineNo, amount }) => [lineNo, amount]),
  );
  const shippedAmount = ({ lineNo, number }: { readonly lineNo: number; readonly number: string }): string => {
    const shipped = numberIn(given.shipped, lineNo);
    return partAmount({ amount: sold.get(lineNo) ?? '0', number }, { number: '0', amount: '0' }, shipped);
  };
  const before = new Map(given.order.lines.map((line) => [line.lineNo, line]));
  const all = [...new Set([...before.keys(), ...lines.map(({ lineNo }) => lineNo)])];
  const found = revisedAmounts(
    all.map((lineNo) => {
      const was = before.get(lineNo);
      return {
        lineNo,
        number: lines.find((line) => line.lineNo === lineNo)?.number ?? '0',
        closedNumber: '0',
        shippedNumber: numberIn(given.shipped, lineNo),
        shippedAmount: was === undefined ? '0' : shippedAmount(was),
        amountBefore: sold.get(lineNo) ?? '0',
        amountAfter: after.get(lineNo) ?? '0',
      };
    }),
  );
  return {
    ...found,
    lines: lines.map((line) => ({
      lineNo: line.lineNo,
      number: line.number,
      amount: after.get(line.lineNo),
      shippedAmount: before.has(line.lineNo) ? shippedAmount(before.get(line.lineNo) ?? line) : '0.00',
      openAmount: found.lines.find(({ lineNo }) => lineNo === line.lineNo)?.openAmount,
    })),
    ...covered(given, found),
  };
}

function covered(given: Given, { delta, total }: { readonly delta: string; readonly total: string }): object {
  if (compare(delta, '0') < 0) {
    const held = (given.settlement ?? []).map(({ accountType, occupied }) => ({ account: accountType, occupied }));
    return { release: Object.fromEntries(releasedParts(delta, held).map(({ account, amount }) => [account, amount])) };
  }
  const split = riseSplit({
    delta,
    total,
    rebateUsed: given.rebateUsed ?? '0',
    rebateShare: '30',
    rebateAvailable: given.rebateAvailable ?? '0',
    cashAvailable: given.cashAvailable ?? '0',
    creditAvailable: given.creditAvailable ?? '0',
    isCreditControlled: true,
  });
  return {
    occupy:
      split.shortage === null
        ? { A003: split.rebate, A001: split.cash, A002: split.credit }
        : { error: 'E-CREDIT-OVER', short: split.shortage },
  };
}

describe.skipIf(!contractIsHere)('a revised order', () => {
  test.each(vectors?.revision ?? [])('$id $title', ({ given, expect: expected }) => {
    expect(revised(given)).toEqual(expected);
  });
});

describe.skipIf(!contractIsHere)('an exchange', () => {
  test.each(vectors?.exchange ?? [])('$id $title', ({ given, expect: expected }) => {
    const exchange = {
      newAmount: given.newValue,
      backEstimate: given.backEstimate,
      isReleasedFirst: given.SD027 === '1',
    };
    const atAudit = occupiedAtAudit(exchange);
    let occupied = atAudit;
    const received = given.received.map(({ rows }) => {
      const step = receive(exchange, occupied, {
        parts: rows.map(({ accountType, amount }) => ({ account: accountType, amount })),
      });
      occupied = step.occupiedTotal;
      return {
        returned: cents(plus(...rows.map(({ amount }) => amount))),
        occupy: Object.fromEntries(step.occupied.map(({ account, amount }) => [account, amount])),
        occupiedTotal: step.occupiedTotal,
        free: step.free,
      };
    });
    const { answer, toCover } = releaseOf(exchange, occupied, given.allReceived !== '0');
    expect({
      audit: { occupy: atAudit },
      received,
      release: { free: 'OK', wait: 'E-EXCH-WAIT', cover: 'COVER' }[answer],
      toCover,
    }).toEqual(expected);
    // Nothing that came back is lost on the way.
    for (const step of received) expect(compare(minus(step.returned, step.free), '0')).toBeGreaterThanOrEqual(0);
  });
});
