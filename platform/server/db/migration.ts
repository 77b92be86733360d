import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

export interface Migration {
  readonly name: string;
  readonly sql: string;
}
export function migrations(folder = join(root, 'database/migrations')): readonly Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ name: file.replace(/\.sql$/, ''), sql: readFileSync(join(folder, file), 'utf8') }));
}

/** The names alone: a process that starts compares them with the database and reads no text. */
export const migrationNames = (folder = join(root, 'database/migrations')): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort();

/** A checkout with other line ends holds the same text. */
export const checksumOf = ({ sql }: Migration): string =>
  createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

/** Comments before the first statement: what the runner must know of a migration stands there, a line each. */
function headOf({ sql }: Migration): readonly string[] {
  const lines = sql.split(/\r?\n/);
  const end = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('--'));
  return (end === -1 ? lines : lines.slice(0, end)).map((line) => line.replace(/^--\s*/, '').trim());
}

/** `-- outside a transaction`: its statements run one by one, as `create index concurrently` must. */
export const isOutside = (migration: Migration): boolean => headOf(migration).includes('outside a transaction');

/**
 * `-- needs 0091-one-period-a-month`: code that does not know that migration must not run beside this one. Without the
 * line a migration works with the code of the release before, as every one should; then this is empty.
 */
export const needsOf = (migration: Migration): string =>
  headOf(migration)
    .map((line) => /^needs (\d{4}-[\w-]+)$/.exec(line)?.[1])
    .find((name) => name !== undefined) ?? '';

/**
 * Statements of a migration outside a transaction: each ends with its line. Bodies of functions have no place there.
 */
export function statementsOf({ name, sql }: Migration): readonly string[] {
  if (/\$\w*\$/.test(sql)) throw new Error(`migration ${name} runs outside a transaction and cannot hold a body in $$`);
  return sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
