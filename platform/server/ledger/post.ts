import { keepLedger } from './named-effects.ts';
import { minus, plus } from '#platform/model/decimal.ts';
import { camelCase, snakeCase } from '#platform/model/envelope.ts';
import type { Ledger, Posting } from '#platform/model/ledger.ts';
import { refusedAmong } from '#platform/model/refusal.ts';
import type { Command, PlannedPostings } from '#platform/server/command/command.ts';
import type { DatabaseError } from '#platform/server/db/batch.ts';
import { statement } from '#platform/server/db/statement.ts';

/** The document that posts: its opSeq makes every posting of every verb a different one, and a repeated call none. */
export interface Source {
  readonly type: string;
  readonly id: string;
  readonly code: string;
  readonly opSeq: number;
  readonly date: string;
}

/** What the ledger could not give: the key, what is available, what was needed. */
export type Shortage<L extends Ledger> = Readonly<Record<L['key'][number] | 'available' | 'needed', string>> &
  Readonly<Partial<Record<keyof L['measures'] & string, string>>>;

/**
 * One SQL call per document. It joins the committing write; a shortage becomes the refusal that `short` makes of it.
 */
export function post<L extends Ledger>(
  ctx: Command,
  ledger: L,
  source: Source,
  postings: readonly Posting<L>[],
  short: (shortage: Shortage<L>) => Error,
): void {
  if (postings.length === 0) return;
  const entries = postings.map((posting) => ({
    ...Object.fromEntries(
      ledger.key.map((key) => [snakeCase(key), (posting as Readonly<Record<string, unknown>>)[key]]),
    ),
    ...Object.fromEntries(
      Object.entries(posting.changes).map(([measure, change]) => [`d_${snakeCase(measure)}`, change]),
    ),
    post_type: posting.postType,
    line_id: posting.lineId,
    holder_doc_id: posting.holder?.docId ?? null,
    holder_line_id: posting.holder?.lineId ?? null,
    guards: posting.guards,
    may_go_negative: posting.mayGoNegative ?? null,
    ...Object.fromEntries(Object.entries(posting.notes ?? {}).map(([note, value]) => [snakeCase(note), value])),
  }));
  const { codes } = plan(ctx, ledger, source, ({ entries: all }) => {
    all.push(...entries);
  });
  send(ctx, ledger, 'post', source, { entries }, codes, short);
}

/**
 * Undoes what the document posted and has not undone yet. Nothing is deleted: opposite entries name what they reverse.
 * Without `mayGoNegative` a balance may go where it was allowed to go last.
 */
export function reverse<L extends Ledger>(
  ctx: Command,
  ledger: L,
  source: Source,
  guards: 'available' | 'floored' | 'nothing',
  short: (shortage: Shortage<L>) => Error,
  mayGoNegative?: boolean,
): void {
  const { codes } = plan(ctx, ledger, source, ({ undone }) => {
    undone.push(source.id);
  });
  send(
    ctx,
    ledger,
    'reverse',
    source,
    { guards, ...(mayGoNegative === undefined ? {} : { may_go_negative: mayGoNegative }) },
    codes,
    short,
  );
}

/** Adds to what the coming write posts to the ledger. */
function plan(
  ctx: Command,
  ledger: Ledger,
  { code }: Source,
  add: (planned: PlannedPostings) => void,
): PlannedPostings {
  let planned = ctx.postings.get(ledger.name);
  if (planned === undefined) {
    planned = { lockOrder: ledger.lockOrder, entries: [], undone: [], codes: new Set(), calls: 0 };
    ctx.postings.set(ledger.name, planned);
  }
  planned.calls += 1;
  planned.codes.add(code);
  add(planned);
  return planned;
}

function send<L extends Ledger>(
  ctx: Command,
  ledger: L,
  way: 'post' | 'reverse',
  source: Source,
  more: object,
  codes: ReadonlySet<string>,
  short: (shortage: Shortage<L>) => Error,
): void {
  const payload = {
    doc_type: source.type,
    doc_id: source.id,
    doc_code: source.code,
    op_seq: source.opSeq,
    biz_date: source.date,
    creator_name: ctx.identity.realName,
    ...more,
  };
  ctx.later(
    statement({ moved: 'json?' }, `select app.${snakeCase(ledger.name)}_${way}($1::jsonb) as moved`, [
      JSON.stringify(payload),
    ]),
    ([row]) => {
      ctx.effects.push(...effectsOf(ledger, source.code, row?.moved));
    },
    (error: DatabaseError) =>
      error.code === 'QD020' ? refusedAmong(short(shortageOf<L>(error)), source.code, codes.size) : undefined,
  );
}

function shortageOf<L extends Ledger>(error: DatabaseError): Shortage<L> {
  const detail = JSON.parse(error.detail ?? '{}') as Record<string, string>;
  return Object.fromEntries(Object.entries(detail).map(([key, value]) => [camelCase(key), value])) as Shortage<L>;
}

function effectsOf(ledger: Ledger, document: string, moved: unknown): Command['effects'] {
  keepLedger(ledger);
  return ((moved ?? []) as Record<string, unknown>[]).map((row) => ({
    kind: ledger.name,
    document,
    subject: Object.fromEntries(ledger.key.map((key) => [key, String(row[snakeCase(key)])])),
    changes: Object.fromEntries(
      Object.keys(ledger.measures)
        .map((measure) => [measure, row[snakeCase(measure)] as [string, string]] as const)
        .filter(([, [before, after]]) => before !== after),
    ),
    ...(ledger.available.minus.length === 0 ? {} : { available: [usable(ledger, row, 0), usable(ledger, row, 1)] }),
  }));
}

/** Before (0) or after (1) what was posted. */
function usable({ available }: Ledger, row: Readonly<Record<string, unknown>>, at: 0 | 1): string {
  const all = (measures: readonly string[]): string =>
    plus(...measures.map((measure) => (row[snakeCase(measure)] as [string, string])[at]));
  return minus(all(available.plus), all(available.minus));
}
