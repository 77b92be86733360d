import type { Entity } from '#platform/model/entity.ts';
import type { ImportedColumn, ImportedRow } from '#platform/model/import.ts';
import { choiceOptions } from '#platform/web/field/field-input.tsx';
import { textAt } from '#platform/web/value/row.ts';
import type { Column, Editor, Row } from '#platform/web/column/column.ts';
import { createRows, type Complaints, type Rows } from '#platform/web/grid/rows.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from './texts.ts';
import type { Mend } from './use-import.ts';

/** Rows of a file on the screen, and what was written into them since. */
export interface Sheet {
  readonly key: string;
  readonly rows: readonly ImportedRow[];
  readonly store: Rows;
}

let last = 0;
const cellKey = (at: number): string => `c${at}`;

export function sheetOf(rows: readonly ImportedRow[]): Sheet {
  const store = createRows<Row>(
    rows.map(({ row, cells }) => ({
      row: String(row),
      ...Object.fromEntries(cells.map((text, at) => [cellKey(at), text])),
    })),
    {
      keyOf: (row) => textAt(row, 'row'),
      change: (row, changes) => ({ ...row, ...changes }),
      blank: () => ({ row: '' }),
      isBlank: () => false,
      most: rows.length,
    },
  );
  store.complain(
    new Map(
      rows
        .filter(({ errors }) => Object.keys(errors).length > 0)
        .map(({ row, errors }): [string, Complaints] => [
          String(row),
          Object.fromEntries(
            Object.entries(errors).map(([at, text]) => [at === '-1' ? 'row' : cellKey(Number.parseInt(at, 10)), text]),
          ),
        ]),
    ),
  );
  return { key: String(++last), rows, store };
}

/** The row of the file, then the columns that go in. What is left out of the import is not shown. */
export function rowColumns(noun: Entity, columns: readonly ImportedColumn[], { rows }: Sheet): readonly Column[] {
  const isWrong = (at: number): boolean => rows.some(({ errors }) => errors[at] !== undefined);
  const cells = columns.flatMap(({ title, key }, at): Column[] => {
    if (key === null) return [];
    const column = cellKey(at);
    return [
      {
        key: column,
        title,
        width: Math.min(
          220,
          Math.max(90, ...rows.slice(0, 50).map(({ cells: row }) => (row[at] ?? '').length * 9 + 24)),
        ),
        render: (row) => textAt(row, column),
        textOf: (row) => textAt(row, column),
        editor: editorOf(noun, key, column),
      },
    ];
  });
  // Columns with something wrong in them first: nobody scrolls to find them.
  const order = (column: Column): number => (isWrong(Number.parseInt(column.key.slice(1), 10)) ? 0 : 1);
  const [lead, ...rest] = cells;
  return [
    {
      key: 'row',
      title: say(texts.line),
      width: 84,
      fixed: 'left',
      align: 'right',
      render: (row) => textAt(row, 'row'),
      textOf: (row) => textAt(row, 'row'),
    },
    ...(lead === undefined ? [] : [lead]),
    ...rest.toSorted((a, b) => order(a) - order(b)),
  ];
}

/** A cell takes any text: the server says what it means. */
function editorOf(noun: Entity, key: string, column: string): Editor {
  const field = noun.fields[key];
  const read: Editor['read'] = (text) => ({ changes: { [column]: text.trim() } });
  const startText: Editor['startText'] = (row) => textAt(row, column);
  if (field?.kind !== 'choice') return { kind: 'text', startText, read };
  return {
    kind: 'select',
    startText,
    read,
    options: () => choiceOptions(field.choices).map(({ label }) => ({ value: label, label })),
  };
}

export function mendsIn({ rows, store }: Sheet): {
  readonly cells: readonly Mend[];
  readonly dropped: readonly number[];
} {
  const now = new Map(store.get().map((row) => [textAt(row, 'row'), row]));
  const cells = rows.flatMap(({ row, cells: before }): Mend[] => {
    const written = now.get(String(row));
    if (written === undefined) return [];
    return Object.keys(written)
      .filter((key) => key !== 'row')
      .flatMap((key) => {
        const at = Number.parseInt(key.slice(1), 10);
        return textAt(written, key) === (before[at] ?? '') ? [] : [{ row, column: at, value: textAt(written, key) }];
      });
  });
  return { cells, dropped: rows.filter(({ row }) => !now.has(String(row))).map(({ row }) => row) };
}
