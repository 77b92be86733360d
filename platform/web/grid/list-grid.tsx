import { memo, useCallback, useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { say } from '#platform/web/language.ts';
import { texts } from '#platform/web/texts.ts';
import { Cells } from './cells.tsx';
import { blockOf, writeBlock } from './clipboard.ts';
import type { Column, ColumnState, Row, RowHeight } from './column.ts';
import { pointTo, rangeSize, restAt, steered } from './controls.ts';
import { CursorCell } from './cursor-cell.tsx';
import { boxStyle, useFrame, VirtualRows, type Frame } from './frame.tsx';
import { Header, type Sort } from './header.tsx';
import type { Command } from './keyboard.ts';
import { dragRange, isOwnThing, placeOf, tellCutOff } from './pointer.ts';
import { boxOf, cursorAt, spanIn } from './range.ts';
import { extentOf, type Selection } from './selection.ts';
import { gridTexts } from './texts.ts';
import { parentPlace, unfolded, type Branch, type Item } from './tree.ts';
import { useWatch } from './watch.ts';

interface ListGridProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly columnState?: ColumnState;
  readonly onColumnState?: ((next: ColumnState) => void) | undefined;
  readonly rowHeight?: RowHeight;
  readonly rows: readonly Branch[];
  /** Another question shows its answer from the top; the same one asked again keeps its place. */
  readonly question?: string;
  readonly keyOf: (row: Row) => string;
  /** Rows hold their children; each can be folded. */
  readonly isTree?: boolean;
  readonly selection?: Selection | undefined;
  /** A press anywhere in a row chooses it; of one kind, the choice replaces the one before. */
  readonly choice?: 'one' | 'many';
  readonly sorts?: readonly Sort[];
  readonly onSort?: ((sorts: readonly Sort[]) => void) | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** The Delete key. */
  readonly onDelete?: (() => void) | undefined;
  readonly isLoading?: boolean;
  readonly empty?: ReactNode;
  readonly totals?: ReactNode;
}

const asDeclared: ColumnState = {};

/** Rows that are read: lists, pickers, trees. */
export function ListGrid({
  label,
  columns,
  columnState = asDeclared,
  onColumnState,
  rowHeight = 32,
  rows,
  question = '',
  keyOf,
  isTree = false,
  selection,
  choice,
  sorts = [],
  onSort,
  onOpen,
  onDelete,
  isLoading = false,
  empty,
  totals,
}: ListGridProps): ReactNode {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(
    (): readonly Item[] => (isTree ? unfolded(rows, folded, keyOf) : rows.map((row) => ({ row, level: 1 }))),
    [isTree, rows, folded, keyOf],
  );
  const frame = useFrame({
    columns,
    columnState,
    rowHeight,
    count: items.length,
    leadWidth: selection === undefined ? 0 : 40,
  });
  const { box, steering, focus } = frame;
  const lastTicked = useRef(0);

  const shownQuestion = useRef(question);
  useEffect(() => {
    // A tab that is shown again runs its effects again, and must stay where it was.
    if (shownQuestion.current === question) return;
    shownQuestion.current = question;
    box.current?.scrollTo({ top: 0 });
    focus.set(restAt(cursorAt({ row: 0, col: focus.get().active.col })));
  }, [question, box, focus]);
  useEffect(() => {
    if (focus.get().active.row >= items.length)
      focus.set(restAt(cursorAt({ row: Math.max(0, items.length - 1), col: 0 })));
  }, [items, focus]);
  const fold = useCallback(
    (row: Row) => {
      setFolded((before) => {
        const next = new Set(before);
        if (!next.delete(keyOf(row))) next.add(keyOf(row));
        return next;
      });
    },
    [keyOf],
  );
  const tick = useCallback(
    (at: number, isExtending: boolean) => {
      const row = items[at]?.row;
      if (row === undefined || selection === undefined) return;
      const [from, to] = [Math.min(lastTicked.current, at), Math.max(lastTicked.current, at)];
      if (choice === 'one') selection.replace(selection.has(keyOf(row)) ? [] : [row]);
      else if (isExtending) selection.add(items.slice(from, to + 1).map((item) => item.row));
      else selection.toggle(row);
      lastTicked.current = at;
    },
    [items, selection, choice, keyOf],
  );

  const onCommand = (command: Command): boolean => {
    const { active } = focus.get();
    const item = items[active.row];
    if (command.kind === 'space') {
      tick(active.row, command.isExtending);
      return selection !== undefined;
    }
    if (command.kind === 'clear' && onDelete !== undefined) {
      onDelete();
      return true;
    }
    if (command.kind === 'enter' && item !== undefined && onOpen !== undefined) {
      onOpen(item.row);
      return true;
    }
    if (
      command.kind === 'move' &&
      command.cols !== 0 &&
      active.col === 0 &&
      !command.isExtending &&
      item !== undefined &&
      isTree
    ) {
      if (item.isFolded === command.cols > 0) {
        fold(item.row);
        return true;
      }
      const parent = parentPlace(items, active.row);
      if (command.cols < 0 && parent >= 0) {
        pointTo(steering, cursorAt({ row: parent, col: 0 }));
        return true;
      }
    }
    return steered(steering, command);
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const place = placeOf(event.target, frame.leads);
    if (choice === undefined || place === null || isOwnThing(event.target)) return;
    const { top, bottom } = boxOf(focus.get());
    if (top === bottom) tick(place.row, false);
  };
  const renderRow = useCallback(
    (at: number, top: number): ReactNode => {
      const item = items[at];
      return item === undefined ? null : (
        <ListRow
          at={at}
          top={top}
          item={item}
          rowKey={keyOf(item.row)}
          frame={frame}
          selection={selection}
          isTree={isTree}
          isRadio={choice === 'one'}
          onTick={tick}
          onFold={fold}
        />
      );
    },
    [items, frame, keyOf, selection, isTree, choice, tick, fold],
  );

  return (
    <div className="grid">
      <div className={isLoading ? 'grid-progress grid-busy' : 'grid-progress'} aria-hidden />
      <div
        ref={box}
        className="grid-box"
        role={isTree ? 'treegrid' : 'grid'}
        aria-label={label}
        aria-rowcount={items.length + 1}
        aria-colcount={frame.columns.length + frame.leads}
        aria-multiselectable={choice !== 'one'}
        aria-busy={isLoading}
        style={boxStyle(frame)}
        onMouseDown={(event) => {
          if (!isOwnThing(event.target)) dragRange(event, steering, frame.leads);
        }}
        onClick={onClick}
        onMouseOver={tellCutOff}
        onDoubleClick={(event) => {
          const place = placeOf(event.target, frame.leads);
          const row = place === null ? undefined : items[place.row]?.row;
          if (row !== undefined && !isOwnThing(event.target)) onOpen?.(row);
        }}
      >
        <Header
          frame={frame}
          declared={columns}
          columnState={columnState}
          onColumnState={onColumnState}
          sorts={sorts}
          onSort={onSort}
          lead={selection !== undefined && choice !== 'one' && <TickAll selection={selection} items={items} />}
        />
        <VirtualRows frame={frame} count={items.length} renderRow={renderRow}>
          <CursorCell
            frame={frame}
            onCommand={onCommand}
            rowAt={(at) => items[at]?.row}
            onCopy={() =>
              writeBlock(
                blockOf(
                  items.map((item) => item.row),
                  frame.columns,
                  focus.get(),
                ),
              )
            }
          />
        </VirtualRows>
        {totals}
      </div>
      {items.length === 0 && <div className="grid-empty">{empty}</div>}
      <Announcer frame={frame} selection={selection} />
    </div>
  );
}

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

const ListRow = memo(function ListRow({
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
  const isTicked = useWatch(selection ?? nothing, () => selection?.has(rowKey) === true);
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
const nothing = { get: () => null, subscribe: () => () => undefined };

/** Adds or removes the rows of this page; those of other pages stay. */
function TickAll({ selection, items }: { readonly selection: Selection; readonly items: readonly Item[] }): ReactNode {
  const rows = useMemo(() => items.map((item) => item.row), [items]);
  const extent = useWatch(selection, () => extentOf(selection, rows));
  return (
    <input
      type="checkbox"
      aria-label={say(gridTexts.tickAll)}
      checked={extent === 'all' && rows.length > 0}
      ref={(element) => {
        if (element !== null) element.indeterminate = extent === 'some';
      }}
      onChange={() => {
        if (extent === 'all') selection.drop(rows);
        else selection.add(rows);
      }}
    />
  );
}

/** Says what the eye sees: how many are ticked, how large the range is. */
export function Announcer({
  frame: { focus },
  selection,
}: {
  readonly frame: Frame;
  readonly selection?: Selection | undefined;
}): ReactNode {
  const ticked = useWatch(selection ?? nothing, () => selection?.get().length ?? 0);
  const range = useWatch(focus, (cursor) => {
    const { rows, columns, cells } = rangeSize(cursor);
    return cells > 1 ? say(gridTexts.rangeChosen, { rows, columns }) : '';
  });
  return (
    <div className="grid-announcer" aria-live="polite">
      {ticked > 0 ? say(texts.selected, { count: ticked }) : ''} {range}
    </div>
  );
}
