import { describe, expect, test } from 'vitest';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { ChoiceFault, Entitlement } from '#promotion/model/engine/outcome.ts';
import { giftRoom } from '#promotion/model/gift-share.ts';
import { typedPriceOf } from '#promotion/model/typed-price.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { questionOf, type VectorOrder } from '#tests/promotion-vectors.ts';

interface Vector {
  readonly id: string;
  readonly title: string;
  readonly given: VectorOrder;
  readonly expect: {
    readonly lines: readonly object[];
    readonly gifts: readonly object[];
    readonly entitlements: readonly object[];
    readonly credits: readonly object[];
    readonly skipped: readonly object[];
    readonly total: string;
  };
}
const vectors = contractIsHere ? readVectors<{ promotion: readonly Vector[] }>('promotion-vectors.json').promotion : [];

const faults: Readonly<Record<ChoiceFault, string>> = {
  tooMany: '数量超过上限',
  tooMuch: '金额超过上限',
  noNumber: '请填写数量',
  notOffered: '',
  notWhole: '',
};

describe.skipIf(!contractIsHere)('the worked examples of promotions', () => {
  test.each(vectors.map((vector) => [vector.id, vector.title, vector] as const))('%s %s', (_id, _title, vector) => {
    const found = evaluate(questionOf(vector.given));
    expect(found.lines).toEqual(vector.expect.lines);
    expect(found.total).toBe(vector.expect.total);
    const worded = found.entitlements.map(({ error, ...rest }: Entitlement) =>
      error === undefined ? rest : { ...rest, error: faults[error] },
    );
    for (const [own, expected] of [
      [found.gifts, vector.expect.gifts],
      [worded, vector.expect.entitlements],
      [found.credits, vector.expect.credits],
      [found.skipped, vector.expect.skipped],
    ] as const) {
      expect(own).toHaveLength(expected.length);
      for (const one of expected) expect(own).toContainEqual(expect.objectContaining(matching(one)));
    }
  });

  test('are forty-two', () => {
    expect(vectors.map(({ id }) => id)).toEqual(
      Array.from({ length: 42 }, (_each, at) => `M${String(at + 1).padStart(2, '0')}`),
    );
  });
});

/**
 * What an example does not name may be more than it says: chosen goods have a price also where only the sum is told.
 */
const matching = (one: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(one).map(([key, value]) => [
      key,
      key === 'chosen' ? (value as readonly object[]).map((good) => expect.objectContaining(good) as unknown) : value,
    ]),
  );

interface TypedVector {
  readonly id: string;
  readonly title: string;
  readonly given: {
    readonly sentPrice: string;
    readonly listPrice: string;
    readonly stored: { readonly price: string; readonly typedPrice: string | null };
  };
  readonly expect: object;
}
interface ShareVector {
  readonly id: string;
  readonly title: string;
  readonly given: {
    readonly sources: readonly { readonly lineNo: number; readonly number: string; readonly closedNumber?: string }[];
    readonly giftNumber: string;
    readonly giftFirst?: string;
    readonly deliveries: readonly {
      readonly lines: readonly { readonly lineNo: number; readonly number: string }[];
      readonly gift?: string;
    }[];
  };
  readonly expect: readonly object[];
}
const later = contractIsHere
  ? readVectors<{ typedPrice: readonly TypedVector[]; giftProportion: readonly ShareVector[] }>(
      'second-half-vectors.json',
    )
  : { typedPrice: [], giftProportion: [] };

describe.skipIf(!contractIsHere)('what a promoted order is edited and delivered by', () => {
  test.each(later.typedPrice.map((vector) => [vector.id, vector.title, vector] as const))(
    '%s %s',
    (_id, _title, vector) => {
      const { sentPrice, listPrice, stored } = vector.given;
      expect(typedPriceOf(sentPrice, listPrice, stored)).toEqual(vector.expect);
    },
  );

  test.each(later.giftProportion.map((vector) => [vector.id, vector.title, vector] as const))(
    '%s %s',
    (_id, _title, vector) => {
      expect(deliveredGifts(vector.given)).toEqual(vector.expect);
    },
  );

  test('are nine', () => {
    expect([later.typedPrice.length, later.giftProportion.length]).toEqual([3, 6]);
  });
});

/** Delivery after delivery; whoever asks for more than travels with the goods is refused unless he may. */
function deliveredGifts({ sources, giftNumber, giftFirst, deliveries }: ShareVector['given']): readonly object[] {
  let gone = '0';
  const released = new Map<number, string>();
  return deliveries.map(({ lines, gift }) => {
    for (const { lineNo, number } of lines) released.set(lineNo, plus(released.get(lineNo) ?? '0', number));
    const room = giftRoom(
      giftNumber,
      gone,
      sources.map(({ lineNo, number, closedNumber = '0' }) => ({
        number,
        closedNumber,
        releasedNumber: released.get(lineNo) ?? '0',
      })),
    );
    if (gift !== undefined && compare(gift, room) > 0 && giftFirst !== '1') return { error: 'E-GIFT-FIRST', room };
    const taken = gift ?? room;
    gone = plus(gone, taken);
    return { gift: taken, giftOpen: minus(giftNumber, gone) };
  });
}
