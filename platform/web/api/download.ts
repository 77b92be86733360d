import type { Envelope } from '#platform/model/envelope.ts';
import { feedback } from '#platform/web/feedback.tsx';
import { say } from '#platform/web/language.ts';
import { texts } from '#platform/web/texts.ts';
import { meetDemand, post, urlOf, type Params } from './client.ts';
import { note } from './log.ts';

/**
 * The browser navigates to a file, so the address carries a ticket of a minute instead of the session. A hidden frame
 * navigates, not the page: a file leaves the frame as it was, an error loads into it and is told, and no tab is lost.
 */
export async function download(path: string, params: Params, isAgain = false): Promise<void> {
  try {
    const { ticket } = await post<{ ticket: string }>('/sys/ticket', { path }, { isSilent: true });
    navigate(urlOf(path, { ...params, token: ticket }), (refused) => {
      // A long list asks for password or code first; with that it is fetched once more.
      if (isAgain || refused === null) failed(refused?.msg ?? 'no envelope');
      else void meetDemand(refused.code).then((isMet) => (isMet ? download(path, params, true) : failed(refused.msg)));
    });
  } catch (error) {
    failed(error);
  }
}

function navigate(url: string, onRefused: (refused: Envelope | null) => void): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.addEventListener('load', () => {
    onRefused(envelopeIn(frame));
    frame.remove();
  });
  frame.src = url;
  document.body.append(frame);
  // A file never says that it has begun; by then it has.
  setTimeout(() => { frame.remove(); }, 180_000);
}

/** The specification has one text for every failed export; why is written to the log (000 §8). */
function failed(why: unknown): void {
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
