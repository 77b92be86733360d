import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import type { Work } from './gauge.ts';
import type { Sent } from './spy.ts';

/** A pgbench script with the values that stay the same, and how many requests of the product one pass stands for. */
export interface Script {
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly requests: number;
}

/**
 * A piece of a sent value that differs from request to request: where `from` stood, `to` stands with pgbench's variable
 * in it.
 */
export interface Hole {
  readonly from: string;
  readonly to: string;
  readonly whole?: true;
}

/** Marks the place of a variable inside a value. */
export const hole = (variable: string): string => `«${variable}»`;

/**
 * The statements that the product sent, word for word, for pgbench. Values go as parameters as the product sends them;
 * where one holds a hole, PostgreSQL fills it with replace(), which costs the bare side a few microseconds.
 */
export async function partOf(
  adminUrl: string,
  writes: readonly (readonly Sent[])[],
  holes: readonly Hole[],
  prefix: string,
): Promise<{ text: string; variables: Record<string, string> }> {
  const variables: Record<string, string> = {};
  const lines: string[] = [];
  for (const [w, statements] of writes.entries()) {
    lines.push('\\startpipeline');
    for (const [s, { text, values }] of statements.entries()) {
      const types = values.length === 0 ? [] : await typesOf(adminUrl, text);
      // A line of the log has an id of its own each time.
      const repeatable = text.includes('into app.sys_operationlog') ? text.replace('$13', 'gen_random_uuid()') : text;
      lines.push(
        `${repeatable.replace(/\$(\d+)/g, (_match, digits: string) => {
          const i = Number.parseInt(digits, 10) - 1;
          return placeFor(values[i] ?? null, types[i] ?? 'text', { holes, variables, name: `${prefix}${w}_${s}_${i}` });
        })};`,
      );
    }
    lines.push('\\endpipeline');
  }
  return { text: `${lines.join('\n')}\n`, variables };
}

function placeFor(
  value: string | null,
  type: string,
  { holes, variables, name }: { holes: readonly Hole[]; variables: Record<string, string>; name: string },
): string {
  if (value === null) return `null::${type}`;
  const filled = holes.reduce(
    (text, { from, to, whole }) => (whole === true ? (text === from ? to : text) : text.replaceAll(from, to)),
    value,
  );
  const used = [...new Set([...filled.matchAll(/«(\w+)»/g)].map((match) => match[1] ?? ''))];
  if (used.length === 1 && filled === hole(used[0] ?? '')) return `:${used[0]}::${type}`;
  if (filled === '') return `''::${type}`;
  variables[name] = filled;
  return used.length === 0
    ? `:${name}`
    : `${used.reduce((sql, variable) => `replace(${sql}, '${hole(variable)}', :${variable}::text)`, `:${name}`)}::${type}`;
}

async function typesOf(adminUrl: string, text: string): Promise<string[]> {
  return asAdministrator(adminUrl, async (client) => {
    await client.query(`set search_path = app; prepare asked as ${text}`);
    const { rows } = await client.query<{ types: string }>(`
      select array_to_string(parameter_types::text[], '|') as types
      from pg_prepared_statements
      where name = 'asked'`);
    return rows[0]?.types.split('|') ?? [];
  });
}

/** The role's settings of the application, for a superuser who runs the same SQL without the wall. */
export const applicationSettings = [
  'plan_cache_mode=force_generic_plan',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'random_page_cost=1.1',
  'search_path=app',
  'timezone=UTC',
];

export interface BareRun {
  readonly adminUrl: string;
  readonly user: string;
  readonly clients: number;
  readonly seconds: number;
  readonly settings?: readonly string[];
  /** What the backends are known by. */ readonly name: string;
  readonly more?: Readonly<Record<string, string>>;
}

export function runPgbench(
  script: Script,
  { adminUrl, user, clients, seconds, settings = [], name, more = {} }: BareRun,
): Promise<Work> {
  const { hostname, port, pathname } = new URL(adminUrl);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'script.sql');
  writeFileSync(file, script.text);
  const definitions = Object.entries({ ...script.variables, ...more }).flatMap(([name, value]) => [
    '-D',
    `${name}=${value}`,
  ]);
  const child = spawn(
    'pgbench',
    [
      '-h',
      hostname,
      '-p',
      port || '5432',
      '-U',
      user,
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      String(Math.min(clients, 2)),
      '-T',
      String(Math.ceil(seconds)),
      '-l',
      '--log-prefix',
      join(folder, 'log'),
      '-f',
      file,
      ...definitions,
      pathname.slice(1),
    ],
    {
      env: {
        ...process.env,
        PGAPPNAME: name,
        PGOPTIONS: settings.map((setting) => `-c ${setting.replaceAll(/[\\ ]/g, '\\$&')}`).join(' '),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const lines = readdirSync(folder)
        .filter((name) => name.startsWith('log'))
        .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
      rmSync(folder, { recursive: true });
      if (code === 0) resolve(workIn(lines, script.requests));
      else reject(new Error(`pgbench ended with ${code}: ${complaint.slice(0, 2000)}`));
    });
  });
}

/** client transaction microseconds script seconds microseconds */
function workIn(lines: readonly string[], requests: number): Work {
  const ends: number[] = [];
  const times: number[] = [];
  for (const line of lines) {
    const [, , took = 0, , seconds = 0, rest = 0] = line.split(' ').map((text) => Number.parseInt(text, 10));
    for (let i = 0; i < requests; i += 1) {
      ends.push(seconds * 1000 + rest / 1000);
      times.push(took / 1000 / requests);
    }
  }
  return { ends, times };
}
