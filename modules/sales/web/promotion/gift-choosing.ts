import { post } from '#platform/web/api/client.ts';
import { ownDialogOf } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { giftChoicesIn, type GiftChoice } from '#promotion/model/chosen-goods.ts';
import type { Entitlement } from '#promotion/model/engine/outcome.ts';
import { chooseGiftsDialog, type ChooseGifts, type ChosenGifts, type GiftOffer } from '#promotion/model/gift-choice.ts';
import type { Choosable, ChoosableOffer } from '#sales/model/order/choosable.ts';
import type { QuotedPromotions } from '#sales/model/order/quote.ts';
import { moneyText } from './promotion-told.ts';
import { promotionTexts } from './promotion-texts.ts';

interface Choosing {
  readonly promotions: QuotedPromotions;
  readonly storageCode: string | null;
  readonly head: Row;
  readonly onHead: (changes: Row) => void;
}
/** Opens the dialog on all that an order lets one choose; what is confirmed becomes input of the next quote (B2). */
export async function chooseForOrder({ promotions, storageCode, head, onHead }: Choosing): Promise<void> {
  const choose = (await ownDialogOf(chooseGiftsDialog)?.()) as ChooseGifts | undefined;
  const earned = [...new Map(promotions.entitlements.map((each) => [keyOf(each), each])).values()];
  const before = choicesIn(head);
  const packages = new Map(earned.map((each) => [keyOf(each), each.packageCode ?? null]));
  const chosen = await choose?.({
    about: say(promotionTexts.choosing, {
      customer: textAt(head, 'customerName') || textAt(head, 'customerCode'),
      count: earned.length,
    }),
    isKept: earned.some(({ rest }) => rest !== undefined),
    load: async (keyword) => {
      const { offers } = await post<Choosable>('/channelsale/order/gifts', {
        ...Object.fromEntries(askedKeys.map((key) => [key, head[key] ?? null])),
        storageCode: textAt(head, 'storageCode') || storageCode,
        keyword,
        offers: earned.map(({ activity, ruleNo }) => ({
          activity,
          ruleNo,
          chosen: before.filter(isOf(activity, ruleNo)).map(({ productCode }) => productCode),
        })),
      });
      return offers.flatMap((offer) => {
        const entitlement = earned.find((each) => keyOf(each) === keyOf(offer));
        return entitlement === undefined ? [] : [offerOf(offer, entitlement, before)];
      });
    },
  });
  if (chosen !== undefined) onHead({ giftChoices: choicesOf(chosen, packages, before) });
}

const askedKeys = ['organizeCode', 'customerCode', 'channelCode', 'brandCode', 'saleTypeCode', 'orderType', 'billDate'];
type Named = Pick<Entitlement, 'activity' | 'ruleNo'>;
const keyOf = ({ activity, ruleNo }: Named): string => `${activity} ${ruleNo}`;
const isOf =
  (activity: string, ruleNo: number) =>
  (choice: GiftChoice): boolean =>
    choice.policyCode === activity && choice.ruleNo === ruleNo;

export function choicesIn(head: Row): readonly GiftChoice[] {
  const found = giftChoicesIn(head['giftChoices']);
  return 'reason' in found ? [] : found;
}

function offerOf(offer: ChoosableOffer, earned: Entitlement, before: readonly GiftChoice[]): GiftOffer {
  const { activity, ruleNo, name, packageName, isWhole, isMore, goods, payRate } = offer;
  const { maxNumber, maxAmount, quotaAmount } = earned;
  return {
    key: keyOf(offer),
    name: packageName ?? name,
    notes: [
      ...(packageName === null ? [] : [say(promotionTexts.byActivity, { activity: name })]),
      ...(payRate === null ? [] : [say(promotionTexts.payRate, { rate: payRate })]),
      ...(quotaAmount === undefined ? [] : [say(promotionTexts.quota, { amount: moneyText(quotaAmount) })]),
    ],
    isWhole,
    isMore,
    maxNumber,
    maxAmount,
    goods,
    chosen: before.filter(isOf(activity, ruleNo)),
  };
}

/** What is not on offer now stays as it was: more goods may earn it again before the order is saved. */
function choicesOf(
  chosen: ChosenGifts,
  packages: ReadonlyMap<string, string | null>,
  before: readonly GiftChoice[],
): readonly GiftChoice[] {
  const kept = before.filter(({ policyCode, ruleNo }) => !packages.has(keyOf({ activity: policyCode, ruleNo })));
  const taken = Object.entries(chosen).flatMap(([key, goods]) => {
    const at = key.lastIndexOf(' ');
    return goods.map(({ productCode, number }) => ({
      policyCode: key.slice(0, at),
      ruleNo: Number.parseInt(key.slice(at + 1), 10),
      packageCode: packages.get(key) ?? null,
      productCode,
      number,
    }));
  });
  return [...kept, ...taken];
}
