import { PlusOutlined, TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode, RefObject } from 'react';
import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { LineGridHandle } from '#platform/web/grid/line-grid.tsx';
import type { Rows } from '#platform/web/grid/rows.ts';
import { say } from '#platform/web/text/language.ts';
import { pick } from '#platform/web/picker/picker-dialog.tsx';
import type { TypedLine } from '#platform/web/registry/live-lines.ts';
import type { LineSource, PickedLine } from '#platform/web/registry/registry.ts';
import { shownRecord } from '#platform/web/registry/shown-record.ts';
import { texts } from '#platform/web/text/texts.ts';
import { linesIn, type HeadValues } from './bill-work.ts';
import { changedLine, newLine, writtenIn, type Line } from './lines.ts';
import type { ShownLive } from './live-lines.ts';
import { withMatrix } from './matrix-lines.ts';
import { appendTyped, typedLines } from './paste-sheet.ts';

/** Lines that are being written, and where they come from. */
interface WrittenLines {
  readonly document: Document;
  readonly rows: Rows<Line>;
  readonly grid: RefObject<LineGridHandle | null>;
  /** The column of what a line is about, and the one behind it that is typed next. */
  readonly lead: string;
  readonly next: string;
  readonly target: Entity | undefined;
  readonly source: LineSource | undefined;
}
interface LineButtonsProps {
  readonly lines: WrittenLines;
  readonly isRead: boolean;
  readonly live: ShownLive;
  readonly head: HeadValues | undefined;
}
/** What is done to the lines as a whole, above them. */
export function LineButtons({ lines, isRead, live, head }: LineButtonsProps): ReactNode {
  const { document, rows, target, source } = lines;
  const Tools = live.source?.Tools;
  return (
    <>
      {!isRead && target !== undefined && (
        <Button
          size="small"
          type="primary"
          ghost
          icon={<PlusOutlined />}
          data-verb="pickLines"
          onClick={() => void pickMany(lines)}
        >
          {say(texts.addLines, { noun: say(target.label) })}
        </Button>
      )}
      {!isRead && source?.matrix !== undefined && (
        <Button size="small" icon={<TableOutlined />} data-verb="matrixLines" onClick={() => void openMatrix(lines)}>
          {say(source.matrix.label)}
        </Button>
      )}
      {!isRead && (
        <Button
          size="small"
          data-verb="addLine"
          onClick={() => {
            addLine(lines);
          }}
        >
          {say(texts.addLine)}
        </Button>
      )}
      {Tools !== undefined && head !== undefined && (
        <Tools
          isRead={isRead}
          head={head.get}
          typed={() => typedLines(document, linesIn(shownRecord(document.name, { lines: rows.get() }, false)))}
          begin={(values, typed) => begin(lines, head, { values, typed })}
        />
      )}
    </>
  );
}

async function pickMany({
  document: { lines: fields },
  rows,
  grid,
  next,
  target,
  source,
}: WrittenLines): Promise<void> {
  const chosen: readonly PickedLine[] | undefined =
    source !== undefined
      ? await source.pick()
      : target === undefined
        ? undefined
        : (await pick(target, { isMultiple: true }))?.map((row) => ({ row }));
  if (chosen === undefined) return;
  const written = writtenIn(fields, rows.get());
  rows.replace([
    ...written,
    ...chosen.map(({ row, number }) =>
      number === undefined ? newLine(fields, row) : changedLine(fields, newLine(fields, row), { number }),
    ),
  ]);
  grid.current?.focusCell(written.length, next);
}

async function openMatrix({ document, rows, grid, lead, source }: WrittenLines): Promise<void> {
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
  if (chosen !== undefined) rows.replace(withMatrix(document.lines, rows.get(), chosen));
}

function addLine({ rows, grid, lead }: WrittenLines): void {
  rows.insertNew(rows.get().length, [{}]);
  grid.current?.focusCell(rows.get().length - 1, lead);
}

interface Beginning {
  readonly values: Row;
  readonly typed: readonly TypedLine[];
}
/**
 * Lines that were kept elsewhere stand behind what is written; of the head only fields where nothing stands are filled.
 */
async function begin(
  { document, rows, grid, next, source }: WrittenLines,
  head: HeadValues,
  { values, typed }: Beginning,
): Promise<void> {
  if (source === undefined) return;
  head.fill(values);
  const at = writtenIn(document.lines, rows.get()).length;
  await appendTyped({ document, rows, source }, typed);
  grid.current?.focusCell(at, next);
}
