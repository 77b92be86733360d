import { useVirtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import {
  arranged,
  layOut,
  type Column,
  type ColumnState,
  type Layout,
  type RowHeight,
} from '#platform/web/column/column.ts';
import { firstCell, isReachable, type Focus, type Steering } from './controls.ts';
import { createValue, type Value } from './watch.ts';
import './grid.css';

/** A column as it is drawn: everything that is the same in each of its cells is made once. */
export interface ShownColumn {
  readonly column: Column;
  readonly className: string;
  readonly style: CSSProperties | undefined;
}

/** What the parts of one grid share. */
export interface Frame {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly columns: readonly Column[];
  readonly shown: readonly ShownColumn[];
  readonly layout: Layout;
  readonly rowHeight: RowHeight;
  /** Columns before the first of data: the tick or the number of the row. */
  readonly leads: 0 | 1;
  readonly focus: Value<Focus>;
  readonly steering: Steering;
}

export interface FrameFacts {
  readonly columns: readonly Column[];
  readonly columnState: ColumnState;
  readonly rowHeight: RowHeight;
  readonly count: number;
  readonly leadWidth: number;
}

export const headHeight = 34;
const none: CSSProperties | undefined = undefined;

export function useFrame({ columns: declared, columnState, rowHeight, count, leadWidth }: FrameFacts): Frame {
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [focus] = useState(() => createValue<Focus>(firstCell));
  const columns = useMemo(() => arranged(declared, columnState), [declared, columnState]);
  const layout = useMemo(() => layOut(columns, columnState, leadWidth), [columns, columnState, leadWidth]);
  const leads = leadWidth > 0 ? 1 : 0;
  const shown = useMemo(() => {
    const lastLeft = columns.findLast(({ fixed }) => fixed === 'left');
    const firstRight = columns.find(({ fixed }) => fixed === 'right');
    return columns.map((column): ShownColumn => ({
      column,
      className: [
        'grid-cell',
        ...(column.align === undefined ? [] : [`grid-${column.align}`]),
        ...(column.fixed === undefined ? [] : ['grid-fixed']),
        ...(column.isChrome === true ? ['grid-chrome'] : []),
        ...(column === lastLeft ? ['grid-edge-left'] : []),
        ...(column === firstRight ? ['grid-edge-right'] : []),
      ].join(' '),
      style: layout.sticky.get(column.key) ?? none,
    }));
  }, [columns, layout]);

  const latest = useRef({ layout, columns, count, rowHeight, leads });
  useLayoutEffect(() => {
    const before = latest.current.columns;
    latest.current = { layout, columns, count, rowHeight, leads };
    if (before !== columns) focus.set(carried(focus.get(), before, columns));
  });
  const steering = useMemo(
    (): Steering => ({
      focus,
      size: () => ({
        rows: Math.max(latest.current.count, 1),
        cols: Math.max(1, latest.current.columns.filter(isReachable).length),
      }),
      pageRows: () =>
        Math.max(1, Math.floor(((box.current?.clientHeight ?? 0) - 2 * headHeight) / latest.current.rowHeight)),
      reveal: (place) => {
        if (box.current !== null) reveal(box.current, place, latest.current);
      },
      takeFocus: () => {
        input.current?.focus({ preventScroll: true });
      },
    }),
    [focus],
  );
  return useMemo(
    () => ({ box, input, columns, shown, layout, rowHeight, leads, focus, steering }),
    [columns, shown, layout, rowHeight, leads, focus, steering],
  );
}

/**
 * Columns that come or go shift those behind them: the cursor stays on its own, and what is typed goes on being typed
 * there. On a column that is gone it stands where it stood.
 */
function carried(cursor: Focus, before: readonly Column[], now: readonly Column[]): Focus {
  const col = (at: number): number => {
    const found = now.findIndex(({ key }) => key === before[at]?.key);
    return found < 0 ? Math.min(at, Math.max(0, now.length - 1)) : found;
  };
  const { active, head } = cursor;
  const next = { active: { ...active, col: col(active.col) }, head: { ...head, col: col(head.col) } };
  return next.active.col === active.col && next.head.col === head.col ? cursor : { ...cursor, ...next };
}

/** The browser does not know that a fixed column or the header covers a cell. */
function reveal(
  box: HTMLElement,
  { row, col }: { readonly row: number; readonly col: number },
  {
    layout,
    columns,
    rowHeight,
    leads,
  }: {
    readonly layout: Layout;
    readonly columns: readonly Column[];
    readonly rowHeight: number;
    readonly leads: number;
  },
): void {
  const top = row * rowHeight;
  const foot = box.querySelector('.grid-totals') === null ? 0 : headHeight;
  const room = box.clientHeight - headHeight - foot;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + rowHeight > box.scrollTop + room) box.scrollTop = top + rowHeight - room;
  const cell = box.querySelector<HTMLElement>(`[role="columnheader"][aria-colindex="${col + 1 + leads}"]`);
  if (cell === null || columns[col]?.fixed !== undefined) return;
  const left = cell.offsetLeft;
  if (left - layout.leftWidth < box.scrollLeft) box.scrollLeft = left - layout.leftWidth;
  else if (left + cell.offsetWidth > box.scrollLeft + box.clientWidth - layout.rightWidth)
    box.scrollLeft = left + cell.offsetWidth - box.clientWidth + layout.rightWidth;
}

interface VirtualRowsProps {
  readonly frame: Frame;
  readonly count: number;
  readonly renderRow: (at: number, top: number) => ReactNode;
  readonly children?: ReactNode;
}

const spare = 5;
/** Only the rows in sight exist. Rows that leave are used again for those that come, which is cheaper than new ones. */
export function VirtualRows({ frame: { box, rowHeight }, count, renderRow, children }: VirtualRowsProps): ReactNode {
  // oxlint-disable-next-line react/incompatible-library -- there is no compiler that could memoise what it answers
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
    overscan: spare,
    useFlushSync: false,
    // Before the first measurement: rows are drawn at once, but not more than a small window holds.
    initialRect: { width: 0, height: 9 * rowHeight },
  });
  useLayoutEffect(() => {
    virtual.measure();
  }, [virtual, rowHeight]);
  const items = virtual.getVirtualItems();
  const seats = Math.ceil((virtual.scrollRect?.height ?? 0) / rowHeight) + 2 * spare + 3;
  return (
    <div className="grid-canvas" role="rowgroup" style={{ height: count * rowHeight }}>
      {items.map(({ index }) =>
        index < count ? <Fragment key={index % seats}>{renderRow(index, index * rowHeight)}</Fragment> : null,
      )}
      {children}
    </div>
  );
}

/** The style of the scrolling box: its tracks are a variable, so that resizing a column draws no row again. */
export const boxStyle = ({ layout, rowHeight }: Frame): CSSProperties =>
  ({
    '--grid-columns': layout.template,
    '--grid-width': `${layout.width}px`,
    '--row-height': `${rowHeight}px`,
  }) as CSSProperties;
