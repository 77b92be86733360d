import { compare, isZero, over, plus, round, times } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';

/** A good that may be chosen, as the dialog shows it (001 §2.14). */
export interface GiftGoods {
  readonly productCode: string;
  readonly productName: string;
  readonly tagName: string | null;
  readonly spec: string | null;
  readonly model: string | null;
  readonly mainUnitName: string | null;
  /** What is free of it; null where nobody may know. */
  readonly erpStockNumber: string | null;
  /** How many of it are in one set. */
  readonly setNumber: string;
  /** How many pieces are one portion. */
  readonly rate: string;
  readonly price: string;
  readonly retailPrice: string | null;
  readonly outStorageName: string | null;
}
/** How many of it were chosen. */
export interface GiftRow extends GiftGoods {
  readonly number: string;
  readonly storeNumber: string;
  readonly isChosen: boolean;
}

/** One thing to choose from: a package, the goods of a class, or what may be exchanged for. */
export interface GiftOffer extends GiftLimits {
  readonly key: string;
  readonly name: string;
  /** Which activity lets one choose, and what is paid. */
  readonly notes: readonly string[];
  /** All of it or nothing. */
  readonly isWhole: boolean;
  /** There are more goods than are told: a search asks for them. */
  readonly isMore: boolean;
  readonly goods: readonly GiftGoods[];
  /** What was chosen of it before. */
  readonly chosen: readonly ChosenNumber[];
}
export interface ChosenNumber {
  readonly productCode: string;
  readonly number: string;
}
/** What was chosen of each offer, by its key. */
export type ChosenGifts = Readonly<Record<string, readonly ChosenNumber[]>>;

export interface GiftQuestion {
  /** For whom. */
  readonly about: string;
  /** What is not chosen now is kept for the next order (SD029). */
  readonly isKept?: boolean;
  readonly load: (keyword: string) => Promise<readonly GiftOffer[]>;
}
/** Undefined when the dialog was left. Registered under its name: modules do not know each other's screens. */
export type ChooseGifts = (question: GiftQuestion) => Promise<ChosenGifts | undefined>;
export const chooseGiftsDialog = 'chooseGifts';

/** What may be chosen of a package; what is not set does not limit. */
export interface GiftLimits {
  readonly maxNumber: string | null;
  readonly maxAmount: string | null;
}

export const giftWarnings = {
  numberMissing: ['请填写数量', '請填寫數量', 'Please fill in the quantity'],
  numberOver: ['数量超过上限', '數量超過上限', 'The number exceeds the limit'],
  amountOver: ['金额超过上限', '金額超過上限', 'The amount exceeds the limit'],
  notWhole: ['固定礼包须整套选择', '固定禮包須整套選擇', 'A fixed package is taken whole'],
} as const satisfies Readonly<Record<string, Label>>;

/** Ticked it is one auxiliary unit, and as many pieces as that holds; unticked it is none (001 §4.3). */
export const ticked = <Row extends GiftRow>(row: Row, isChosen: boolean): Row =>
  withStoreNumber({ ...row, isChosen }, isChosen ? '1' : '0');

export const withStoreNumber = <Row extends GiftRow>(row: Row, storeNumber: string): Row => ({
  ...row,
  storeNumber,
  number: storeNumber === '' ? '' : plus(times(storeNumber, row.rate)),
});

const unchosen = { number: '0', storeNumber: '0', isChosen: false };
/** As it opens: what was chosen before is ticked. */
export function giftRow(goods: GiftGoods, chosen: readonly ChosenNumber[]): GiftRow {
  const found = chosen.find(({ productCode }) => productCode === goods.productCode);
  if (found === undefined) return { ...goods, ...unchosen };
  return { ...goods, isChosen: true, number: found.number, storeNumber: plus(over(found.number, goods.rate)) };
}

/** A good that is ticked and not there, as far as one may know. */
export const isShort = ({ erpStockNumber, number, isChosen }: GiftRow): boolean =>
  erpStockNumber !== null &&
  (compare(erpStockNumber, '0') <= 0 || (isChosen && number !== '' && compare(number, erpStockNumber) > 0));

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
