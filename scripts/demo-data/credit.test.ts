import { describe, expect, test } from 'vitest';
import { limitsOf } from './credit.ts';
import type { OrderPlan } from './orders.ts';
import type { Customer } from './partners.ts';
import { payDayOf } from './receipts.ts';

const customer = (code: string, more: Partial<Customer> = {}): Customer => ({
  code,
  name: code,
  organizeCode: 'O1',
  deptCode: 'D1',
  salesmanCode: 'E1',
  channelCode: 'FX',
  linkman: '',
  phone: '',
  address: '',
  town: '',
  discount: 90,
  isOpen: true,
  customerType: '0',
  receiveType: '2',
  creditControlFlag: '1',
  creditDays: 30,
  creditLimit: '20000',
  taxNumber: '',
  provinceCode: '',
  cityCode: '',
  districtCode: null,
  ...more,
});
const order = (customerCode: string, date: string, worth: string): OrderPlan => ({
  date,
  organizeCode: 'O1',
  customerCode,
  storageCode: 'W1',
  fate: 'audited',
  worth,
  body: {},
  lines: [],
});

describe('the demo’s credit', () => {
  test('follows the orders: the two busiest months in a row, and what was agreed at least', () => {
    const orders = [
      ['2026-05-02', '90000'],
      ['2026-06-10', '1000'],
      ['2026-07-03', '40000'],
      ['2026-07-28', '15000'],
      ['2026-08-01', '38000.5'],
    ] as const;
    const limits = limitsOf(
      [customer('BIG'), customer('SMALL'), customer('FREE', { creditControlFlag: '0' })],
      [
        ...orders.map(([date, worth]) => order('BIG', date, worth)),
        order('SMALL', '2026-06-01', '300'),
        order('FREE', '2026-06-01', '900000'),
      ],
    );
    expect([...limits]).toEqual([
      ['BIG', '100000'],
      ['SMALL', '20000'],
    ]);
  });

  test('is paid back around the day on which it is due, and never after the anchor', () => {
    const codes = Array.from({ length: 200 }, (_, i) => `C${i}`);
    const days = codes.map((code) => payDayOf(customer(code), '2026-06', '2026-08-10'));
    const paid = days.filter((day) => day !== null);
    expect(paid.every((day) => day >= '2026-07-23' && day <= '2026-08-10')).toBe(true);
    // Due on 31 July: most have paid ten days later, and some have not.
    expect([paid.length > 150, paid.length < 200]).toEqual([true, true]);
    expect(codes.map((code) => payDayOf(customer(code), '2026-07', '2026-08-10')).every((day) => day === null)).toBe(
      true,
    );
  });
});
