import type { Envelope } from '#platform/model/envelope.ts';
import type { StoredFile } from '#platform/model/file.ts';
import { CallError, post, timeout, urlOf } from '#platform/web/api/client.ts';
import { noAnswer, outcomeOf } from '#platform/web/api/outcome.ts';
import { endSession, sessionToken } from '#platform/web/api/session.ts';
import { language, say } from '#platform/web/text/language.ts';
import { begin } from '#platform/web/page/settled.ts';
import { texts } from '#platform/web/text/texts.ts';

export interface Sending {
  readonly path: string;
  readonly extraParams?: Readonly<Record<string, string>> | undefined;
  /** The same key for every attempt with the same file: an upload whose answer was lost is not stored twice. */
  readonly key: string;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

/**
 * One file, with the ticket in its address (000 §6). `fetch` cannot tell how much has been sent, so this is an
 * XMLHttpRequest.
 */
export async function sendFile<Answer = StoredFile>(
  file: File,
  { path, extraParams, key, signal, onProgress }: Sending,
): Promise<Answer> {
  const token = sessionToken();
  const { ticket } = await post<{ ticket: string }>('/sys/ticket', { path, upload: true }, { isSilent: true, signal });
  const url = urlOf(path, {
    token: ticket,
    ...(extraParams === undefined ? {} : { extraParams: JSON.stringify(extraParams) }),
  });
  const { status, text } = await sent(url, file, { key, signal, onProgress }).finally(begin());
  const envelope = envelopeIn(text);
  // Too large is HTTP 413 with an envelope; its words say more than the status.
  const outcome = outcomeOf(envelope === null ? status : 200, envelope);
  switch (outcome.kind) {
    case 'done':
      return outcome.data as Answer;
    case 'ended':
      endSession(token);
      throw new CallError(said(outcome.text), outcome.code);
    case 'refused':
    case 'busy':
    case 'fault':
      throw new CallError(said(outcome.text), outcome.code);
    case 'unchanged':
      throw new CallError(say(texts.callFault), status);
  }
}

function sent(
  url: string,
  file: File,
  { key, signal, onProgress }: Pick<Sending, 'key' | 'signal' | 'onProgress'>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append('file', file, file.name);
    request.open('POST', url);
    request.timeout = timeout;
    request.setRequestHeader('Accept-Language', language());
    request.setRequestHeader('Idempotency-Key', key);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => {
      resolve({ status: request.status, text: request.responseText });
    });
    for (const end of ['error', 'timeout', 'abort'])
      request.addEventListener(end, () => {
        reject(new CallError(say(texts.noConnection), noAnswer));
      });
    signal.addEventListener('abort', () => {
      request.abort();
    });
    request.send(body);
  });
}

function envelopeIn(text: string): Envelope | null {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return null;
  }
}

const said = (
  text: string | { readonly label: Parameters<typeof say>[0]; readonly params?: Readonly<Record<string, unknown>> },
): string => (typeof text === 'string' ? text : say(text.label, text.params));
