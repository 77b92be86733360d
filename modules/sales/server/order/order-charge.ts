import { compare, fixed, isZero, over, plus, round } from '#platform/model/decimal.ts';
import { filledText, invalidAt, reasons, refusal, Refusal, type Place } from '#platform/model/refusal.ts';
import { chargesOf, type Charged, type Charges } from '#sales/model/order/order-charge.ts';
import { order } from '#sales/model/order/order.ts';
import { amountsOf } from '#price/model/price.ts';
import { belowFloor } from '#price/server/price-refusals.ts';
import { freeLines, type PricedAnswer, type PricedLine } from '#price/server/pricing.ts';
import { flooredBy, isGivenAwayByHand } from '#sales/model/order/order-floor.ts';

export const discountOver = refusal('E-DISCOUNT-OVER', 20107, [
  '优惠金额{discount}超过货款{goods}',
  '優惠金額{discount}超過貨款{goods}',
  'The discount {discount} is larger than the goods {goods}',
]);

export const payZero = refusal('E-PAY-ZERO', 20150, [
  '货款不能由手工价格或折让变为零',
  '貨款不能由手工價格或折讓變為零',
  'Typed prices or discounts may not bring the goods to zero',
]);

/** Its prices are typed: it is audited by approval only. */
export const special = '1';

const typed = ['freightAmount', 'allowanceAmount', 'roundingAmount'] as const;

/** Priced lines with what is typed on the head: what is paid for each, and the tax in that. */
export function chargeLines(
  answers: readonly PricedAnswer[],
  lines: readonly PricedLine[],
  charges: Charges,
): Charged & { readonly taxes: readonly string[] } {
  const charged = chargesOf(
    answers.map(({ amount }) => round(amount ?? '0', 2)),
    charges,
  );
  const taxes = answers.map(
    (answer, at) =>
      amountsOf(
        '0',
        { number: '1', taxRate: answer.record?.question.taxRate ?? lines[at]?.taxRate ?? '0' },
        charged.lines[at]?.payable ?? '0',
      ).taxAmount,
  );
  return { ...charged, taxes };
}

/** What is wrong with the charges of a whole order. */
export function refusalOfCharges(charges: Charges, { excess, discount, goods }: Charged): Refusal | null {
  const below: Place[] = typed
    .filter((key) => compare(charges[key] ?? '0', '0') < 0)
    .map((key) => ({ path: key, field: order.head[key].label, reason: reasons.format }));
  if (below.length > 0) return invalidAt(below);
  if (excess === null) return null;
  const said = discountOver({ discount, goods });
  return new Refusal(said, said.params, [
    {
      path: 'allowanceAmount',
      field: order.head.allowanceAmount.label,
      reason: [said.textIn('zh-CN'), said.textIn('zh-TW'), said.textIn('en-US')],
    },
  ]);
}

/**
 * What hands may not do to an order: sell below a floor by taking money off the whole of it, or give goods away (A3).
 * Special orders go below floors, for somebody approves them; nobody gives away by hand.
 */
export function refusalOfHands(
  { orderType, roundingAmount, allowanceAmount }: Charges & { readonly orderType: string | null },
  lines: readonly PricedLine[],
  answers: readonly PricedAnswer[],
  charged: Charged,
): Refusal | null {
  const seen = answers.map((answer, at) => ({
    isFree: freeLines.has(lines[at]?.lineType ?? '0'),
    isTyped: answer.record?.source === 'typed',
  }));
  const isTakenOff = !isZero(plus(allowanceAmount, roundingAmount));
  if (isGivenAwayByHand(seen, charged))
    return payZero({}, [
      isTakenOff
        ? { path: 'allowanceAmount', field: order.head.allowanceAmount.label, reason: filledText(payZero()) }
        : {
            path: `lines.${seen.findIndex(({ isTyped }) => isTyped)}.price`,
            field: order.lines.price.label,
            reason: filledText(payZero()),
          },
    ]);
  if (orderType === special || !isTakenOff) return null;
  const floors = flooredBy(
    answers.map(({ amount, floor }, at) => ({
      amount: amount ?? '0',
      number: lines[at]?.number ?? '0',
      floor: seen[at]?.isFree === true ? null : floor,
    })),
    charged.lines.map(({ discount }) => discount),
  );
  const at = floors.findIndex(({ isBelow }) => isBelow);
  const below = floors[at];
  if (below === undefined) return null;
  const said = belowFloor({
    code: lines[at]?.productCode ?? '',
    price: fixed(over(below.left, lines[at]?.number ?? '1'), 4),
    floor: fixed(answers[at]?.floor ?? '0', 4),
  });
  return belowFloor(said.params, [
    { path: 'allowanceAmount', field: order.head.allowanceAmount.label, reason: filledText(said) },
  ]);
}

/** A customer takes nothing off his own order: what somebody of the house wrote stays as it is. */
export const keptCharges = (previous: Charges | null): Charges => ({
  freightAmount: previous?.freightAmount ?? null,
  allowanceAmount: previous?.allowanceAmount ?? null,
  roundingAmount: previous?.roundingAmount ?? null,
});
