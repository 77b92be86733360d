import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
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
import { openEar, type Ear } from './ear.ts';
import { keptAlive, oneShot, openLane, type Lane } from './lane.ts';
import { isBroken } from './outage.ts';
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

/** Connections by the role that they run as: ordinary calls, reports and exports, log-in and what workers take. */
export type LaneName = 'main' | 'report' | 'gate';

/** The one way to the database. The pools live behind it and are exported nowhere. */
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
  /** The same question to a lane of one's choice: start-up verifies as whom each of them speaks. */
  askLane<Asked extends Statement>(lane: LaneName, statement: Asked): Promise<Answers<Asked>>;
  /** The database is there and takes writes. Answers within half a second, whatever the database does. */
  beat(): Promise<boolean>;
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
  readonly gateConnections?: number;
  /** Milliseconds until there is a connection. */
  readonly waitMs?: number;
  /** Milliseconds that a batch may take; more than the server's own time-out of a statement. */
  readonly answerMs?: number;
  /** Milliseconds between two questions to the connection that listens. */
  readonly listenMs?: number;
}

/** Milliseconds that readiness waits: a busy process still answers within the half second that a balancer waits. */
const beatMs = 350;
const reportSeconds = 60;
/**
 * Milliseconds for the connection that listens to be made: it is made while a process starts and has no time for it.
 */
const listenWaitMs = 15_000;

export function openDoor(options: DoorOptions): Door {
  const { ready, ear, ...lanes } = connectionsOf(options);

  async function read<Asked extends readonly Statement[]>(
    lane: Lane,
    caller: Caller,
    statements: Asked,
  ): Promise<Answer<Asked>> {
    const context = contextOf(caller);
    const [opened = [], ...results] = await oneShot(lane, [context, ...statements]);
    return { identity: identityIn(caller, answersTo([context], [opened])), results: answersTo(statements, results) };
  }

  return {
    read: (caller, statements) => read(lanes.main, caller, statements),
    report: (caller, statements) => read(lanes.report, caller, statements),
    transaction: (caller, lane = 'main') => transaction(lanes[lane], caller),
    gate: async (asked) => answerTo(asked, await oneShot(lanes.gate, [asked])),
    open: async (asked) => answerTo(asked, await oneShot(lanes.main, [asked])),
    askLane: async (lane, asked) => answerTo(asked, await oneShot(lanes[lane], [asked])),
    beat: () => beats(ready),
    listen: (channel, onNotice, onLost) => {
      ear.hear(channel, onNotice, onLost);
    },
    close: async () => {
      await Promise.all([...[...Object.values(lanes), ready].map(({ pool }) => pool.end()), ear.stop()]);
    },
  };
}

type Connections = Readonly<Record<LaneName | 'ready', Lane>> & { readonly ear: Ear };

function connectionsOf({
  url,
  connections = 8,
  reportConnections = 2,
  gateConnections = 2,
  waitMs = 2000,
  answerMs = 20_000,
  listenMs = 5000,
}: DoorOptions): Connections {
  return {
    main: openLane({ url, name: 'main', max: connections, options: '', waitMs, answerMs }),
    report: openLane({
      url,
      name: 'report',
      max: reportConnections,
      options: `-c role=qudao_report -c plan_cache_mode=force_custom_plan -c statement_timeout=${reportSeconds}s`,
      waitMs,
      answerMs: Math.max(answerMs, (reportSeconds + 5) * 1000),
      Client: RawClient,
    }),
    gate: openLane({ url, name: 'gate', max: gateConnections, options: '-c role=qudao_gate', waitMs, answerMs }),
    // Alone: whoever asks whether the process is ready must not stand in the line of those who find that it is not. A
    // beat that is lost is worth nothing, so it waits for no disk and no standby.
    ready: openLane({
      url,
      name: 'ready',
      max: 1,
      options: '-c synchronous_commit=off',
      waitMs: beatMs,
      answerMs: beatMs,
    }),
    ear: openEar(
      { connectionString: url, application_name: 'qudao-listen', connectionTimeoutMillis: listenWaitMs, ...keptAlive },
      listenMs,
    ),
  };
}

/** The write is the point: a primary that became read-only is reached and answers, and is of no use. */
async function beats(lane: Lane): Promise<boolean> {
  const beat = oneShot(lane, [{ text: 'update app.heartbeat set beat = now() where id = 1', values: [] }]);
  const late = new AbortController();
  const isUp = beat.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([isUp, sleep(beatMs, false, { signal: late.signal, ref: false })]);
  } finally {
    late.abort();
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

function transaction({ pool, answerMs }: Lane, caller: Caller): Transaction {
  let client: pg.PoolClient | null = null;
  let identity: Identity | null = null;
  let queued: Queued[] = [];
  let leading: () => readonly Statement[] = () => [];
  let isSpoilt = false;

  async function send<Asked extends readonly Statement[]>(statements: Asked): Promise<RowsOf<Asked>> {
    const waiting = queued;
    queued = [];
    const context = client === null ? contextOf(caller) : null;
    const ahead = [...(context === null ? [] : [begin, context]), ...leading()];
    client ??= await pool.connect();
    const all = [...ahead, ...waiting.map((item) => item.statement), ...statements];
    const results = await sendBatch(client, all, answerMs).catch((error: DatabaseError) => {
      isSpoilt ||= isBroken(error);
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
        await sendBatch(open, [rollbackNow], answerMs);
        release(isSpoilt);
      } catch {
        release(true);
      }
    },
    identity: () => spoken(identity),
  };
}

function spoken(identity: Identity | null): Identity {
  if (identity === null) throw new Error('the transaction has not spoken to the database yet');
  return identity;
}
