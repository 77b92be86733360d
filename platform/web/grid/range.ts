/** A cell by its place on screen: row and column, from 0. */
export interface Place {
  readonly row: number;
  readonly col: number;
}

/** Typing goes to the active cell; the range spans from it to the head. */
export interface Cursor {
  readonly active: Place;
  readonly head: Place;
}
export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}
export interface Size {
  readonly rows: number;
  readonly cols: number;
}

export const cursorAt = (place: Place): Cursor => ({ active: place, head: place });

export function boxOf({ active, head }: Cursor): Box {
  return {
    top: Math.min(active.row, head.row),
    bottom: Math.max(active.row, head.row),
    left: Math.min(active.col, head.col),
    right: Math.max(active.col, head.col),
  };
}

export const isSingle = ({ active, head }: Cursor): boolean => active.row === head.row && active.col === head.col;
export const cellsIn = ({ top, bottom, left, right }: Box): number => (bottom - top + 1) * (right - left + 1);

export const within = ({ row, col }: Place, { rows, cols }: Size): Place => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  col: Math.max(0, Math.min(cols - 1, col)),
});

/**
 * `2:4` when the range covers columns 2 to 4 of this row. A text, so that a row knows whether it changed. One cell
 * alone is no range.
 */
export function spanIn(cursor: Cursor, row: number): string {
  const { top, bottom, left, right } = boxOf(cursor);
  return row < top || row > bottom || isSingle(cursor) ? '' : `${left}:${right}`;
}

export function isInSpan(span: string, col: number): boolean {
  if (span === '') return false;
  const [left = 0, right = 0] = span.split(':').map((part) => Number.parseInt(part, 10));
  return col >= left && col <= right;
}

/** Moving without extending starts from the active cell and gives the range up. */
export function moved(
  cursor: Cursor,
  by: { readonly rows: number; readonly cols: number; readonly isExtending: boolean },
  size: Size,
): Cursor {
  const from = by.isExtending ? cursor.head : cursor.active;
  const to = within({ row: from.row + by.rows, col: from.col + by.cols }, size);
  return by.isExtending ? { active: cursor.active, head: to } : cursorAt(to);
}

/** The next cell that can be written, row by row; null past either end. */
export function nextCell(
  { row, col }: Place,
  step: 1 | -1,
  size: Size,
  canStop: (col: number) => boolean,
): Place | null {
  let at = row * size.cols + col + step;
  for (; at >= 0 && at < size.rows * size.cols; at += step) {
    if (canStop(at % size.cols)) return { row: Math.floor(at / size.cols), col: at % size.cols };
  }
  return null;
}
