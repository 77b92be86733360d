import type { Envelope } from '#platform/model/envelope.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { language, say } from '#platform/web/text/language.ts';
import { begin } from '#platform/web/page/settled.ts';
import { texts } from '#platform/web/text/texts.ts';
import { meetDemand, post, urlOf, type Params } from './client.ts';
import { fileNameIn } from './file-name.ts';
import { note } from './log.ts';
import { isBusy, isSessionEnd } from './outcome.ts';
import { endSession, sessionTenant, sessionToken } from './session.ts';

/** Instead of a file the server may answer that it is made elsewhere; `data` says where. */
type OnAnswered = (data: unknown) => void;

/**
 * The browser navigates to a file, so the address carries a ticket of a minute instead of the session. A hidden frame
 * navigates, not the page: a file leaves the frame as it was, an error loads into it and is told, and no tab is lost.
 */
export async function download(path: string, params: Params, onAnswered?: OnAnswered, isAgain = false): Promise<void> {
  try {
    const { ticket } = await post<{ ticket: string }>('/sys/ticket', { path }, { isSilent: true });
    navigate(urlOf(path, { ...params, token: ticket }), (answer) => {
      if (answer?.code === 0 && onAnswered !== undefined) onAnswered(answer.data);
      else if (answer !== null && isBusy(answer.code)) feedback.error(answer.msg);
      // A long list asks for password or code first; with that it is fetched once more.
      else if (isAgain || answer === null) exportFailed(answer?.msg ?? 'no envelope');
      else
        void meetDemand(answer.code).then((isMet) =>
          isMet ? download(path, params, onAnswered, true) : exportFailed(answer.msg),
        );
    });
  } catch (error) {
    exportFailed(error);
  }
}

/** The same by POST: the file comes as a blob, under the name in its header. */
export async function downloadPosted(
  path: string,
  body: unknown,
  onAnswered: OnAnswered,
  isAgain = false,
): Promise<void> {
  const token = sessionToken();
  try {
    const reply = await fetch(urlOf(path), {
      method: 'POST',
      body: JSON.stringify(body),
      credentials: 'include',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': language(),
        token,
        tenant_code: sessionTenant(),
      },
    }).finally(begin());
    if (isBusy(reply.status)) return feedback.error(say(texts.busy));
    if (!reply.ok) throw new Error(`HTTP ${reply.status}`);
    if (reply.headers.get('content-type')?.includes('json') !== true)
      return saveBytes(await reply.blob(), fileNameIn(reply.headers.get('filename'), 'export'));
    const { code, msg, data } = (await reply.json()) as Envelope;
    if (isSessionEnd(code)) endSession(token);
    if (code === 0) onAnswered(data);
    else if (!isAgain && (await meetDemand(code))) await downloadPosted(path, body, onAnswered, true);
    else exportFailed(msg);
  } catch (error) {
    exportFailed(error);
  }
}

export function saveBytes(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60_000);
}

function navigate(url: string, onAnswer: (answer: Envelope | null) => void): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.addEventListener('load', () => {
    onAnswer(envelopeIn(frame));
    frame.remove();
  });
  frame.src = url;
  document.body.append(frame);
  // A file never says that it has begun; by then it has.
  setTimeout(() => {
    frame.remove();
  }, 180_000);
}

/** The specification has one text for every failed export; why is written to the log (000 §8). */
export function exportFailed(why: unknown): void {
  note('export', why);
  feedback.error(say(texts.exportFault));
}

function envelopeIn(frame: HTMLIFrameElement): Envelope | null {
  try {
    return JSON.parse(frame.contentDocument?.body.textContent ?? '') as Envelope;
  } catch {
    return null;
  }
}
