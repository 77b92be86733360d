import { leadOf, type Document } from '#platform/model/document.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { writable } from '#platform/web/value/body.ts';
import { textAt } from '#platform/web/value/row.ts';
import { inputLabel } from '#platform/web/value/shown.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import type { Block } from '#platform/web/grid/clipboard.ts';
import type { Column } from '#platform/web/column/column.ts';
import { lookUp } from '#platform/web/grid/look-up.ts';
import type { Complaints, Rows } from '#platform/web/grid/rows.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { say } from '#platform/web/text/language.ts';
import type { TypedLine } from '#platform/web/registry/live-lines.ts';
import type { LineAnswer, LineSource } from '#platform/web/registry/registry.ts';
import { changedLine, isBlank, newLine, type Line } from './lines.ts';
import { readSheet, type SheetLine } from './sheet.ts';

interface Place {
  readonly document: Document;
  readonly rows: Rows<Line>;
  readonly source: LineSource;
}
interface Sheet extends Place {
  readonly columns: readonly Column[];
}

/** True when the block is a sheet of lines; they stand in the document as soon as their records are known. */
export function pasteSheet({ document, columns, rows, source }: Sheet, block: Block, at: number): boolean {
  const lead = leadOf(document.lines);
  const titlesOf = (key: string): readonly Label[] => {
    const field = document.lines[key];
    return field === undefined ? [] : [field.label, inputLabel(field)];
  };
  const sheet = readSheet(block, { columns, titlesOf, lead, source });
  if (sheet === null) return false;
  void write({ document, rows, source }, sheet, rows.keyAt(at));
  return true;
}

/** Lines that somebody typed before, behind those that are written. */
export const appendTyped = (place: Place, lines: readonly TypedLine[]): Promise<void> =>
  write(
    place,
    lines.map(({ text, changes }) => ({ text, changes, trait: '', spread: '', complaints: {}, lookups: [] })),
    '',
  );

/**
 * What somebody would have to type for the same lines: no prices that are found, no days, nothing that the record
 * brings.
 */
export function typedLines({ lines: fields }: Document, lines: readonly Line[]): readonly TypedLine[] {
  const lead = leadOf(fields);
  const brought = new Set(
    Object.values(fields).flatMap((field) => (field.kind === 'ref' ? Object.keys(field.copies ?? {}) : [])),
  );
  const keys = writable(fields)
    .filter(
      ([key, field]) =>
        key !== lead && !brought.has(key) && field.filled !== true && field.kind !== 'date' && field.kind !== 'json',
    )
    .flatMap(([key, field]) => (field.kind === 'ref' ? [key, nameKeyOf(key)] : [key]));
  return lines
    .filter((line) => textAt(line, lead) !== '')
    .map((line) => ({
      text: textAt(line, lead),
      changes: Object.fromEntries(
        keys.map((key) => [key, textAt(line, key)] as const).filter(([, value]) => value !== ''),
      ),
    }));
}

/** New lines at the cursor, in one step that can be taken back. Lines that are written stay; blank ones make room. */
async function write(
  { document: { lines: fields }, rows, source }: Place,
  sheet: readonly SheetLine[],
  cursorKey: string,
): Promise<void> {
  const lead = leadOf(fields);
  const noun = fields[lead] === undefined ? '' : say(inputLabel(fields[lead]));
  const answers: readonly LineAnswer[] = await source
    .find(sheet)
    .catch(() => sheet.map(() => ({ complaint: say(gridTexts.notLookedUp, { noun }) })));
  const made = sheet.map(
    ({ text, changes, complaints }, n): { readonly line: Line; readonly complaints: Complaints } => {
      const { row, complaint } = answers[n] ?? {};
      const line = row === undefined ? { ...newLine(fields), [lead]: text } : newLine(fields, row);
      return {
        line: changedLine(fields, line, changes),
        complaints: complaint === undefined ? complaints : { ...complaints, [lead]: complaint },
      };
    },
  );
  const before = rows.get();
  const cursor = before.findIndex((line) => line.id === cursorKey);
  const written = (some: readonly Line[]): readonly Line[] => some.filter((line) => !isBlank(fields, line));
  const above = written(before.slice(0, cursor < 0 ? before.length : cursor + 1));
  const next = [
    ...above,
    ...made.map(({ line }) => line),
    ...written(before.slice(cursor < 0 ? before.length : cursor + 1)),
  ];
  rows.replace(next);
  rows.complain(
    new Map([
      ...rows.complaints(),
      ...made.flatMap(({ line, complaints }) =>
        Object.keys(complaints).length === 0 ? [] : [[line.id, complaints] as const],
      ),
    ]),
  );
  if (next.length > rows.most)
    feedback.warn(
      say(gridTexts.pasteReport, {
        rows: sheet.length,
        rejected: next.length - rows.most,
        first: say(gridTexts.noRoom, { most: rows.most }),
      }),
    );
  const places = new Map(rows.get().map((line, place) => [line.id, place]));
  const lookups = sheet.flatMap((each, n) => {
    const place = places.get(made[n]?.line.id ?? '');
    return place === undefined ? [] : each.lookups.map((lookup) => ({ ...lookup, at: place }));
  });
  if (lookups.length > 0) await lookUp(rows, lookups);
}
