import { Dropdown, type MenuProps } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { dragColumn, resizeColumn, wasDragged, widestIn } from './column-drag.ts';
import { inOrder, orderAfterMove, type Column, type ColumnState } from '#platform/web/column/column.ts';
import { columnTexts } from '#platform/web/column/texts.ts';
import type { Frame, ShownColumn } from './frame.tsx';
import { gridTexts } from './texts.ts';

export interface Sort {
  readonly key: string;
  readonly order: 'asc' | 'desc';
}
interface HeaderProps {
  readonly frame: Frame;
  /** All columns, with those that are hidden. */
  readonly declared: readonly Column[];
  readonly columnState: ColumnState;
  readonly onColumnState?: ((next: ColumnState) => void) | undefined;
  readonly sorts?: readonly Sort[];
  /** With `isAdding` the others stay. */
  readonly onSort?: ((sorts: readonly Sort[]) => void) | undefined;
  readonly lead?: ReactNode;
  /** Where what can be written stands out from what is only read. */
  readonly isLine?: boolean;
}

/** Titles: click sorts, drag moves, the right edge resizes, the arrow or a right click opens the menu. */
export function Header(props: HeaderProps): ReactNode {
  const { frame, lead } = props;
  const heading = useHeading(props);
  return (
    <div className="grid-head" role="rowgroup">
      <div className="grid-row grid-titles" role="row" aria-rowindex={1}>
        {frame.leads === 1 && (
          <div role="columnheader" aria-colindex={1} className="grid-cell grid-lead grid-fixed">
            {lead}
          </div>
        )}
        {frame.shown.map((shown, at) => (
          <Title key={shown.column.key} shown={shown} at={at} heading={heading} />
        ))}
      </div>
    </div>
  );
}

/** What the titles of one grid share. */
interface Heading {
  readonly frame: Frame;
  readonly columnState: ColumnState;
  readonly sorts: readonly Sort[];
  readonly isLine: boolean;
  /** Whether columns can be resized, moved and hidden. */
  readonly canArrange: boolean;
  readonly menuOf: string | null;
  readonly setMenuOf: (key: string | null) => void;
  readonly dropAt: string | null;
  readonly setDropAt: (key: string | null) => void;
  readonly tabStop: number;
  readonly setTabStop: (at: number) => void;
  readonly onSort: HeaderProps['onSort'];
  readonly sortBy: (key: string, isAdding: boolean) => void;
  readonly change: (next: ColumnState) => void;
  readonly moveTo: (key: string, before: string | null) => void;
}

function useHeading({
  frame,
  declared,
  columnState,
  onColumnState,
  sorts = [],
  onSort,
  isLine = false,
}: HeaderProps): Heading {
  const [menuOf, setMenuOf] = useState<string | null>(null);
  const [dropAt, setDropAt] = useState<string | null>(null);
  const [tabStop, setTabStop] = useState(0);
  const change = (next: ColumnState): void => {
    onColumnState?.({ ...columnState, ...next });
  };
  const sortBy = (key: string, isAdding: boolean): void => {
    const now = sorts.find((sort) => sort.key === key)?.order;
    const next =
      now === undefined ? [{ key, order: 'asc' as const }] : now === 'asc' ? [{ key, order: 'desc' as const }] : [];
    onSort?.(isAdding ? [...sorts.filter((sort) => sort.key !== key), ...next] : next);
  };
  const moveTo = (key: string, before: string | null): void => {
    change({ order: orderAfterMove(inOrder(declared, columnState), key, before) });
  };
  return {
    frame,
    columnState,
    sorts,
    isLine,
    canArrange: onColumnState !== undefined,
    menuOf,
    setMenuOf,
    dropAt,
    setDropAt,
    tabStop,
    setTabStop,
    onSort,
    sortBy,
    change,
    moveTo,
  };
}

interface TitleProps {
  readonly shown: ShownColumn;
  readonly at: number;
  readonly heading: Heading;
}
function Title({ shown: { column, className, style }, at, heading }: TitleProps): ReactNode {
  const { frame, sorts, isLine, canArrange, menuOf, setMenuOf, dropAt, setDropAt, tabStop, sortBy, moveTo } = heading;
  const sort = sorts.find(({ key }) => key === column.key);
  const isQuiet = isLine && column.editor === undefined;
  return (
    <div
      role="columnheader"
      aria-colindex={at + 1 + frame.leads}
      data-head={column.key}
      tabIndex={at === Math.min(tabStop, frame.shown.length - 1) ? 0 : -1}
      aria-sort={sort === undefined ? undefined : sort.order === 'asc' ? 'ascending' : 'descending'}
      style={style}
      title={column.title}
      className={[
        className,
        column.isSortable === true ? 'grid-sortable' : '',
        dropAt === column.key ? 'grid-drop' : '',
        isQuiet ? 'grid-quiet' : '',
      ].join(' ')}
      onClick={(event) => {
        if (column.isSortable === true && !wasDragged(event)) sortBy(column.key, event.shiftKey);
      }}
      onKeyDown={(event) => {
        takeKey(event, at, { heading, column });
      }}
      onContextMenu={(event) => {
        if (column.isChrome !== true && canArrange) {
          event.preventDefault();
          setMenuOf(column.key);
        }
      }}
      onPointerDown={
        canMove(heading, column)
          ? (event) => {
              dragColumn(event, {
                onOver: setDropAt,
                onDrop: (before) => {
                  moveTo(column.key, before);
                },
              });
            }
          : undefined
      }
    >
      {column.isRequired === true && (
        <span className="grid-required" aria-hidden>
          *
        </span>
      )}
      <span className="grid-title">{column.title}</span>
      {column.isSortable === true && <SortMark sort={sort} sorts={sorts} />}
      {menuOf === column.key && <TitleMenu column={column} sort={sort} heading={heading} />}
      {canArrange && column.isChrome !== true && <ResizeEdge column={column} at={at} heading={heading} />}
    </div>
  );
}

const canMove = ({ canArrange }: Heading, { fixed, isChrome = false }: Column): boolean =>
  canArrange && fixed === undefined && !isChrome;

function takeKey(
  event: KeyboardEvent<HTMLElement>,
  at: number,
  { heading, column }: { readonly heading: Heading; readonly column: Column },
): void {
  const { frame, setTabStop, setMenuOf, sortBy } = heading;
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step !== 0) {
    const next = Math.max(0, Math.min(frame.shown.length - 1, at + step));
    setTabStop(next);
    event.currentTarget.parentElement
      ?.querySelector<HTMLElement>(`[aria-colindex="${next + 1 + frame.leads}"]`)
      ?.focus();
  } else if (event.altKey && event.key === 'ArrowDown') setMenuOf(column.key);
  else if ((event.key === 'Enter' || event.key === ' ') && column.isSortable === true)
    sortBy(column.key, event.shiftKey);
  else return;
  event.preventDefault();
}

function SortMark({ sort, sorts }: { readonly sort: Sort | undefined; readonly sorts: readonly Sort[] }): ReactNode {
  return (
    <span className={`grid-sort ${sort === undefined ? '' : `grid-sort-${sort.order}`}`} aria-hidden>
      {sorts.length > 1 && sort !== undefined && <sub>{sorts.indexOf(sort) + 1}</sub>}
    </span>
  );
}

interface TitleMenuProps {
  readonly column: Column;
  readonly sort: Sort | undefined;
  readonly heading: Heading;
}
function TitleMenu({ column, sort, heading }: TitleMenuProps): ReactNode {
  const { frame, columnState, sorts, setMenuOf, onSort, change, moveTo } = heading;
  const shift = (step: 1 | -1): void => {
    const at = frame.columns.findIndex(({ key }) => key === column.key);
    const before = step < 0 ? frame.columns[at - 1]?.key : (frame.columns[at + 2]?.key ?? null);
    if (before !== undefined) moveTo(column.key, before);
  };
  const choose = (choice: string): void => {
    setMenuOf(null);
    if (choice === 'asc' || choice === 'desc') onSort?.([{ key: column.key, order: choice }]);
    if (choice === 'unsorted') onSort?.(sorts.filter(({ key }) => key !== column.key));
    if (choice === 'left') shift(-1);
    if (choice === 'right') shift(1);
    if (choice === 'hide') change({ shown: { ...columnState.shown, [column.key]: false } });
  };
  return (
    <Dropdown
      open
      trigger={['click']}
      onOpenChange={() => {
        setMenuOf(null);
      }}
      menu={{
        items: menuItems(column, sort, canMove(heading, column)),
        onClick: ({ key }) => {
          choose(key);
        },
      }}
    >
      <span className="grid-menu-anchor" aria-label={say(gridTexts.columnMenu, { column: column.title })} />
    </Dropdown>
  );
}

interface ResizeEdgeProps {
  readonly column: Column;
  readonly at: number;
  readonly heading: Heading;
}
function ResizeEdge({ column, at, heading: { frame, columnState, change } }: ResizeEdgeProps): ReactNode {
  const setWidth = (width: number): void => {
    change({ widths: { ...columnState.widths, [column.key]: width } });
  };
  return (
    <span
      className="grid-resize"
      aria-hidden
      title={say(gridTexts.resize)}
      onClick={(event) => {
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        resizeColumn(event, frame, at, columnState, setWidth);
      }}
      onDoubleClick={() => {
        setWidth(widestIn(frame, at));
      }}
    />
  );
}

function menuItems(
  { isSortable = false }: Column,
  sort: Sort | undefined,
  canMove: boolean,
): NonNullable<MenuProps['items']> {
  return [
    ...(isSortable
      ? [
          { key: 'asc', label: say(gridTexts.ascending) },
          { key: 'desc', label: say(gridTexts.descending) },
        ]
      : []),
    ...(sort === undefined ? [] : [{ key: 'unsorted', label: say(gridTexts.unsorted) }]),
    ...(canMove
      ? [
          { key: 'left', label: say(columnTexts.moveLeft) },
          { key: 'right', label: say(columnTexts.moveRight) },
        ]
      : []),
    { key: 'hide', label: say(gridTexts.hideColumn) },
  ];
}
