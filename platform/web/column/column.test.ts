import { describe, expect, test } from 'vitest';
import { arranged, layOut, orderAfterMove, type Column } from './column.ts';

describe('columns', () => {
  const column = (key: string, more: Partial<Column> = {}): Column => ({
    key,
    title: key,
    width: 100,
    render: () => null,
    textOf: () => '',
    ...more,
  });
  const columns = [
    column('a', { fixed: 'left' }),
    column('b'),
    column('c', { isRare: true }),
    column('d'),
    column('$', { fixed: 'right', isChrome: true }),
  ];
  const keys = (shown: readonly Column[]): string => shown.map(({ key }) => key).join('');
  test('come as declared, without the rare ones, until somebody arranges them', () => {
    expect(keys(arranged(columns, {}))).toBe('abd$');
    expect(keys(arranged(columns, { shown: { c: true, d: false } }))).toBe('abc$');
    expect(keys(arranged(columns, { order: ['d', 'b', 'a'] }))).toBe('adb$');
  });
  test('that are new keep to their declared neighbour in a stored order', () => {
    expect(keys(arranged(columns, { order: ['d', 'a', 'c', '$'], shown: { c: true } }))).toBe('adbc$');
  });
  test('move in front of another', () => {
    expect(orderAfterMove(columns, 'd', 'b')).toEqual(['a', 'd', 'b', 'c', '$']);
    expect(orderAfterMove(columns, 'b', null)).toEqual(['a', 'c', 'd', '$', 'b']);
  });
  test('share what room is left, except those that are fixed or were set', () => {
    const { template, width, sticky, leftWidth, rightWidth } = layOut(
      arranged(columns, {}),
      { widths: { b: 150 } },
      40,
    );
    expect(template).toBe('40px 100px 150px minmax(100px,100fr) 100px');
    expect([width, leftWidth, rightWidth, sticky.get('a'), sticky.get('$')]).toEqual([
      490,
      140,
      100,
      { left: 40 },
      { right: 0 },
    ]);
    expect(layOut(arranged(columns, {}), { widths: { b: 150, d: 90 } }, 0).template).toBe(
      '100px 150px minmax(90px,1fr) 100px',
    );
  });
});
