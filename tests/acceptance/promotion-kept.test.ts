import { describe, expect, test } from 'vitest';
import { minus, plus, times } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { SoldGift } from '#promotion/model/kept/kept-promotions.ts';
import { payable, type Kept } from '#promotion/model/kept/payable.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';
import { questionOf, type VectorOrder } from '#tests/promotion-vectors.ts';

interface Moved {
  readonly lineNo: number;
  readonly number: string;
}
interface Given {
  readonly productCode: string;
  readonly number: string;
}
interface Step {
  readonly op: 'ship' | 'close' | 'unclose' | 'return';
  readonly reason?: string;
  readonly returnReason?: string;
  readonly shortFlag?: string;
  readonly lines: readonly Moved[];
  readonly gifts?: readonly Given[];
}
interface StepVector {
  readonly id: string;
  readonly title: string;
  readonly given: {
    readonly order: VectorOrder;
    readonly steps: readonly Step[];
    readonly giftPrice?: Readonly<Record<string, string>>;
  };
  readonly expect: {
    readonly steps: readonly {
      readonly payable: string;
      readonly giftCharge: string;
      readonly giftOpen?: Readonly<Record<string, string>>;
    }[];
  };
}
interface ReturnVector {
  readonly id: string;
  readonly title: string;
  readonly given: {
    readonly order: VectorOrder & { readonly pricing?: unknown };
    readonly returns: readonly Moved[];
    readonly giftReturns: readonly Given[];
    readonly giftPrice: Readonly<Record<string, string>>;
    readonly neutralReturned?: readonly Moved[];
    readonly returnReason?: string;
  };
  readonly expect: {
    readonly payableRemaining: string;
    readonly giftCharge: string;
    readonly creditClawback: string;
  };
}

/** How an order of a vector stands: what is gone of each line, and which gifts the customer has. */
interface Standing {
  readonly gone: ReadonlyMap<number, string>;
  /** Gone without a fault of the customer: it counts in thresholds (A10b). */
  readonly short: ReadonlyMap<number, string>;
  readonly gifts: ReadonlyMap<string, string>;
}

const added = <Key>(to: Map<Key, string>, key: Key, number: string): void => {
  to.set(key, plus(to.get(key) ?? '0', number));
};

function soldBy(order: VectorOrder, giftPrice: Readonly<Record<string, string>>) {
  const question = questionOf(order);
  const outcome = evaluate(question);
  const gifts: SoldGift[] = [
    ...outcome.gifts.map(({ activity, ruleNo, productCode }) => ({ activity, ruleNo, productCode, isPaid: false })),
    ...outcome.entitlements.flatMap(({ activity, ruleNo, chosen }) =>
      chosen.map(({ productCode, lineType }) => ({ activity, ruleNo, productCode, isPaid: lineType === '0' })),
    ),
  ].map((gift) => ({
    ...gift,
    id: `gift ${gift.productCode}`,
    price:
      giftPrice[gift.productCode] ??
      order.choices?.find((choice) => choice.productCode === gift.productCode)?.price ??
      '0',
  }));
  const numbers = [...outcome.gifts, ...outcome.entitlements.flatMap(({ chosen }) => chosen)];
  const lines = question.lines.map(({ lineNo, number }) => ({
    id: `line ${lineNo}`,
    number,
    amount: outcome.lines.find((line) => line.lineNo === lineNo)?.amount ?? '0',
    discount: '0',
    record: null,
  }));
  const lineNos = new Map(question.lines.map(({ lineNo }) => [`line ${lineNo}`, lineNo]));
  const standing = ({ gone, short, gifts: had }: Standing) => {
    const kept = new Map<string, Kept>(
      lines.map((line) => {
        const number = minus(line.number, gone.get(lineNos.get(line.id) ?? 0) ?? '0');
        const paid = partAmount(line, { number: '0', amount: '0' }, minus(line.number, number));
        return [
          line.id,
          { number, short: short.get(lineNos.get(line.id) ?? 0) ?? '0', paid: cents(minus(line.amount, paid)) },
        ];
      }),
    );
    for (const { id, productCode } of gifts)
      kept.set(id, { number: had.get(productCode) ?? '0', short: '0', paid: '0' });
    return payable({ lines, promotion: { question, outcome, lineNos, gifts } }, kept);
  };
  return { outcome, numbers, standing };
}

const closes = contractIsHere
  ? (['promotionClose', 'promotionReturn'] as const).flatMap(
      (group) => readVectors<Readonly<Record<typeof group, readonly StepVector[]>>>('second-half-vectors.json')[group],
    )
  : [];
const returns = contractIsHere
  ? readVectors<{ readonly promotionReturn: readonly ReturnVector[] }>('promotion-vectors.json').promotionReturn.filter(
      // Ladders are asked in payable.test.ts.
      ({ given }) => given.order.pricing === undefined,
    )
  : [];

describe.skipIf(!contractIsHere)('am-A10: what is owed for what is kept of a promoted order', () => {
  test.each(closes.map((vector) => [`${vector.id}: ${vector.title}`, vector] as const))(
    '%s',
    (_title, { given, expect: expected }) => {
      const { standing } = soldBy(given.order, given.giftPrice ?? {});
      const [gone, short] = [new Map<number, string>(), new Map<number, string>()];
      const [gifts, shipped] = [new Map<string, string>(), new Map<string, string>()];
      const told = given.steps.map((step, at) => {
        const isNeutral = step.reason === 'shortage' || step.shortFlag === '1' || step.returnReason === '1';
        for (const { lineNo, number } of step.op === 'ship' ? [] : step.lines) {
          const way = step.op === 'unclose' ? times(number, '-1') : number;
          added(gone, lineNo, way);
          if (isNeutral) added(short, lineNo, way);
        }
        for (const { productCode, number } of step.gifts ?? []) {
          added(gifts, productCode, step.op === 'return' ? times(number, '-1') : number);
          if (step.op === 'ship') added(shipped, productCode, number);
        }
        const now = standing({ gone, short, gifts });
        // Gifts that were not shipped and are not earned any more are closed (CL11).
        const open = Object.keys(expected.steps[at]?.giftOpen ?? {}).map((productCode) => [
          productCode,
          plus(
            minus(
              [now.earned.get(`gift ${productCode}`) ?? '0', shipped.get(productCode) ?? '0'].reduce(
                (a, b) => (Number(a) > Number(b) ? a : b), // pieces
              ),
              shipped.get(productCode) ?? '0',
            ),
          ),
        ]);
        return {
          payable: now.amount,
          giftCharge: now.giftCharge,
          ...(open.length === 0 ? {} : { giftOpen: Object.fromEntries(open) as Record<string, string> }),
        };
      });
      expect(told).toEqual(
        expected.steps.map(({ payable: amount, giftCharge, giftOpen }) => ({
          payable: amount,
          giftCharge,
          ...(giftOpen === undefined ? {} : { giftOpen }),
        })),
      );
    },
  );

  test.each(returns.map((vector) => [`${vector.id}: ${vector.title}`, vector] as const))(
    '%s',
    (_title, { given, expect: expected }) => {
      const { outcome, numbers, standing } = soldBy(given.order, given.giftPrice);
      const [gone, short] = [new Map<number, string>(), new Map<number, string>()];
      const isNeutral = given.returnReason === '1' || given.returnReason === '2';
      for (const { lineNo, number } of given.returns) {
        added(gone, lineNo, number);
        if (isNeutral) added(short, lineNo, number);
      }
      for (const { lineNo, number } of given.neutralReturned ?? []) {
        added(gone, lineNo, number);
        added(short, lineNo, number);
      }
      const gifts = new Map<string, string>();
      for (const { productCode, number } of numbers) added(gifts, productCode, number);
      for (const { productCode, number } of given.giftReturns) added(gifts, productCode, times(number, '-1'));
      const now = standing({ gone, short, gifts });
      expect({
        payableRemaining: now.amount,
        giftCharge: now.giftCharge,
        creditClawback: cents(minus(plus(...outcome.credits.map(({ amount }) => amount)), now.credit)),
      }).toEqual({
        payableRemaining: expected.payableRemaining,
        giftCharge: expected.giftCharge,
        creditClawback: expected.creditClawback,
      });
    },
  );
});
