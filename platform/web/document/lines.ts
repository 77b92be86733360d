import { isZero, minus, over, plus, round, scaleOf, times } from '#platform/model/decimal.ts';
import { leadOf, type Document } from '#platform/model/document.ts';
import { isSummed, nameKeyOf, text, type Field, type Fields } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { newKey } from '#platform/web/api/key.ts';
import { bodyOf, copiedFrom, defaultsOf } from '#platform/web/value/body.ts';
import { isDecimal } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { complaintAbout } from '#platform/web/field/rules.ts';
import { inputLabel } from '#platform/web/value/shown.ts';
import { createRows, type Complaints, type Rows } from '#platform/web/grid/rows.ts';
import { unitDecimals } from '#platform/web/reference/unit-decimals.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

/** A line being written: its values under wire names, and the id that the browser gave it. */
export type Line = Row & { readonly id: string };
/** Line id to field to what is wrong with it. */
export type LineErrors = ReadonlyMap<string, Complaints>;
export interface LineColumn {
  readonly key: string;
  readonly label: Label;
  readonly field: Field;
  readonly isEditable: boolean;
  readonly isUsual: boolean;
}

const fewColumns = 10;

/**
 * What is copied from the lead is shown, not typed. Of what the server keeps only the amount is shown while writing.
 */
export function lineColumns({ lines }: Document, isRead: boolean): readonly LineColumn[] {
  const lead = leadOf(lines);
  const leadField = lines[lead];
  const copied = new Set(leadField?.kind === 'ref' ? Object.keys(leadField.copies ?? {}) : []);
  // A few columns fit on every screen.
  const isShort = Object.keys(lines).length <= fewColumns;
  return Object.entries(lines).flatMap(([key, field]): LineColumn[] => {
    const isKept = field.kept === true;
    if (field.hidden === true || (isKept && (field.virtual === true || (!isRead && key !== 'amount')))) return [];
    const isUsual =
      isShort ||
      field.isUsual === true ||
      field.required ||
      field.kind === 'ref' ||
      key === 'price' ||
      key === 'amount' ||
      key === 'remark' ||
      (copied.has(key) && field.kind === 'text');
    const column = {
      key,
      label: key === lead ? field.label : inputLabel(field),
      field,
      isEditable: !isKept && !copied.has(key),
      isUsual,
    };
    if (key !== lead) return [column];
    return [
      column,
      { key: nameKeyOf(key), label: inputLabel(field), field: text(field.label), isEditable: false, isUsual: true },
    ];
  });
}

/** Lines that the server finds by itself are read, also while the document is written. */
export const areLinesWritten = (document: Document): boolean =>
  lineColumns(document, false).some(({ isEditable }) => isEditable);

export interface LineRows extends Rows<Line> {
  readonly amounts: ToldAmounts;
}
/** Whose amounts an answer told: more than number × price may be in them, so they stand until the next one comes. */
export interface ToldAmounts {
  readonly told: Set<string>;
  /** Those that stand for a number or a price before. */
  readonly held: Set<string>;
}

/** The lines of one document on screen. A new one has a line to write on. */
export function lineRows(fields: Fields, saved: readonly Line[], isRead: boolean): LineRows {
  const amounts: ToldAmounts = { told: new Set(), held: new Set() };
  const { told, held } = amounts;
  const rows = createRows(saved.length === 0 && !isRead ? [newLine(fields)] : saved, {
    keyOf: (row) => textAt(row, 'id'),
    change: (line, changes) => {
      // Other goods are worth something else; the same in another number are told anew in a moment.
      const isHeld = told.has(line.id) && !('amount' in changes) && !(leadOf(fields) in changes);
      const next = changedLine(fields, line, changes);
      if (!isHeld || next['amount'] === line['amount']) return next;
      held.add(line.id);
      return { ...next, amount: line['amount'] };
    },
    blank: () => newLine(fields),
    isBlank: (line) => isBlank(fields, line),
  });
  return { ...rows, amounts };
}

export const newLine = (fields: Fields, about: Row | null = null): Line => ({
  ...defaultsOf(fields),
  ...leadValues(fields, about),
  id: newKey(),
});

function leadValues(fields: Fields, row: Row | null): Row {
  const lead = leadOf(fields);
  const field = fields[lead];
  return row === null || field === undefined ? {} : chosenValues(lead, field, row);
}

/** A reference sets its code, its name and what it brings along. */
export function chosenValues(key: string, field: Field, row: Row | null): Row {
  if (field.kind !== 'ref') return {};
  const target = field.target();
  return {
    [key]: row === null ? null : textAt(row, field.key === 'id' ? 'id' : target.codeField),
    [nameKeyOf(key)]: row === null ? null : textAt(row, target.nameField),
    ...copiedFrom(field, row),
  };
}

/** The amount follows number and price as the server will compute it (amount = number × price, 2 places). */
export function changedLine(fields: Fields, line: Line, typed: Row): Line {
  const changes = { ...typed, ...counted(fields, line, typed) };
  const next = { ...line, ...changes };
  if (!('amount' in fields) || 'amount' in changes || !('number' in changes || 'price' in changes)) return next;
  return { ...next, amount: plainAmount(next) };
}

/** Number × price, where nobody knows better. */
export function plainAmount(line: Row): string | null {
  const number = textAt(line, 'number');
  const price = textAt(line, 'price');
  return isDecimal(number) && isDecimal(price) ? round(times(number, price), 2) : null;
}

/**
 * The same goods in main and in auxiliary units, whichever was typed: number = storeNumber × rate with the decimals of
 * the main unit (domain §5.4, A13a).
 */
function counted(fields: Fields, line: Line, typed: Row): Row {
  const { storeNumber: field } = fields;
  if (field?.kind !== 'decimal' || !('number' in fields && 'rate' in fields)) return {};
  const now = { ...line, ...typed };
  const [number, storeNumber, rate] = [textAt(now, 'number'), textAt(now, 'storeNumber'), textAt(now, 'rate')];
  if (!isDecimal(rate) || isZero(rate)) return {};
  // The rate may come after what was typed: the goods are still being looked up.
  if (!('number' in typed) && ('storeNumber' in typed || ('rate' in typed && number === '')))
    return isDecimal(storeNumber)
      ? { number: round(times(storeNumber, rate), unitDecimals(fields['number'], now) ?? 0) }
      : {};
  if (!('number' in typed || 'rate' in typed)) return {};
  return { storeNumber: isDecimal(number) ? round(over(number, rate), field.scale) : null };
}

/** Nothing was chosen and nothing typed: such a line is left out of a save without a word. */
export function isBlank(fields: Fields, line: Line): boolean {
  const known = blankBy.get(line);
  if (known !== undefined) return known;
  const defaults = knownDefaults(fields);
  const found = Object.keys(fields).every((key) => textAt(line, key) === '' || line[key] === defaults[key]);
  blankBy.set(line, found);
  return found;
}
export const writtenIn = (fields: Fields, lines: readonly Line[]): readonly Line[] =>
  lines.filter((line) => !isBlank(fields, line));
/** A line is never changed, only replaced; the totals ask for all of them at every edit. */
const blankBy = new WeakMap<Line, boolean>();

/** Asked for every line of the totals. */
function knownDefaults(fields: Fields): Row {
  const known = defaultsBy.get(fields) ?? defaultsOf(fields);
  defaultsBy.set(fields, known);
  return known;
}
const defaultsBy = new WeakMap<Fields, Row>();

/** Quantities and amounts add up; prices and rates do not. */
export function totalOf({ key, field }: LineColumn, lines: readonly Line[]): string | null {
  return isSummed(field) ? plus(...decimalsIn(key, lines)) : null;
}

const decimalsIn = (key: string, lines: readonly Line[]): string[] =>
  lines.map((line) => textAt(line, key)).filter(isDecimal);

/**
 * The same totals again and again: only lines that changed are counted anew, since two thousand decimals at every edit
 * are felt.
 */
export function runningTotals(columns: readonly LineColumn[]): (lines: readonly Line[]) => ReadonlyMap<string, string> {
  const summed = columns.filter((column) => totalOf(column, []) !== null);
  let known: readonly Line[] = [];
  let totals: ReadonlyMap<string, string> = new Map(summed.map(({ key }) => [key, '0']));
  return (lines) => {
    if (lines === known) return totals;
    const changed =
      lines.length === known.length ? lines.flatMap((line, at) => (line === known[at] ? [] : [at])) : null;
    totals = new Map(
      summed.map((column) => {
        const { key } = column;
        if (changed === null || changed.length > lines.length / 4) return [key, totalOf(column, lines) ?? '0'];
        const at = (all: readonly Line[]): Line[] => changed.flatMap((place) => all[place] ?? []);
        return [key, minus(plus(totals.get(key), ...decimalsIn(key, at(lines))), plus(...decimalsIn(key, at(known))))];
      }),
    );
    known = lines;
    return totals;
  };
}

export const lineBodies = (fields: Fields, lines: readonly Line[]): Row[] =>
  lines.map((line, at) => ({ ...bodyOf(fields, line), id: line.id, lineNo: at + 1 }));

export function checkLines(fields: Fields, lines: readonly Line[]): LineErrors {
  return new Map(
    lines.flatMap((line) => {
      const found = Object.entries(fields).flatMap(([key, field]): [string, string][] => {
        if (field.kept === true) return [];
        const complaint =
          field.required && field.filled !== true && textAt(line, key) === ''
            ? say(texts.isRequired)
            : (complaintAbout(field, line[key]) ?? decimalsComplaint(field, line, key));
        return complaint === null ? [] : [[key, complaint]];
      });
      return found.length === 0 ? [] : [[line.id, Object.fromEntries(found)] as const];
    }),
  );
}

/** More decimals than the unit of the line has, as the server will say. */
export function decimalsComplaint(field: Field, line: Row, key: string): string | null {
  const most = unitDecimals(field, line);
  // What a rate ties to the number follows from it, with whatever decimals that gives.
  const isTied = key === 'storeNumber' && textAt(line, 'number') !== '';
  const typed = textAt(line, key);
  return most === null || isTied || !isDecimal(typed) || scaleOf(typed) <= most
    ? null
    : say(texts.tooManyDecimals, { scale: most });
}

/** `lines.2.productCode` of the server means the third line that was sent. */
export function lineErrorsOf(
  errors: readonly { readonly path: string; readonly msg: string }[],
  sent: readonly Line[],
): LineErrors {
  const found = new Map<string, Record<string, string>>();
  for (const { path, msg } of errors) {
    const [, at = '', key = ''] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? [];
    const line = sent[Number.parseInt(at, 10)];
    if (line !== undefined) found.set(line.id, { ...found.get(line.id), [key]: msg });
  }
  return found;
}
