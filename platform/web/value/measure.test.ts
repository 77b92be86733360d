import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { amount, price, quantity, rate } from '#platform/model/field.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { gridColumns } from '#platform/web/record/grid-columns.tsx';
import { measureText } from './measure.ts';
import type { Shown } from './shown.ts';

const label = ['数', '數', 'Figure'] as const;
const fields = { amount: amount(label), price: price(label), quantity: quantity(label), rate: rate(label) };
/**
 * What people read in every place that shows a figure (000 §9: thousands separators; amounts 2, prices 4, quantities
 * 0).
 */
const read = { amount: '1,234,567.50', price: '1,234,567.5000', quantity: '1,234,567.5', rate: '1,234,567.5' };

// The language is read from a cookie; without one it is Simplified Chinese.
beforeAll(() => {
  vi.stubGlobal('document', { cookie: '' });
});

describe('a figure has thousands separators', () => {
  test('as a text', () => {
    for (const [measure, field] of Object.entries(fields))
      expect([measure, measureText('1234567.5', field)]).toEqual([measure, read[measure as keyof typeof read]]);
    expect(measureText('1000', fields.quantity)).toBe('1,000');
    expect(measureText('-1000', fields.amount)).toBe('-1,000.00');
    expect(measureText('999.99', fields.amount)).toBe('999.99');
    expect(measureText('1000000000000000.01', fields.amount)).toBe('1,000,000,000,000,000.01');
  });

  test('in a form that is read', () => {
    for (const [measure, field] of Object.entries(fields))
      expect([measure, renderToStaticMarkup(createElement(Cell, { field, value: '1234567.5' }))]).toEqual([
        measure,
        read[measure as keyof typeof read],
      ]);
  });

  test('in a list, and none where it is copied into a spreadsheet', () => {
    const columns = Object.entries(fields).map(([key, field]): Shown => ({ key, label, field, valueKey: key }));
    const row = Object.fromEntries(columns.map(({ key }) => [key, '1234567.5']));
    for (const column of gridColumns({ columns, rows: [row], dicts: undefined })) {
      expect([column.key, renderToStaticMarkup(column.render(row))]).toEqual([
        column.key,
        expect.stringContaining(read[column.key as keyof typeof read]),
      ]);
      expect(column.textOf(row)).toBe('1234567.5');
    }
  });
});
