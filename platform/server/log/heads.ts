import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Door } from '#platform/server/db/door.ts';
import { statement } from '#platform/server/db/statement.ts';

/** A seal that was told outside the database: whoever rewrites the log cannot take it back. */
export interface Head {
  readonly at: string;
  readonly tenantCode: string;
  readonly no: number;
  readonly hash: string;
}

/** Told heads by tenant, each seal number with every hash that was told for it. */
export type Heads = ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<string>>>;

/**
 * Appends the last seal of every tenant whose seal is new since the last call with this memory. Lines are only ever
 * added: the file belongs on a disk, or behind a mirror, that the administrator of the database cannot write.
 */
export async function publishHeads(door: Door, file: string, told: Map<string, number>): Promise<number> {
  const rows = await door.gate(
    statement(
      { tenantCode: 'text', no: 'integer', hash: 'text' },
      `select tenant_code, no::integer as no, hash from sec.log_heads()`,
    ),
  );
  const at = new Date().toISOString();
  const fresh = rows.filter(({ tenantCode, no }) => told.get(tenantCode) !== no);
  if (fresh.length === 0) return 0;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const lines = fresh.map(({ tenantCode, no, hash }): Head => ({ at, tenantCode, no, hash }));
  await appendFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { flush: true });
  for (const { tenantCode, no } of fresh) told.set(tenantCode, no);
  return fresh.length;
}

/** Null where nothing was ever published. A line that is none is told like one: somebody wrote it. */
export async function readHeads(file: string): Promise<Heads | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  });
  if (text === null || text.trim() === '') return null;
  const heads = new Map<string, Map<number, Set<string>>>();
  // The last line may be on its way; every other one is whole.
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .trimEnd()
    .split('\n');
  lines.forEach((line, i) => {
    const { tenantCode, no, hash } = headIn(line, `${file}:${i + 1}`);
    const seals = heads.get(tenantCode) ?? new Map<number, Set<string>>();
    heads.set(tenantCode, seals.set(no, (seals.get(no) ?? new Set<string>()).add(hash)));
  });
  return heads;
}

function headIn(line: string, where: string): Head {
  try {
    const { at, tenantCode, no, hash } = JSON.parse(line) as Partial<Head>;
    if (typeof at === 'string' && typeof tenantCode === 'string' && typeof no === 'number' && typeof hash === 'string')
      return { at, tenantCode, no, hash };
  } catch {
    // Told below, with its place.
  }
  throw new Error(`${where} is no published head`);
}
