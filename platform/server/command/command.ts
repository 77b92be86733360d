import { createHash } from 'node:crypto';
import { snakeCase } from '#platform/model/envelope.ts';
import { keyReused } from '#platform/model/refusal.ts';
import type { Language } from '#platform/model/label.ts';
import type { DatabaseError } from '#platform/server/db/batch.ts';
import {
  answerTo,
  sendNamed,
  statement,
  type Answers,
  type Reads,
  type RowsOf,
  type Statement,
} from '#platform/server/db/statement.ts';
import type { Identity, Transaction } from '#platform/server/db/door.ts';
import type { Call } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/db/id.ts';
import { logText, requestParams } from '#platform/server/http/request-params.ts';

/** What a verb would do or did, in words a person reads before pressing the button. */
export interface Effect {
  readonly kind: string;
  readonly subject: Readonly<Record<string, string>>;
  readonly changes: Readonly<Record<string, readonly [before: string, after: string]>>;
  /** What of it may still be used, where its ledger keeps something back. */
  readonly available?: readonly [before: string, after: string];
  /** The number of the document that moves it. */
  readonly document?: string;
}

/** What the coming write posts to one ledger, all documents of the command together. */
export interface PlannedPostings {
  /** Where the ledger stands in the order of locks. */
  readonly lockOrder: number;
  readonly entries: object[];
  /** Documents whose postings are reversed. */
  readonly undone: string[];
  readonly codes: Set<string>;
  calls: number;
}

/** One command: one transaction, its caller and what it changes. Every service function takes it. */
export interface Command {
  readonly identity: Identity;
  readonly language: Language;
  /** Today in the tenant's zone, yyyy-MM-dd. */
  readonly today: string;
  readonly effects: Effect[];
  /** Places of the answer that only the committing write knows (a number taken there), for the stored answer. */
  readonly patches: { readonly path: string; readonly sql: string; readonly value: unknown }[];
  /** A round trip now, together with whatever was queued. */
  rows<Asked extends Statement>(statement: Asked): Promise<Answers<Asked>>;
  all<Named extends Reads>(reads: Named): Promise<RowsOf<Named>>;
  /** Many statements of one kind, answered in their order. */
  each<Asked extends readonly Statement[]>(statements: Asked): Promise<RowsOf<Asked>>;
  /**
   * What the coming write will post, by ledger. Where several documents post to one ledger, it is locked for all of
   * them in front of that write, ledger after ledger in their declared order: each document locks its own in key order,
   * but two commands would still meet halfway in a circle.
   */
  readonly postings: Map<string, PlannedPostings>;
  /** Joins the write that commits. */
  later<Asked extends Statement>(
    statement: Asked,
    whenRead?: (rows: Answers<Asked>) => void,
    refuse?: (error: DatabaseError) => Error | undefined,
  ): void;
  /** Who did what to which record, in the same transaction as the deed. */
  log(entry: LogEntry): void;
}

export interface LogEntry {
  readonly noun: string;
  readonly recordId: string;
  /** A number taken in the committing write is read there. */
  readonly recordCode: string | { readonly numberedIn: string };
  readonly operation: string;
  readonly message?: string;
  readonly changes?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

interface Options<Named extends Reads> {
  /** Read in the same write that opens the transaction. */
  readonly reads?: Named;
  /** Run everything, keep the effects, roll back: the impact preview is the verb itself. */
  readonly isTrial?: boolean;
}

/**
 * Runs a command. An idempotency key makes it happen once: the same key and body answers what was answered,
 * the same key with another body is refused. A refusal undoes everything and stores nothing, so it may be tried again.
 */
export async function command<Result, Named extends Reads = Record<never, never>>(
  call: Call,
  work: (ctx: Command, rows: RowsOf<Named>) => Promise<Result>,
  { reads, isTrial = false }: Options<Named> = {},
): Promise<Result> {
  const tx = call.door.transaction(call.caller);
  const key = isTrial ? null : call.idempotencyKey;
  try {
    // The key is claimed before anything is locked: whoever sends it twice waits there.
    const rows = await sendNamed({ ...(key === null ? {} : claim(key, call)), ...reads }, (statements) =>
      tx.run(statements),
    );
    const answered = key === null ? null : replayOf(rows as RowsOf<ReturnType<typeof claim>>, call);
    if (answered !== null) {
      await tx.rollback();
      return answered.answer as Result;
    }
    const ctx = commandOn(tx, call);
    const result = await work(ctx, rows as unknown as RowsOf<Named>);
    if (isTrial) {
      await tx.run([]);
      await tx.rollback();
      return result;
    }
    if (key !== null) ctx.later(answerOf(key, result, ctx.patches));
    await tx.commit();
    return result;
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}

const bodyHash = (call: Call): string =>
  createHash('sha256')
    .update(`${call.route.method} ${call.route.path} ${JSON.stringify([call.params, call.body ?? null])}`)
    .digest('base64url');

/** A second request with the same key waits here until the first has committed or gone. */
function claim(key: string, call: Call) {
  return {
    'claimed key': statement(
      { key: 'text' },
      'insert into app.idempotency (key, body_hash) values ($1, $2) on conflict do nothing returning key',
      [key, bodyHash(call)],
    ),
    'keyed answer': statement(
      { bodyHash: 'text', answer: 'json?', isOwn: 'boolean' },
      `
        select body_hash, answer, user_id = (select sec.user_id()) as is_own
        from app.idempotency
        where key = $1`,
      [key],
    ),
  };
}

function replayOf(
  { 'claimed key': claimed, 'keyed answer': [row] }: RowsOf<ReturnType<typeof claim>>,
  call: Call,
): { answer: unknown } | null {
  if (claimed.length > 0) return null;
  // Somebody else's key is a key that was used: his answer is not for this caller.
  if (row === undefined || row.bodyHash !== bodyHash(call) || !row.isOwn) throw keyReused();
  return { answer: row.answer };
}

function answerOf(key: string, result: unknown, patches: Command['patches']): Statement {
  const answer = patches.reduce(
    (text, patch, i) => `jsonb_set(${text}, '${patch.path}', to_jsonb((${patch.sql.replace('$value', `$${i + 3}`)})))`,
    '$2::jsonb',
  );
  return {
    text: `update app.idempotency set answer = ${answer} where key = $1`,
    values: [key, JSON.stringify(result ?? null), ...patches.map((patch) => patch.value)],
  };
}

/** What the operation log says of where a command came from. A call of a person has all of it, a job has what it is. */
export type Origin = Pick<Call, 'language' | 'ip' | 'agent' | 'correlationId'> &
  Partial<Pick<Call, 'params' | 'query'>> & { readonly route: { readonly path: string; readonly method: string } };

/** What nobody asked for: a job, or a message of another tenant. */
export const unattended = (path: string, correlationId: string): Origin => ({
  route: { path, method: 'JOB' },
  language: 'zh-CN',
  ip: '',
  agent: '',
  correlationId,
});

export function commandOn(tx: Transaction, call: Origin): Command {
  const started = performance.now();
  const params = requestParams(call.params, call.query);
  const asked = params === null ? null : logText(JSON.stringify(params), 500);
  const postings: Command['postings'] = new Map();
  tx.lead(() => locksFor(postings));
  const identity = tx.identity();
  return {
    postings,
    identity,
    language: call.language,
    today: todayIn(identity.zone),
    effects: [],
    patches: [],
    rows: async (asked) => answerTo(asked, await tx.run([asked])),
    all: (reads) => sendNamed(reads, (statements) => tx.run(statements)),
    each: (statements) => tx.run(statements),
    later: (statement, whenRead, refuse) => {
      tx.queue(statement, whenRead, refuse);
    },
    log(entry) {
      const code = entry.recordCode;
      const place =
        typeof code === 'string' ? '$3' : `coalesce($3, (select code from app.${code.numberedIn} where id = $2))`;
      this.later({
        text: `
          insert into app.sys_operationlog (
            noun, record_id, record_code, operation, message, changes, request_uri, request_method, ip, user_agent,
            correlation_id, creator_name, id, creator_id, request_time, request_params, status
          )
          values ($1, $2, ${place}, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, '1')`,
        values: [
          entry.noun,
          entry.recordId,
          typeof code === 'string' ? code : null,
          entry.operation,
          entry.message ?? null,
          entry.changes === undefined ? null : JSON.stringify(entry.changes),
          call.route.path,
          call.route.method,
          call.ip,
          call.agent,
          call.correlationId,
          this.identity.realName,
          newId(),
          this.identity.userId,
          Math.round(performance.now() - started),
          asked,
        ],
      });
    },
  };
}

/** What was planned is in the write that it is asked for: the next one begins with nothing. */
function locksFor(postings: Command['postings']) {
  const shared = [...postings].filter(([, { calls }]) => calls > 1);
  postings.clear();
  return shared
    .toSorted(([, a], [, b]) => a.lockOrder - b.lockOrder)
    .map(([ledger, { entries, undone }]) =>
      statement({ locked: 'nothing' }, `select app.${snakeCase(ledger)}_lock($1::jsonb) as locked`, [
        JSON.stringify({ entries, undone }),
      ]),
    );
}

/** Business dates are days of the tenant's zone. */
export function todayIn(zone: string, at: Date = new Date()): string {
  let calendar = calendars.get(zone);
  if (calendar === undefined)
    calendars.set(
      zone,
      (calendar = new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      })),
    );
  return calendar.format(at);
}

/** Making one costs 60 us, asking it one. */
const calendars = new Map<string, Intl.DateTimeFormat>();
