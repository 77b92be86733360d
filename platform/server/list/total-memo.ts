import type { Statement } from '#platform/server/db/statement.ts';

/** What was counted of a list: its total, or its rows by state. */
export type Counted = readonly { readonly code?: string; readonly total: number }[];

/**
 * Turning pages does not count again: what was counted for a filter is remembered for a few seconds, per session, and
 * forgotten as soon as this process changes the noun for the tenant.
 */
const memory = new Map<string, { counted: Counted; until: number }>();
const rememberFor = 5000;
const maxEntries = 5000;

export interface TotalKey {
  readonly sid: string;
  readonly noun: string;
  readonly count: Statement;
}

const keyOf = ({ sid, noun, count }: TotalKey): string =>
  `${noun}\n${sid}\n${count.text}\n${JSON.stringify(count.values)}`;

export function rememberedCount(key: TotalKey): Counted | null {
  const entry = memory.get(keyOf(key));
  return entry !== undefined && entry.until > Date.now() ? entry.counted : null;
}

export function rememberCount(key: TotalKey, counted: Counted): void {
  if (memory.size >= maxEntries) memory.clear();
  memory.set(keyOf(key), { counted, until: Date.now() + rememberFor });
}

export const rememberedTotal = (key: TotalKey): number | null => rememberedCount(key)?.[0]?.total ?? null;
export function rememberTotal(key: TotalKey, total: number): void {
  rememberCount(key, [{ total }]);
}

export function forgetTotals(noun: string): void {
  for (const key of memory.keys()) if (key.startsWith(`${noun}\n`)) memory.delete(key);
}
