import type { Envelope } from '#platform/model/envelope.ts';
import { CallError, post, urlOf, type Params } from '#platform/web/api/client.ts';
import { saveBytes } from '#platform/web/api/download.ts';
import { fileNameIn } from '#platform/web/api/file-name.ts';
import { endSession, sessionToken } from '#platform/web/api/session.ts';
import { isSessionEnd } from '#platform/web/api/outcome.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { language, say } from '#platform/web/text/language.ts';
import { begin } from '#platform/web/page/settled.ts';
import { texts } from './texts.ts';

/**
 * Fetched with a ticket of its own and saved under its label. A success is told: with the server's words, or with ours
 * (001 §8).
 */
export async function downloadFile(path: string, params: Params = {}): Promise<void> {
  const token = sessionToken();
  try {
    const { ticket } = await post<{ ticket: string }>('/sys/ticket', { path }, { isSilent: true });
    const reply = await fetch(urlOf(path, { ...params, token: ticket }), {
      headers: { 'Accept-Language': language() },
    }).finally(begin());
    const envelope =
      reply.headers.get('content-type')?.includes('json') === true ? ((await reply.json()) as Envelope) : null;
    if (envelope !== null && isSessionEnd(envelope.code)) endSession(token);
    if (!reply.ok || (envelope !== null && envelope.code !== 0))
      throw new CallError(envelope?.msg ?? say(texts.downloadFault), envelope?.code ?? reply.status);
    if (envelope === null) saveBytes(await reply.blob(), fileNameIn(reply.headers.get('filename'), 'file'));
    const told = envelope?.msg ?? '';
    feedback.success(told === '' || told === 'success' ? say(texts.downloaded) : told);
  } catch (error) {
    feedback.error(error instanceof CallError && error.message !== '' ? error.message : say(texts.downloadFault));
  }
}
