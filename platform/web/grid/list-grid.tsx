import { useCallback, useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { blockOf, writeBlock } from './clipboard.ts';
import type { Column, ColumnState, Row, RowHeight } from '#platform/web/column/column.ts';
import { pointTo, rangeSize, restAt, steered } from './controls.ts';
import { CursorCell } from './cursor-cell.tsx';
import { boxStyle, useFrame, VirtualRows, type Frame } from './frame.tsx';
import { Header, type Sort } from './header.tsx';
import type { Command } from './keyboard.ts';
import { ListRow } from './list-row.tsx';
import { dragRange, isOwnThing, placeOf, tellCutOff } from './pointer.ts';
import { boxOf, cursorAt } from './range.ts';
import { extentOf, type Selection } from './selection.ts';
import { gridTexts } from './texts.ts';
import { parentPlace, unfolded, type Branch, type Item } from './tree.ts';
import { unchanging, useWatch } from './watch.ts';

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
  readonly choice?: 'one' | 'many' | undefined;
  readonly sorts?: readonly Sort[];
  readonly onSort?: ((sorts: readonly Sort[]) => void) | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** The Delete key. */
  readonly onDelete?: (() => void) | undefined;
  /** What the space bar does, where it does not tick; X ticks in any case. */
  readonly onSpace?: (() => void) | undefined;
  /** Told of the row that has the cursor; nothing is drawn for it. */
  readonly onFocusRow?: ((row: Row | undefined) => void) | undefined;
  readonly isLoading?: boolean;
  readonly empty?: ReactNode;
  readonly totals?: ReactNode;
}

const asDeclared: ColumnState = {};

/** Rows that are read: lists, pickers, trees. */
export function ListGrid(props: ListGridProps): ReactNode {
  const { columns, columnState = asDeclared, rowHeight = 32, rows, question = '', keyOf } = props;
  const { isTree = false, selection, choice, onOpen, onDelete, onSpace, isLoading = false, empty } = props;
  const { items, fold } = useFolding(rows, isTree, keyOf);
  const frame = useFrame({
    columns,
    columnState,
    rowHeight,
    count: items.length,
    leadWidth: selection === undefined ? 0 : 40,
  });
  useCursorWithin(frame, items, question);
  useFocusTold(frame, items, props.onFocusRow);
  const tick = useTicking(items, keyOf, { selection, choice });
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
  const list: ShownList = { items, frame, isTree, selection, choice, tick, fold, onOpen, onDelete, onSpace };
  return (
    <div className="grid">
      <div className={isLoading ? 'grid-progress grid-busy' : 'grid-progress'} aria-hidden />
      <ListBox {...props} columnState={columnState} list={list} renderRow={renderRow} />
      {items.length === 0 && <div className="grid-empty">{empty}</div>}
      <Announcer frame={frame} selection={selection} />
    </div>
  );
}

interface Folding {
  readonly items: readonly Item[];
  readonly fold: (row: Row) => void;
}
function useFolding(rows: readonly Branch[], isTree: boolean, keyOf: ListGridProps['keyOf']): Folding {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(
    (): readonly Item[] => (isTree ? unfolded(rows, folded, keyOf) : rows.map((row) => ({ row, level: 1 }))),
    [isTree, rows, folded, keyOf],
  );
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
  return { items, fold };
}

/** The cursor stands on a row that is there; another question begins at the top. */
function useCursorWithin({ box, focus }: Frame, items: readonly Item[], question: string): void {
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
}

function useFocusTold({ focus }: Frame, items: readonly Item[], onFocusRow: ListGridProps['onFocusRow']): void {
  useEffect(() => {
    if (onFocusRow === undefined) return undefined;
    const tell = (): void => {
      onFocusRow(items[focus.get().active.row]?.row);
    };
    tell();
    return focus.subscribe(tell);
  }, [focus, items, onFocusRow]);
}

type Tick = (at: number, isExtending: boolean) => void;
function useTicking(
  items: readonly Item[],
  keyOf: ListGridProps['keyOf'],
  { selection, choice }: Pick<ListGridProps, 'selection' | 'choice'>,
): Tick {
  const lastTicked = useRef(0);
  return useCallback(
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
}

/** The rows on screen and what can be done to them. */
interface ShownList extends Pick<ListGridProps, 'selection' | 'choice' | 'onOpen' | 'onDelete' | 'onSpace'> {
  readonly items: readonly Item[];
  readonly frame: Frame;
  readonly isTree: boolean;
  readonly tick: Tick;
  readonly fold: (row: Row) => void;
}

interface ListBoxProps extends ListGridProps {
  readonly columnState: ColumnState;
  readonly list: ShownList;
  readonly renderRow: (at: number, top: number) => ReactNode;
}
/** What scrolls: titles, rows, the cursor over them, totals. */
function ListBox(props: ListBoxProps): ReactNode {
  const { label, columns, columnState, onColumnState, sorts = [], onSort, isLoading = false, totals } = props;
  const { list, renderRow } = props;
  const { items, frame, isTree, selection, choice, onOpen } = list;
  const { box, steering, leads } = frame;
  return (
    <div
      ref={box}
      className="grid-box"
      role={isTree ? 'treegrid' : 'grid'}
      aria-label={label}
      aria-rowcount={items.length + 1}
      aria-colcount={frame.columns.length + leads}
      aria-multiselectable={choice !== 'one'}
      aria-busy={isLoading}
      style={boxStyle(frame)}
      onMouseDown={(event) => {
        if (!isOwnThing(event.target)) dragRange(event, steering, leads);
      }}
      onClick={(event) => {
        chooseAt(event, list);
      }}
      onMouseOver={tellCutOff}
      onDoubleClick={(event) => {
        const place = placeOf(event.target, leads);
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
          onCommand={(command) => run(list, command)}
          rowAt={(at) => items[at]?.row}
          onCopy={() => copied(list)}
        />
      </VirtualRows>
      {totals}
    </div>
  );
}

function chooseAt(event: MouseEvent<HTMLElement>, { frame, choice, tick }: ShownList): void {
  const place = placeOf(event.target, frame.leads);
  if (choice === undefined || place === null || isOwnThing(event.target)) return;
  const { top, bottom } = boxOf(frame.focus.get());
  if (top === bottom) tick(place.row, false);
}

const copied = ({ items, frame }: ShownList): string =>
  writeBlock(
    blockOf(
      items.map(({ row }) => row),
      frame.columns,
      frame.focus.get(),
    ),
  );

function run(list: ShownList, command: Command): boolean {
  const { items, frame, isTree, selection, tick, onOpen, onDelete, onSpace } = list;
  const { active } = frame.focus.get();
  const item = items[active.row];
  if (command.kind === 'space' && !command.isExtending && onSpace !== undefined) {
    onSpace();
    return true;
  }
  if (command.kind === 'tick') {
    tick(active.row, false);
    return selection !== undefined;
  }
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
  const isAlongTree = command.kind === 'move' && command.cols !== 0 && active.col === 0 && !command.isExtending;
  if (isTree && isAlongTree && wentAlongTree(list, command.cols)) return true;
  return steered(frame.steering, command);
}

/** Right unfolds; left folds, then goes to the parent. */
function wentAlongTree({ items, frame, fold }: ShownList, cols: number): boolean {
  const { row: at } = frame.focus.get().active;
  const item = items[at];
  if (item === undefined) return false;
  if (item.isFolded === cols > 0) {
    fold(item.row);
    return true;
  }
  const parent = parentPlace(items, at);
  if (cols > 0 || parent < 0) return false;
  pointTo(frame.steering, cursorAt({ row: parent, col: 0 }));
  return true;
}

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
  const ticked = useWatch(selection ?? unchanging, () => selection?.get().length ?? 0);
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
