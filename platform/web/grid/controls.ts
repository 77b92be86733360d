import type { Column } from '#platform/web/column/column.ts';
import { boxOf, cellsIn, cursorAt, moved, within, type Cursor, type Place, type Size } from './range.ts';
import type { Command } from './keyboard.ts';
import type { Value } from './watch.ts';

/** Where the cursor stands, and whether its cell is being written. */
export interface Focus extends Cursor {
  readonly isEditing: boolean;
  readonly isOpen: boolean;
}
export const restAt = (cursor: Cursor): Focus => ({
  active: cursor.active,
  head: cursor.head,
  isEditing: false,
  isOpen: false,
});
export const firstCell: Focus = restAt(cursorAt({ row: 0, col: 0 }));

/** What the frame of a grid lends to whoever steers it. */
export interface Steering {
  readonly focus: Value<Focus>;
  readonly size: () => Size;
  readonly pageRows: () => number;
  readonly reveal: (place: Place) => void;
  readonly takeFocus: () => void;
}

/** Puts the cursor somewhere and shows it. */
export function pointTo({ focus, size, reveal, takeFocus }: Steering, cursor: Cursor, isShown = true): void {
  const limits = size();
  focus.set(restAt({ active: within(cursor.active, limits), head: within(cursor.head, limits) }));
  if (isShown) reveal(within(cursor.head, limits));
  takeFocus();
}

/** Moves that every grid knows. False when the command is none of them. */
export function steered(steering: Steering, command: Command): boolean {
  const { focus, size, pageRows } = steering;
  const cursor = focus.get();
  const { rows, cols } = size();
  switch (command.kind) {
    case 'move':
      pointTo(steering, moved(cursor, command, { rows, cols }));
      return true;
    case 'page':
      pointTo(
        steering,
        moved(cursor, { rows: command.step * pageRows(), cols: 0, isExtending: command.isExtending }, { rows, cols }),
      );
      return true;
    case 'edge': {
      const from = command.isExtending ? cursor.head : cursor.active;
      const to = {
        row: command.to === 'first' ? 0 : command.to === 'last' ? rows - 1 : from.row,
        col: command.to === 'first' || command.to === 'rowStart' ? 0 : cols - 1,
      };
      pointTo(steering, command.isExtending ? { active: cursor.active, head: to } : cursorAt(to));
      return true;
    }
    case 'selectAll':
      focus.set(restAt({ active: { row: 0, col: 0 }, head: { row: rows - 1, col: cols - 1 } }));
      return true;
    default:
      return false;
  }
}

export const isReachable = ({ isChrome = false }: Column): boolean => !isChrome;
export const rangeSize = (
  cursor: Cursor,
): { readonly rows: number; readonly columns: number; readonly cells: number } => {
  const box = boxOf(cursor);
  return { rows: box.bottom - box.top + 1, columns: box.right - box.left + 1, cells: cellsIn(box) };
};
