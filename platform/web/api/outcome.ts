import type { Envelope } from '#platform/model/envelope.ts';
import type { Label } from '#platform/model/label.ts';
import { texts } from '#platform/web/text/texts.ts';

/** What an answer means, decided in one place for every call (000 §8). */
export type Outcome =
  | { readonly kind: 'done'; readonly data: unknown }
  /** The copy that the caller holds is still the newest. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'ended' | 'refused'; readonly code: number; readonly text: Text; readonly data: unknown }
  /** The server asks to come back; nothing was done. */
  | { readonly kind: 'busy'; readonly code: number; readonly text: Text }
  | { readonly kind: 'fault'; readonly code: number; readonly text: Text };

/** The server's own words, or ours in three languages. */
export type Text = string | { readonly label: Label; readonly params?: Readonly<Record<string, unknown>> };

/** `envelope` is null when the answer was no envelope. */
export function outcomeOf(status: number, envelope: Envelope | null): Outcome {
  if (status === 304) return { kind: 'unchanged' };
  if (isBusy(status) && envelope?.code === status)
    return { kind: 'busy', code: status, text: envelope.msg === '' ? { label: texts.busy } : envelope.msg };
  if (status < 200 || status > 299)
    return { kind: 'fault', code: status, text: { label: texts.serverFault, params: { status } } };
  if (envelope === null) return { kind: 'refused', code: noEnvelope, text: { label: texts.callFault }, data: null };
  const { code, msg, data } = envelope;
  if (code === 0) return { kind: 'done', data };
  return {
    kind: isSessionEnd(code) ? 'ended' : 'refused',
    code,
    text: msg === '' ? { label: texts.callFault } : msg,
    data,
  };
}

/** The server's own "come back later". A page of a proxy with the same status is a failure like any other. */
export const isBusy = (code: number): boolean => code === 503 || code === 429;

export const isSessionEnd = (code: number): boolean => code === 401 || code === 10001;

/** The code of a call that got no answer at all, and of one whose answer was no envelope. */
export const noAnswer = 0;
const noEnvelope = -1;

export interface Circumstances {
  /** The caller shows the failure itself, or nobody needs to know. */
  readonly isSilent: boolean;
  /** Made by a dialog: without a connection its loading state stops, and nothing else happens. */
  readonly isDialog: boolean;
  /** Given up by the page itself. */
  readonly isAborted: boolean;
}

/** Whether a failure is told in a message of 4 s. The end of a session is told once, where it ends. */
export function isTold(code: number, { isSilent, isDialog, isAborted }: Circumstances): boolean {
  return !isSilent && !isAborted && !isSessionEnd(code) && !(isDialog && code === noAnswer);
}
