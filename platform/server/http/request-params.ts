import type { Call } from './route.ts';

const secretive = /token|^_t$|pass|pwd|secret|captcha|key|card/i;

/** What a request said in its path and query, without what could be a secret; null when it said nothing. */
export function requestParams(...given: readonly (Call['query'] | undefined)[]): Record<string, string> | null {
  const entries = given
    .flatMap((each) => Object.entries(each ?? {}))
    .filter(([key]) => key !== 'token' && key !== '_t')
    .map(([key, value]) => [key.slice(0, 50), secretive.test(key) ? '…' : String(value).slice(0, 100)] as const);
  return entries.length === 0 ? null : Object.fromEntries(entries.slice(0, 30));
}

/** As a log keeps it: no NUL and no half characters, which the database refuses, and never long. */
export const logText = (text: string, most: number): string =>
  text.toWellFormed().replaceAll('\u0000', '').slice(0, most);
