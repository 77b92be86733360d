import { over, plus, round } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { amountsOf } from '#price/model/price.ts';
import type { order } from '#sales/model/order/order.ts';

type Draft = DraftOf<typeof order>;
type Line = Draft['lines'][number];

/** A line that replaces bad goods, with what those were sold for. */
interface Replaced {
  readonly line: Line;
  readonly amount: string;
}

/**
 * Goods that replace bad ones cost what those were sold for: no price of today and no promotion looks at them (B6b).
 * They stand behind what is bought, so that promotions count the lines that they know.
 */
export function takeReplaced(draft: Draft, replaced: ReadonlyMap<string, string> | undefined): readonly Replaced[] {
  if (replaced === undefined || replaced.size === 0) return [];
  const apart = draft.lines.flatMap((line): Replaced[] => {
    const amount = replaced.get(line.id);
    return amount === undefined ? [] : [{ line, amount }];
  });
  draft.lines = draft.lines.filter(({ id }) => !replaced.has(id));
  draft.lines.forEach((line, at) => {
    line.lineNo = at + 1;
  });
  return apart;
}

/** Puts them back between what is bought and what rules gave for it, and counts them in. */
export function putReplaced(draft: Draft, apart: readonly Replaced[]): void {
  if (apart.length === 0) return;
  for (const { line, amount } of apart)
    Object.assign(line, {
      price: round(over(amount, line.number), 4),
      amount,
      listPrice: null,
      listAmount: amount,
      typedPrice: null,
      promoAmount: '0',
      discountAmount: '0',
      lastPrice: '0',
      priceTrace: null,
      taxAmount: amountsOf('0', { number: '1', taxRate: line.taxRate ?? '0' }, amount).taxAmount,
    });
  const bought = draft.lines.filter(({ ruleNo }) => ruleNo === null);
  const given = draft.lines.filter(({ ruleNo }) => ruleNo !== null);
  draft.lines = [...bought, ...apart.map(({ line }) => line), ...given];
  draft.lines.forEach((line, at) => {
    line.lineNo = at + 1;
  });
  const more = plus(...apart.map(({ amount }) => amount));
  draft.totalNumber = plus(...draft.lines.map(({ number }) => number));
  draft.totalAmount = plus(draft.totalAmount, more);
  draft.payableAmount = plus(draft.payableAmount, more);
}

/** A line that another document priced, for bad goods or for points: nobody looked its price up. */
export const isReplacement = (
  { orderType, pointsOrderCode }: { readonly orderType: string | null; readonly pointsOrderCode: string | null },
  { ruleNo, priceTrace }: Pick<Line, 'ruleNo' | 'priceTrace'>,
): boolean => (orderType === '5' || pointsOrderCode !== null) && ruleNo === null && priceTrace === null;
