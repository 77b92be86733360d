import { fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { setPriority, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { textOf, type Label, type Language } from '#platform/model/label.ts';
import { statement } from '#platform/server/db/statement.ts';
import { commandOn, type Command } from '#platform/server/command/command.ts';
import type { Caller, Door } from '#platform/server/db/door.ts';
import { isInDoubt } from '#platform/server/db/outage.ts';
import type { Asked } from '#platform/server/list/filter.ts';
import type { FileStores } from '#platform/server/file/store.ts';
import { newId } from '#platform/server/db/id.ts';
import { makeSleeper, type Sleeper } from '#platform/server/job/sleeper.ts';
import { columnsFor, factsFor } from './columns.ts';
import { keysIn } from './routes.ts';
import type { Exporter } from './plan.ts';
import type { ExportOrder, ExportReport } from './process.ts';
import type { Format, LoggedRequest } from './rows.ts';
import { maxRows } from '#platform/server/sheet/xlsx.ts';

/** What became of a long export, for whoever asked for it. */
export interface ExportOutcome {
  readonly to: string;
  readonly title: string;
  readonly language: Language;
  readonly fileId: string | null;
  readonly rows: number;
  readonly why: string;
}

export interface ExportHost {
  readonly door: Door;
  /** Of the database: each export is a process with a connection of its own. */
  readonly url: string;
  readonly stores: FileStores;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
  readonly exporters: readonly Exporter[];
  /** Joins the transaction in which the file becomes a file. */
  readonly tell: (ctx: Command, outcome: ExportOutcome) => void;
}

interface Taken {
  readonly id: string;
  readonly userId: string;
  readonly noun: string;
  readonly format: Format;
  readonly language: Language;
  readonly asked: Asked;
  readonly request: LoggedRequest;
  readonly attempts: number;
  readonly key: string;
}

const tooLong: Label = [
  `超过${maxRows - 1}行，请缩小范围或导出CSV`,
  `超過${maxRows - 1}列，請縮小範圍或匯出CSV`,
  `More than ${maxRows - 1} rows: narrow the search, or export as CSV`,
];
const broken: Label = ['系统数据异常', '系統資料異常', 'system data error'];

/** Trying again would find the same. */
class Hopeless extends Error {}

/** A file is kept this many days. */
const keptDays = 7;
const mostAttempts = 2;

/**
 * Makes what waits, one after the other; any number of processes may. An export whose maker died is made by another.
 */
export function startExports(
  host: ExportHost,
  { leaseMs = 15_000 }: { readonly leaseMs?: number } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const maker: Maker = {
    host,
    exporters: new Map(host.exporters.map((exporter) => [exporter.name, exporter])),
    leaseMs,
    stopping: stopping.signal,
  };
  const sleeper = makeSleeper(() => stopping.signal.aborted);
  host.door.listen('qudao_export', sleeper.wake, () => undefined);
  const forgetting = setInterval(() => {
    forget(host);
  }, 3_600_000);
  const running = makeAll(maker, sleeper);
  return {
    stop: async () => {
      clearInterval(forgetting);
      stopping.abort();
      sleeper.wake();
      await running;
    },
  };
}

/** What every step of an export in this process knows. */
interface Maker {
  readonly host: ExportHost;
  readonly exporters: ReadonlyMap<string, Exporter>;
  readonly leaseMs: number;
  readonly stopping: AbortSignal;
}

/** How far an export is, for whoever waits for it. */
interface Progress {
  rows: number;
  total: number | null;
}

function forget({ door, log }: ExportHost): void {
  door
    .gate(statement({ forgetExports: 'integer' }, 'select sec.forget_exports($1)', [keptDays]))
    .catch((error: unknown) => {
      log.error({ err: error }, 'old exports could not be forgotten');
    });
}

async function makeAll(maker: Maker, sleeper: Sleeper): Promise<void> {
  const { log } = maker.host;
  while (!maker.stopping.aborted) {
    const taken = await take(maker).catch((error: unknown) => {
      log.error({ err: error }, 'no export could be taken');
      return null;
    });
    if (taken === null) await sleeper.rest(2000);
    else
      await perform(maker, taken).catch((error: unknown) => {
        log.error({ err: error, noun: taken.noun }, 'the end of an export could not be written');
      });
  }
}

async function take({ host, leaseMs }: Maker): Promise<Taken | null> {
  const key = randomBytes(32).toString('base64url');
  const [row] = await host.door.gate(
    statement(
      {
        id: 'uuid',
        tenantCode: 'text',
        userId: 'uuid',
        noun: 'text',
        format: 'text',
        language: 'text',
        asked: 'json',
        request: 'json',
        attempts: 'integer',
      },
      'select * from sec.take_export($1, $2)',
      [key, leaseMs],
    ),
  );
  return row === undefined
    ? null
    : {
        ...row,
        key,
        format: row.format as Format,
        language: row.language as Language,
        asked: row.asked as Asked,
        request: row.request as LoggedRequest,
      };
}

async function perform(maker: Maker, taken: Taken): Promise<void> {
  const { door, log } = maker.host;
  const progress: Progress = { rows: 0, total: null };
  const keep = (): void => {
    door
      .gate(
        statement({ keepExport: 'boolean' }, 'select sec.keep_export($1, $2, $3, $4, $5)', [
          taken.id,
          taken.key,
          maker.leaseMs,
          progress.rows,
          progress.total,
        ]),
      )
      .catch(() => undefined);
  };
  const keeping = setInterval(keep, 1000);
  try {
    await make(maker, taken, progress);
  } catch (error) {
    log.warn({ err: error, noun: taken.noun }, 'export failed');
    const isOver = error instanceof Hopeless || (taken.attempts >= mostAttempts && !maker.stopping.aborted);
    await (isOver ? giveUp(maker, taken, error) : again(maker, taken, error));
  } finally {
    clearInterval(keeping);
  }
}

async function make(maker: Maker, taken: Taken, progress: Progress): Promise<void> {
  const { host } = maker;
  const order = await orderOf(maker, taken, progress);
  const store = await host.stores.current();
  const file = { id: newId(), key: randomBytes(16).toString('hex'), name: `${order.title}.${taken.format}` };
  // Its row is there before its bytes: whatever is cut off, the sweep finds it.
  await host.door.read(order.caller, [
    {
      text: `insert into app.sys_file (id, storage_key, provider, name, control) values ($1, $2, $3, $4, '0')`,
      values: [file.id, file.key, store.provider, file.name],
    },
  ]);
  const made = exportProcess(order, maker.stopping, (rows) => {
    progress.rows = rows;
  });
  const seen = { size: 0, hash: createHash('sha256') };
  try {
    await store.put(file.key, measured(made.bytes, seen));
    progress.rows = await made.rows;
    await settle(host, taken, {
      rows: progress.rows,
      fileId: file.id,
      why: null,
      work: (ctx) => {
        keepFile(ctx, taken, { id: file.id, size: seen.size, sha256: seen.hash.digest('hex') });
        host.tell(ctx, {
          to: taken.userId,
          title: order.title,
          language: taken.language,
          fileId: file.id,
          rows: progress.rows,
          why: '',
        });
      },
    });
  } catch (error) {
    made.end();
    // A commit whose answer was lost may have been one: its bytes stay, and the sweep takes them if it was none.
    if (!isInDoubt(error)) await store.remove(file.key).catch(() => undefined);
    throw error;
  }
}

/** What the process is to write; the rows are counted first, so that a workbook nobody could open is not begun. */
async function orderOf({ host, exporters }: Maker, taken: Taken, progress: Progress): Promise<ExportOrder> {
  const exporter = exporters.get(taken.noun);
  if (exporter === undefined) throw new Hopeless(`no list is called ${taken.noun}`);
  const caller = callerOf(taken);
  const rows = exporter.rows(taken.asked);
  const {
    results: [counted, ...facts],
  } = await host.door.report(caller, [
    statement({ total: 'integer' }, `select count(*)::integer as total from (${rows.text}) x`, rows.values),
    ...factsFor(exporter.columns),
  ]);
  progress.total = counted[0]?.total ?? 0;
  if (taken.format === 'xlsx' && progress.total >= maxRows) throw new Hopeless(textOf(tooLong, taken.language));
  return {
    url: host.url,
    caller,
    statement: rows,
    title: textOf(exporter.title, taken.language),
    format: taken.format,
    request: taken.request,
    columns: columnsFor(exporter.columns, facts, { language: taken.language, keys: keysIn(taken.asked) }),
  };
}

function keepFile(
  ctx: Command,
  taken: Taken,
  { id, size, sha256 }: { readonly id: string; readonly size: number; readonly sha256: string },
): void {
  ctx.later({
    text: `
      update app.sys_file
      set state = 'kept', type = $2, size = $3, sha256 = $4, creator_name = $5, free_since = now()
      where id = $1`,
    values: [id, taken.format === 'csv' ? 'text' : 'xlsx', size, sha256, ctx.identity.realName],
  });
  ctx.later({
    text: `
      insert into app.sys_file_link (noun, record_id, file_id, creator_name)
      values ('sys:export', $1, $2, $3)`,
    values: [taken.id, id, ctx.identity.realName],
  });
}

interface Ending {
  readonly rows: number;
  readonly fileId: string | null;
  readonly why: string | null;
  readonly work: (ctx: Command) => void;
}

/** The end of the export and what follows from it are one transaction. */
async function settle({ door }: ExportHost, taken: Taken, { rows, fileId, why, work }: Ending): Promise<void> {
  const tx = door.transaction(callerOf(taken));
  try {
    await tx.run([]);
    work(
      commandOn(tx, {
        route: { path: `export:${taken.noun}`, method: 'JOB' },
        language: taken.language,
        ip: taken.request.ip,
        agent: taken.request.agent,
        correlationId: taken.request.correlationId,
      }),
    );
    const [[ended]] = await tx.run([
      statement({ isMine: 'boolean' }, 'select sec.finish_export($1, $2, $3, $4, $5) as is_mine', [
        taken.id,
        taken.key,
        rows,
        fileId,
        why,
      ]),
    ]);
    if (ended?.isMine !== true) throw new Error('another process has taken it over');
    await tx.commit();
  } catch (thrown) {
    await tx.rollback();
    throw thrown;
  }
}

async function giveUp({ host, exporters }: Maker, taken: Taken, error: unknown): Promise<void> {
  const why = error instanceof Hopeless ? error.message : textOf(broken, taken.language);
  const title = textOf(exporters.get(taken.noun)?.title ?? [taken.noun, taken.noun, taken.noun], taken.language);
  // Who may not any more, or is gone, is told nothing; the export is over all the same.
  await settle(host, taken, {
    rows: 0,
    fileId: null,
    why,
    work: (ctx) => {
      host.tell(ctx, { to: taken.userId, title, language: taken.language, fileId: null, rows: 0, why });
    },
  }).catch(() =>
    host.door.gate(
      statement({ endExport: 'boolean' }, 'select sec.end_export($1, $2, 0, null, $3, null)', [
        taken.id,
        taken.key,
        why,
      ]),
    ),
  );
}

const again = ({ host, stopping }: Maker, taken: Taken, error: unknown): Promise<unknown> =>
  host.door.gate(
    statement({ endExport: 'boolean' }, 'select sec.end_export($1, $2, 0, null, $3, $4)', [
      taken.id,
      taken.key,
      String(error).toWellFormed().replaceAll('\u0000', '').slice(0, 500),
      stopping.aborted ? 0 : 5,
    ]),
  );

const callerOf = ({ id, key }: Taken): Caller => ({ run: id, key, permissions: null, soft: null });

async function* measured(
  bytes: Readable,
  seen: { size: number; readonly hash: ReturnType<typeof createHash> },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    seen.size += chunk.length;
    seen.hash.update(chunk);
    yield chunk;
  }
}

/**
 * What is made inside the heap dies young, and what lies outside is collected on demand: more room would only make the
 * process bigger.
 */
const flags = ['--expose-gc', '--max-semi-space-size=2', '--max-old-space-size=160'];

/** Compiled once for all exports: to compile takes 30 MB. Only a folder of our own is trusted. */
function compiled(): Readonly<Record<string, string>> {
  const folder = join(tmpdir(), `qudao-compiled-${userInfo().uid}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    return uid === userInfo().uid && (mode & 0o077) === 0 ? { NODE_COMPILE_CACHE: folder } : {};
  } catch {
    return {};
  }
}

/** People at their screens come first: the process gives way to every other. */
const lowPriority = 5;

interface Made {
  readonly bytes: Readable;
  readonly rows: Promise<number>;
  end(): void;
}

export function exportProcess(
  order: ExportOrder,
  signal: AbortSignal,
  onRows: (rows: number) => void,
  priority = lowPriority,
): Made & { readonly pid: number } {
  const child = fork(new URL('process.ts', import.meta.url), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: flags,
    env: { ...process.env, ...compiled() },
    signal,
  });
  const bytes = child.stdout;
  if (bytes === null || child.pid === undefined) throw new Error('the process for an export did not start');
  try {
    setPriority(child.pid, priority);
  } catch {
    // It may have ended already; then its end says why.
  }
  const rows = new Promise<number>((resolve, reject) => {
    let last: ExportReport | null = null;
    child.on('message', (message) => {
      last = message as ExportReport;
      if ('rows' in last) onRows(last.rows);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (last !== null && 'rows' in last && last.isDone) resolve(last.rows);
      else
        reject(
          Object.assign(
            new Error(last !== null && 'error' in last ? last.error : `the process of an export ended with ${code}`),
            last !== null && 'code' in last ? { code: last.code } : {},
          ),
        );
    });
  });
  rows.catch(() => undefined);
  child.send(order);
  return {
    bytes,
    rows,
    pid: child.pid,
    end: () => {
      child.kill();
    },
  };
}
