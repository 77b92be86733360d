import { describe, expect, test, vi } from 'vitest';
import type { Row } from '#platform/web/column/column.ts';
import { createRows, wrongCells } from './rows.ts';
import { createSelection, extentOf } from './selection.ts';
import { parentPlace, unfolded, type Branch } from './tree.ts';

const keyOf = (row: Row): string => String(row['id']);

describe('rows that are written to', () => {
  let last = 0;
  const rules = {
    keyOf,
    most: 5,
    change: (row: Row, changes: Row): Row => {
      const next = { ...row, ...changes };
      return { ...next, amount: Number(next['number'] ?? 0) * Number(next['price'] ?? 0) };
    }, // not money
    blank: (): Row => ({ id: `new${++last}` }),
    isBlank: (row: Row) => row['number'] === undefined,
  };
  const three = (): Row[] => [1, 2, 3].map((id) => ({ id: String(id), number: id, price: 2, amount: id * 2 }));

  test('an edit changes its row, what follows from it and nothing else, and tells once', () => {
    const rows = createRows(three(), rules);
    const [first, , third] = rows.get();
    const heard = vi.fn();
    rows.subscribe(heard);
    rows.edit([
      { at: 1, changes: { number: 5 } },
      { at: 1, changes: { price: 3 } },
    ]);
    expect(rows.get()[1]).toMatchObject({ number: 5, price: 3, amount: 15 });
    expect([rows.get()[0] === first, rows.get()[2] === third, heard.mock.calls.length]).toEqual([true, true, 1]);
  });

  test('rows are added as far as there is room', () => {
    const rows = createRows(three(), rules);
    rows.edit([3, 4, 5, 6].map((at) => ({ at, changes: { number: at } })));
    expect(rows.get().map((row) => row['number'])).toEqual([1, 2, 3, 3, 4]);
  });

  test('every step can be undone and done again; a new step forgets what was undone; what joins a step goes with it', () => {
    const rows = createRows(three(), rules);
    const numbers = (): unknown[] => rows.get().map((row) => row['number']);
    rows.edit([{ at: 0, changes: { number: 10 } }]);
    rows.edit([{ at: 0, changes: { name: 'looked up' } }], true);
    rows.remove(['2']);
    expect(numbers()).toEqual([10, 3]);
    expect([rows.undo(), numbers()]).toEqual([true, [10, 2, 3]]);
    expect([rows.undo(), numbers(), rows.get()[0]?.['name'], rows.undo()]).toEqual([true, [1, 2, 3], undefined, false]);
    expect([rows.redo(), numbers(), rows.get()[0]?.['name']]).toEqual([true, [10, 2, 3], 'looked up']);
    rows.insert(0, [{ id: 'x', number: 0 }]);
    expect([rows.redo(), numbers()]).toEqual([false, [0, 10, 2, 3]]);
  });

  test('a complaint stays until its field is written, and all are found in reading order', () => {
    const rows = createRows(three(), rules);
    rows.complain(
      new Map([
        ['3', { price: 'empty', number: 'wrong' }],
        ['1', { price: 'low' }],
      ]),
    );
    expect(wrongCells(rows, ['number', 'price']).map(({ row, key }) => [row, key])).toEqual([
      [0, 'price'],
      [2, 'number'],
      [2, 'price'],
    ]);
    rows.edit([
      { at: 2, changes: { price: 4 } },
      { at: 0, changes: { price: 1 }, complaints: { price: 'still low' } },
    ]);
    expect(wrongCells(rows, ['number', 'price']).map(({ text }) => text)).toEqual(['still low', 'wrong']);
    rows.undo();
    expect(wrongCells(rows, ['number', 'price'])).toHaveLength(3);
  });

  test('the last row that goes leaves a blank one', () => {
    const rows = createRows(three(), rules);
    rows.remove(['1', '2', '3']);
    expect([rows.get().length, rows.isBlankAt(0)]).toEqual([1, true]);
  });
});

describe('ticked rows', () => {
  const page = (from: number): Row[] => [0, 1, 2].map((each) => ({ id: String(from + each) }));
  test('stay while other pages are shown, and clearing a page leaves the others', () => {
    const selection = createSelection(keyOf);
    selection.add(page(1));
    selection.toggle({ id: '4' });
    expect([extentOf(selection, page(1)), extentOf(selection, page(4)), extentOf(selection, page(7))]).toEqual([
      'all',
      'some',
      'none',
    ]);
    selection.drop(page(1));
    expect(selection.get()).toEqual([{ id: '4' }]);
    selection.toggle({ id: '4' });
    expect(selection.get()).toEqual([]);
  });
  test('are known as they were read last', () => {
    const selection = createSelection(keyOf);
    selection.toggle({ id: '1', status: 'saved' });
    const heard = vi.fn();
    selection.subscribe(heard);
    selection.refresh([{ id: '1', status: 'audited' }, { id: '2' }]);
    expect([selection.get(), heard.mock.calls.length]).toEqual([[{ id: '1', status: 'audited' }], 1]);
    selection.refresh([{ id: '2' }]);
    expect(heard.mock.calls.length).toBe(1);
  });
});

test('a tree is drawn depth first; a folded branch hides what is below it', () => {
  const tree: Branch[] = [{ id: 'a', children: [{ id: 'b', children: [{ id: 'c' }] }, { id: 'd' }] }, { id: 'e' }];
  const drawn = (folded: string[]) =>
    unfolded(tree, new Set(folded), keyOf).map(
      ({ row, level, isFolded }) => `${keyOf(row)}${level}${isFolded === undefined ? '' : isFolded ? '+' : '-'}`,
    );
  expect(drawn([])).toEqual(['a1-', 'b2-', 'c3', 'd2', 'e1']);
  expect(drawn(['b'])).toEqual(['a1-', 'b2+', 'd2', 'e1']);
  const items = unfolded(tree, new Set(), keyOf);
  expect([2, 3, 4].map((at) => parentPlace(items, at))).toEqual([1, 0, -1]);
});
