import { timingSafeEqual, hash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Door } from '#platform/server/db/door.ts';
import { statement } from '#platform/server/db/statement.ts';
import { exposition, gauge, read } from '#platform/server/metrics/series.ts';

export interface MetricsOptions {
  readonly door: Door;
  /** Whoever reads the figures shows it; without one there is no /metrics. */
  readonly token: string | undefined;
  /** Where this process keeps files: its disk is watched. */
  readonly folder: string;
}

/** Several readers, or one that asks in a loop, cost the database one question in this time. */
const keptFor = 5000;

/** GET /metrics, in the text form that Prometheus reads. Not below /api: it is nothing of a tenant's. */
export function serveMetrics(app: FastifyInstance, { door, token, folder }: MetricsOptions): void {
  if (token === undefined || token === '') return;
  const signs = vitalSigns(door, folder);
  declareProcess();
  const wanted = hash('sha256', `Bearer ${token}`, 'buffer');
  app.get('/metrics', async (request, reply) => {
    const shown = hash('sha256', request.headers.authorization ?? '', 'buffer');
    if (!timingSafeEqual(shown, wanted))
      return reply.code(401).header('www-authenticate', 'Bearer').send('not for you\n');
    await signs.look();
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(exposition());
  });
}

const asked = statement(
  {
    outboxWaiting: 'integer',
    outboxAge: 'decimal',
    jobsWaiting: 'integer',
    jobAge: 'decimal',
    exportsWaiting: 'integer',
    standbys: 'integer',
    replicationLag: 'decimal',
    connections: 'integer',
    maxConnections: 'integer',
    transactionAge: 'decimal',
    databaseBytes: 'integer',
  },
  'select * from sec.vital_signs()',
);

/** What each figure of the database is called outside. */
const names: Readonly<Record<string, readonly [name: string, help: string]>> = {
  outboxWaiting: ['qudao_outbox_waiting', 'Messages that are due and not sent (counted up to 10000).'],
  outboxAge: ['qudao_outbox_age_seconds', 'How long the oldest message has been due.'],
  jobsWaiting: ['qudao_jobs_waiting', 'Runs of jobs that are due and not begun.'],
  jobAge: ['qudao_job_age_seconds', 'How long the oldest run has been due.'],
  exportsWaiting: ['qudao_exports_waiting', 'Exports that nobody has begun.'],
  standbys: ['qudao_standbys', 'Standbys that stream from this primary.'],
  replicationLag: ['qudao_replication_lag_seconds', 'How far the slowest standby is behind.'],
  connections: ['qudao_database_connections', 'Connections of clients to the server.'],
  maxConnections: ['qudao_database_connections_most', 'Connections that the server takes.'],
  transactionAge: ['qudao_database_transaction_age_seconds', 'How long the oldest transaction has been open.'],
  databaseBytes: ['qudao_database_bytes', 'Size of the database.'],
};

/** A database that does not answer takes its figures along, and says so in one of its own. */
function vitalSigns(door: Door, folder: string): { look(): Promise<void> } {
  let signs: Readonly<Record<string, number | string>> | null = null;
  let disk: { readonly free: number; readonly size: number } | null = null;
  let lookedAt = -Infinity;
  gauge('qudao_database_up', 'Whether the database answered.', () => (signs === null ? 0 : 1));
  for (const [sign, [name, help]] of Object.entries(names))
    gauge(name, help, () => (signs === null ? null : Number(signs[sign]))); // not money
  gauge('qudao_files_disk_free_bytes', 'Free bytes where files are kept.', () => disk?.free ?? null);
  gauge('qudao_files_disk_bytes', 'Size of the disk where files are kept.', () => disk?.size ?? null);
  return {
    look: async () => {
      if (performance.now() - lookedAt < keptFor) return;
      lookedAt = performance.now();
      [signs, disk] = await Promise.all([
        door.gate(asked).then(
          ([row]) => row ?? null,
          () => null,
        ),
        statfs(folder).then(
          ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, size: blocks * bsize }),
          () => null,
        ),
      ]);
    },
  };
}

function declareProcess(): void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  gauge(
    'qudao_event_loop_lag_seconds',
    'How late timers were since the last reading: in the middle, at worst but one in a hundred, at worst.',
    () => {
      const values = Object.entries({ p50: 50, p99: 99, max: 100 }).map(
        ([part, percentile]) => [{ part }, delay.percentile(percentile) / 1e9] as const,
      );
      delay.reset();
      return values;
    },
    ['part'],
  );
  gauge('process_resident_memory_bytes', 'Resident memory of this process.', () => process.memoryUsage.rss());
  read('process_cpu_seconds_total', 'CPU that this process has used.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge('process_start_time_seconds', 'When this process began.', () => performance.timeOrigin / 1000);
}
