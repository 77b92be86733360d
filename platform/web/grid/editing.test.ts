import { beforeAll, describe, expect, test } from 'vitest';
import type { Column, Reading, Row } from '#platform/web/column/column.ts';
import { firstCell, type Focus } from './controls.ts';
import { createEditing } from './editing.ts';
import { commandOf } from './keyboard.ts';
import { createRows } from './rows.ts';
import { createValue } from './watch.ts';

beforeAll(() => {
  Object.assign(globalThis, { document: { cookie: '' } });
});

const text = (row: Row, key: string): string => (typeof row[key] === 'string' ? row[key] : '');
const column = (key: string, editor?: Partial<NonNullable<Column['editor']>>): Column => ({
  key,
  title: key,
  width: 80,
  render: () => null,
  textOf: (row) => text(row, key),
  editor:
    editor === undefined
      ? undefined
      : {
          kind: 'text',
          startText: (row) => text(row, key),
          read: (typed) => ({ changes: { [key]: typed } }),
          ...editor,
        },
});

/** A grid of code, name (only read), number, kind and flag, without a screen. */
function desk(resolve?: (typed: readonly string[]) => Promise<ReadonlyMap<string, Reading>>) {
  let last = 0;
  const openedRows: string[] = [];
  const rows = createRows<Row>([{ id: 'first' }], {
    keyOf: (row) => text(row, 'id'),
    change: (row, changes) => ({ ...row, ...changes }),
    blank: () => ({ id: `row${++last}` }),
    isBlank: (row) => Object.keys(row).length === 1,
    most: 4,
  });
  const columns = [
    column('code', {
      kind: 'picker',
      resolve: resolve ?? (() => Promise.resolve(new Map())),
      pick: () =>
        Promise.resolve([
          { code: 'P1', name: 'one' },
          { code: 'P2', name: 'two' },
        ]),
    }),
    {
      ...column('name'),
      open: (row: Row) => {
        if (text(row, 'name') !== '') openedRows.push(text(row, 'name'));
        return text(row, 'name') !== '';
      },
    },
    column('number', {
      kind: 'number',
      read: (typed) =>
        /^\d*$/.test(typed) ? { changes: { number: typed } } : { changes: { number: typed }, complaint: 'no number' },
    }),
    column('kind', {
      kind: 'select',
      options: () => [
        { value: 'a', label: 'Apple' },
        { value: 'b', label: 'Pear' },
      ],
      read: (typed) =>
        ['Apple', 'Pear', ''].includes(typed) ? { changes: { kind: typed } } : { complaint: 'not offered' },
    }),
    column('flag', { kind: 'toggle', read: (typed) => ({ changes: { flag: typed } }) }),
  ];
  const input = { value: '', select: () => undefined };
  const focus = createValue<Focus>(firstCell);
  const warned: string[] = [];
  const editing = createEditing({
    rows,
    columns: () => columns,
    input: () => input as HTMLInputElement,
    warn: (told) => {
      warned.push(told);
    },
    steering: {
      focus,
      size: () => ({ rows: rows.get().length, cols: columns.length }),
      pageRows: () => 10,
      reveal: () => undefined,
      takeFocus: () => undefined,
    },
  });
  const press = (keys: string): boolean => {
    const parts = keys.split('+');
    const command = commandOf(
      {
        key: parts.at(-1) ?? '',
        isControl: parts.includes('Control'),
        isShift: parts.includes('Shift'),
        isAlt: parts.includes('Alt'),
      },
      focus.get().isEditing,
    );
    return command !== null && editing.run(command);
  };
  const type = (typed: string, ...keys: readonly string[]): void => {
    input.value = focus.get().isEditing ? input.value + typed : typed;
    editing.typed();
    keys.forEach(press);
  };
  const values = (key: string): unknown[] => rows.get().map((row) => row[key]);
  const at = (): readonly [number, number] => [focus.get().active.row, focus.get().active.col];
  return { rows, editing, focus, input, press, type, values, at, warned, openedRows };
}

describe('writing into a grid', () => {
  test('Tab goes to the next cell that can be written; Enter then begins the next line where the tabbing began', () => {
    const { type, at, values } = desk();
    type('A', 'Tab');
    expect(at()).toEqual([0, 2]);
    type('5', 'Enter');
    expect([at(), values('code'), values('number')]).toEqual([
      [1, 0],
      ['A', undefined],
      ['5', undefined],
    ]);
  });

  test('no line is added below a blank one, and none past the limit; there Tab leaves the grid', () => {
    const { press, type, rows, focus } = desk();
    press('Enter');
    expect(rows.get()).toHaveLength(1);
    for (const code of ['A', 'B', 'C', 'D']) type(code, 'Enter');
    expect(rows.get()).toHaveLength(4);
    press('Control+End');
    expect([press('Tab'), focus.get().active.row]).toEqual([false, 3]);
  });

  test('Escape gives up what was typed; a second one lets the next Tab leave', () => {
    const { type, press, values, at } = desk();
    type('A', 'Escape');
    expect(values('code')).toEqual([undefined]);
    expect([press('Escape'), press('Tab'), at()]).toEqual([false, false, [0, 0]]);
    expect([press('Tab'), at()]).toEqual([true, [0, 2]]);
  });

  test('what was typed wrongly stays with its complaint until it is mended', () => {
    const { type, press, rows, focus } = desk();
    focus.set({ ...firstCell, active: { row: 0, col: 2 }, head: { row: 0, col: 2 } });
    type('1x', 'Enter');
    expect([rows.get()[0]?.['number'], rows.complaintsOf('first')]).toEqual(['1x', { number: 'no number' }]);
    press('ArrowUp');
    type('12', 'Enter');
    expect(rows.complaintsOf('first')).toBeUndefined();
  });

  test('options are narrowed by typing and chosen with the arrows; what is not offered is refused', () => {
    const { type, press, values, focus, warned } = desk();
    focus.set({ ...firstCell, active: { row: 0, col: 3 }, head: { row: 0, col: 3 } });
    // Those that begin with it come first: Pear, then Apple.
    type('p');
    press('ArrowDown');
    press('Enter');
    press('ArrowUp');
    expect(values('kind')).toEqual(['Apple', undefined]);
    type('p', 'Enter');
    press('ArrowUp');
    expect(values('kind')[0]).toBe('Pear');
    type('plum', 'Enter');
    expect([values('kind')[0], warned]).toEqual(['Pear', ['kind: not offered']]);
  });

  test('a flag is turned by the space bar', () => {
    const { press, focus, values } = desk();
    focus.set({ ...firstCell, active: { row: 0, col: 4 }, head: { row: 0, col: 4 } });
    expect([press(' '), values('flag'), press(' '), values('flag')]).toEqual([true, ['1'], true, ['0']]);
  });

  test('a typed reference is looked up while the person goes on; the answer joins the step, and is dropped when the cell was written again', async () => {
    const answers: ((found: ReadonlyMap<string, Reading>) => void)[] = [];
    const { type, press, rows, values } = desk(
      () =>
        new Promise((resolve) => {
          answers.push(resolve);
        }),
    );
    type('A', 'Tab');
    answers[0]?.(new Map([['A', { changes: { code: 'A', name: 'Anna' } }]]));
    await Promise.resolve().then(() => undefined);
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    expect(values('name')).toEqual(['Anna']);
    press('Shift+Tab');
    type('B', 'Tab');
    press('Shift+Tab');
    type('C', 'Tab');
    answers[1]?.(new Map([['B', { changes: { code: 'B', name: 'Berta' } }]]));
    answers[2]?.(new Map([['C', { complaint: 'nobody' }]]));
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    expect([values('code'), rows.complaintsOf('first')]).toEqual([['C'], { code: 'nobody' }]);
    rows.undo();
    expect([values('code'), rows.complaintsOf('first')]).toEqual([['B'], undefined]);
  });

  test('Enter and F4 open what a cell that is only read leads to; where there is nothing, Enter goes on as ever', () => {
    const { press, rows, focus, at, openedRows } = desk();
    rows.edit([{ at: 0, changes: { code: 'A', name: 'Anna' } }]);
    focus.set({ ...firstCell, active: { row: 0, col: 1 }, head: { row: 0, col: 1 } });
    expect([press('Enter'), press('F4'), at(), openedRows]).toEqual([true, true, [0, 1], ['Anna', 'Anna']]);
    rows.edit([{ at: 0, changes: { name: '' } }]);
    press('F4');
    press('Enter');
    expect([at(), openedRows.length, focus.get().isEditing]).toEqual([[1, 1], 2, false]);
  });

  test('several picked records fill this line and new ones below it, in one step', async () => {
    const { press, values, at, rows } = desk();
    press('F4');
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    expect([values('code'), values('name'), at()]).toEqual([
      ['P1', 'P2'],
      ['one', 'two'],
      [0, 2],
    ]);
    rows.undo();
    expect(values('code')).toEqual([undefined]);
  });
});
