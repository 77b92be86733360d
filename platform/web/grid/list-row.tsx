import { memo, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { Cells } from './cells.tsx';
import type { Row } from '#platform/web/column/column.ts';
import type { Frame } from './frame.tsx';
import { spanIn } from './range.ts';
import type { Selection } from './selection.ts';
import { gridTexts } from './texts.ts';
import type { Item } from './tree.ts';
import { unchanging, useWatch } from './watch.ts';

interface ListRowProps {
  readonly at: number;
  readonly top: number;
  readonly item: Item;
  readonly rowKey: string;
  readonly frame: Frame;
  readonly selection: Selection | undefined;
  readonly isTree: boolean;
  readonly isRadio: boolean;
  readonly onTick: (at: number, isExtending: boolean) => void;
  readonly onFold: (row: Row) => void;
}

/** One row that is read; it watches for itself whether it is ticked or in the range. */
export const ListRow = memo(function ListRow({
  at,
  top,
  item,
  rowKey,
  frame: { shown, leads, focus },
  selection,
  isTree,
  isRadio,
  onTick,
  onFold,
}: ListRowProps): ReactNode {
  const isTicked = useWatch(selection ?? unchanging, () => selection?.has(rowKey) === true);
  const span = useWatch(focus, (cursor) => spanIn(cursor, at));
  return (
    <div
      role="row"
      aria-rowindex={at + 2}
      aria-selected={selection === undefined ? undefined : isTicked}
      data-row-key={rowKey}
      className={isTicked ? 'grid-row grid-ticked' : 'grid-row'}
      style={{ top }}
      {...(isTree
        ? { 'aria-level': item.level, 'aria-expanded': item.isFolded === undefined ? undefined : !item.isFolded }
        : {})}
    >
      {selection !== undefined && (
        <div role="gridcell" aria-colindex={1} className="grid-cell grid-lead grid-fixed grid-chrome">
          <input
            type={isRadio ? 'radio' : 'checkbox'}
            tabIndex={-1}
            checked={isTicked}
            aria-label={say(gridTexts.tickRow, { row: at + 1 })}
            onChange={quiet}
            onClick={(event) => {
              onTick(at, event.shiftKey);
            }}
          />
        </div>
      )}
      <Cells
        at={at}
        row={item.row}
        shown={shown}
        leads={leads}
        span={span}
        item={isTree ? item : undefined}
        onFold={onFold}
      />
    </div>
  );
});

const quiet = (): void => undefined;
