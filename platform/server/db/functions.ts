import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/**
 * The living text of every SQL function: database/functions has a file each. Migrations carry copies of it that nobody
 * edits any more; here stands what the function is today, and this comparison keeps it so.
 */

const root = join(import.meta.dirname, '../../../database/functions');

/** A file named after the one function that it defines, `sec.open.sql`; overloads of a name share a file. */
export interface FunctionFile {
  readonly name: string;
  readonly sql: string;
}

export function functionFiles(folder = root): readonly FunctionFile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({ name: file.replace(/\.sql$/, ''), sql: readFileSync(join(folder, file), 'utf8') }));
}

/** Functions whose one text stands elsewhere: bootstrap.sql makes it anew after every restore, with its own owner. */
const elsewhere = ['report.run_query'];

export interface FunctionDrift {
  /** Files that the database does not follow yet: what a migration must run. */
  readonly changed: readonly FunctionFile[];
  /** What no migration can mend by running a file. */
  readonly complaints: readonly string[];
}

/**
 * Runs every file in a transaction that is rolled back and compares what the database then says of its functions with
 * what it said before. So the database itself reads names of types, defaults and settings; only the body, which it
 * keeps letter by letter, is compared by its words: white space and comments are for people. `generated` are functions
 * that code makes (ledgers); they have no file.
 */
export async function functionDrift(
  client: pg.Client,
  generated: readonly string[],
  files: readonly FunctionFile[] = functionFiles(),
): Promise<FunctionDrift> {
  const before = await storedFunctions(client);
  const complaints: string[] = [];
  const changed: FunctionFile[] = [];
  await client.query('begin');
  try {
    await client.query('set local role qudao_owner');
    for (const file of files) {
      const fault = misnamed(file) ?? (await faultOf(client, file));
      if (fault !== null) complaints.push(fault);
    }
    const after = await storedFunctions(client);
    for (const file of files) {
      const [had, has] = [before.get(file.name) ?? [], after.get(file.name) ?? []];
      if (had.join('\n') !== has.join('\n')) changed.push(file);
      const defined = definedIn(file).length;
      if (has.length > defined)
        complaints.push(`${file.name}: the database has ${has.length} of this name, the file ${defined}`);
    }
  } finally {
    await client.query('rollback');
  }
  const known = new Set([...files.map(({ name }) => name), ...generated, ...elsewhere]);
  for (const name of before.keys()) if (!known.has(name)) complaints.push(`${name}: has no file`);
  return { changed, complaints };
}

const definedIn = ({ sql }: FunctionFile): string[] =>
  [...sql.matchAll(/^create or replace function ([\w.]+)/gm)].map(([, name = '']) => name);

function misnamed(file: FunctionFile): string | null {
  const names = definedIn(file);
  const others = names.filter((name) => name !== file.name);
  if (names.length > 0 && others.length === 0) return null;
  return `${file.name}: the file defines ${others.join(', ') || 'nothing'}`;
}

/** A function whose answer changed its type cannot be replaced: the migration drops it first. */
async function faultOf(client: pg.Client, { name, sql }: FunctionFile): Promise<string | null> {
  await client.query('savepoint file');
  try {
    await client.query(sql);
    await client.query('release savepoint file');
    return null;
  } catch (error) {
    await client.query('rollback to savepoint file');
    return `${name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Definitions by name, overloads in the order of their arguments, each as its words. */
async function storedFunctions(client: pg.Client): Promise<Map<string, readonly string[]>> {
  const { rows } = await client.query<{ name: string; texts: string[] }>(`
    select n.nspname || '.' || p.proname as name,
      array_agg(pg_get_functiondef(p.oid) order by p.oid::regprocedure::text) as texts
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('app', 'sec', 'report')
    where p.prokind = 'f'
    group by 1
    order by 1`);
  return new Map(rows.map(({ name, texts }) => [name, texts.map(wordsOf)]));
}

/** Strings and quoted names stay as they are; what else is white space or a comment does not count. */
const piece =
  /(?<skipped>\s+|--[^\n]*|\/\*[^]*?\*\/)|[eE]'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*|\d[\w.]*|[^]/gu;

function wordsOf(text: string): string {
  return [...text.matchAll(piece)]
    .flatMap(({ 0: word, groups }) => (groups?.['skipped'] === undefined ? [word] : []))
    .join(' ');
}
