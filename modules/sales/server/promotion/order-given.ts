import { over, round } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { filledText, refusal, Refusal } from '#platform/model/refusal.ts';
import { newId } from '#platform/server/db/id.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import type { ChoiceFault, Outcome } from '#promotion/model/engine/outcome.ts';
import type { PricedAnswer } from '#price/server/pricing.ts';
import type { GiftChoice } from '#promotion/model/chosen-goods.ts';
import { giftWarnings } from '#promotion/model/gift-choice.ts';
import { order } from '#sales/model/order/order.ts';
import type { Goods, Promoted } from './order-promotion.ts';

type Draft = DraftOf<typeof order>;
type Line = Draft['lines'][number];

/** One good that a rule brought into the order: given by itself, or picked. */
export interface Given {
  readonly activity: string;
  readonly ruleNo: number;
  readonly sources: readonly number[];
  readonly packageCode: string | null;
  readonly productCode: string;
  readonly number: string;
  readonly lineType: string;
  readonly price: string;
  readonly amount: string;
}

export function givenBy({ gifts, entitlements }: Outcome): readonly Given[] {
  return [
    ...gifts.map((gift) => ({ ...gift, packageCode: null, price: '0', amount: '0.00' })),
    ...entitlements.flatMap(({ chosen, activity, ruleNo, sources, packageCode = null }) =>
      chosen.map((good) => ({ ...good, activity, ruleNo, sources, packageCode })),
    ),
  ];
}

/**
 * Lines of what rules give, behind those that were bought. A line that gives the same as before keeps its id: links and
 * comments on it stay.
 */
export function givenLines(
  bought: readonly Line[],
  previous: LockedBill<typeof order> | null,
  { record, goods }: Promoted,
): readonly Line[] {
  if (record === null) return [];
  const before = Map.groupBy(previous?.lines.filter(({ ruleNo }) => ruleNo !== null) ?? [], (line) =>
    keyOf(line.policyCode, line.ruleNo, line.productCode),
  );
  return givenBy(record.outcome).flatMap((given, at): Line[] => {
    const source = bought.find(({ lineNo }) => lineNo === given.sources[0]);
    if (source === undefined) return [];
    const same = bought.find(({ productCode }) => productCode === given.productCode);
    const own = before.get(keyOf(given.activity, given.ruleNo, given.productCode))?.shift();
    return [
      {
        ...unsold(source),
        ...describedBy(goods.get(given.productCode), same, given),
        id: own?.id ?? newId(),
        lineNo: bought.length + at + 1,
        productCode: given.productCode,
        lineType: given.lineType as Line['lineType'],
        price: given.price,
        amount: given.amount,
        policyCode: given.activity,
        ruleNo: given.ruleNo,
        packageCode: given.packageCode,
        policySourceProductCode: source.productCode,
        giftSourceLineId: source.id,
      },
    ];
  });
}

const keyOf = (policyCode: string | null, ruleNo: number | null, productCode: string): string =>
  `${policyCode ?? ''}\n${ruleNo ?? ''}\n${productCode}`;

/** A line of the order with nothing of what was agreed about its goods. */
const unsold = (line: Line): Line => ({
  ...line,
  priceTrace: null,
  listPrice: '0',
  listAmount: '0',
  typedPrice: null,
  promoAmount: '0',
  discountAmount: '0',
  taxAmount: '0',
  lastPrice: '0',
  outStorageCode: null,
  outStorageName: null,
  freeTermCode: null,
  freeTermName: null,
  recipeNoCode: null,
  recipeNoName: null,
  remark: null,
});

/** The product itself is described by the line that it was bought with, other goods by their material. */
function describedBy(goods: Goods | undefined, same: Line | undefined, { productCode, number }: Given) {
  const { name, spec, model, mainUnitName, assistUnitName, rate, taxRate, retailPrice } = goods ?? {
    name: same?.productName ?? productCode,
    spec: same?.spec ?? null,
    model: same?.model ?? null,
    mainUnitName: same?.mainUnitName ?? null,
    assistUnitName: same?.assistUnitName ?? null,
    rate: same?.rate ?? null,
    taxRate: same?.taxRate ?? null,
    retailPrice: same?.retailPrice ?? null,
  };
  return {
    productName: name,
    spec,
    model,
    mainUnitName,
    assistUnitName,
    rate,
    taxRate: taxRate as Line['taxRate'],
    retailPrice,
    number,
    storeNumber: rate === null ? null : round(over(number, rate), order.lines.storeNumber.scale),
  };
}

/** What a rule gave, as the charges of the whole order look at it. */
export const answerOf = ({
  price,
  amount,
}: Pick<Given, 'price'> & { readonly amount: string | null }): PricedAnswer => ({
  price,
  amount,
  taxAmount: null,
  resolved: null,
  floor: null,
  isBelowFloor: false,
  record: null,
  refusals: [],
});

// In the words of the dialog that picks them.
export const tooMany = refusal('E-GIFT-NUMBER', 20156, giftWarnings.numberOver);
export const tooMuch = refusal('E-GIFT-AMOUNT', 20157, giftWarnings.amountOver);
export const noNumber = refusal('E-GIFT-EMPTY', 20158, giftWarnings.numberMissing);
export const notOffered = refusal('E-GIFT-OFFER', 20159, [
  '【{code}】不在可选赠品之内',
  '【{code}】不在可選贈品之內',
  '{code} is not among the goods to choose from',
]);
export const notWhole = refusal('E-GIFT-WHOLE', 20162, giftWarnings.notWhole);
const faults: Readonly<Record<Exclude<ChoiceFault, 'notOffered'>, typeof tooMany>> = {
  tooMany,
  tooMuch,
  noNumber,
  notWhole,
};

/** What was picked is taken whole or refused in the dialog's words; what no rule offers any more is let go. */
export function refuseChoices({ record, strangers }: Promoted, choices: readonly GiftChoice[]): void {
  const [stranger] = strangers;
  if (stranger !== undefined) throw choiceRefused(notOffered({ code: stranger.productCode }));
  for (const { error, activity, ruleNo } of record?.outcome.entitlements ?? []) {
    if (error === undefined) continue;
    const at = choices.findIndex((choice) => choice.policyCode === activity && choice.ruleNo === ruleNo);
    throw choiceRefused(
      error === 'notOffered' ? notOffered({ code: choices[at]?.productCode ?? '' }) : faults[error](),
    );
  }
}

/** What the order keeps of them: a choice that is not earned now would come back by itself with the next goods. */
export const earnedChoices = ({ record }: Promoted, choices: readonly GiftChoice[]): readonly GiftChoice[] =>
  choices.filter((choice) =>
    record?.outcome.entitlements.some(
      ({ activity, ruleNo }) => activity === choice.policyCode && ruleNo === choice.ruleNo,
    ),
  );

const choiceRefused = (said: Refusal): Refusal =>
  new Refusal(said, said.params, [
    { path: 'giftChoices', field: order.head.giftChoices.label, reason: filledText(said) },
  ]);
