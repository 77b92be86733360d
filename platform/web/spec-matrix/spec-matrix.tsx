import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { quantity } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { isDecimal, measureText, typedDecimal } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { textWidth } from '#platform/web/value/width.ts';
import type { Column } from '#platform/web/column/column.ts';
import { LineGrid, type LineGridHandle } from '#platform/web/grid/line-grid.tsx';
import type { Rows } from '#platform/web/grid/rows.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { say } from '#platform/web/text/language.ts';
import { columnSums, sumOf, type MatrixRow } from './matrix-rows.ts';
import './spec-matrix.css';

export interface MatrixColumn {
  readonly key: string;
  readonly title: string;
}

interface SpecMatrixProps {
  readonly label: string;
  readonly rows: Rows<MatrixRow>;
  /** What a row is: shown, not written. */
  readonly titles: readonly (MatrixColumn & { readonly width: number })[];
  readonly columns: readonly MatrixColumn[];
  /** The cursor stands in its first cell as soon as it is shown. */
  readonly isFocused?: boolean;
}

const sum: Label = ['合计', '合計', 'Total'];
const measure = quantity(sum);
const shown = (text: string): string => (isDecimal(text) ? measureText(text, measure) : text);

/** Quantities by two traits, written like a spreadsheet; each row and column is summed. */
export function SpecMatrix({ label, rows, titles, columns, isFocused = false }: SpecMatrixProps): ReactNode {
  const grid = useRef<LineGridHandle>(null);
  const first = columns[0]?.key;
  useEffect(() => {
    if (isFocused && first !== undefined) grid.current?.focusCell(0, first);
  }, [isFocused, first]);
  const all = useMemo(
    (): readonly Column[] => [...titles.map(titleColumn), ...columns.map(quantityColumn), sumColumn()],
    [titles, columns],
  );
  const totalsOf = useMemo(
    () =>
      (store: Rows): Readonly<Record<string, string>> => {
        const { sums, total } = columnSums(
          store.get() as readonly MatrixRow[],
          columns.map(({ key }) => key),
        );
        return {
          ...Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, shown(value)])),
          $sum: shown(total),
          ...(titles[0] === undefined ? {} : { [titles[0].key]: say(sum) }),
        };
      },
    [columns, titles],
  );
  return (
    <div className="spec-matrix" data-testid="spec-matrix">
      <LineGrid label={label} rows={rows} columns={all} rowHeight={28} totalsOf={totalsOf} handle={grid} />
    </div>
  );
}

const titleColumn = ({ key, title, width }: SpecMatrixProps['titles'][number], at: number): Column => ({
  key,
  title,
  width,
  ...(at === 0 ? { fixed: 'left' as const } : {}),
  textOf: (row) => textAt(row, key),
  render: (row) => textAt(row, key),
});

const quantityColumn = ({ key, title }: MatrixColumn): Column => ({
  key,
  title,
  width: Math.max(54, textWidth(title) + 24),
  align: 'right',
  textOf: (row) => textAt(row, key),
  render: (row) =>
    isOffered(row, key) ? (
      shown(textAt(row, key))
    ) : (
      <span className="matrix-none" aria-label="–">
        –
      </span>
    ),
  editor: { kind: 'number', startText: (row) => textAt(row, key), read: (text) => readQuantity(key, text) },
});

const sumColumn = (): Column => ({
  key: '$sum',
  title: say(sum),
  width: 70,
  align: 'right',
  fixed: 'right',
  textOf: (row) => sumOf(row as MatrixRow),
  render: (row) => <strong>{shown(sumOf(row as MatrixRow))}</strong>,
});

const isOffered = (row: Row, key: string): boolean => (row as MatrixRow).offered.has(key);

function readQuantity(key: string, text: string): { changes: Row; complaint?: string } {
  const typed = typedDecimal(text);
  if (typed === '') return { changes: { [key]: null } };
  return isDecimal(typed)
    ? { changes: { [key]: typed } }
    : { changes: { [key]: text.trim() }, complaint: say(gridTexts.badNumber) };
}
