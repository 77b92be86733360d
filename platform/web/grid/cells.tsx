import { memo, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import type { Row } from '#platform/web/column/column.ts';
import type { ShownColumn } from './frame.tsx';
import { isInSpan } from './range.ts';
import type { Complaints } from './rows.ts';
import { gridTexts } from './texts.ts';
import type { Item } from './tree.ts';

interface CellsProps {
  readonly at: number;
  readonly row: Row;
  readonly shown: readonly ShownColumn[];
  readonly leads: number;
  /** Columns of this row that are in the range. */
  readonly span: string;
  readonly complaints?: Complaints | undefined;
  /** Cells of a document line are known by line and field, those of a list by column. */
  readonly isLine?: boolean;
  readonly item?: Item | undefined;
  readonly onFold?: ((row: Row) => void) | undefined;
}

/** The cells of one row. Apart from its tick, so that ticking does not draw them. */
export const Cells = memo(function Cells({
  at,
  row,
  shown,
  leads,
  span,
  complaints,
  isLine = false,
  item,
  onFold,
}: CellsProps): ReactNode {
  return shown.map(({ column, className, style }, col) => {
    const complaint = complaints?.[column.key];
    const isChosen = isInSpan(span, col);
    const marks = isLine
      ? { 'data-line': at, 'data-field': column.key, 'aria-readonly': column.editor === undefined }
      : { 'data-column': column.key };
    return (
      <div
        key={column.key}
        role="gridcell"
        aria-colindex={col + 1 + leads}
        style={style}
        {...marks}
        className={
          className +
          (isChosen ? ' grid-chosen' : '') +
          (complaint === undefined ? '' : ' grid-wrong') +
          (isLine && column.editor === undefined ? ' grid-read' : '')
        }
        {...(isChosen ? { 'aria-selected': true } : {})}
        {...(complaint === undefined ? {} : { 'aria-invalid': true, title: complaint })}
      >
        {col === 0 && item !== undefined && <Fold item={item} onFold={onFold} />}
        {column.render(row)}
      </div>
    );
  });
});

function Fold({
  item: { row, level, isFolded },
  onFold,
}: {
  readonly item: Item;
  readonly onFold: ((row: Row) => void) | undefined;
}): ReactNode {
  const indent = { marginLeft: (level - 1) * 18 };
  if (isFolded === undefined) return <span className="grid-leaf" style={indent} />;
  return (
    <button
      type="button"
      className={isFolded ? 'grid-fold grid-folded' : 'grid-fold'}
      style={indent}
      tabIndex={-1}
      data-verb="fold"
      aria-label={say(isFolded ? gridTexts.unfold : gridTexts.fold)}
      aria-expanded={!isFolded}
      onClick={() => {
        onFold?.(row);
      }}
    />
  );
}
