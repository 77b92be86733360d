import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, lesser, minus, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import type { ClaimInvoiceType } from '#expense/model/policy/deductible-tax.ts';
import type { ClaimInvoice } from '#expense/model/claim/claim-invoice.ts';
import {
  allowedOfLines,
  judgeClaim,
  taxOfLines,
  type AskedPart,
  type ClaimGrounds,
  type PartKey,
} from '#expense/model/claim/claim-sums.ts';

const day = '2026-05-04';
const item = (code: string, more: Partial<ClaimGrounds['items'][number]> = {}) => ({
  code,
  name: code,
  costSubjectCode: `C-${code}`,
  budgetAccountCode: `B-${code}`,
  control: null,
  needInvoice: '1',
  needApplication: '0',
  taxFlag: '1',
  ...more,
});
const part = (id: string, more: Partial<AskedPart> = {}): AskedPart => ({
  id,
  lineNo: 1,
  key: '',
  itemCode: 'HOTEL',
  amount: '100',
  startDate: day,
  endDate: day,
  deptCode: 'D1',
  projectCode: null,
  ...more,
});
const invoice = (type: ClaimInvoiceType, total: string, more: Partial<ClaimInvoice> = {}): ClaimInvoice => ({
  lineNo: 1,
  type,
  code: '',
  number: 'N1',
  date: day,
  net: null,
  tax: null,
  total,
  buyerTaxNo: null,
  ...more,
});
const grounds = (more: Partial<ClaimGrounds> = {}): ClaimGrounds => ({
  items: [item('HOTEL'), item('RAIL'), item('MEAL', { taxFlag: '0' })],
  policies: [],
  before: [],
  invoices: [],
  applied: [],
  personnelTypeCode: null,
  docType: 'travel',
  isNet: true,
  ...more,
});

describe('what the house grants of a claim', () => {
  test('every cost knows its subject, its account and what it takes of its budget', () => {
    const judged = judgeClaim([part('a', { amount: '106' })], {
      ...grounds(),
      items: [item('HOTEL', { control: '2' })],
      invoices: [invoice('eSpecial', '106', { tax: '6' }), invoice('taxi', '20', { number: 'N2' })],
    });
    expect(judged).toMatchObject({ total: '106.00', allowed: '106.00', tax: '6.00', isOverPolicy: false });
    expect(judged.parts).toEqual([
      {
        id: 'a',
        lineNo: 1,
        itemCode: 'HOTEL',
        costSubjectCode: 'C-HOTEL',
        budgetAccountCode: 'B-HOTEL',
        itemControl: '2',
        deptCode: 'D1',
        projectCode: null,
        date: day,
        amount: '106.00',
        allowed: '106.00',
        tax: '6.00',
        budget: '100.00',
        invoiceNumber: 'N1、N2',
        takes: null,
      },
    ]);
    const gross = judgeClaim([part('a')], grounds({ isNet: false, invoices: [invoice('rail', '100')] }));
    expect(gross.parts[0]).toMatchObject({ tax: '8.26', budget: '100.00' });
    expect(judgeClaim([part('a', { itemCode: 'NONE' })], grounds()).parts[0]).toMatchObject({
      costSubjectCode: null,
      budgetAccountCode: null,
      itemControl: null,
      invoiceNumber: null,
    });
  });

  test('a ticket goes with what was travelled, an invoice of a house with where somebody stayed', () => {
    const keys: readonly PartKey[] = ['meal', 'hotel', 'traffic', 'other'];
    const parts = keys.map((key) => part(key, { key, itemCode: key === 'traffic' ? 'RAIL' : 'HOTEL' }));
    const taxesOf = (own: readonly AskedPart[], ...invoices: ClaimInvoice[]) =>
      judgeClaim(own, grounds({ invoices })).parts.flatMap(({ id, tax }) => (tax === '0.00' ? [] : [`${id} ${tax}`]));
    expect(taxesOf(parts, invoice('rail', '100'))).toEqual(['traffic 8.26']);
    expect(taxesOf(parts, invoice('special', '100', { tax: '5.66' }))).toEqual(['hotel 5.66']);
    const without = parts.filter(({ key }) => key === 'meal' || key === 'other');
    expect(taxesOf(without, invoice('rail', '100'))).toEqual(['other 8.26']);
    expect(taxesOf(without, invoice('special', '100', { tax: '5.66' }))).toEqual(['other 5.66']);
    // Nothing was travelled: the ticket is of what else stands on the line.
    const idle = parts.map((own) => (own.key === 'traffic' ? { ...own, amount: '0' } : own));
    expect(taxesOf(idle, invoice('rail', '100'))).toEqual(['other 8.26']);
    // A line that has nothing of it, another line, and an item that deducts nothing.
    expect(taxesOf([part('a', { amount: '0' }), part('b', { lineNo: 2 })], invoice('rail', '100'))).toEqual([]);
    expect(taxesOf([part('a', { itemCode: 'MEAL' })], invoice('special', '100', { tax: '6' }))).toEqual([]);
    expect(taxesOf([part('a', { itemCode: 'NONE' })], invoice('special', '100', { tax: '6' }))).toEqual([]);
    // The allowance of a trip is on no line.
    expect(taxesOf([part('a', { lineNo: null, key: 'allowance' })], invoice('rail', '100'))).toEqual([]);
    expect(taxesOf([part('a')], invoice('rail', '50'), invoice('air', '50', { number: 'N2' }))).toEqual(['a 8.26']);
    expect(taxesOf([part('a', { amount: '5' })], invoice('special', '100', { tax: '11.5' }))).toEqual(['a 5.00']);
  });

  test('a trip in place of the meal that it has no bus for: only what stands on the line', () => {
    const own = [part('h', { key: 'hotel' }), part('m', { key: 'meal' })];
    const judged = judgeClaim(own, grounds({ invoices: [invoice('bus', '103')] }));
    expect(judged.parts.map(({ tax }) => tax)).toEqual(['3.00', '0.00']);
  });

  test('of an application it takes what is left for its item, and never more than that', () => {
    const applied = [
      { docId: 'd', lineId: 'x', itemCode: 'RAIL', left: '500' },
      { docId: 'd', lineId: 'y', itemCode: 'HOTEL', left: '120' },
      { docId: 'd', lineId: 'z', itemCode: 'HOTEL', left: '0' },
    ];
    const parts = ['a', 'b', 'c'].map((id) => part(id, { amount: '80' }));
    expect(judgeClaim(parts, grounds({ applied })).parts.map(({ takes }) => takes)).toEqual([
      { docId: 'd', lineId: 'y', amount: '80.00' },
      { docId: 'd', lineId: 'y', amount: '40.00' },
      null,
    ]);
  });

  test('what is cut is cut from each line, and somebody looks at it', () => {
    const policies = [{ code: 'r', itemCode: 'HOTEL', unit: 'day', dailyAmount: '150', control: '3' }] as const;
    const parts = [part('a'), part('b', { lineNo: 2 }), part('c', { lineNo: null, itemCode: 'RAIL', amount: '7' })];
    const judged = judgeClaim(parts, grounds({ policies, invoices: [invoice('special', '100', { tax: '90' })] }));
    expect(judged).toMatchObject({ total: '207.00', allowed: '157.00', tax: '75.00', isOverPolicy: true });
    expect(allowedOfLines(judged.parts, 3)).toEqual(['75.00', '75.00', '0.00']);
    expect(taxOfLines(judged.parts, 2)).toEqual(['75.00', '0.00']);
  });
});

const runs = { numRuns: Number.parseInt(process.env['PROPERTY_RUNS'] ?? '2000', 10), seed: 20 };
const money = fc.integer({ min: 0, max: 300_000 }).map((value) => cents(plus(`${value}e-2`)));
const codes = ['HOTEL', 'RAIL', 'MEAL'];
const claims = fc.record({
  parts: fc.array(
    fc.record({
      lineNo: fc.option(fc.integer({ min: 1, max: 4 })),
      itemCode: fc.constantFrom(...codes),
      amount: money,
      key: fc.constantFrom<PartKey[]>('', 'traffic', 'hotel', 'meal', 'other', 'allowance'),
      from: fc.integer({ min: 10, max: 28 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  invoices: fc.array(
    fc.record({
      lineNo: fc.integer({ min: 1, max: 4 }),
      type: fc.constantFrom<ClaimInvoiceType[]>('special', 'eSpecial', 'rail', 'air', 'taxi', 'eOrdinary'),
      total: money,
      tax: money,
    }),
    { maxLength: 5 },
  ),
  policies: fc.array(
    fc.record({
      itemCode: fc.constantFrom(null, ...codes),
      unit: fc.constantFrom('day', 'time', 'month'),
      dailyAmount: fc.option(money),
      control: fc.constantFrom('0', '1', '3', '4'),
    }),
    { maxLength: 3 },
  ),
  applied: fc.array(fc.record({ itemCode: fc.constantFrom(...codes), left: money }), { maxLength: 3 }),
  isNet: fc.boolean(),
});

describe('properties of claims', () => {
  test('the rows of the ledger are what was approved, to the cent, and of a budget as much', () => {
    fc.assert(
      fc.property(claims, ({ parts, invoices, policies, applied, isNet }) => {
        const asked = parts.map(({ from, ...own }, at) =>
          part(`P${at}`, { ...own, startDate: `2026-05-${from}`, endDate: `2026-05-${from}` }),
        );
        const judged = judgeClaim(asked, {
          ...grounds({ isNet }),
          policies: policies.map((row, at) => ({ code: `R${at}`, ...row })),
          invoices: invoices.map(({ tax, ...own }, at) =>
            invoice(own.type, own.total, { ...own, number: `N${at}`, tax: lesser(tax, own.total) }),
          ),
          applied: applied.map((own, at) => ({ docId: 'd', lineId: `X${at}`, ...own })),
        });
        const sum = (of: (own: (typeof judged.parts)[number]) => string): string => plus('0', ...judged.parts.map(of));
        expect(
          compare(
            sum(({ allowed }) => allowed),
            judged.allowed,
          ),
        ).toBe(0);
        expect(
          compare(
            sum(({ tax }) => tax),
            judged.tax,
          ),
        ).toBe(0);
        expect(
          compare(
            sum(({ budget }) => budget),
            isNet ? minus(judged.allowed, judged.tax) : judged.allowed,
          ),
        ).toBe(0);
        const onNoLine = judged.parts.filter(({ lineNo }) => lineNo === null).map(({ allowed }) => allowed);
        expect(compare(plus('0', ...allowedOfLines(judged.parts, 4), ...onNoLine), judged.allowed)).toBe(0);
        for (const own of judged.parts) {
          expect(compare(own.allowed, own.amount)).toBeLessThanOrEqual(0);
          expect(compare(own.tax, own.allowed)).toBeLessThanOrEqual(0);
        }
        for (const [at, { left }] of applied.entries()) {
          const takes = judged.parts.flatMap(({ takes: own }) => (own?.lineId === `X${at}` ? [own.amount] : []));
          expect(compare(plus('0', ...takes), left)).toBeLessThanOrEqual(0);
        }
      }),
      runs,
    );
  });
});
