import { isZero, negated, over, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { refusal } from '#platform/model/refusal.ts';
import { cents } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { combinationIn, componentsIn, type AlonePieces, type Component } from '#data/model/goods/combination.ts';
import { roundedUp } from '#data/model/goods/kit-back.ts';
import { mayComeAlone } from '#price/model/kit.ts';
import type { refund } from '#sales/model/refund/refund.ts';
import { writeComponents } from '#sales/server/order/order-kits.ts';
import type { Order } from './refund-order.ts';
import type { Missing } from './sources.ts';

type Line = Order['lines'][number];
type Draft = DraftOf<typeof refund>;

export const kitPart = refusal('E-KIT-PART', 20153, [
  '组合件的单个组件只能因质量、召回或短少退回',
  '組合件的單個組件只能因品質、召回或短少退回',
  'A single component of a kit comes back only for quality, recall or shortage',
]);

/** The component of a kit line that a line of a return is of; null where it is of the goods themselves. */
export function partOfLine(
  { productCode, components }: Pick<Line, 'productCode' | 'components'>,
  returned: string | null,
): Component | null {
  if (returned === productCode) return null;
  return componentsIn(components).find((each) => each.productCode === returned) ?? null;
}

/** We sent a bad piece, or it was never there: only then a kit falls apart (A15a). */
export function refuseAlone(
  { returnReason }: Pick<Draft, 'returnReason'>,
  { shortFlag }: Pick<Draft['lines'][number], 'shortFlag'>,
): void {
  if (!mayComeAlone({ reason: returnReason ?? '0', isShort: shortFlag === '1' })) throw kitPart();
}

/** Kits that so many pieces of a component make short. */
export const kitsShort = (part: Component | null, number: string): string =>
  part === null ? number : roundedUp(over(number, part.number));

/** What a line of a return says that its kits come back without; only components that they hold. */
export const missingIn = (line: Pick<Line, 'components'>, said: unknown): { productCode: string; number: string }[] => {
  const held = new Set(componentsIn(line.components).map(({ productCode }) => productCode));
  return combinationIn(said)
    .filter(({ productCode, number }) => held.has(productCode) && /^\d{1,12}(\.\d{1,4})?$/.test(number))
    .map(({ productCode, number }) => ({ productCode, number }));
};

/** Goods of an order line that a movement brings back. */
interface Brought {
  readonly orderLineId: string;
  readonly number: string;
  readonly share: string;
  readonly part?: string;
  readonly missing: readonly Missing[];
}

/** The order counts components that came back alone, and those that its kits came back without. */
export function countAlone(ctx: Command, lines: Order['lines'], brought: readonly Brought[], way: 1 | -1): void {
  const changed = lines.flatMap((line) => {
    const own = brought.filter(({ orderLineId }) => orderLineId === line.id);
    if (own.every(({ part, missing }) => part === undefined && missing.length === 0)) return [];
    return [
      { id: line.id, components: componentsIn(line.components).map((component) => counted(component, own, way)) },
    ];
  });
  writeComponents(ctx, changed);
}

const untouched: AlonePieces = { number: '0', amount: '0.00', settled: { number: '0', amount: '0.00' } };
function counted(component: Component, brought: readonly Brought[], way: 1 | -1): Component {
  const { alone = untouched, ...held } = component;
  const came = brought
    .filter(({ part }) => part === component.productCode)
    .map(({ number, share: amount }) => ({ number, amount }));
  const lacked = brought.flatMap(({ missing }) =>
    missing.filter(({ productCode }) => productCode === component.productCode),
  );
  const sum = (before: string, numbers: readonly string[]): string =>
    plus(before, ...numbers.map((number) => (way === 1 ? number : negated(number))));
  const after: AlonePieces = {
    number: sum(
      alone.number,
      came.map(({ number }) => number),
    ),
    amount: cents(
      sum(
        alone.amount,
        came.map(({ amount }) => amount),
      ),
    ),
    settled: {
      number: sum(
        alone.settled.number,
        lacked.map(({ number }) => number),
      ),
      amount: cents(
        sum(
          alone.settled.amount,
          lacked.map(({ amount }) => amount),
        ),
      ),
    },
  };
  return isZero(after.number) && isZero(after.settled.number) ? held : { ...held, alone: after };
}
