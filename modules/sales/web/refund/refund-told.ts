import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import type { RefundRecord } from '#sales/model/refund/refund-record.ts';

/** A bar of the way from what was paid to what comes back. */
export interface Bar {
  readonly key: 'share' | 'kept' | 'gifts' | 'before' | 'refund' | 'charged';
  readonly amount: string;
  /** Where it stands: from, to. */
  readonly from: string;
  readonly to: string;
}

export const backNumber = ({ back }: RefundRecord): string => plus(...back.map(({ number }) => number));
export const backShare = ({ back }: RefundRecord): string => plus(...back.map(({ share }) => share));
export const giftCharge = ({ gifts }: RefundRecord): string => plus(...gifts.map(({ charge }) => charge));
/** What the goods that are kept were sold for. */
export const keptPaid = (record: RefundRecord): string => minus(record.paid, backShare(record));
/** What the goods that are kept cost beyond that; below nothing where they cost less. */
export const keptLoss = (record: RefundRecord): string =>
  minus(minus(record.owed, giftCharge(record)), keptPaid(record));

/** The steps add up: what was paid, less what is lost, is what comes back, and what is missing is charged. */
export function barsOf(record: RefundRecord): readonly Bar[] {
  const bars: Bar[] = [];
  let at = '0';
  const step = (key: Bar['key'], amount: string): void => {
    if (isZero(amount) && key !== 'share') return;
    const to = plus(at, amount);
    bars.push({ key, amount, from: at, to });
    at = to;
  };
  step('share', backShare(record));
  if (record.basis !== 'share') {
    step('before', record.withheldBefore);
    step('kept', negated(keptLoss(record)));
    step('gifts', negated(giftCharge(record)));
  }
  const isCharged = compare(record.charge, '0') > 0;
  bars.push(
    isCharged
      ? { key: 'charged', amount: record.charge, from: '0', to: negated(record.charge) }
      : { key: 'refund', amount: record.refund, from: '0', to: record.refund },
  );
  return bars;
}

/** A line of the order as it was sold and as it stays: what comes back of it, and what it gives back or costs. */
export interface WholeRow {
  readonly key: string;
  readonly name: string;
  readonly isGift: boolean;
  readonly bought: string;
  readonly paid: string;
  readonly back: string;
  readonly kept: string;
  readonly owed: string;
  /** Below nothing where what is kept costs more than it did. */
  readonly refund: string;
}

/** Every line of the order, those of which nothing comes back too: they may cost more without what does. */
export function wholeRows({ back, kept, gifts }: RefundRecord): readonly WholeRow[] {
  const lines = new Map(
    [...back, ...kept].map(({ lineId, productName, productCode }) => [lineId, productName ?? productCode]),
  );
  const rows = [...lines].map(([key, name]): WholeRow => {
    const [gone, stays] = [back.filter(({ lineId }) => lineId === key), kept.filter(({ lineId }) => lineId === key)];
    const [returned, left] = [gone, stays].map((some) => plus('0', ...some.map(({ number }) => number))) as [
      string,
      string,
    ];
    const paid = plus('0', ...gone.map(({ share }) => share), ...stays.map((each) => each.paid));
    const owed = plus('0', ...stays.map((each) => each.owed));
    return {
      key,
      name,
      isGift: false,
      bought: plus(returned, left),
      paid,
      back: returned,
      kept: left,
      owed,
      refund: minus(paid, owed),
    };
  });
  const given = gifts.map(({ lineId, productName, productCode, had, charge }): WholeRow => ({
    key: `gift ${lineId}`,
    name: productName ?? productCode,
    isGift: true,
    bought: had,
    paid: '0',
    back: '0',
    kept: had,
    owed: charge,
    refund: negated(charge),
  }));
  return [...rows, ...given];
}
