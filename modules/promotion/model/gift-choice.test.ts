import { describe, expect, test } from 'vitest';
import {
  amountOf,
  giftFault,
  giftRow,
  giftWarnings,
  isShort,
  ticked,
  totalsOf,
  withStoreNumber,
  wholeSet,
  type GiftRow,
} from './gift-choice.ts';

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
    expect(wholeSet(good, true)).toMatchObject({ number: '2', storeNumber: '2', isChosen: true });
    expect(wholeSet(wholeSet(good, true), false)).toMatchObject({ number: '0', storeNumber: '0', isChosen: false });
  });

  test('counts only what is ticked, and money to the cent', () => {
    const row = { ...good, price: '0.335', number: '1', isChosen: true };
    expect(amountOf(row)).toBe('0.34');
    expect([amountOf({ ...row, number: '' }), withStoreNumber(row, '').number]).toEqual(['0', '']);
    expect(totalsOf([row, { ...row, isChosen: false }, { ...row, number: '' }])).toEqual({
      number: '1',
      amount: '0.34',
    });
    expect(giftFault([row], { maxNumber: '1', maxAmount: '0.33' })).toBe(giftWarnings.amountOver);
    expect(giftFault([{ ...row, number: '0' }], { maxNumber: null, maxAmount: null })).toBe(giftWarnings.numberMissing);
  });

  test('opens with what was chosen before, in auxiliary units as well', () => {
    const before = [{ productCode: 'GF001', number: '12' }];
    const { number: _number, storeNumber: _store, isChosen: _chosen, ...goods } = good;
    expect(giftRow(goods, before)).toEqual({ ...good, isChosen: true, number: '12', storeNumber: '2' });
    expect(giftRow({ ...goods, productCode: 'GF002' }, before)).toEqual({ ...good, productCode: 'GF002' });
  });

  test('is short where nothing is there, or less than is wanted; where nobody may know, nobody is told', () => {
    const short = (erpStockNumber: string | null, number: string, isChosen = true) =>
      isShort({ ...good, erpStockNumber, number, isChosen });
    expect([short('10', '11'), short('0', '0', false), short('-1', '')]).toEqual([true, true, true]);
    expect([short('10', '10'), short('10', '11', false), short('1', ''), short(null, '99')]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
