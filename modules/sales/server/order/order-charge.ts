import { compare, round } from '#platform/model/decimal.ts';
import { invalidAt, reasons, refusal, Refusal, type Place } from '#platform/model/refusal.ts';
import { chargesOf, type Charged, type Charges } from '#sales/model/order/order-charge.ts';
import { order } from '#sales/model/order/order.ts';
import { amountsOf } from '#price/model/price.ts';
import type { PricedAnswer, PricedLine } from '#price/server/pricing.ts';

export const discountOver = refusal('E-DISCOUNT-OVER', 20107, [
  '优惠金额{discount}超过货款{goods}',
  '優惠金額{discount}超過貨款{goods}',
  'The discount {discount} is larger than the goods {goods}',
]);

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

/** A customer takes nothing off his own order: what somebody of the house wrote stays as it is. */
export const keptCharges = (previous: Charges | null): Charges => ({
  freightAmount: previous?.freightAmount ?? null,
  allowanceAmount: previous?.allowanceAmount ?? null,
  roundingAmount: previous?.roundingAmount ?? null,
});
