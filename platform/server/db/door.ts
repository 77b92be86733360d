import pg from 'pg';
import { standsFor } from '#platform/model/preset.ts';
import { notFound } from '#platform/model/refusal.ts';
import { sendBatch, type DatabaseError } from './batch.ts';
import {
  answersTo,
  answerTo,
  statement,
  type Answers,
  type Row,
  type RowsOf,
  type Shape,
  type Statement,
  type TypedStatement,
} from './statement.ts';
import { watchPool } from './pool-series.ts';
import { RawClient } from './raw.ts';

/**
 * Who asks, and what the asked route needs. A ticket stands for a session on one path; a run of a job holds its
 * tenant's context by its key.
 */
export type Caller = (
  | { readonly sid: string; readonly tenant: string | null }
  | { readonly ticket: string; readonly path: string }
  | { readonly run: string; readonly key: string }
) & {
  readonly permissions: readonly string[] | null;
  readonly soft: string | null;
  /** The person must have shown again who he is, within the last minutes. */
  readonly isConfirmed?: boolean;
};

/** What the database says of the caller, after it checked session, tenant and permission. */
export interface Identity {
  readonly userId: string;
  readonly username: string;
  readonly realName: string;
  readonly tenantCode: string;
  readonly superAdmin: boolean;
  readonly isPlatform: boolean;
  readonly [standsFor.organization]: string | null;
  readonly [standsFor.person]: string | null;
  readonly [standsFor.customer]: string | null;
  readonly accountType: string;
  /** Where the tenant keeps its books: its days begin and end there. */
  readonly zone: string;
  /** Holds the permission that was asked for softly: full rows instead of slim ones. */
  readonly isFull: boolean;
}

export interface Answer<Asked extends readonly Statement[] = readonly Statement[]> {
  readonly identity: Identity;
  readonly results: RowsOf<Asked>;
}

/** The one way to the database. The pools live in this file and are exported nowhere. */
export interface Door {
  /** Context and statements in one network write, one implicit transaction. */
  read<const Asked extends readonly Statement[]>(caller: Caller, statements: Asked): Promise<Answer<Asked>>;
  /** The same on the report lane: custom plans, longer time-out, a role that cannot write. */
  report<const Asked extends readonly Statement[]>(caller: Caller, statements: Asked): Promise<Answer<Asked>>;
  transaction(caller: Caller, lane?: 'main' | 'report'): Transaction;
  /** Log-in and log-out: functions that no ordinary connection may call. */
  gate<Asked extends Statement>(statement: Asked): Promise<Answers<Asked>>;
  /** Statements that need no tenant: health, and public rows of global tables. */
  open<Asked extends Statement>(statement: Asked): Promise<Answers<Asked>>;
  /** Hears what other processes announce at commit. `onLost` is called when the line breaks and when it is back. */
  listen(channel: string, onNotice: (payload: string) => void, onLost: () => void): void;
  close(): Promise<void>;
}

/** A command: one write to lock and read, one write to post and commit is the shape to aim for. */
export interface Transaction {
  /** Sends what was queued and these statements in one write; answers the rows of these statements. */
  run<const Asked extends readonly Statement[]>(statements: Asked): Promise<RowsOf<Asked>>;
  /**
   * Joins the next write. `whenRead` sees the rows when they arrive; `refuse` may turn the database's "no" into a
   * refusal of the domain.
   */
  queue<Asked extends Statement>(
    statement: Asked,
    whenRead?: (rows: Answers<Asked>) => void,
    refuse?: (error: DatabaseError) => Error | undefined,
  ): void;
  /**
   * Asked before each write for what must come first in it: which rows to lock is known when the last document has said
   * what it posts.
   */
  lead(statements: () => readonly Statement[]): void;
  commit(): Promise<void>;
  rollback(): Promise<void>;
  identity(): Identity;
}

export interface DoorOptions {
  readonly url: string;
  readonly connections?: number;
  readonly reportConnections?: number;
}

export function openDoor({ url, connections = 12, reportConnections = 3 }: DoorOptions): Door {
  const pool = (max: number, options: string, name: string, Client: typeof pg.Client = pg.Client) => {
    const made = new pg.Pool({
      Client,
      connectionString: url,
      max,
      options,
      application_name: `qudao-${name}`,
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    });
    // An idle connection that dies (restart of the server) is replaced at the next use; unheard, the event would end
    // the process.
    made.on('error', () => undefined);
    // So does one in the middle of a transaction: its next statement fails and is answered as busy, the process lives
    // on.
    made.on('connect', (client) => {
      client.on('error', () => undefined);
    });
    return watchPool(name, made);
  };
  const main = pool(connections, '', 'main');
  const reports = pool(
    reportConnections,
    '-c role=qudao_report -c plan_cache_mode=force_custom_plan -c statement_timeout=60s',
    'report',
    RawClient,
  );
  const ears: { stop(): Promise<void> }[] = [];
  const gates = pool(2, '-c role=qudao_gate', 'gate');

  async function read<Asked extends readonly Statement[]>(
    lane: pg.Pool,
    caller: Caller,
    statements: Asked,
  ): Promise<Answer<Asked>> {
    const context = contextOf(caller);
    const [opened = [], ...results] = await oneShot(lane, [context, ...statements]);
    return { identity: identityIn(caller, answersTo([context], [opened])), results: answersTo(statements, results) };
  }

  return {
    read: (caller, statements) => read(main, caller, statements),
    report: (caller, statements) => read(reports, caller, statements),
    transaction: (caller, lane = 'main') => transaction(lane === 'main' ? main : reports, caller),
    gate: async (asked) => answerTo(asked, await oneShot(gates, [asked])),
    open: async (asked) => answerTo(asked, await oneShot(main, [asked])),
    listen: (channel, onNotice, onLost) => {
      ears.push(listen(url, channel, onNotice, onLost));
    },
    close: async () => {
      await Promise.all([main.end(), reports.end(), gates.end(), ...ears.map((ear) => ear.stop())]);
    },
  };
}

/** One connection that only listens, made anew a second after it breaks. */
function listen(
  url: string,
  channel: string,
  onNotice: (payload: string) => void,
  onLost: () => void,
): { stop(): Promise<void> } {
  let client: pg.Client | null = null;
  let isStopped = false;
  async function connect(): Promise<void> {
    if (isStopped) return;
    const made = new pg.Client({ connectionString: url, application_name: 'qudao-listen', keepAlive: true });
    made.on('notification', ({ payload }) => {
      onNotice(payload ?? '');
    });
    made.on('error', () => undefined);
    made.on('end', () => {
      onLost();
      if (!isStopped) setTimeout(() => void connect(), 1000).unref();
    });
    try {
      await made.connect();
      await made.query(`listen ${pg.escapeIdentifier(channel)}`);
      onLost();
      client = made;
    } catch {
      await made.end().catch(() => undefined);
    }
  }
  void connect();
  return {
    stop: async () => {
      isStopped = true;
      await client?.end().catch(() => undefined);
    },
  };
}

async function oneShot(pool: pg.Pool, statements: readonly Statement[]): Promise<Row[][]> {
  const client = await pool.connect();
  try {
    const results = await sendBatch(client, statements);
    client.release();
    return results;
  } catch (error) {
    client.release(isBroken(error));
    throw error;
  }
}

const identityShape = {
  userId: 'uuid',
  username: 'text',
  realName: 'text',
  tenantCode: 'text',
  superAdmin: 'boolean',
  isPlatform: 'boolean',
  [standsFor.organization]: 'text?',
  [standsFor.person]: 'text?',
  [standsFor.customer]: 'text?',
  accountType: 'text',
  isFull: 'boolean',
  zone: 'text',
} as const satisfies Shape & Readonly<Record<keyof Identity, string>>;

function contextOf(caller: Caller): TypedStatement<Identity> {
  if ('run' in caller)
    return statement(identityShape, 'select o.*, sec.zone() as zone from sec.open_run($1, $2) o', [
      caller.run,
      caller.key,
    ]);
  const opened =
    'sid' in caller
      ? { by: 'sec.open($1, $2, $3, $4)', values: [caller.sid, caller.tenant, caller.permissions, caller.soft] }
      : {
          by: 'sec.open_ticket($1, $2, $3, $4)',
          values: [caller.ticket, caller.path, caller.permissions, caller.soft],
        };
  return statement(
    identityShape,
    caller.isConfirmed === true
      ? `
        select o.*, sec.zone() as zone
        from ${opened.by} o
        cross join lateral sec.require_confirmed(o.user_id)`
      : `select o.*, sec.zone() as zone from ${opened.by} o`,
    opened.values,
  );
}

/** Whom the database saw in a caller. Held no longer than the caller himself. */
const seen = new WeakMap<Caller, Identity>();

/** Null before the database has seen him, and of one whom it refused. */
export const identityOf = (caller: Caller): Identity | null => seen.get(caller) ?? null;

function identityIn(caller: Caller, [[identity]]: RowsOf<readonly [TypedStatement<Identity>]>): Identity {
  if (identity === undefined) throw notFound();
  seen.set(caller, identity);
  return identity;
}

const begin: Statement = { text: 'begin', values: [] };
const commitNow: Statement = { text: 'commit', values: [] };
const rollbackNow: Statement = { text: 'rollback', values: [] };

interface Queued {
  readonly statement: Statement;
  /** Given the rows of this very statement. */
  readonly whenRead: ((rows: readonly Row[]) => void) | undefined;
  readonly refuse: ((error: DatabaseError) => Error | undefined) | undefined;
}

function transaction(pool: pg.Pool, caller: Caller): Transaction {
  let client: pg.PoolClient | null = null;
  let identity: Identity | null = null;
  let queued: Queued[] = [];
  let leading: () => readonly Statement[] = () => [];

  async function send<Asked extends readonly Statement[]>(statements: Asked): Promise<RowsOf<Asked>> {
    const waiting = queued;
    queued = [];
    const context = client === null ? contextOf(caller) : null;
    const ahead = [...(context === null ? [] : [begin, context]), ...leading()];
    client ??= await pool.connect();
    const all = [...ahead, ...waiting.map((item) => item.statement), ...statements];
    const results = await sendBatch(client, all).catch((error: DatabaseError) => {
      const failed = waiting[(error.statementIndex ?? -1) - ahead.length];
      throw failed?.refuse?.(error) ?? error;
    });
    const rows = results.slice(ahead.length);
    if (context !== null) identity = identityIn(caller, answersTo([context], [results[1] ?? []]));
    waiting.forEach((item, i) => item.whenRead?.(rows[i] ?? []));
    return answersTo(statements, rows.slice(waiting.length));
  }

  function release(broken: boolean): void {
    client?.release(broken);
    client = null;
  }

  return {
    run: send,
    queue: (asked, whenRead, refuse) =>
      void queued.push({ statement: asked, whenRead: (rows) => whenRead?.(answerTo(asked, [rows])), refuse }),
    lead: (statements) => void (leading = statements),
    async commit() {
      try {
        await send([commitNow]);
        release(false);
      } catch (error) {
        await this.rollback();
        throw error;
      }
    },
    async rollback() {
      queued = [];
      const open = client;
      if (open === null) return;
      try {
        await sendBatch(open, [rollbackNow]);
        release(false);
      } catch {
        release(true);
      }
    },
    identity() {
      if (identity === null) throw new Error('the transaction has not spoken to the database yet');
      return identity;
    },
  };
}

/** After these the connection is gone or in doubt; the pool must not hand it out again. */
function isBroken(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? '';
  return code === '' || code.startsWith('08') || code.startsWith('57P') || code === 'ECONNRESET' || code === 'EPIPE';
}
