import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { beginPause } from '#platform/web/page/settled.ts';
import { get } from './client.ts';
import { queries } from './queries.ts';
import { sendQuietly } from './quiet.ts';
import { sessionToken } from './session.ts';

/**
 * What a screen keeps for its user on the server: columns, filter sets, density. Until it has been read, and when it
 * cannot be, `initial` stands in. `isValue` guards against what an older version of the screen kept.
 */
export function useSetting<Value>(
  key: string,
  initial: Value,
  isValue: (value: unknown) => value is Value = anything,
): readonly [value: Value, keep: (next: Value) => void, isRead: boolean] {
  const { data, isFetched } = useQuery(settingQuery(key));
  const keep = useCallback(
    (next: Value) => {
      keepSetting(key, next);
    },
    [key],
  );
  return [data !== undefined && data !== null && isValue(data) ? data : initial, keep, isFetched];
}

/** Shown at once everywhere, sent when it has rested for a moment. */
export function keepSetting(key: string, value: unknown): void {
  const queryKey = settingQuery(key).queryKey;
  // An answer still under way would undo what was chosen meanwhile.
  void queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, value);
  clearTimeout(waiting.get(key)?.timer);
  waiting.set(key, {
    token: sessionToken(),
    value,
    timer: setTimeout(() => {
      send(key);
    }, rest),
  });
  beginPause(rest);
}

/** Outside React; null when it was never set or cannot be read. */
export const readSetting = (key: string): Promise<unknown> => queries.ensureQueryData(settingQuery(key));

const settingQuery = (key: string) =>
  ({
    queryKey: ['setting', key],
    queryFn: (): Promise<unknown> =>
      get<unknown>(`/sys/setting/${encodeURIComponent(key)}`, undefined, { isSilent: true }).catch(() => null),
    gcTime: Infinity,
  }) as const;

const anything = (_value: unknown): _value is never => true;

const rest = 600;
interface Waiting {
  readonly token: string;
  readonly value: unknown;
  readonly timer: ReturnType<typeof setTimeout>;
}
const waiting = new Map<string, Waiting>();

function send(key: string): void {
  const found = waiting.get(key);
  waiting.delete(key);
  // Kept in a session that is over: it is not the setting of whoever came after.
  if (found === undefined || found.token !== sessionToken()) return;
  clearTimeout(found.timer);
  void sendQuietly('PUT', `/sys/setting/${encodeURIComponent(key)}`, { value: found.value });
}

if (typeof window !== 'undefined')
  window.addEventListener('pagehide', () => {
    for (const key of waiting.keys()) send(key);
  });
