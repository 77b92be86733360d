import type { Column, Row } from '#platform/web/column/column.ts';
import { boxOf, type Cursor } from './range.ts';
import type { Edit } from './rows.ts';

export type Block = readonly (readonly string[])[];

/** Cells of a spreadsheet: tabs between them, line ends between rows, quotes around a cell that holds either. */
export function readBlock(text: string): Block {
  const tidy = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (!tidy.includes('"')) return tidy.split('\n').map((line) => line.split('\t'));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < tidy.length; at += 1) {
    const letter = tidy[at] ?? '';
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (tidy[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === '\t') {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else cell += letter;
  }
  return [...rows, [...row, cell]];
}

export const writeBlock = (block: Block): string => block.map((row) => row.map(quote).join('\t')).join('\n');
const quote = (cell: string): string => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The cells of the range, as they are read. */
export function blockOf(rows: readonly Row[], columns: readonly Column[], cursor: Cursor): Block {
  const { top, bottom, left, right } = boxOf(cursor);
  return rows.slice(top, bottom + 1).map((row) => columns.slice(left, right + 1).map((column) => column.textOf(row)));
}

export interface Rejected {
  readonly row: number;
  readonly key: string;
  readonly text: string;
  readonly complaint: string;
}
export interface Pasted {
  readonly edits: readonly Edit[];
  readonly rejected: readonly Rejected[];
  readonly lookups: readonly Lookup[];
}
/** A reference that still has to be looked up. */
export interface Lookup {
  readonly at: number;
  readonly column: Column;
  readonly text: string;
}

/**
 * A block lands at the top left of the range. One cell, or a block that fits the range evenly, fills the range.
 * What a column cannot hold is left out and reported; columns that are only read are passed over.
 */
export function pasted(block: Block, columns: readonly Column[], cursor: Cursor, roomForRows: number): Pasted {
  const { top, bottom, left, right } = boxOf(cursor);
  const height = block.length;
  const width = Math.max(0, ...block.map((row) => row.length));
  const tall = repeated(bottom - top + 1, height);
  const wide = repeated(right - left + 1, width);
  const edits: Edit[] = [];
  const rejected: Rejected[] = [];
  const lookups: Lookup[] = [];
  for (let down = 0; down < tall; down += 1) {
    for (let across = 0; across < wide; across += 1) {
      const column = columns[left + across];
      const text = block[down % height]?.[across % width];
      if (column?.editor === undefined || text === undefined) continue;
      const at = top + down;
      if (at >= roomForRows) {
        rejected.push({ row: at, key: column.key, text, complaint: '' });
        continue;
      }
      const { changes, complaint } = column.editor.read(text);
      if (complaint !== undefined || changes === undefined) {
        rejected.push({ row: at, key: column.key, text, complaint: complaint ?? '' });
        continue;
      }
      edits.push({ at, changes });
      if (column.editor.resolve !== undefined && text.trim() !== '') lookups.push({ at, column, text: text.trim() });
    }
  }
  return { edits, rejected, lookups };
}

const repeated = (room: number, size: number): number => (size > 0 && room % size === 0 ? room : size);

/** Each column takes the value of the first row of the range, or of the row above when only one row is chosen. */
export function filledDown(rows: readonly Row[], columns: readonly Column[], cursor: Cursor): readonly Edit[] {
  const { top, bottom, left, right } = boxOf(cursor);
  const from = top === bottom ? top - 1 : top;
  const source = rows[from];
  if (source === undefined) return [];
  return columns.slice(left, right + 1).flatMap(({ editor }) => {
    const changes = editor?.copied?.(source) ?? editor?.read(editor.startText(source)).changes;
    return changes === undefined
      ? []
      : Array.from({ length: bottom - from }, (_each, down) => ({ at: from + 1 + down, changes }));
  });
}

export function cleared(columns: readonly Column[], cursor: Cursor): readonly Edit[] {
  const { top, bottom, left, right } = boxOf(cursor);
  return columns.slice(left, right + 1).flatMap(({ editor }) => {
    const changes = editor?.read('').changes;
    return changes === undefined
      ? []
      : Array.from({ length: bottom - top + 1 }, (_each, down) => ({ at: top + down, changes }));
  });
}
