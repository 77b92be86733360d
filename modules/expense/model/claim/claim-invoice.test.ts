import { describe, expect, test } from 'vitest';
import { reasons } from '#platform/model/refusal.ts';
import { invoicesIn } from './claim-invoice.ts';
import { scannedInvoice } from './invoice-qr.ts';

const row = (more: object = {}): object => ({ lineNo: 1, type: 'rail', number: 'N-1', total: '100', ...more });
const faultOf = (value: unknown, lines = 2): unknown => {
  const found = invoicesIn(value, lines);
  return 'reason' in found ? [found.at, found.reason] : 'fine';
};

describe('invoices that people bring with a claim', () => {
  test('nothing is none; what is left out is nothing, and the kind an ordinary one', () => {
    expect([invoicesIn(null, 1), invoicesIn(undefined, 1), invoicesIn([], 1)]).toEqual([[], [], []]);
    expect(invoicesIn([{ number: ' 123 ', total: 50 }], 1)).toEqual([
      {
        lineNo: 1,
        type: 'eOrdinary',
        code: '',
        number: '123',
        date: null,
        net: null,
        tax: null,
        total: '50',
        buyerTaxNo: null,
      },
    ]);
    const full = {
      lineNo: 2,
      type: 'special',
      code: '044031900111',
      number: '12345678',
      date: '2026-01-03',
      net: '100',
      tax: '13',
      total: '113',
      buyerTaxNo: '91330100MA2XXXXX1K',
    };
    expect(invoicesIn([row(), full], 2)).toMatchObject([{ lineNo: 1 }, full]);
    expect(invoicesIn([row({ buyerTaxNo: '9'.repeat(60) })], 1)).toMatchObject([{ buyerTaxNo: '9'.repeat(40) }]);
    expect(faultOf([row({ tax: '100', net: '0' })])).toBe('fine');
  });

  test('a row that cannot be one is told by its place', () => {
    expect(faultOf('x')).toEqual([0, reasons.format]);
    expect(faultOf([row(), 'x'])).toEqual([1, reasons.required]);
    expect(faultOf([row(), null])).toEqual([1, reasons.required]);
    expect(faultOf([row({ number: ' ' })])).toEqual([0, reasons.required]);
    expect(faultOf([row({ total: undefined })])).toEqual([0, reasons.required]);
    for (const wrong of [
      { type: 'napkin' },
      { type: 'toString' },
      { number: 'N 1' },
      { number: '1'.repeat(41) },
      { code: 'a b' },
      { lineNo: '1.5' },
      { lineNo: 'x' },
      { date: '3.1.2026' },
      { date: '2026-01-033' },
      { net: '-1' },
      { net: 'x' },
      { tax: '-0.01' },
      { tax: '100.01' },
      { total: '0' },
      { total: '-5' },
    ])
      expect([wrong, faultOf([row(wrong)])]).toEqual([wrong, [0, reasons.format]]);
  });

  test('is for a line that is there, and stands on a claim once', () => {
    expect([faultOf([row({ lineNo: 0 })]), faultOf([row({ lineNo: 3 })])]).toEqual([
      [0, reasons.unknown],
      [0, reasons.unknown],
    ]);
    expect(faultOf([row({ lineNo: 2 })])).toBe('fine');
    expect(faultOf([row(), row({ lineNo: 2 })])).toEqual([1, reasons.taken]);
    expect(faultOf([row(), row({ code: '1' })])).toBe('fine');
    const many = Array.from({ length: 300 }, (_each, at) => row({ number: `N${at}` }));
    expect(faultOf(many)).toBe('fine');
    expect(faultOf([...many, row()])).toEqual([300, reasons.tooLarge]);
  });
});

describe('the square on an invoice', () => {
  test('a paper one says its net amount, a fully digital one what is to be paid', () => {
    const said = (kind: string, code: string, number: string) =>
      scannedInvoice(`01,${kind},${code},${number},112.5,20260103,1,A,`);
    expect(said('01', '0440319001', '12345678')).toEqual({
      type: 'special',
      code: '0440319001',
      number: '12345678',
      date: '2026-01-03',
      net: '112.5',
      total: null,
    });
    const digital = '2'.repeat(20);
    expect(said('31', '', digital)).toMatchObject({ type: 'eSpecial', net: null, total: '112.5', code: '' });
    expect(said('32', '', digital)).toMatchObject({ type: 'eOrdinary', net: null, total: '112.5' });
    const kinds = ['04', '08', '10', '11'].map((kind) => said(kind, '044031900111', '12345678')?.type);
    expect(kinds).toEqual(['ordinary', 'eSpecial', 'eOrdinary', 'ordinary']);
    expect(scannedInvoice(`01,32,,${digital},,2026,`)).toMatchObject({ date: null, net: null, total: null });
  });

  test('any other text is none', () => {
    const digital = '2'.repeat(20);
    for (const text of [
      '',
      'hello',
      `02,32,,${digital},1,20260101`,
      `01,99,,${digital},1,20260101`,
      '01,32,,12345678,1,20260101',
      `01,32,,${digital}9,1,20260101`,
      '01,01,044031900111,1234567,1,20260101',
      '01,01,044031900,12345678,1,20260101',
      `01,32,,${digital},1.234,20260101`,
      `01,32,,${digital},x,20260101`,
    ])
      expect([text, scannedInvoice(text)]).toEqual([text, null]);
  });

  test('says what a paper invoice is without tax, and what a digital one is in all', () => {
    expect(scannedInvoice('01,04,044031900111,12345678,112.50,20260103,12345678901234567890,ABCD,')).toEqual({
      type: 'ordinary',
      code: '044031900111',
      number: '12345678',
      date: '2026-01-03',
      net: '112.50',
      total: null,
    });
    expect(scannedInvoice(' 01，32，，23442000000012345678，1234.56，20260501，，9F2A ')).toMatchObject({
      type: 'eOrdinary',
      code: '',
      number: '23442000000012345678',
      net: null,
      total: '1234.56',
    });
    for (const text of ['', 'https://example.com/?a=1,2', '01,99,1,2,3', '01,32,,123,1.00,20260501', '01,04,1,2,x,y'])
      expect([text, scannedInvoice(text)]).toEqual([text, null]);
  });
});
