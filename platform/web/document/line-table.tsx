import { PlusOutlined, TableOutlined } from '@ant-design/icons';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { memo, useCallback, useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { leadOf, type Document } from '#platform/model/document.ts';
import { isDialogOpen } from '#platform/web/dialogs.tsx';
import { measureText } from '#platform/web/entity/measure.ts';
import { textAt, type Row } from '#platform/web/entity/row.ts';
import { useDicts } from '#platform/web/entity/use-dicts.ts';
import { ColumnSettings } from '#platform/web/grid/column-settings.tsx';
import { useColumnState } from '#platform/web/grid/column-state.ts';
import { isShown } from '#platform/web/grid/column.ts';
import { LineGrid, type LineGridHandle } from '#platform/web/grid/line-grid.tsx';
import type { Rows } from '#platform/web/grid/rows.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/language.ts';
import { pick } from '#platform/web/picker/picker-dialog.tsx';
import { useParamEffects } from '#platform/web/reference/param-effects.ts';
import { entityNamed, ownLinesOf, type PickedLine, type TypedLine } from '#platform/web/registry.ts';
import { retried } from '#platform/web/shell/chunk.ts';
import { useRowHeight } from '#platform/web/shell/density.ts';
import { texts } from '#platform/web/texts.ts';
import { BillCapital } from './capital-amount.tsx';
import { lineGridColumns } from './line-columns.tsx';
import { LiveSummary, noLive, withLive, type ShownLive } from './live-lines.ts';
import { changedLine, isBlank, lineColumns, newLine, runningTotals, type Line } from './lines.ts';
import { withMatrix } from './matrix-lines.ts';
import { appendTyped, pasteSheet, typedLines } from './paste-sheet.ts';
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
/** What of the head the lines have to do with. */
export interface HeadValues {
  readonly get: () => Row;
  readonly fill: (values: Row) => void;
}

/** The lines of a document. Memoised: what happens in the head does not concern them. */
export const LineTable = memo(function LineTable({
  document,
  rows,
  isRead,
  live = noLive,
  head,
  grid: given,
  tools,
}: LineTableProps): ReactNode {
  const own = useRef<LineGridHandle>(null);
  const grid = given ?? own;
  const fields = document.lines;
  const lead = leadOf(fields);
  const [columnState, setColumnState] = useColumnState(`lines:${document.name}`);
  // Read before a cell shows a name from it.
  const dicts = useDicts(useMemo(() => Object.values(fields), [fields]));
  const rowHeight = useRowHeight();
  const isEmpty = useWatch(rows, (all) => all.length === 0);
  const effects = useParamEffects();
  const remove = useCallback(
    (line: Row) => {
      rows.remove([textAt(line, 'id')]);
    },
    [rows],
  );
  // oxlint-disable-next-line react/exhaustive-deps -- names of dictionaries are read when a cell is drawn
  const columns = useMemo(
    () => withLive(lineGridColumns(document, isRead, remove, effects), live, isRead),
    [document, isRead, remove, dicts, effects, live],
  );
  const totals = useMemo(() => {
    const totalsIn = runningTotals(lineColumns(document, isRead));
    return (all: Rows): Readonly<Record<string, string>> => {
      const lines = all.get() as readonly Line[];
      const found = [...totalsIn(lines)].map(([key, total]) => {
        const field = fields[key];
        return [key, field?.kind === 'decimal' ? measureText(total, field) : total] as const;
      });
      return {
        ...Object.fromEntries(found),
        [lead]: say(texts.lineCount, { count: lines.filter((line) => !isBlank(fields, line)).length }),
      };
    };
  }, [document, isRead, fields, lead]);

  const leadField = fields[lead];
  const target = leadField?.kind === 'ref' ? entityNamed(leadField.target().name) : undefined;
  const next =
    columns.find(
      (column, at) =>
        column.editor !== undefined &&
        isShown(column, columnState) &&
        at > columns.findIndex(({ key }) => key === lead),
    )?.key ?? lead;
  const loadSource = target === undefined || isRead ? undefined : ownLinesOf(target.name);
  const { data: source } = useQuery({
    queryKey: ['chunk', `lines ${target?.name ?? ''}`],
    queryFn: loadSource === undefined ? skipToken : retried(loadSource),
    gcTime: Infinity,
    structuralSharing: false,
  });
  const pickMany = async (): Promise<void> => {
    const chosen: readonly PickedLine[] | undefined =
      source !== undefined
        ? await source.pick()
        : target === undefined
          ? undefined
          : (await pick(target, { isMultiple: true }))?.map((row) => ({ row }));
    if (chosen === undefined) return;
    const written = rows.get().filter((line) => !isBlank(fields, line));
    rows.replace([
      ...written,
      ...chosen.map(({ row, number }) =>
        number === undefined ? newLine(fields, row) : changedLine(fields, newLine(fields, row), { number }),
      ),
    ]);
    grid.current?.focusCell(written.length, next);
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyL' || isDialogOpen()) return;
      event.preventDefault();
      // Where the next line is written; of a document that is full, or read, its first.
      grid.current?.focusCell(
        Math.max(
          0,
          rows.get().findIndex((line) => isBlank(fields, line)),
        ),
        lead,
      );
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [rows, fields, lead, grid]);
  const openMatrix = async (): Promise<void> => {
    const line = rows.get()[grid.current?.activeRow() ?? 0];
    const codeOf = (each: Row): string => textAt(each, lead);
    const chosen = await source?.matrix?.open(
      line === undefined || codeOf(line) === '' ? null : { code: codeOf(line) },
      (code) =>
        textAt(
          rows.get().find((each) => codeOf(each) === code),
          'number',
        ),
    );
    if (chosen !== undefined) rows.replace(withMatrix(fields, rows.get(), chosen));
  };
  const begin = async (values: Row, lines: readonly TypedLine[]): Promise<void> => {
    if (source === undefined) return;
    head?.fill(values);
    const at = rows.get().filter((line) => !isBlank(fields, line)).length;
    await appendTyped({ document, rows, source }, lines);
    grid.current?.focusCell(at, next);
  };
  const Tools = live.source?.Tools;
  const addLine = (): void => {
    rows.insertNew(rows.get().length, [{}]);
    grid.current?.focusCell(rows.get().length - 1, lead);
  };
  return (
    <section className="card lines-card">
      <div className="toolbar">
        <h2>{say(document.lineLabel)}</h2>
        {!isRead && target !== undefined && (
          <Button
            size="small"
            type="primary"
            ghost
            icon={<PlusOutlined />}
            data-verb="pickLines"
            onClick={() => void pickMany()}
          >
            {say(texts.addLines, { noun: say(target.label) })}
          </Button>
        )}
        {!isRead && source?.matrix !== undefined && (
          <Button size="small" icon={<TableOutlined />} data-verb="matrixLines" onClick={() => void openMatrix()}>
            {say(source.matrix.label)}
          </Button>
        )}
        {!isRead && (
          <Button size="small" data-verb="addLine" onClick={addLine}>
            {say(texts.addLine)}
          </Button>
        )}
        {Tools !== undefined && head !== undefined && (
          <Tools isRead={isRead} head={head.get} typed={() => typedLines(document, rows.get())} begin={begin} />
        )}
        {tools}
        <span className="push-right lines-tools">
          {!isRead && <span className="quiet hint">{say(gridTexts.lineKeys)}</span>}
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
          handle={grid}
          onPaste={
            source === undefined
              ? undefined
              : (block, row, key) => key === lead && pasteSheet({ document, columns, rows, source }, block, row)
          }
        />
      )}
      {!isRead && (
        <LiveSummary document={document} live={live} rows={rows} onGo={(at, key) => grid.current?.focusCell(at, key)} />
      )}
      <BillCapital document={document} rows={rows} />
    </section>
  );
});
