import { describe, expect, test } from 'vitest';
import { giftFault, giftWarnings, ticked, totalsOf, withStoreNumber, wholeSet, type GiftRow } from './gift-choice.ts';

const good: GiftRow = {
  productCode: 'GF001',
  productName: '滚筒',
  tagName: null,
  spec: null,
  model: null,
  mainUnitName: '把',
  erpStockNumber: '10',
  outStorageName: null,
  setNumber: '2',
  rate: '6',
  price: '12',
  retailPrice: null,
  number: '0',
  storeNumber: '0',
  isChosen: false,
};

describe('choosing gifts', () => {
  test('[A296] [A297] [A299] ticking is one auxiliary unit, unticking none, and pieces follow the rate', () => {
    expect(ticked(good, true)).toMatchObject({ storeNumber: '1', number: '6', isChosen: true });
    expect(ticked(ticked(good, true), false)).toMatchObject({ storeNumber: '0', number: '0', isChosen: false });
    expect(withStoreNumber(ticked(good, true), '3')).toMatchObject({ storeNumber: '3', number: '18' });
  });

  test('[A300] [A301] [A302] [A303] is warned about in the order of the specification', () => {
    const chosen = [ticked(good, true)];
    expect(totalsOf(chosen)).toEqual({ number: '6', amount: '72' });
    expect(giftFault(chosen, { maxNumber: null, maxAmount: null })).toBeNull();
    expect(giftFault(chosen, { maxNumber: '6', maxAmount: '72' })).toBeNull();
    expect(giftFault(chosen, { maxNumber: '5', maxAmount: '71' })).toBe(giftWarnings.numberOver);
    expect(giftFault(chosen, { maxNumber: '6', maxAmount: '71.99' })).toBe(giftWarnings.amountOver);
    expect(giftFault([{ ...good, isChosen: true, number: '' }], { maxNumber: '0', maxAmount: null })).toBe(
      giftWarnings.numberMissing,
    );
  });

  test('a fixed package is taken as it is', () => {
    expect(wholeSet(good, true)).toMatchObject({ number: '2', isChosen: true });
  });
});
