import { dropCookie, readCookie, writeCookie } from '#platform/web/page/cookie.ts';

export interface Opened {
  readonly token: string;
  readonly tenantCode: string;
}

export const sessionToken = (): string => readCookie('token');
export const sessionTenant = (): string => readCookie('tenant_code');

/** After a login or a change of tenant. */
export function openSession({ token, tenantCode }: Opened): void {
  writeCookie('token', token);
  writeCookie('tenant_code', tenantCode);
}

/**
 * Ends the session that `token` opened. Calls that fail together end it once, and a late answer to an older session
 * leaves the new one alone.
 */
export function endSession(token = sessionToken()): void {
  if (token === '' || token !== sessionToken()) return;
  dropCookie('token');
  for (const listener of listeners) listener();
}

/** Another page of this browser saw the end first and took the cookie: no call of this one would notice any more. */
export function noticeEnd(): boolean {
  const isOver = sessionToken() === '';
  if (isOver) for (const listener of listeners) listener();
  return isOver;
}

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const listeners = new Set<() => void>();
