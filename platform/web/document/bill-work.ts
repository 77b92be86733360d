import { Form, type FormInstance } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Document } from '#platform/model/document.ts';
import { text, type Field } from '#platform/model/field.ts';
import { currentUser } from '#platform/web/api/me.ts';
import { contentOf, linesFrom, typedIn } from '#platform/web/draft/delta.ts';
import { keepDraft, type Draft } from '#platform/web/draft/keeper.ts';
import {
  headDifferences,
  lineDifferences,
  mergedLines,
  mergedValues,
  type Choices,
  type Difference,
} from '#platform/web/draft/merge.ts';
import { defaultsOf, writable } from '#platform/web/value/body.ts';
import { today } from '#platform/web/cell/cell.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { fieldAt } from '#platform/web/value/shown.ts';
import type { Rows } from '#platform/web/grid/rows.ts';
import { shownRecord } from '#platform/web/registry/shown-record.ts';
import { setDirty, useTab } from '#platform/web/route/tabs.ts';
import type { Start } from './copy-bill.ts';
import { lineRows, writtenIn, type Line, type LineRows } from './lines.ts';

/** What is being written into a document: head, lines, and the version they stand on. */
export interface BillWork {
  readonly form: FormInstance<Record<string, unknown>>;
  readonly lines: LineRows;
  readonly initial: Row;
  readonly touched: () => void;
  readonly version: () => number | null;
  readonly values: () => Row;
  /** The record as it was read; undefined while it is new. */
  readonly record: Row | undefined;
  readonly isRead: boolean;
  /** What was filled in for the person, by the id of the line: it may be filled anew, what was typed may not. */
  readonly filled: Map<string, Row>;
  /** Lines with something on them. */
  readonly written: () => readonly Line[];
  readonly differences: (theirs: Row) => readonly Difference[];
  /** It is saved: what still arrives of itself (a name that was looked up) is no new work. */
  readonly finish: () => void;
  readonly take: (theirs: Row, differences: readonly Difference[], choices: Choices) => void;
}

/** What of the head the lines have to do with. */
export interface HeadValues {
  readonly get: () => Row;
  /** Only where nothing stands. */
  readonly fill: (values: Row) => void;
  readonly put: (values: Row) => void;
}

interface BillBegin {
  readonly record: Row | undefined;
  /** What was found on the server when the form opened. */
  readonly draft: Draft | null;
  /** Of a new document that is written from another. */
  readonly start?: Start | undefined;
  readonly isRead: boolean;
}

/** Lines are no values of the form: it would copy two hundred of them, field by field, a few times over. */
function firstValues({ lines: _lines, ...own }: Row, given: Row | undefined): Row {
  return { ...own, ...given };
}

/** Every change is kept as a draft on the server. */
export function useBillWork(document: Document, begin: BillBegin): BillWork {
  const { draft, start: copy, isRead } = begin;
  const { record, shown } = useShownRecord(document, begin);
  const { name, title } = useTab();
  const [form] = Form.useForm<Record<string, unknown>>();
  const version = useRef<number | null>(draft === null ? versionOf(record) : draft.baseVersion);
  const [start] = useState<Row>(() => record ?? { ...defaultsOf(document.head, currentUser()), billDate: today() });
  const [initial] = useState(() => firstValues(start, draft === null ? copy?.head : draft.content.values));
  const base = useRef(start);
  const [lines] = useState(() => firstLines(document, { ...begin, record }));
  const head = useMemo(() => headOf(document), [document]);
  const lineFields = useMemo(() => lineFieldsOf(document), [document]);
  const values = useCallback((): Row => form.getFieldsValue(true) as Row, [form]);
  const [filled] = useState(() => new Map<string, Row>());
  const isFinished = useRef(false);
  const touched = useCallback(() => {
    if (isFinished.current) return;
    setDirty(name, true);
    keepDraft(name, {
      title,
      baseVersion: version.current,
      collect: () =>
        contentOf(typedIn(head, base.current), typedIn(head, values()), {
          base: linesIn(base.current),
          now: unfilled(lines.get(), filled, linesIn(base.current)),
        }),
    });
  }, [name, title, head, values, lines, filled]);
  useUnsavedMark(lines, draft, touched);

  return useMemo(
    (): BillWork => ({
      form,
      lines,
      initial,
      touched,
      values,
      record,
      isRead,
      filled,
      version: () => version.current,
      finish: () => {
        isFinished.current = true;
      },
      written: () => writtenIn(document.lines, lines.get()),
      differences: (theirs) => [
        ...headDifferences(head, base.current, values(), theirs),
        ...lineDifferences(lineFields, linesIn(base.current), lines.get(), linesIn(shown(theirs))),
      ],
      take: (theirs, differences, choices) => {
        form.setFieldsValue(mergedValues(typedIn(head, values()), differences, choices));
        lines.replace(mergedLines(lines.get(), differences, choices));
        base.current = shown(theirs);
        version.current = versionOf(theirs);
        touched();
      },
    }),
    [document, form, lines, initial, touched, values, record, isRead, filled, head, lineFields, shown],
  );
}

/** The record as its form shows it, and how another version of it is shown. */
function useShownRecord(
  { name }: Document,
  { record, isRead }: BillBegin,
): { readonly record: Row | undefined; readonly shown: (row: Row) => Row } {
  const shown = useCallback((row: Row): Row => shownRecord(name, row, isRead), [name, isRead]);
  return useMemo(() => ({ record: record === undefined ? undefined : shown(record), shown }), [record, shown]);
}

const firstLines = (document: Document, { record, draft, start, isRead }: BillBegin): LineRows =>
  lineRows(
    document.lines,
    draft === null ? (start?.lines ?? linesIn(record)) : linesFrom(linesIn(record), draft.content),
    isRead,
  );

/** Lines that were changed and a draft that was restored are unsaved work. */
function useUnsavedMark(lines: Rows<Line>, draft: Draft | null, touched: () => void): void {
  const { name } = useTab();
  useEffect(() => {
    let known = lines.get();
    return lines.subscribe(() => {
      if (lines.get() !== known) touched();
      known = lines.get();
    });
  }, [lines, touched]);
  useEffect(() => {
    if (draft === null) return;
    setDirty(name, true);
    if (draft.isUnsent === true) touched();
  }, [draft, name, touched]);
}

const versionOf = (record: Row | undefined): number | null =>
  typeof record?.['rowVersion'] === 'number' ? record['rowVersion'] : null;
export const linesIn = (record: Row | undefined): readonly Line[] =>
  Array.isArray(record?.['lines']) ? (record['lines'] as Line[]) : [];
const headOf = (document: Document): readonly (readonly [string, Field])[] => [
  ['billDate', fieldAt(document, 'billDate') ?? text(document.label)],
  ...writable(document.head),
];

const lineFieldsOf = (document: Document): readonly (readonly [string, Field])[] =>
  Object.entries(document.lines).filter(([, field]) => field.kept !== true && field.virtual !== true);

/** A price that nobody typed is no work of anybody: the restored line asks for it again. */
export function unfilled(
  lines: readonly Line[],
  filled: ReadonlyMap<string, Row>,
  saved: readonly Line[],
): readonly Line[] {
  const before = new Map(saved.map((line) => [line.id, line]));
  return lines.map((line) => {
    const keys = Object.keys(filled.get(line.id) ?? {}).filter((key) => isFilled(filled, line, key));
    return keys.length === 0
      ? line
      : { ...line, ...Object.fromEntries(keys.map((key) => [key, before.get(line.id)?.[key] ?? null])) };
  });
}

export const isFilled = (filled: ReadonlyMap<string, Row>, line: Line, key: string): boolean =>
  textAt(line, key) !== '' && textAt(line, key) === textAt(filled.get(line.id), key);
