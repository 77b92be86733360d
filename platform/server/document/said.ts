import type { Document, Verb } from '#platform/model/document.ts';
import type { Field, Fields } from '#platform/model/field.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { acceptedOf, readFields, type Input } from '#platform/server/entity/schema.ts';
import type { NamedRows, Reads, Row } from '#platform/server/db/statement.ts';
import { refReads, resolveRefs, type Bill, type Draft } from './draft.ts';

/** What whoever performs a verb says with it (`asks`), read like the fields of a save. */
export interface Said {
  /** The records that it names: they join the read that opens the verb. */
  readonly reads: Reads;
  /** What is written into the head of a document, names of records included; refuses what is wrong or missing. */
  readonly of: (
    bill: Bill,
    about: { readonly rows: NamedRows; readonly today: string; readonly isTrial: boolean },
  ) => Row;
}

const nothingSaid: Said = { reads: {}, of: () => ({}) };

export function saidIn(document: Document, { asks }: Verb, body: unknown): Said {
  if (asks === undefined) return nothingSaid;
  const fields = askedFields(document, Object.keys(asks));
  const given = Object.fromEntries(
    Object.entries(typeof body === 'object' && body !== null ? (body as Input) : {}).filter(([key]) => key in fields),
  );
  const { values, places } = readFields(acceptedOf(fields, []), given, { partial: true });
  const part: Document = {
    ...document,
    head: Object.fromEntries(Object.entries(fields).filter(([key]) => key in values)),
    lines: {},
  };
  const draft: Draft = { ...values, billDate: '', lines: [] };
  const { reads, factsFrom } = refReads(part, draft);
  return {
    reads,
    of(bill, { rows, today, isTrial }) {
      const said: Draft = { ...draft };
      const wrong = [...places, ...resolveRefs(part, said, factsFrom(rows), null)];
      for (const [key, field] of Object.entries(fields))
        if (field.kind === 'date' && asks[key] === 'required') said[key] ??= bill[key] ?? today;
      // A trial tells what would happen before anybody has said anything.
      const missing = isTrial ? [] : missingIn(asks, fields, { ...bill, ...filled(said) });
      if (wrong.length + missing.length > 0) throw invalidAt([...wrong, ...missing]);
      const { billDate: _billDate, lines: _lines, ...written } = said;
      return written;
    },
  };
}

/** Kept by the server in a save: this verb is how they are written. */
const askedFields = ({ head }: Document, keys: readonly string[]): Fields =>
  Object.fromEntries(
    keys.flatMap((key): [string, Field][] => {
      const field = head[key];
      return field === undefined ? [] : [[key, { ...field, kept: false, required: false }]];
    }),
  );

const filled = (said: Row): Row => Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null));

const missingIn = (asks: NonNullable<Verb['asks']>, fields: Fields, row: Row): Place[] =>
  Object.entries(fields).flatMap(([key, field]) =>
    asks[key] === 'required' && (row[key] ?? null) === null
      ? [{ path: key, field: field.label, reason: reasons.required }]
      : [],
  );
