import type { Session } from './product.ts';

export type TreeRow = Readonly<{ code: string; parent?: string | undefined }> & Readonly<Record<string, unknown>>;

/** One level after the other, the rows of a level together: a child names its parent by the id that was answered. */
export async function createLevels(
  admin: Session,
  path: string,
  rows: readonly TreeRow[],
  known: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(known);
  let waiting = rows;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ parent }) => parent === undefined || ids.has(parent));
    if (ready.length === 0) throw new Error(`${path}: nothing is above ${waiting[0]?.code ?? ''}`);
    const made = await Promise.all(
      ready.map(({ parent, ...row }) =>
        admin.post(path, { ...row, ...(parent === undefined ? {} : { pid: ids.get(parent) }) }),
      ),
    );
    ready.forEach(({ code }, i) => ids.set(code, made[i] ?? ''));
    waiting = waiting.filter((row) => !ready.includes(row));
  }
  return ids;
}
