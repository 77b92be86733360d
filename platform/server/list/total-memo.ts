import type { Statement } from '#platform/server/db/statement.ts';

/**
 * Turning pages does not count again: the total of a filter is remembered for a few seconds, per session, and forgotten
 * as soon as this process changes the noun for the tenant.
 */
const memory = new Map<string, { total: number; until: number }>();
const rememberFor = 5000;
const maxEntries = 5000;

export interface TotalKey {
  readonly sid: string;
  readonly noun: string;
  readonly count: Statement;
}

const keyOf = ({ sid, noun, count }: TotalKey): string =>
  `${noun}\n${sid}\n${count.text}\n${JSON.stringify(count.values)}`;

export function rememberedTotal(key: TotalKey): number | null {
  const entry = memory.get(keyOf(key));
  return entry !== undefined && entry.until > Date.now() ? entry.total : null;
}

export function rememberTotal(key: TotalKey, total: number): void {
  if (memory.size >= maxEntries) memory.clear();
  memory.set(keyOf(key), { total, until: Date.now() + rememberFor });
}

export function forgetTotals(noun: string): void {
  for (const key of memory.keys()) if (key.startsWith(`${noun}\n`)) memory.delete(key);
}
