import {
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { Cells } from './cells.tsx';
import type { Block } from './clipboard.ts';
import type { Column, ColumnState, Row, RowHeight } from '#platform/web/column/column.ts';
import { pointTo, steered } from './controls.ts';
import { CursorCell } from './cursor-cell.tsx';
import { createEditing, type Editing } from './editing.ts';
import { boxStyle, useFrame, VirtualRows, type Frame } from './frame.tsx';
import { Header } from './header.tsx';
import { Announcer } from './list-grid.tsx';
import type { Command } from './keyboard.ts';
import { dragRange, isOwnThing, placeOf, tellCutOff } from './pointer.ts';
import { cursorAt, spanIn } from './range.ts';
import { wrongCells, type Rows } from './rows.ts';
import { gridTexts } from './texts.ts';
import { useWatch } from './watch.ts';

/** What the page around a grid may ask of it. */
export interface LineGridHandle {
  readonly focusCell: (row: number, key: string) => void;
  /** The row with the cursor. */ readonly activeRow: () => number;
}

interface LineGridProps {
  readonly label: string;
  readonly rows: Rows;
  readonly columns: readonly Column[];
  readonly columnState?: ColumnState;
  readonly onColumnState?: ((next: ColumnState) => void) | undefined;
  readonly rowHeight?: RowHeight;
  readonly isRead?: boolean;
  /** Column key to what stands below it; pinned. */
  readonly totalsOf?: (rows: Rows) => Readonly<Record<string, string>>;
  /** What is said of a total when somebody points at it. */
  readonly titlesOf?: ((rows: Rows) => Readonly<Record<string, string>>) | undefined;
  /** What stands in the place of the number of a row that nobody writes; undefined of all others. */
  readonly markOf?: ((row: Row) => ReactNode | undefined) | undefined;
  readonly handle?: Ref<LineGridHandle>;
  /** A pasted block that means more than its cells, and the row and column it lands on; false when it does not. */
  readonly onPaste?: ((block: Block, row: number, key: string) => boolean) | undefined;
}

const asDeclared: ColumnState = {};

/** Rows that are written: lines of a document, a matrix of sizes. */
export function LineGrid(props: LineGridProps): ReactNode {
  const { label, rows, columns, columnState = asDeclared, onColumnState, rowHeight = 32 } = props;
  const { isRead = false, totalsOf, titlesOf, markOf, handle, onPaste } = props;
  // The order of the rows; what they hold is watched by each row for itself.
  const count = useWatch(rows, (all) => all.length);
  const frame = useFrame({ columns, columnState, rowHeight, count, leadWidth: 44 });
  const { box, input, shown, leads } = frame;
  const { editing, goTo } = useLineEditing(frame, rows, onPaste);
  useFocusHandle(handle, frame, goTo);
  useCursorInSight(frame, count);
  const renderRow = useCallback(
    (at: number, top: number): ReactNode => <LineRow at={at} top={top} rows={rows} frame={frame} markOf={markOf} />,
    [rows, frame, markOf],
  );
  return (
    <div className="grid line-table">
      <div
        ref={box}
        className="grid-box grid-lined"
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={shown.length + leads}
        aria-multiselectable
        aria-readonly={isRead}
        style={boxStyle(frame)}
        onMouseDown={(event) => {
          takeMouse(event, frame, { editing, isRead });
        }}
        onMouseOver={tellCutOff}
        onDoubleClick={(event) => {
          if (!isRead && placeOf(event.target, leads) !== null && event.target !== input.current) editing.open();
        }}
      >
        <Header
          frame={frame}
          declared={columns}
          columnState={columnState}
          onColumnState={onColumnState}
          lead="#"
          isLine={!isRead}
        />
        <VirtualRows frame={frame} count={count} renderRow={renderRow}>
          <CursorCell
            frame={frame}
            onCommand={isRead ? (command) => readCommand(frame, editing, command) : editing.run}
            onCopy={editing.copy}
            rowAt={(at) => rows.get()[at]}
            editing={isRead ? undefined : editing}
          />
        </VirtualRows>
        {totalsOf !== undefined && <Totals frame={frame} rows={rows} totalsOf={totalsOf} titlesOf={titlesOf} />}
      </div>
      <NextError rows={rows} columns={frame.columns} focus={frame.focus} onGo={goTo} />
      <Announcer frame={frame} />
    </div>
  );
}

interface LineEditing {
  readonly editing: Editing;
  readonly goTo: (row: number, key: string) => void;
}
/** Made once: the columns and what a paste means may be others at every drawing, the typing goes on. */
function useLineEditing(
  { columns, input, steering }: Frame,
  rows: Rows,
  onPaste: LineGridProps['onPaste'],
): LineEditing {
  const latest = useRef(columns);
  const paste = useRef(onPaste);
  useLayoutEffect(() => {
    latest.current = columns;
    paste.current = onPaste;
  });
  const editing = useMemo(
    () =>
      createEditing({
        steering: { ...steering, size: () => ({ ...steering.size(), rows: rows.get().length }) },
        rows,
        columns: () => latest.current,
        input: () => input.current,
        warn: feedback.warn,
        takePaste: (block, { row, col }) => paste.current?.(block, row, latest.current[col]?.key ?? '') === true,
      }),
    [steering, rows, input],
  );
  const goTo = useCallback(
    (row: number, key: string) => {
      const col = latest.current.findIndex((column) => column.key === key);
      if (col >= 0)
        pointTo(
          { ...steering, size: () => ({ rows: rows.get().length, cols: latest.current.length }) },
          cursorAt({ row, col }),
        );
    },
    [steering, rows],
  );
  return { editing, goTo };
}

function useFocusHandle(handle: LineGridProps['handle'], { focus }: Frame, goTo: LineEditing['goTo']): void {
  useImperativeHandle(
    handle,
    () => ({
      // The row may have been added a moment ago and not be drawn yet.
      focusCell: (row, key) => {
        requestAnimationFrame(() => {
          goTo(row, key);
        });
      },
      activeRow: () => focus.get().active.row,
    }),
    [goTo, focus],
  );
}

function useCursorInSight({ box, focus, steering }: Frame, count: number): void {
  useEffect(() => {
    if (focus.get().active.row >= count)
      pointTo(
        { ...steering, takeFocus: () => undefined },
        cursorAt({ row: Math.max(0, count - 1), col: focus.get().active.col }),
        false,
      );
  }, [count, focus, steering]);

  // A line that was added a moment ago had no room to be scrolled to yet: whoever types on it would not see it.
  useEffect(() => {
    if (count > 1 && focus.get().active.row === count - 1) steering.reveal(focus.get().active);
  }, [count, focus, steering]);
  // What appears below the grid takes its room from it: whoever types goes on seeing the line.
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      if (element.contains(document.activeElement)) steering.reveal(focus.get().active);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [box, focus, steering]);
}

function takeMouse(
  event: MouseEvent<HTMLElement>,
  { input, steering, focus, leads }: Frame,
  { editing, isRead }: { readonly editing: Editing; readonly isRead: boolean },
): void {
  if (event.target === input.current && focus.get().isEditing) return;
  const place = placeOf(event.target, leads);
  if (event.target instanceof Element && event.target.closest('.grid-check') !== null && place !== null && !isRead) {
    editing.toggle(place);
    event.preventDefault();
    pointTo(steering, cursorAt(place), false);
    return;
  }
  if (isOwnThing(event.target) && event.target !== input.current) return;
  editing.commit();
  dragRange(event, steering, leads);
}

const readCommand = ({ steering }: Frame, editing: Editing, command: Command): boolean =>
  ((command.kind === 'enter' || command.kind === 'open') && editing.opened()) ||
  steered(
    steering,
    command.kind === 'enter' ? { kind: 'move', rows: command.step, cols: 0, isExtending: false } : command,
  );

const LineRow = memo(function LineRow({
  at,
  top,
  rows,
  frame: { shown, leads, focus },
  markOf,
}: {
  readonly markOf: LineGridProps['markOf'];
  readonly at: number;
  readonly top: number;
  readonly rows: Rows;
  readonly frame: Frame;
}): ReactNode {
  const row = useWatch(rows, (all) => all[at]);
  const complaints = useWatch(rows, () => rows.complaintsOf(rows.keyAt(at)));
  const span = useWatch(focus, (cursor) => spanIn(cursor, at));
  if (row === undefined) return null;
  const mark = markOf?.(row);
  return (
    <div
      role="row"
      aria-rowindex={at + 2}
      data-row-key={rows.keyAt(at)}
      className={mark === undefined ? 'grid-row' : 'grid-row grid-marked'}
      style={{ top }}
    >
      <div role="rowheader" aria-colindex={1} className="grid-cell grid-lead grid-fixed grid-read">
        {mark ?? at + 1}
      </div>
      <Cells at={at} row={row} shown={shown} leads={leads} span={span} complaints={complaints} isLine />
    </div>
  );
});

function Totals({
  frame: { shown, leads },
  rows,
  totalsOf,
  titlesOf,
}: {
  readonly frame: Frame;
  readonly rows: Rows;
  readonly totalsOf: NonNullable<LineGridProps['totalsOf']>;
  readonly titlesOf: LineGridProps['titlesOf'];
}): ReactNode {
  useWatch(rows, (all) => all);
  const totals = totalsOf(rows);
  const titles = titlesOf?.(rows) ?? {};
  return (
    <div className="grid-totals" role="rowgroup">
      <div className="grid-row" role="row">
        <div role="rowheader" className="grid-cell grid-lead grid-fixed" aria-colindex={1}>
          Σ
        </div>
        {shown.map(({ column, className, style }, col) => (
          <div
            key={column.key}
            role="gridcell"
            aria-colindex={col + 1 + leads}
            className={className}
            style={style}
            data-total={column.key}
            title={titles[column.key]}
          >
            {totals[column.key]}
          </div>
        ))}
      </div>
    </div>
  );
}

interface NextErrorProps {
  readonly rows: Rows;
  readonly columns: readonly Column[];
  readonly focus: Frame['focus'];
  readonly onGo: (row: number, key: string) => void;
}
/** How many cells are wrong, and the way to the next one after the cursor. */
function NextError({ rows, columns, focus, onGo }: NextErrorProps): ReactNode {
  useWatch(rows, () => rows.complaints());
  const keys = columns.map(({ key }) => key);
  const wrong = wrongCells(rows, keys);
  const [told, tell] = useState('');
  if (wrong.length === 0) return null;
  const next = (): void => {
    const { row, col } = focus.get().active;
    const found =
      wrong.find((each) => each.row > row || (each.row === row && keys.indexOf(each.key) > col)) ?? wrong[0];
    if (found === undefined) return;
    onGo(found.row, found.key);
    tell(found.text);
  };
  return (
    <div className="grid-errors" role="status">
      <span className="grid-error-mark" aria-hidden>
        !
      </span>
      {say(gridTexts.errors, { count: wrong.length })}
      <button type="button" className="grid-link" data-verb="nextError" onClick={next}>
        {say(gridTexts.nextError)}
      </button>
      <span className="quiet">{told}</span>
    </div>
  );
}
