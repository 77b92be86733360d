import { skipToken, useQuery } from '@tanstack/react-query';
import { memo, useCallback, useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { leadOf, type Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import { isDialogOpen } from '#platform/web/page/dialogs.tsx';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { useDicts } from '#platform/web/record/use-dicts.ts';
import { ColumnSettings } from '#platform/web/column/column-settings.tsx';
import { useColumnState } from '#platform/web/column/column-state.ts';
import { isShown, type Column, type ColumnState } from '#platform/web/column/column.ts';
import { LineGrid, type LineGridHandle } from '#platform/web/grid/line-grid.tsx';
import type { Rows } from '#platform/web/grid/rows.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/text/language.ts';
import { useParamEffects } from '#platform/web/reference/param-effects.ts';
import { entityNamed, ownLinesOf, type LineSource } from '#platform/web/registry/registry.ts';
import { retried } from '#platform/web/loading/chunk.ts';
import { useRowHeight } from '#platform/web/look/density.ts';
import { texts } from '#platform/web/text/texts.ts';
import { BillCapital, capitalTitles, useLowWindow, useNarrowWindow } from './capital-amount.tsx';
import type { HeadValues } from './bill-work.ts';
import { LineButtons } from './line-buttons.tsx';
import { inHand, lineGridColumns } from './line-columns.tsx';
import { LiveSummary, noLive, withLive, type ShownLive } from './live-lines.ts';
import { isBlank, lineColumns, runningTotals, writtenIn, type Line } from './lines.ts';
import { pasteSheet } from './paste-sheet.ts';
import './lines.css';

interface LineTableProps {
  readonly document: Document;
  readonly rows: Rows<Line>;
  readonly isRead: boolean;
  readonly live?: ShownLive;
  readonly head?: HeadValues;
  readonly grid?: RefObject<LineGridHandle | null>;
  /** Of the document it is read in: nobody types beside them. */ readonly tools?: ReactNode;
}

const Keys = ({ keys }: { readonly keys: string }): ReactNode => (
  <span className="quiet hint" title={keys}>
    {keys}
  </span>
);

/** The lines of a document. Memoised: what happens in the head does not concern them. */
export const LineTable = memo(function LineTable(props: LineTableProps): ReactNode {
  const { document, rows, isRead, live = noLive, head, grid: given, tools } = props;
  const own = useRef<LineGridHandle>(null);
  const grid = given ?? own;
  const lead = leadOf(document.lines);
  const [columnState, setColumnState] = useColumnState(`lines:${document.name}`);
  const columns = useLineColumns(document, { rows, isRead, live });
  const rowHeight = useRowHeight();
  const isEmpty = useWatch(rows, (all) => all.length === 0);
  const totals = useMemo(() => lineTotals(document, isRead), [document, isRead]);
  const isLow = useLowWindow();
  const titles = useMemo(() => (isLow ? capitalTitles(document) : undefined), [document, isLow]);
  const { target, source } = useLineSource(document, isRead);
  useLineKey(document, rows, grid);
  const next = nextAfter(columns, columnState, lead);
  const go = (at: number, key: string): void => grid.current?.focusCell(at, key);
  return (
    <section className="card lines-card">
      <div className="toolbar">
        <h2>{say(document.lineLabel)}</h2>
        <LineButtons
          lines={{ document, rows, grid, lead, next, target, source }}
          isRead={isRead}
          live={live}
          head={head}
        />
        {tools}
        <span className="push-right lines-tools">
          {!isRead && <Keys keys={say(gridTexts.lineKeys)} />}
          <ColumnSettings columns={columns} state={columnState} onChange={setColumnState} />
        </span>
      </div>
      {isRead && isEmpty ? (
        <p className="empty-list">{say(texts.withoutLines)}</p>
      ) : (
        <LineGrid
          label={say(document.lineLabel)}
          rows={rows}
          columns={columns}
          isRead={isRead}
          rowHeight={rowHeight}
          columnState={columnState}
          onColumnState={setColumnState}
          totalsOf={totals}
          titlesOf={titles}
          markOf={live.source?.markOf}
          handle={grid}
          onPaste={
            source === undefined
              ? undefined
              : (block, row, key) => key === lead && pasteSheet({ document, columns, rows, source }, block, row)
          }
        />
      )}
      {!isRead && <LiveSummary document={document} live={live} rows={rows} head={head} onGo={go} />}
      <BillCapital document={document} rows={rows} isLow={isLow} />
    </section>
  );
});

interface DrawnLines {
  readonly rows: Rows<Line>;
  readonly isRead: boolean;
  readonly live: ShownLive;
}
function useLineColumns(document: Document, { rows, isRead, live }: DrawnLines): readonly Column[] {
  const fields = document.lines;
  // Read before a cell shows a name from it.
  const all = useMemo(() => Object.values(fields), [fields]);
  const dicts = useDicts(all);
  const effects = useParamEffects(all);
  const isHand = useNarrowWindow() && isRead;
  const remove = useCallback(
    (line: Row) => {
      rows.remove([textAt(line, 'id')]);
    },
    [rows],
  );
  return useMemo(
    () => {
      const columns = lineGridColumns(document, isRead, remove, effects, isRead ? rows.get() : []);
      return withLive(isHand ? inHand(columns, leadOf(fields)) : columns, live, isRead);
    },
    // oxlint-disable-next-line react/exhaustive-deps -- names of dictionaries are read when a cell is drawn
    [document, isRead, isHand, remove, dicts, effects, live, rows],
  );
}

/** What stands below each column. */
function lineTotals(document: Document, isRead: boolean): (rows: Rows) => Readonly<Record<string, string>> {
  const fields = document.lines;
  const totalsIn = runningTotals(lineColumns(document, isRead));
  return (all) => {
    const lines = all.get() as readonly Line[];
    const found = [...totalsIn(lines)].map(([key, total]) => {
      const field = fields[key];
      return [key, field?.kind === 'decimal' ? measureText(total, field) : total] as const;
    });
    return {
      ...Object.fromEntries(found),
      [leadOf(fields)]: say(texts.lineCount, { count: writtenIn(fields, lines).length }),
    };
  };
}

/** What the lines are about, and how its module finds it where it has a way of its own. */
function useLineSource(
  document: Document,
  isRead: boolean,
): { readonly target: Entity | undefined; readonly source: LineSource | undefined } {
  const field = document.lines[leadOf(document.lines)];
  const target = field?.kind === 'ref' ? entityNamed(field.target().name) : undefined;
  const loadSource = target === undefined || isRead ? undefined : ownLinesOf(target.name);
  const { data: source } = useQuery({
    queryKey: ['chunk', `lines ${target?.name ?? ''}`],
    queryFn: loadSource === undefined ? skipToken : retried(loadSource),
    gcTime: Infinity,
    structuralSharing: false,
  });
  return { target, source };
}

/** Alt+L goes to where the next line is written; of a document that is full, or read, to its first. */
function useLineKey(document: Document, rows: Rows<Line>, grid: RefObject<LineGridHandle | null>): void {
  const fields = document.lines;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyL' || isDialogOpen()) return;
      event.preventDefault();
      const blank = rows.get().findIndex((line) => isBlank(fields, line));
      grid.current?.focusCell(Math.max(0, blank), leadOf(fields));
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [rows, fields, grid]);
}

/** Where whoever has chosen what a line is about goes on typing. */
const nextAfter = (columns: readonly Column[], state: ColumnState, lead: string): string =>
  columns.find(
    (column, at) =>
      column.editor !== undefined && isShown(column, state) && at > columns.findIndex(({ key }) => key === lead),
  )?.key ?? lead;
