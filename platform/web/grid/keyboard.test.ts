import { describe, expect, test } from 'vitest';
import { commandOf, type Command, type Press } from './keyboard.ts';
import { boxOf, cellsIn, cursorAt, isInSpan, moved, nextCell, spanIn } from './range.ts';

function pressed(keys: string, isEditing = false): Command | null {
  const parts = keys.split('+');
  const press: Press = {
    key: parts.at(-1) ?? '',
    isControl: parts.includes('Control'),
    isShift: parts.includes('Shift'),
    isAlt: parts.includes('Alt'),
  };
  return commandOf(press, isEditing);
}

describe('keys', () => {
  test('move, extend and act while no cell is edited', () => {
    expect(pressed('ArrowRight')).toEqual({ kind: 'move', rows: 0, cols: 1, isExtending: false });
    expect(pressed('Shift+ArrowUp')).toEqual({ kind: 'move', rows: -1, cols: 0, isExtending: true });
    expect(pressed('Control+Shift+End')).toEqual({ kind: 'edge', to: 'last', isExtending: true });
    expect(
      [
        'Control+d',
        'Control+z',
        'Control+y',
        'Control+Shift+Z',
        'Control+a',
        'Delete',
        'F2',
        'F4',
        'Alt+ArrowDown',
        'Insert',
      ].map((keys) => pressed(keys)?.kind),
    ).toEqual(['fillDown', 'undo', 'redo', 'redo', 'selectAll', 'clear', 'edit', 'open', 'open', 'insertRow']);
  });
  test('belong to the text while a cell is edited, but for those that leave it', () => {
    expect(
      ['ArrowLeft', 'Home', 'Delete', 'Control+z', 'Control+a', ' ', 'PageDown'].map((keys) => pressed(keys, true)),
    ).toEqual(Array.from({ length: 7 }, () => null));
    expect(['Enter', 'Tab', 'Escape', 'ArrowDown', 'Control+Enter'].map((keys) => pressed(keys, true)?.kind)).toEqual([
      'enter',
      'tab',
      'cancel',
      'move',
      'fillRange',
    ]);
  });
  test('of the browser and the page are left alone: copy, save, confirm a dialog, change of tab', () => {
    expect(
      ['Control+c', 'Control+v', 'Control+s', 'Control+Enter', 'Alt+1', 'a', 'F5'].map((keys) => pressed(keys)),
    ).toEqual(Array.from({ length: 7 }, () => null));
  });
});

describe('the cursor', () => {
  const size = { rows: 4, cols: 3 };
  test('extends from the active cell and stops at the edges', () => {
    const range = moved(
      moved(cursorAt({ row: 2, col: 1 }), { rows: 5, cols: 0, isExtending: true }, size),
      { rows: 0, cols: -1, isExtending: true },
      size,
    );
    expect(range).toEqual({ active: { row: 2, col: 1 }, head: { row: 3, col: 0 } });
    expect([boxOf(range), cellsIn(boxOf(range))]).toEqual([{ top: 2, bottom: 3, left: 0, right: 1 }, 4]);
    expect([spanIn(range, 1), spanIn(range, 3), isInSpan('0:1', 1), isInSpan('0:1', 2), isInSpan('', 0)]).toEqual([
      '',
      '0:1',
      true,
      false,
      false,
    ]);
    expect(moved(range, { rows: 0, cols: 1, isExtending: false }, size)).toEqual(cursorAt({ row: 2, col: 2 }));
  });
  test('tabs from one cell that can be written to the next, across rows', () => {
    const canStop = (col: number): boolean => col !== 1;
    expect(nextCell({ row: 0, col: 0 }, 1, size, canStop)).toEqual({ row: 0, col: 2 });
    expect(nextCell({ row: 0, col: 2 }, 1, size, canStop)).toEqual({ row: 1, col: 0 });
    expect(nextCell({ row: 1, col: 0 }, -1, size, canStop)).toEqual({ row: 0, col: 2 });
    expect([nextCell({ row: 3, col: 2 }, 1, size, canStop), nextCell({ row: 0, col: 0 }, -1, size, canStop)]).toEqual([
      null,
      null,
    ]);
  });
});
