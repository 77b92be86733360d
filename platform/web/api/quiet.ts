import type { Envelope } from '#platform/model/envelope.ts';
import { language } from '#platform/web/text/language.ts';
import { begin } from '#platform/web/page/settled.ts';
import { timeout, urlOf } from './client.ts';
import { endSession, sessionTenant, sessionToken } from './session.ts';

/** Answered with this code; null when nobody heard it. */
export type Outcome = number | null;

/** The browser lets 64 kB of a closing page's calls go out; what is larger is sent while the page lives. */
const mostOnLeaving = 60_000;

/**
 * A call behind the user's back: no message when it fails, and it outlives the page that sent it. That a session is
 * over is learned here as anywhere else: whoever types into a page that can no longer save must know at once.
 */
export async function sendQuietly(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Outcome> {
  const token = sessionToken();
  if (token === '') return null;
  const text = body === undefined ? null : JSON.stringify(body);
  try {
    const reply = await fetch(urlOf(path), {
      method,
      body: text,
      credentials: 'include',
      signal: AbortSignal.timeout(timeout),
      keepalive: text === null || text.length * 3 < mostOnLeaving,
      headers: {
        'Accept-Language': language(),
        token,
        tenant_code: sessionTenant(),
        ...(text === null ? {} : { 'Content-Type': 'application/json' }),
      },
    }).finally(begin());
    if (!reply.ok) return reply.status;
    const { code } = (await reply.json()) as Envelope;
    if (code === 401 || code === 10001) endSession(token);
    return code;
  } catch {
    return null;
  }
}
