import { isFree, pickedPrice } from './free-goods.ts';
import type { Gift, Outcome } from './outcome.ts';
import type { Question, Waiver } from './rule.ts';
import { least, product, quantity, scaled, written, type Scaled } from './scaled.ts';

/**
 * Gifts that were given up leave the order (6.5, SD024). What earned them is as it was: prices, locks and times do not
 * know of it, so that giving one up never lets another activity in. A gift of which less is earned is given up only as
 * far as it is there.
 */
export function withoutWaived(outcome: Outcome, { waivers = [], choices = [], giftPrices = {} }: Question): Outcome {
  if (waivers.length === 0) return outcome;
  const left = waivers.map((waiver) => ({ waiver, number: scaled(waiver.number) }));
  const saved = new Map<string, Scaled>();
  const lowered = <Good extends Pick<Gift, 'productCode' | 'number'>>(
    rule: Earner,
    good: Good,
    price: string,
  ): Good[] => {
    const number = scaled(good.number);
    let kept = number;
    for (const each of left.filter(({ waiver }) => isAbout(waiver, rule, good))) {
      const taken = least(kept, each.number);
      kept -= taken;
      each.number -= taken;
    }
    if (kept === number) return [good];
    const worth = product(scaled(price), number, 2) - product(scaled(price), kept, 2);
    saved.set(rule.activity, (saved.get(rule.activity) ?? 0n) + worth);
    return kept === 0n ? [] : [{ ...good, number: quantity(kept) }];
  };
  const gifts = outcome.gifts.flatMap((gift) => lowered(gift, gift, giftPrices[gift.productCode] ?? '0'));
  const entitlements = outcome.entitlements.map((entitlement) => ({
    ...entitlement,
    chosen: entitlement.chosen.flatMap((good) =>
      isFree(good) ? lowered(entitlement, good, pickedPrice(choices, entitlement, good)) : [good],
    ),
  }));
  return {
    ...outcome,
    gifts,
    entitlements,
    usage: outcome.usage.map((use) => ({
      ...use,
      cost: written(scaled(use.cost) - (saved.get(use.activity) ?? 0n), 2),
    })),
    waived: left.flatMap(({ waiver, number }) => {
      const gone = scaled(waiver.number) - number;
      return gone === 0n ? [] : [{ ...waiver, number: quantity(gone) }];
    }),
  };
}

type Earner = Pick<Gift, 'activity' | 'ruleNo'>;

const isAbout = ({ activity, ruleNo, productCode }: Waiver, rule: Earner, good: Pick<Gift, 'productCode'>): boolean =>
  activity === rule.activity && ruleNo === rule.ruleNo && productCode === good.productCode;
