import { describe, expect, test } from 'vitest';
import { fixed, minus, times } from '#platform/model/decimal.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { chargesOf } from '#sales/model/order/order-charge.ts';
import { flooredBy, isGivenAwayByHand } from '#sales/model/order/order-floor.ts';

interface Vector {
  readonly id: string;
  readonly title: string;
  readonly given: {
    readonly lines: readonly { lineNo: number; listPrice: string; number: string; amount: string; floor: string }[];
    readonly discount?: string;
    readonly rounding?: string;
    readonly orderType?: string;
  };
  readonly expect: { readonly lines: readonly object[]; readonly payable: string; readonly result: string };
}
const vectors: readonly Vector[] = contractIsHere
  ? readVectors<{ floor: Vector[] }>('second-half-vectors.json').floor
  : [];

describe.skipIf(!contractIsHere)('am-A3: floors hold against what hands take off', () => {
  test.each(vectors.map((vector) => [`${vector.id}: ${vector.title}`, vector] as const))('%s', (_title, vector) => {
    const { lines, discount = '0', rounding = '0', orderType = '0' } = vector.given;
    const charged = chargesOf(
      lines.map(({ amount }) => amount),
      { freightAmount: null, allowanceAmount: discount, roundingAmount: rounding },
    );
    const floors = flooredBy(
      lines.map(({ listPrice, number, floor }) => ({ amount: times(listPrice, number), number, floor })),
      charged.lines.map((line) => line.discount),
    );
    const isGiven = isGivenAwayByHand(
      lines.map(() => ({ isTyped: false, isFree: false })),
      charged,
    );
    expect({
      lines: floors.map(({ share, left, isBelow }, at) => ({
        lineNo: lines[at]?.lineNo,
        share,
        left,
        belowFloor: isBelow,
      })),
      payable: fixed(minus(charged.goods, charged.discount), 2),
      result: isGiven ? 'E-PAY-ZERO' : orderType !== '1' && floors.some(({ isBelow }) => isBelow) ? 'E-FLOOR' : 'OK',
    }).toEqual(vector.expect);
  });
});
