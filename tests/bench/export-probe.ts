import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { Row } from '#platform/server/db/statement.ts';
import { openDoor, type Caller } from '#platform/server/db/door.ts';
import type { Asked } from '#platform/server/list/filter.ts';
import { columnsFor, factsFor } from '#platform/server/export/columns.ts';
import type { Exporter } from '#platform/server/export/plan.ts';
import { exportProcess } from '#platform/server/export/runner.ts';
import { cpuOf } from './gauge.ts';
import { firstTenant } from './scale.ts';

export interface Probe {
  readonly adminUrl: string;
  readonly url: string;
  readonly exporter: Exporter;
  readonly asked: Asked;
  /** `copy`: PostgreSQL writes CSV itself, for psql to throw away, under the same wall. */ readonly maker:
    | 'csv'
    | 'xlsx'
    | 'hucre'
    | 'copy';
}
/** CPU in microseconds. */
export interface Cost {
  readonly rows: number;
  readonly seconds: number;
  readonly node: number;
  readonly pg: number;
}

/** One export with its bytes thrown away: by the product's process, or by the same rows through another writer. */
export async function exporterProbe({ adminUrl, url, exporter, asked, maker }: Probe): Promise<Cost> {
  const key = randomBytes(32).toString('base64url');
  const id = randomUUID();
  await asAdministrator(adminUrl, (client) =>
    client.query(
      `
        insert into sec.export_run
          (id, tenant_code, user_id, noun, permission, format, language, asked, request, state, key_hash, lease_until)
        select $1, tenant_code, user_id, $3, $4, 'csv', 'zh-CN', '{}', '{}', 'running', sha256(convert_to($5, 'UTF8')),
          now() + interval '1 hour'
        from sec.session
        where tenant_code = $2
        limit 1`,
      [id, String(firstTenant), exporter.name, exporter.permissions[0], key],
    ),
  );
  const caller: Caller = { run: id, key, permissions: null, soft: null };
  const door = openDoor({ url, connections: 1, reportConnections: 1 });
  const statement = exporter.rows(asked);
  const drain = new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
  try {
    const { results: facts } = await door.report(caller, factsFor(exporter.columns));
    const columns = columnsFor(exporter.columns, facts, { language: 'zh-CN', keys: null });
    const request = {
      noun: exporter.name,
      filter: '{}',
      path: 'bench',
      method: 'GET',
      ip: '',
      agent: '',
      correlationId: '',
    };
    const begun = performance.now();
    if (maker === 'copy') {
      const script = [
        'begin',
        'set role qudao_report',
        `select sec.open_run('${id}', '${key}')`,
        'set plan_cache_mode = force_custom_plan',
        'set statement_timeout = 0',
        `copy (${statement.text}) to stdout (format csv)`,
        'commit',
      ];
      const psql = spawn(
        'psql',
        ['-XqAt', '-v', 'ON_ERROR_STOP=1', '-d', url, ...script.flatMap((line) => ['-c', line])],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let lines = 0;
      psql.stdout.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
      });
      const [code] = (await once(psql, 'close')) as [number];
      if (code !== 0 || statement.values.length > 0) throw new Error('PostgreSQL could not write it itself');
      return { rows: lines, seconds: (performance.now() - begun) / 1000, node: 0, pg: 0 };
    }
    if (maker !== 'hucre') {
      const made = exportProcess(
        { url, caller, statement, columns, title: 'bench', format: maker, request },
        new AbortController().signal,
        () => undefined,
        0,
      );
      const cpu = sampled(made.pid, adminUrl);
      await pipeline(made.bytes, drain);
      const rows = await made.rows;
      return { rows, seconds: (performance.now() - begun) / 1000, ...(await cpu()) };
    }
    const { writeXlsxStream } = (await import(
      pathToFileURL(createRequire(`${process.env['BENCH_HUCRE'] ?? '.'}/`).resolve('hucre/xlsx')).href
    )) as { readonly writeXlsxStream: (rows: AsyncIterable<unknown>, options: object) => never };
    const tx = door.transaction(caller, 'report');
    const fetch = async (isContinued: boolean): Promise<readonly Row[]> =>
      (await tx.run([{ ...statement, fetch: { portal: 'sheet', rows: 1000, isContinued } }]))[0] ?? [];
    let rows = 0;
    const cells = async function* (): AsyncGenerator<unknown[]> {
      for (let batch = await fetch(false); batch.length > 0; batch = await fetch(true)) {
        rows += batch.length;
        for (const row of batch)
          yield columns.map(({ key, kind, names }) =>
            row[key] !== null && kind === 'number' ? Number(row[key]) : (names?.[String(row[key])] ?? row[key]),
          ); // not money
      }
    };
    await pipeline(
      Readable.fromWeb(
        writeXlsxStream(cells(), { name: 'S', columns: columns.map(({ title }) => ({ header: title })) }),
      ),
      drain,
    );
    await tx.rollback();
    return { rows, seconds: (performance.now() - begun) / 1000, node: 0, pg: 0 };
  } finally {
    await door.close();
    await asAdministrator(adminUrl, (client) => client.query('delete from sec.export_run where id = $1', [id]));
  }
}

/** The last figures seen of the process and of its connection: both are gone when it is over. */
function sampled(pid: number, adminUrl: string): () => Promise<{ node: number; pg: number }> {
  const seen = { node: 0, pg: 0 };
  let isOver = false;
  const looking = asAdministrator(adminUrl, async (client) => {
    while (!isOver) {
      const { rows } = await client.query<{ pid: number }>(`
        select pid
        from pg_stat_activity
        where datname = current_database() and application_name = 'qudao-report' and state <> 'idle'
        limit 1`);
      seen.node = Math.max(seen.node, cpuOf(pid) ?? 0);
      seen.pg = Math.max(seen.pg, rows[0] === undefined ? 0 : (cpuOf(rows[0].pid) ?? 0));
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  });
  return async () => {
    isOver = true;
    await looking;
    return seen;
  };
}
