import type { Envelope } from '#platform/model/envelope.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { language, say } from '#platform/web/text/language.ts';
import { begin } from '#platform/web/page/settled.ts';
import { texts } from '#platform/web/text/texts.ts';
import { newKey } from './key.ts';
import { patiently } from './busy.ts';
import { isBusy, isTold, noAnswer, outcomeOf, type Text } from './outcome.ts';
import { endSession, sessionTenant, sessionToken } from './session.ts';

export type Params = Readonly<Record<string, string | number | null | undefined>>;
export interface Asking {
  readonly params?: Params | undefined;
  readonly body?: unknown;
  /** The body goes form-encoded. */
  readonly isForm?: boolean;
  /** The caller shows the failure itself. */
  readonly isSilent?: boolean;
  /** Made by a dialog: a broken connection only stops its loading state (000 §8). */
  readonly isDialog?: boolean;
  readonly signal?: AbortSignal;
  /** Made once more, after what the server wanted done first. */
  readonly isAgain?: boolean;
}
/** `lines.2.productCode` and why. */
export interface FieldError {
  readonly path: string;
  readonly msg: string;
}

/** A call that was refused or never answered; the message has been shown unless the call was silent. */
export class CallError extends Error {
  readonly code: number;
  readonly errors: readonly FieldError[];
  /** What came along with the refusal. */
  readonly data: unknown;

  constructor(message: string, code: number, data: unknown = null) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.data = data;
    const { errors } = (data ?? {}) as { errors?: readonly FieldError[] };
    this.errors = Array.isArray(errors) ? errors : [];
  }
}

/** Nobody answered: neither done nor refused, as far as the page can know. */
export const isUnanswered = (error: unknown): boolean => error instanceof CallError && error.code === noAnswer;

export const get = <Data>(path: string, params?: Params, asking?: Asking): Promise<Data> =>
  call<Data>('GET', path, { ...asking, params });
export const post = <Data>(path: string, body?: unknown, asking?: Asking): Promise<Data> =>
  call<Data>('POST', path, { ...asking, body });
export const put = <Data>(path: string, body?: unknown, asking?: Asking): Promise<Data> =>
  call<Data>('PUT', path, { ...asking, body });
export const remove = (path: string, body?: unknown, asking?: Asking): Promise<null> =>
  call<null>('DELETE', path, { ...asking, body });

/** A list that the page may hold already: null when its version is still the newest. Never shows a message. */
export async function getNewer(
  method: 'GET' | 'POST',
  path: string,
  sent: Params,
  version: string | undefined,
): Promise<{ readonly data: unknown; readonly version: string | undefined } | null> {
  const reply = await answer(
    method,
    path,
    { ...(method === 'GET' ? { params: sent } : { body: sent }), isSilent: true },
    { version },
  );
  return reply.outcome === 'unchanged' ? null : { data: reply.data, version: reply.version };
}

export const apiBase = '/api';

export function urlOf(path: string, params: Params = {}): string {
  const pairs = Object.entries(params).flatMap(([key, value]) =>
    value === undefined || value === null || value === '' ? [] : [[key, String(value)]],
  );
  const query = new URLSearchParams(pairs).toString();
  return apiBase + path + (query === '' ? '' : `${path.includes('?') ? '&' : '?'}${query}`);
}

/** Hears of every command that was performed; what it changed is known by its path. */
export function onCommand(listener: (path: string) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
const listeners = new Set<(path: string) => void>();

/**
 * What the server wants done first, by the code it refuses with: a due password, a confirmed identity. The call waits
 * and is made once more. Calls that are refused together wait for the same dialog; `meet` answers false when it was
 * left.
 */
export function onDemand(code: number, meet: () => Promise<boolean>): void {
  let pending: Promise<boolean> | null = null;
  demands.set(
    code,
    () =>
      (pending ??= meet().finally(() => {
        pending = null;
      })),
  );
}
const demands = new Map<number, () => Promise<boolean>>();

/** For answers that come another way than through a call; false when the code demands nothing. */
export const meetDemand = async (code: number): Promise<boolean> => (await demands.get(code)?.()) ?? false;

export const timeout = 180_000;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call<Data>(method: Method, path: string, asking: Asking): Promise<Data> {
  const { data } = await answer(method, path, asking);
  return data as Data;
}

interface Answer {
  readonly outcome: 'done' | 'unchanged';
  readonly data: unknown;
  readonly version: string | undefined;
}

/** `reading`: asks for a list, whatever the method, and says which version the page holds. */
async function answer(
  method: Method,
  path: string,
  asking: Asking,
  reading?: { readonly version: string | undefined },
): Promise<Answer> {
  const token = sessionToken();
  const version = reading?.version;
  const { url, text } = sent(method, path, asking);
  const command = method === 'GET' || reading !== undefined ? null : `${method} ${url} ${text ?? ''}`;
  const request = (): Promise<Response> =>
    fetch(url, {
      method,
      body: text,
      credentials: 'include',
      headers: {
        'Accept-Language': language(),
        token,
        tenant_code: sessionTenant(),
        ...(text === null
          ? {}
          : { 'Content-Type': asking.isForm === true ? 'application/x-www-form-urlencoded' : 'application/json' }),
        ...(command === null ? {} : { 'Idempotency-Key': keyOf(command) }),
        ...(version === undefined ? {} : { 'If-None-Match': version }),
      },
      signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(asking.signal === undefined ? [] : [asking.signal])]),
    });
  try {
    const ask = (): ReturnType<typeof read> =>
      read(command === null ? request() : request().catch(again(request))).finally(begin());
    const patience = { isCommand: command !== null, isSilent: asking.isSilent === true, signal: asking.signal };
    const { reply, outcome } = await patiently(ask, patience);
    // Pressed again, a command that nobody answered or that was sent away goes under the same key.
    if (command !== null && outcome.kind !== 'fault' && outcome.kind !== 'busy') unanswered.delete(command);
    switch (outcome.kind) {
      case 'done':
        if (command !== null) for (const listener of listeners) listener(path);
        return { outcome: 'done', data: outcome.data, version: reply.headers.get('etag') ?? undefined };
      case 'unchanged':
        return { outcome: 'unchanged', data: null, version };
      case 'ended':
        endSession(token);
        throw new CallError(said(outcome.text), outcome.code, outcome.data);
      case 'refused':
        throw new CallError(said(outcome.text), outcome.code, outcome.data);
      case 'busy':
      case 'fault':
        throw new CallError(said(outcome.text), outcome.code);
    }
  } catch (error) {
    const shown = error instanceof CallError ? error : new CallError(say(texts.noConnection), noAnswer);
    const demand = asking.isAgain === true ? undefined : demands.get(shown.code);
    if (demand !== undefined) {
      if (await demand()) return answer(method, path, { ...asking, isAgain: true }, reading);
      throw shown;
    }
    tell(shown, asking);
    throw shown;
  }
}

function sent(method: Method, path: string, asking: Asking): { readonly url: string; readonly text: string | null } {
  const { params, body, isForm } = asking;
  const url = urlOf(path, method === 'GET' ? { ...params, _t: Date.now() } : params);
  if (body === undefined) return { url, text: null };
  const text = isForm === true ? new URLSearchParams(body as Record<string, string>).toString() : JSON.stringify(body);
  return { url, text };
}

function tell({ code, message }: CallError, { isSilent = false, isDialog = false, signal }: Asking): void {
  if (isTold(code, { isSilent, isDialog, isAborted: signal?.aborted === true })) feedback.error(message);
}

async function read(
  answered: Promise<Response>,
): Promise<{ readonly reply: Response; readonly outcome: ReturnType<typeof outcomeOf> }> {
  const reply = await answered;
  const isRead = reply.ok || isBusy(reply.status);
  return { reply, outcome: outcomeOf(reply.status, isRead ? await envelopeIn(reply) : null) };
}

/** Null when something between here and the server answered with a page of its own. */
async function envelopeIn(reply: Response): Promise<Envelope | null> {
  const body = await reply.text();
  try {
    return JSON.parse(body) as Envelope;
  } catch {
    return null;
  }
}

const said = (text: Text): string => (typeof text === 'string' ? text : say(text.label, text.params));

/** The connection broke, so nobody knows whether the command was performed: ask once more under the same key. */
const again =
  (request: () => Promise<Response>) =>
  (error: unknown): Promise<Response> => {
    if (error instanceof TypeError) return request();
    throw error;
  };

/** Keys of commands that got no answer. Pressing "save" again with the same body must not save twice. */
const unanswered = new Map<string, string>();
function keyOf(command: string): string {
  const key = unanswered.get(command) ?? newKey();
  unanswered.set(command, key);
  return key;
}
