// npm run doctor: looks the installation over and prints a table; exits 1 where something is wrong.
//   -- --tls host:port   looks at that certificate, too
import { connect } from 'node:tls';
import { statfs } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { serverModules } from '#apps/api/compose.ts';
import { adminUrl, applicationUrl, databaseName, filesFolder, withDatabase } from '#apps/api/environment.ts';
import { openDoor } from '#platform/server/db/door.ts';
import { driftOf } from '#platform/server/db/drift.ts';
import { lintPolicies } from '#platform/server/db/lint.ts';
import { asAdministrator, migrations, type AdminClient } from '#platform/server/db/migrate.ts';
import { refuseUnsafeRole } from '#platform/server/db/role.ts';
import { shapesOf } from '#platform/server/db/shape.ts';
import type { BookCheck } from '#platform/server/ledger/book-check.ts';

/** One thing that was looked at: `findings` are what somebody has to do, `seen` is what was there. */
export interface Examined {
  readonly name: string;
  readonly seen: string;
  readonly findings: readonly string[];
}

export interface Patient {
  readonly adminUrl: string;
  readonly applicationUrl: string;
  readonly files: string;
  readonly tls?: string;
}

const models = serverModules.map((module) => module.model);

/** Every examination is made, whatever the others find: an operator wants the whole list. */
export async function examine({ adminUrl: url, applicationUrl: app, files, tls }: Patient): Promise<Examined[]> {
  return asAdministrator(url, async (client) => {
    const examinations: Readonly<Record<string, () => Promise<Omit<Examined, 'name'>>>> = {
      versions: () => versionsOf(client),
      migrations: () => migrationsOf(client),
      role: () => roleOf(app),
      policies: () => policiesOf(client),
      schema: () => schemaOf(client),
      indexes: () => indexesOf(client),
      books: () => booksOf(client),
      queues: () => queuesOf(client),
      files: () => diskOf(files),
      ...(tls === undefined ? {} : { certificate: () => certificateOf(tls) }),
    };
    const examined: Examined[] = [];
    for (const [name, look] of Object.entries(examinations))
      examined.push({
        name,
        ...(await look().catch((error: unknown) => ({
          seen: 'could not be looked at',
          findings: [error instanceof Error ? error.message : String(error)],
        }))),
      });
    return examined;
  });
}

async function versionsOf(client: AdminClient): Promise<Omit<Examined, 'name'>> {
  const { rows } = await client.query<{ number: number; text: string; age: number; collation: boolean }>(`
    select current_setting('server_version_num')::integer as number, current_setting('server_version') as text,
      age(datfrozenxid) as age, datcollversion is distinct from pg_database_collation_actual_version(oid) as collation
    from pg_database
    where datname = current_database()`);
  const { number = 0, text = '', age = 0, collation = false } = rows[0] ?? {};
  const node = Number.parseInt(process.versions.node, 10);
  return {
    seen: `Node ${process.versions.node}, PostgreSQL ${text}`,
    findings: [
      ...(node < 26 ? ['Node 26 or later is needed'] : []),
      ...(number < 150000 ? ['PostgreSQL 15 or later is needed'] : []),
      ...(age > 1_000_000_000 ? [`transaction ids are ${age} old: vacuum does not get through`] : []),
      ...(collation ? ['the collation has another version than when the database was made: reindex'] : []),
    ],
  };
}

async function migrationsOf(client: AdminClient): Promise<Omit<Examined, 'name'>> {
  const { rows } = await client.query<{ name: string }>('select name from sec.migration');
  const [applied, known] = [new Set(rows.map(({ name }) => name)), new Set(migrations().map(({ name }) => name))];
  return {
    seen: `${applied.size} applied`,
    findings: [
      ...[...known].filter((name) => !applied.has(name)).map((name) => `${name} is missing: npm run db:migrate`),
      ...[...applied].filter((name) => !known.has(name)).map((name) => `${name} is not of this release`),
    ],
  };
}

async function roleOf(url: string): Promise<Omit<Examined, 'name'>> {
  const door = openDoor({ url });
  try {
    await refuseUnsafeRole(door);
    return { seen: 'the application cannot step over the wall', findings: [] };
  } finally {
    await door.close();
  }
}

/** Leakproof flags, too, which pg_dump does not keep: db:migrate sets them again. */
async function policiesOf(client: AdminClient): Promise<Omit<Examined, 'name'>> {
  const found = await lintPolicies(client, models);
  return { seen: 'the tenant wall', findings: found.map(({ rule, object }) => `${object}: ${rule}`) };
}

async function schemaOf(client: AdminClient): Promise<Omit<Examined, 'name'>> {
  const shapes = shapesOf(models);
  const { missing, surplus } = await driftOf(
    client,
    shapes,
    models.flatMap(({ ledgers }) => ledgers),
  );
  return { seen: `${shapes.length} tables as declared`, findings: [...missing, ...surplus] };
}

/** An index that was interrupted while it was built costs every write and serves nobody. */
async function indexesOf(client: AdminClient): Promise<Omit<Examined, 'name'>> {
  const { rows } = await client.query<{ name: string }>(`
    select i.indexrelid::regclass::text as name
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace in ('app'::regnamespace, 'sec'::regnamespace)
    order by 1`);
  return { seen: 'valid', findings: rows.map(({ name }) => `${name} is invalid: reindex index concurrently`) };
}

/** J09 of every tenant, now and here: stocks, balances and receivables are what their entries add up to. */
async function booksOf(client: AdminClient): Promise<Omit<Examined, 'name'>> {
  const checks: readonly BookCheck[] = serverModules.flatMap(({ checks: own = [] }) => own);
  const tenants = await client.query<{ code: string }>('select tenant_code as code from app.tenant_tenant order by 1');
  const findings: string[] = [];
  for (const { code } of tenants.rows) {
    await client.query('begin read only');
    await client.query('set local role qudao_owner');
    await client.query('select sec.bind($1, null, $2)', [code, '']);
    for (const { rule, statement } of checks) {
      const { rows } = await client.query<{ place: string; detail: string }>(statement.text, [...statement.values]);
      findings.push(...rows.map(({ place, detail }) => `tenant ${code}: ${rule}: ${place} ${detail}`));
    }
    await client.query('commit');
  }
  return { seen: `${checks.length} rules, ${tenants.rows.length} tenants`, findings };
}

/** What waits longer than this waits for somebody who does not come. */
const longest = { seconds: 300, lag: 30, transaction: 900 };

async function queuesOf(client: AdminClient): Promise<Omit<Examined, 'name'>> {
  const { rows } = await client.query<Record<string, string>>('select * from sec.vital_signs()');
  const of = (name: string): number => Number.parseFloat(rows[0]?.[name] ?? '0');
  const over = (name: string, most: number, what: string): string[] =>
    of(name) > most ? [`${what} for ${Math.round(of(name))} s`] : [];
  return {
    seen: `${of('outbox_waiting')} messages, ${of('jobs_waiting')} runs, ${of('standbys')} standbys`,
    findings: [
      ...over('outbox_age', longest.seconds, 'the oldest message has waited'),
      ...over('job_age', longest.seconds, 'the oldest run has waited'),
      ...over('replication_lag', longest.lag, 'a standby has been behind'),
      ...over('transaction_age', longest.transaction, 'a transaction has been open'),
    ],
  };
}

async function diskOf(folder: string): Promise<Omit<Examined, 'name'>> {
  const { bavail, blocks } = await statfs(folder);
  const free = bavail / blocks;
  const seen = `${(free * 100).toFixed(0)} % of the disk free`;
  return { seen, findings: free < 0.1 ? ['less than a tenth of the disk of files is free'] : [] };
}

const daysLeft = 14;

function certificateOf(address: string): Promise<Omit<Examined, 'name'>> {
  const { hostname, port } = new URL(`https://${address}`);
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: hostname, port: Number.parseInt(port, 10) || 443, servername: hostname, timeout: 5000 },
      () => {
        const until = new Date(socket.getPeerCertificate().valid_to);
        const days = Math.floor((until.getTime() - Date.now()) / 86_400_000);
        socket.end();
        resolve({
          seen: `${days} days left`,
          findings: days < daysLeft ? [`the certificate ends in ${days} days`] : [],
        });
      },
    );
    socket.once('error', reject);
    socket.once('timeout', () => {
      socket.destroy(new Error(`${address} does not answer`));
    });
  });
}

if (import.meta.main) {
  const {
    values: { tls },
  } = parseArgs({ options: { tls: { type: 'string' } } });
  const examined = await examine({
    adminUrl: withDatabase(adminUrl(), databaseName()),
    applicationUrl: applicationUrl(),
    files: filesFolder(),
    ...(tls === undefined ? {} : { tls }),
  });
  for (const { name, seen, findings } of examined) {
    console.log(`${findings.length === 0 ? 'ok     ' : 'FINDING'}  ${name.padEnd(12)} ${seen}`);
    for (const finding of findings) console.log(`         ${' '.repeat(12)} ${finding}`);
  }
  process.exitCode = examined.some(({ findings }) => findings.length > 0) ? 1 : 0;
}
