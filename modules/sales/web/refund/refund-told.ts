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
