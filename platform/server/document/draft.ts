import { needsLines, numberedLabels, type BillOf, type Document } from '#platform/model/document.ts';
import type { Entity, RowOf } from '#platform/model/entity.ts';
import { nameKeyOf, type Fields, type RefField } from '#platform/model/field.ts';
import { reasons, type Place } from '#platform/model/refusal.ts';
import type { NamedRows, Reads, Row } from '#platform/server/db/statement.ts';
import { stored } from '#platform/server/db/shape.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { acceptedOf, readFields, type Accepted, type Input } from '#platform/server/entity/schema.ts';
import { newId } from '#platform/server/db/id.ts';
import type { Facts } from './serve.ts';

/** A line as it will be written; what its definition adds is read by the key of the field. */
export interface DraftLine extends Input {
  id: string;
  lineNo: number;
}

/** A document of any kind as it will be written. */
export interface Draft extends Input {
  id?: string;
  billDate: string;
  /** Where it will stand; known once its rule is asked. */ billStatus?: string;
  lines: DraftLine[];
}

/** What every kind of document has, as it stands in the database. */
export type Bill = BillOf<Document>;

const headStamps = [
  'id',
  'tenantCode',
  'tenantName',
  'rowVersion',
  'creatorId',
  'creatorName',
  'createDate',
  'updaterName',
  'updateDate',
  'code',
  'billStatus',
  'billDate',
  'lines',
  ...Object.keys(numberedLabels),
  'deletedFlag',
];
const lineStamps = ['id', 'parentId', 'lineNo', 'lineKey'];
const maxLines = 2000;

const readers = new WeakMap<Document, { head: Accepted; line: Accepted }>();
function readersOf(document: Document): { head: Accepted; line: Accepted } {
  let made = readers.get(document);
  if (made === undefined)
    readers.set(
      document,
      (made = { head: acceptedOf(document.head, headStamps), line: acceptedOf(document.lines, lineStamps) }),
    );
  return made;
}

export const headReader = (document: Document): Accepted => readersOf(document).head;

/** Whether a draft is kept half written; a rule that asks for everything waits until it is not. */
export const isStashed = (document: Document, draft: object): boolean =>
  document.stashed !== undefined &&
  (draft as { readonly billStatus?: string }).billStatus === document.states[document.stashed]?.code;

/** Head and lines of a body, every complaint at once. A stashed draft may be half written. */
export function readDraft(
  document: Document,
  body: unknown,
  { isStash, today, previous }: { isStash: boolean; today: string; previous: Bill | null },
): { draft: Draft; places: Place[] } {
  const given: Input = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Input) : {};
  const { head, line } = readersOf(document);
  const needs = isStash ? { needs: document.stashNeeds } : {};
  const read = readFields(head, given, needs);
  const places = [...read.places];
  const billDate = given['billDate'] ?? previous?.billDate ?? today;
  if (typeof billDate !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(billDate) || Number.isNaN(Date.parse(billDate))) {
    places.push({ path: 'billDate', field: numberedLabels.billDate, reason: reasons.format });
  }
  const rows: readonly unknown[] = Array.isArray(given['lines']) ? given['lines'] : [];
  if (rows.length > maxLines || (rows.length === 0 && !isStash && needsLines(document)))
    places.push({
      path: 'lines',
      field: document.lineLabel,
      reason: rows.length === 0 ? reasons.noLines : reasons.tooLong,
    });
  const before = new Map((previous?.lines ?? []).map((row) => [row.id, row]));
  const lines = rows.slice(0, maxLines).map((row, i) => {
    const values: Input = typeof row === 'object' && row !== null ? (row as Input) : {};
    const known = typeof values['id'] === 'string' ? before.get(values['id']) : undefined;
    const result = readFields(line, values, { prefix: `lines.${i}.`, ...(isStash ? { needs: [] } : {}) });
    places.push(...result.places);
    return {
      ...keptOf(document.lines, known),
      ...result.values,
      id: known?.id ?? newId(),
      lineNo: i + 1,
    };
  });
  return {
    draft: {
      ...keptOf(document.head, previous ?? undefined),
      ...read.values,
      billDate: typeof billDate === 'string' ? billDate : today,
      lines,
    },
    places,
  };
}

/** What the server keeps stays as it was; on a new record it starts at its default. */
function keptOf(fields: Fields, previous: Row | undefined): Input {
  return Object.fromEntries(
    stored(fields)
      .filter(([, field]) => field.kept === true)
      .map(([key, field]) => [key, previous?.[key] ?? field.default ?? (field.kind === 'decimal' ? '0' : null)]),
  );
}

interface Wanted {
  readonly target: Entity;
  readonly key: 'id' | 'code';
  readonly codes: Set<string>;
}

/** Reads of the records that a draft refers to, and how they are found again among the rows of its batch. */
export interface References {
  readonly reads: Reads;
  readonly factsFrom: (rows: NamedRows) => Facts;
}
/** No name that a document could give to a read of its own. */
const referred = ({ name }: Entity): string => `records of ${name}`;

/** One read per referred noun, however many lines refer to it. They join the write that opens the transaction. */
export function refReads(document: Document, draft: Draft): References {
  const wanted = new Map<string, Wanted>();
  const collect = (fields: Fields, row: Input): void => {
    for (const [key, field] of stored(fields)) {
      const code = row[key];
      if (field.kind !== 'ref' || typeof code !== 'string') continue;
      const target = field.target() as Entity;
      const entry = wanted.get(target.name) ?? { target, key: field.key, codes: new Set<string>() };
      entry.codes.add(code);
      wanted.set(target.name, entry);
    }
  };
  collect(document.head, draft);
  for (const line of draft.lines) collect(document.lines, line);
  const entries = [...wanted.values()];
  return {
    reads: Object.fromEntries(
      entries.map(({ target, key, codes }) => [
        referred(target),
        recordsBy(target, key === 'id' ? 'id' : target.codeField, [...codes]),
      ]),
    ),
    factsFrom: (rows) => {
      const found = new Map(
        entries.map(({ target, key }) => [
          target.name,
          new Map(
            (rows[referred(target)] ?? []).map((row) => [String(row[key === 'id' ? 'id' : target.codeField]), row]),
          ),
        ]),
      );
      return {
        found: <E extends Entity>({ name }: E, code: string) => found.get(name)?.get(code) as RowOf<E> | undefined,
        rows,
      };
    },
  };
}

/**
 * Fills names and copied fields from the referred records; a code nobody has, or of a disabled record, is a complaint.
 * What a document already held may stay although it was disabled since (domain §3.1, disable).
 */
export function resolveRefs(document: Document, draft: Draft, facts: Facts, previous: Bill | null): Place[] {
  const places: Place[] = [];
  const heldLines = new Map((previous?.lines ?? []).map((line) => [line.id, line]));
  const resolve = (fields: Fields, row: Input, held: Row | undefined, prefix: string): void => {
    for (const [key, field] of stored(fields)) {
      if (field.kind !== 'ref') continue;
      const code = row[key];
      if (typeof code !== 'string') {
        row[nameKeyOf(key)] = null;
        continue;
      }
      const target = field.target() as Entity;
      const record = facts.found(target, code);
      const mayRest = field.mayRest === true || held?.[key] === code;
      if (record === undefined || (record['status'] === '0' && !mayRest))
        places.push({ path: prefix + key, field: field.label, reason: reasons.unknown });
      else {
        row[nameKeyOf(key)] = toldName(target, record);
        copyFrom(fields, field, row, record);
      }
    }
  };
  resolve(document.head, draft, previous ?? undefined, '');
  draft.lines.forEach((line, i) => {
    resolve(document.lines, line, heldLines.get(line.id), `lines.${i}.`);
  });
  return places;
}

/** What a record is called where it stands alone. */
function toldName({ nameField, hollowNames = [] }: Entity, record: Row): unknown {
  const name = record[nameField] ?? null;
  return hollowNames.includes(String(name)) ? (record['parentName'] ?? name) : name;
}

/** Descriptions always come from the record; figures only where none was typed. */
function copyFrom(fields: Fields, field: RefField, row: Input, record: Row): void {
  for (const [key, source] of Object.entries(field.copies ?? {})) {
    if (fields[key]?.kind === 'text' || row[key] === null || row[key] === undefined) row[key] = record[source] ?? null;
  }
}
