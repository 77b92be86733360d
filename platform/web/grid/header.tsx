import { Dropdown, type MenuProps } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { say } from '#platform/web/language.ts';
import { dragColumn, resizeColumn, wasDragged, widestIn } from './column-drag.ts';
import { inOrder, orderAfterMove, type Column, type ColumnState } from './column.ts';
import type { Frame } from './frame.tsx';
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
export function Header({
  frame,
  declared,
  columnState,
  onColumnState,
  sorts = [],
  onSort,
  lead,
  isLine = false,
}: HeaderProps): ReactNode {
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
  const shift = (key: string, step: 1 | -1): void => {
    const at = frame.columns.findIndex((column) => column.key === key);
    const before = step < 0 ? frame.columns[at - 1]?.key : (frame.columns[at + 2]?.key ?? null);
    if (before !== undefined) moveTo(key, before);
  };
  const onMenu =
    (column: Column): NonNullable<MenuProps['onClick']> =>
    ({ key: choice }) => {
      setMenuOf(null);
      if (choice === 'asc' || choice === 'desc') onSort?.([{ key: column.key, order: choice }]);
      if (choice === 'unsorted') onSort?.(sorts.filter((sort) => sort.key !== column.key));
      if (choice === 'left') shift(column.key, -1);
      if (choice === 'right') shift(column.key, 1);
      if (choice === 'hide') change({ shown: { ...columnState.shown, [column.key]: false } });
    };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, at: number, column: Column): void => {
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
  };
  const canMove = ({ fixed, isChrome = false }: Column): boolean =>
    onColumnState !== undefined && fixed === undefined && !isChrome;

  return (
    <div className="grid-head" role="rowgroup">
      <div className="grid-row grid-titles" role="row" aria-rowindex={1}>
        {frame.leads === 1 && (
          <div role="columnheader" aria-colindex={1} className="grid-cell grid-lead grid-fixed">
            {lead}
          </div>
        )}
        {frame.shown.map(({ column, className, style }, at) => {
          const sort = sorts.find(({ key }) => key === column.key);
          const isQuiet = isLine && column.editor === undefined;
          return (
            <div
              key={column.key}
              role="columnheader"
              aria-colindex={at + 1 + frame.leads}
              data-head={column.key}
              tabIndex={at === Math.min(tabStop, frame.shown.length - 1) ? 0 : -1}
              aria-sort={sort === undefined ? undefined : sort.order === 'asc' ? 'ascending' : 'descending'}
              style={style}
              title={column.title}
              className={`${className} ${column.isSortable === true ? 'grid-sortable' : ''} ${dropAt === column.key ? 'grid-drop' : ''} ${isQuiet ? 'grid-quiet' : ''}`}
              onClick={(event) => {
                if (column.isSortable === true && !wasDragged(event)) sortBy(column.key, event.shiftKey);
              }}
              onKeyDown={(event) => {
                onKeyDown(event, at, column);
              }}
              onContextMenu={(event) => {
                if (column.isChrome !== true && onColumnState !== undefined) {
                  event.preventDefault();
                  setMenuOf(column.key);
                }
              }}
              onPointerDown={
                canMove(column)
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
              {column.isSortable === true && (
                <span className={`grid-sort ${sort === undefined ? '' : `grid-sort-${sort.order}`}`} aria-hidden>
                  {sorts.length > 1 && sort !== undefined && <sub>{sorts.indexOf(sort) + 1}</sub>}
                </span>
              )}
              {menuOf === column.key && (
                <Dropdown
                  open
                  trigger={['click']}
                  onOpenChange={() => {
                    setMenuOf(null);
                  }}
                  menu={{ items: menuItems(column, sort, canMove(column)), onClick: onMenu(column) }}
                >
                  <span className="grid-menu-anchor" aria-label={say(gridTexts.columnMenu, { column: column.title })} />
                </Dropdown>
              )}
              {onColumnState !== undefined && column.isChrome !== true && (
                <span
                  className="grid-resize"
                  aria-hidden
                  title={say(gridTexts.resize)}
                  onClick={(event) => {
                    event.stopPropagation();
                  }}
                  onPointerDown={(event) => {
                    resizeColumn(event, frame, at, columnState, (width) => {
                      change({ widths: { ...columnState.widths, [column.key]: width } });
                    });
                  }}
                  onDoubleClick={() => {
                    change({ widths: { ...columnState.widths, [column.key]: widestIn(frame, at) } });
                  }}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
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
          { key: 'left', label: say(gridTexts.moveLeft) },
          { key: 'right', label: say(gridTexts.moveRight) },
        ]
      : []),
    { key: 'hide', label: say(gridTexts.hideColumn) },
  ];
}
