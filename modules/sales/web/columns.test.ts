import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { data } from '#data/model/module.ts';
import { message } from '#message/model/module.ts';
import type { Field } from '#platform/model/field.ts';
import type { Document } from '#platform/model/document.ts';
import type * as LineColumns from '#platform/web/document/line-columns.tsx';
import type * as GridColumns from '#platform/web/record/grid-columns.tsx';
import type * as ShownFields from '#platform/web/value/shown.ts';
import type { Column } from '#platform/web/column/column.ts';
import type * as ParamEffects from '#platform/web/reference/param-effects.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { funds } from '#funds/model/module.ts';
import { price } from '#price/model/module.ts';
import { sales } from '#sales/model/module.ts';
import { order } from '#sales/model/order/order.ts';
import { stock } from '#stock/model/module.ts';
import { system } from '#system/model/module.ts';
import { workflow } from '#workflow/model/module.ts';

let grid: typeof GridColumns;
let lines: typeof LineColumns;
let shown: typeof ShownFields;
let effects: ParamEffects.Effects;
/** The tenant shows whatever a parameter can hide, and writes no unit beside a figure. */
const params = [
  { code: 'SYS006', value: '1' },
  { code: 'SYS007', value: '2' },
  { code: 'SD003', value: '1' },
];
beforeAll(async () => {
  Object.assign(globalThis, {
    document: { cookie: '', documentElement: { lang: '' } },
    location: { hash: '' },
    window: globalThis,
  });
  [grid, lines, shown] = await Promise.all([
    import('#platform/web/record/grid-columns.tsx'),
    import('#platform/web/document/line-columns.tsx'),
    import('#platform/web/value/shown.ts'),
  ]);
  effects = (await import('#platform/web/reference/param-effects.ts')).effectsOf(params);
});

interface Figure {
  readonly at: string;
  readonly measure: string;
  /** What stands in the cell of this column for a value. */
  readonly of: (value: string) => string;
}

/** Every figure that a list, a picker or the lines of a document show, drawn by the very columns of the page. */
function figures(): readonly Figure[] {
  const nouns: readonly Listed[] = [system, message, data, workflow, stock, price, funds, sales].flatMap((module) => [
    ...module.entities,
    ...module.documents,
    ...(module.reports ?? []),
  ]);
  return nouns.flatMap((noun) => [
    ...inList(noun, noun.list.columns, `${noun.name} list`),
    ...(noun.kind === 'entity' ? inList(noun, noun.picker?.columns ?? [], `${noun.name} picker`) : []),
    ...(noun.kind === 'document' ? inLines(noun) : []),
  ]);
}

function inList(noun: Listed, keys: readonly string[], at: string): Figure[] {
  const columns = shown.columnsOf(noun, keys);
  return grid
    .gridColumns({ columns, rows: [], dicts: undefined })
    .flatMap((column, i) => figureOf(column, columns[i]?.field, columns[i]?.valueKey ?? column.key, at));
}

const inLines = (document: Document): Figure[] =>
  [true, false].flatMap((isRead) =>
    lines
      .lineGridColumns(document, isRead, () => undefined, effects)
      .flatMap((column) =>
        figureOf(
          column,
          document.lines[column.key],
          column.key,
          `${document.name} lines${isRead ? '' : ' in writing'}`,
        ),
      ),
  );

function figureOf(column: Column, field: Field | undefined, key: string, at: string): Figure[] {
  if (field?.kind !== 'decimal') return [];
  const of = (value: string): string => renderToStaticMarkup(column.render({ id: '1', [key]: value }));
  return [{ at: `${at} ${column.key}`, measure: field.measure, of }];
}

describe('a figure in a column', () => {
  test('[A322] is an amount with 2 decimals and thousands separators, in every list, picker and line', () => {
    const amounts = figures().filter(({ measure }) => measure === 'amount');
    for (const { at, of } of amounts)
      expect([at, of('1234567.5'), of('-1234.5'), of('999'), of('0')]).toEqual([
        at,
        '1,234,567.50',
        '-1,234.50',
        '999.00',
        '0.00',
      ]);
    console.log(`${amounts.length} columns of amounts`);
    expect(amounts.length).toBeGreaterThanOrEqual(45);
  });

  test('[A323] is a price with 4 decimals or a quantity with 0, in every list, picker and line', () => {
    const prices = figures().filter(({ measure }) => measure === 'price');
    for (const { at, of } of prices)
      expect([at, of('12.5'), of('1234567'), of('0.0001')]).toEqual([at, '12.5000', '1,234,567.0000', '0.0001']);
    const quantities = figures().filter(({ measure }) => measure === 'quantity');
    for (const { at, of } of quantities)
      expect([at, of('2'), of('40.0000'), of('1234567')]).toEqual([at, '2', '40', '1,234,567']);
    console.log(`${prices.length} columns of prices, ${quantities.length} of quantities`);
    expect(prices.length).toBeGreaterThanOrEqual(20);
    expect(quantities.length).toBeGreaterThanOrEqual(40);
  });

  test('am-A13 is a quantity with the decimals of the unit beside it, never fewer than it has', async () => {
    const { effectsOf } = await import('#platform/web/reference/param-effects.ts');
    const units = [
      { name: '公斤', precision: 3 },
      { name: '桶', precision: 0 },
    ];
    const number = lines
      .lineGridColumns(order, true, () => undefined, effectsOf([], units))
      .find(({ key }) => key === 'number');
    const drawn = (mainUnitName: string, value: string): string =>
      renderToStaticMarkup(number?.render({ id: '1', mainUnitName, number: value }));
    expect([
      drawn('公斤', '2'),
      drawn('公斤', '1234.5'),
      drawn('桶', '2'),
      drawn('桶', '2.5'),
      drawn('?', '7'),
    ]).toEqual(['2.000', '1,234.500', '2', '2.5', '7']);
  });
});
