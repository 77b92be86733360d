import { describe, expect, test } from 'vitest';
import { material } from '#data/model/goods/material.ts';
import { product } from '#data/model/goods/product.ts';
import { columnsOf } from '#platform/web/value/shown.ts';
import { lineColumns } from '#platform/web/document/lines.ts';
import { order } from '#sales/model/order/order.ts';
import { stockInout } from '#stock/model/inout.ts';
import { stockEnquiry } from '#stock/model/enquiry.ts';
import { effectsOf, type Effects } from '#platform/web/reference/param-effects.ts';

const usual: Readonly<Record<string, string>> = {
  SYS006: '1',
  SYS007: '2',
  SYS014: '自由项',
  SYS018: '图号',
  SD003: '0',
};
const under = (changed: Readonly<Record<string, string>>): Effects =>
  effectsOf(Object.entries({ ...usual, ...changed }).map(([code, value]) => ({ code, value })));
const listKeys = (effects: Effects, noun: typeof material | typeof product | typeof stockEnquiry): string[] =>
  effects.columns(columnsOf(noun, noun.list.columns)).map(({ key }) => key);
const pickerKeys = (effects: Effects, noun: typeof material | typeof product): string[] =>
  effects.columns(columnsOf(noun, noun.picker?.columns ?? [])).map(({ key }) => key);
const lineKeys = (effects: Effects, document: typeof order | typeof stockInout): string[] =>
  effects.columns(lineColumns(document, false)).map(({ key }) => key);
const formKeys = (effects: Effects, fields: Parameters<typeof Object.entries>[0]): string[] =>
  effects
    .fields(Object.entries(fields as typeof material.fields).map(([key, field]) => ({ key, field })))
    .map(({ key }) => key);

describe('what pages show follows the tenant', () => {
  test('[A391] SYS007 "2" shows a unit column in lists, pickers and lines', () => {
    for (const [isThere, value] of [
      [true, '2'],
      [false, '1'],
      [false, '0'],
    ] as const) {
      const effects = under({ SYS007: value });
      const units = [
        listKeys(effects, material),
        listKeys(effects, product),
        pickerKeys(effects, material),
        pickerKeys(effects, product),
      ].map((keys) => keys.includes('mainUnitName'));
      expect(units).toEqual([isThere, isThere, isThere, isThere]);
      expect(
        [lineKeys(effects, order), lineKeys(effects, stockInout), listKeys(effects, stockEnquiry)].map((keys) =>
          keys.includes('mainUnitName'),
        ),
      ).toEqual([isThere, isThere, isThere]);
      // A form has it in any case: a material without a unit cannot be saved.
      expect(formKeys(effects, material.fields)).toContain('mainUnitCode');
    }
  });

  test('[A390] SYS007 "1" shows the unit beside values', () => {
    const row = { number: '3', mainUnitName: '桶', assistUnitName: '箱' };
    expect(['0', '1', '2'].map((value) => under({ SYS007: value }).unitOf(order.lines.number, row))).toEqual([
      '',
      '桶',
      '',
    ]);
    expect(under({ SYS007: '1' }).unitOf(order.lines.storeNumber, row)).toBe('箱');
    expect(under({ SYS007: '1' }).unitOf(order.lines.price, row)).toBe('');
  });

  test('[A392] SYS006 "1" shows auxiliary unit, auxiliary quantity and rate; another value hides them', () => {
    const auxiliary = (effects: Effects): string[] => [
      ...listKeys(effects, material).filter((key) => key === 'assistUnitName'),
      ...formKeys(effects, material.fields).filter((key) => ['assistUnitCode', 'rate'].includes(key)),
      ...lineKeys(effects, order).filter((key) => ['assistUnitName', 'rate', 'storeNumber'].includes(key)),
      ...lineKeys(effects, stockInout).filter((key) => ['rate', 'storeNumber'].includes(key)),
    ];
    expect(auxiliary(under({}))).toHaveLength(8);
    expect(auxiliary(under({ SYS006: '0' }))).toEqual([]);
  });

  test('[A393] SD003 "1" shows the retail price column; another value hides it', () => {
    const prices = (effects: Effects): boolean[] =>
      [listKeys(effects, product), lineKeys(effects, order)].map((keys) => keys.includes('retailPrice'));
    expect([prices(under({ SD003: '1' })), prices(under({}))]).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(formKeys(under({}), product.fields)).toContain('retailPrice');
  });

  test('[A394] [A395] SYS014 and SYS018 name the liberties flag and the figure number; unset, each language has its own word', () => {
    const labels = (effects: Effects): (readonly string[] | undefined)[] => {
      const columns = effects.columns(columnsOf(material, material.list.columns));
      const fields = effects.fields(Object.entries(material.fields).map(([key, field]) => ({ key, field })));
      return [
        columns.find(({ key }) => key === 'figureNumber')?.label,
        fields.find(({ key }) => key === 'figureNumber')?.field.label,
        fields.find(({ key }) => key === 'libertiesFlag')?.field.label,
      ];
    };
    expect(labels(under({}))).toEqual([
      ['图号', '圖號', 'Drawing no.'],
      ['图号', '圖號', 'Drawing no.'],
      ['自由项', '自由項', 'Custom attributes'],
    ]);
    expect(labels(under({ SYS018: '花型号', SYS014: '色号' }))).toEqual([
      ['花型号', '花型号', '花型号'],
      ['花型号', '花型号', '花型号'],
      ['色号', '色号', '色号'],
    ]);
  });

  test('before the parameters are read nothing is shown that may have to go', () => {
    expect(listKeys(effectsOf([]), product)).not.toContain('retailPrice');
  });
});
