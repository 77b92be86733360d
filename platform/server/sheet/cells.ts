import { trimmed, truth } from '#platform/server/db/batch.ts';
import type { Columns } from '#platform/server/db/columns.ts';
import { RawRows } from '#platform/server/db/raw.ts';
import type { Cell, ExportColumn, MarkedCell } from './cell.ts';
import { sign } from './byte-writer.ts';

/**
 * The cells of one row after the other, each a stretch of bytes in UTF-8; null is an empty stretch. Writers copy the
 * bytes and make strings of those few cells that need care: strings cost more than all the rest of an export.
 */
export interface CellRows {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly isMarked: boolean;
  /** To the next row; false when there is none. */
  next(): boolean;
  /** To a cell of this row. */
  seek(column: number): void;
}

export type Batch = CellRows | readonly (readonly (Cell | MarkedCell)[])[];
export const rowsIn = (batch: Batch): CellRows => ('seek' in batch ? batch : new TextRows(batch));

class TextRows implements CellRows {
  bytes: Buffer = nothing;
  readonly start = 0;
  end = 0;
  isMarked = false;
  private readonly rows: readonly (readonly (Cell | MarkedCell)[])[];
  private at = -1;

  constructor(rows: readonly (readonly (Cell | MarkedCell)[])[]) {
    this.rows = rows;
  }

  next(): boolean {
    this.at += 1;
    return this.at < this.rows.length;
  }

  seek(column: number): void {
    const cell = this.rows[this.at]?.[column] ?? '';
    this.isMarked = typeof cell === 'object';
    this.bytes = Buffer.from(String(typeof cell === 'object' ? cell.marked : cell));
    this.end = this.bytes.length;
  }
}

/** Where a column's value stands in the rows, and what makes a cell of it. */
interface Source {
  readonly at: number;
  readonly isDecimal: boolean;
  /** For types whose text is not yet what a cell shows. */
  readonly shown: ((text: string) => string) | null;
  readonly names: ReadonlyMap<string | number, Buffer> | null;
}

/** The rows of one piece after another as the database sent them. */
export class WireRows implements CellRows {
  bytes: Buffer = nothing;
  start = 0;
  end = 0;
  readonly isMarked = false;
  private readonly columns: readonly ExportColumn[];
  private sources: readonly Source[] = [];
  private starts = new Int32Array(0);
  private ends = new Int32Array(0);
  private rows: RawRows = new RawRows();
  private at = 0;

  constructor(columns: readonly ExportColumn[]) {
    this.columns = columns;
  }

  over(rows: RawRows): this {
    const { columns } = rows;
    if (columns !== null && this.starts.length === 0) {
      this.sources = this.columns.map((column) => sourceOf(column, columns));
      // One more, always empty, for a column that the rows do not have.
      [this.starts, this.ends] = [new Int32Array(columns.names.length + 1), new Int32Array(columns.names.length + 1)];
    }
    [this.rows, this.at] = [rows, 0];
    return this;
  }

  next(): boolean {
    const {
      starts,
      ends,
      rows: { bytes, end },
    } = this;
    if (this.at === end) return false;
    // Type, length of the message, number of fields; each field is its length and its bytes, or -1.
    let at = this.at + 7;
    for (let field = 0; field < starts.length - 1; field += 1) {
      const length =
        ((bytes[at] as number) << 24) |
        ((bytes[at + 1] as number) << 16) |
        ((bytes[at + 2] as number) << 8) |
        (bytes[at + 3] as number);
      at += 4;
      starts[field] = at;
      if (length > 0) at += length;
      ends[field] = at;
    }
    this.at = at;
    return true;
  }

  seek(column: number): void {
    const { at, isDecimal, shown, names } = this.sources[column] as Source;
    this.bytes = this.rows.bytes;
    this.start = this.starts[at] as number;
    this.end = this.ends[at] as number;
    if (this.start === this.end) return;
    if (isDecimal) this.end = trimmedEnd(this.bytes, this.start, this.end);
    else if (names !== null) this.become(names.get(codeIn(this.bytes, this.start, this.end)));
    else if (shown !== null) this.become(Buffer.from(shown(this.bytes.toString('utf8', this.start, this.end))));
  }

  private become(bytes: Buffer | undefined): void {
    if (bytes === undefined) return;
    this.bytes = bytes;
    this.start = 0;
    this.end = bytes.length;
  }
}

function sourceOf({ key, names }: ExportColumn, { names: keys, decoders }: Columns): Source {
  const found = keys.indexOf(key);
  const decode = decoders[found] ?? null;
  const words = decode === truth ? { t: names?.['true'] ?? 'true', f: names?.['false'] ?? 'false' } : names;
  return {
    at: found < 0 ? keys.length : found,
    isDecimal: decode === trimmed,
    names:
      words === undefined || decode === Number
        ? null
        : new Map(
            Object.entries(words).map(([code, name]) => [
              codeIn(Buffer.from(code), 0, Buffer.byteLength(code)),
              Buffer.from(name),
            ]),
          ),
    shown: decode === null || decode === Number ? null : (text) => shownAs(decode(text)),
  };
}

/** What a code is looked up by: most have one or two letters, and a number is found without making a string. */
const codeIn = (bytes: Buffer, start: number, end: number): string | number =>
  end - start === 1
    ? (bytes[start] as number)
    : end - start === 2
      ? ((bytes[start] as number) << 8) | (bytes[start + 1] as number)
      : bytes.toString('utf8', start, end);

const shownAs = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** 12.5000 is 12.5, 5.0000 is 5, 500 is 500. */
function trimmedEnd(bytes: Buffer, start: number, end: number): number {
  let last = end;
  while (last > start && bytes[last - 1] === sign.zero) last -= 1;
  if (last === end) return end;
  if (bytes[last - 1] === sign.point) return last - 1;
  for (let at = start; at < last; at += 1) if (bytes[at] === sign.point) return last;
  return end;
}

const nothing = Buffer.alloc(0);
