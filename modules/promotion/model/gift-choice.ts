import { compare, isZero, plus, round, times } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';

/** A good of a package as the dialog offers it (001 §2.14), and how many of it were chosen. */
export interface GiftRow {
  readonly productCode: string;
  readonly productName: string;
  /** How many of it are in one set. */
  readonly setNumber: string;
  readonly rate: string;
  readonly price: string;
  readonly retailPrice: string | null;
  readonly number: string;
  readonly storeNumber: string;
  readonly isChosen: boolean;
}

/** What may be chosen of a package; what is not set does not limit. */
export interface GiftLimits {
  readonly maxNumber: string | null;
  readonly maxAmount: string | null;
}

export const giftWarnings = {
  numberMissing: ['请填写数量', '請填寫數量', 'Please fill in the quantity'],
  numberOver: ['数量超过上限', '數量超過上限', 'The number exceeds the limit'],
  amountOver: ['金额超过上限', '金額超過上限', 'The amount exceeds the limit'],
} as const satisfies Readonly<Record<string, Label>>;

/** Ticked it is one auxiliary unit, and as many pieces as that holds; unticked it is none (001 §4.3). */
export const ticked = <Row extends GiftRow>(row: Row, isChosen: boolean): Row =>
  withStoreNumber({ ...row, isChosen }, isChosen ? '1' : '0');

export const withStoreNumber = <Row extends GiftRow>(row: Row, storeNumber: string): Row => ({
  ...row,
  storeNumber,
  number: storeNumber === '' ? '' : plus(times(storeNumber, row.rate)),
});

/** A fixed package is taken whole: as many of each as a set holds. */
export const wholeSet = <Row extends GiftRow>(row: Row, isChosen: boolean): Row => ({
  ...row,
  isChosen,
  number: isChosen ? row.setNumber : '0',
  storeNumber: isChosen ? row.setNumber : '0',
});

export const amountOf = ({ price, number }: Pick<GiftRow, 'price' | 'number'>): string =>
  number === '' ? '0' : round(times(price, number), 2);

const chosenOf = <Row extends GiftRow>(rows: readonly Row[]): readonly Row[] => rows.filter(({ isChosen }) => isChosen);

export const totalsOf = (rows: readonly GiftRow[]): { readonly number: string; readonly amount: string } => ({
  number: plus(...chosenOf(rows).map(({ number }) => number || '0')),
  amount: plus(...chosenOf(rows).map(amountOf)),
});

/** Why what was chosen is not taken; null when it is. */
export function giftFault(rows: readonly GiftRow[], { maxNumber, maxAmount }: GiftLimits): Label | null {
  if (chosenOf(rows).some(({ number }) => number === '' || isZero(number))) return giftWarnings.numberMissing;
  const { number, amount } = totalsOf(rows);
  if (maxNumber !== null && compare(number, maxNumber) > 0) return giftWarnings.numberOver;
  return maxAmount !== null && compare(amount, maxAmount) > 0 ? giftWarnings.amountOver : null;
}
