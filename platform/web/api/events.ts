import { language } from '#platform/web/text/language.ts';
import { begin } from '#platform/web/page/settled.ts';
import { urlOf } from './client.ts';
import { sessionTenant, sessionToken } from './session.ts';

/** What the server says without being asked: `list data:brand`, `unread`, `lost` (something may have been missed). */
export type EventListener = (event: string) => void;

/**
 * Listens as long as the page is open and somebody is logged in. A browser keeps six connections to a server, so of the
 * windows of one browser only one holds the line (where the browser has locks) and passes on what it hears.
 */
export function listenForEvents(listener: EventListener): () => void {
  const stop = new AbortController();
  const others = new BroadcastChannel('qudao-events');
  others.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data);
  };
  const tell: EventListener = (event) => {
    listener(event);
    others.postMessage(event);
  };
  const hold = (): Promise<void> => keepLine(tell, stop.signal);
  // Only secure pages have locks.
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  void (locks === undefined ? hold() : locks.request('qudao-events', { signal: stop.signal }, hold)).catch(
    () => undefined,
  );
  return () => {
    stop.abort();
    others.close();
  };
}

const firstWait = 1000;
const longestWait = 20_000;

async function keepLine(tell: EventListener, signal: AbortSignal): Promise<void> {
  let wait = firstWait;
  let isFirst = true;
  while (!signal.aborted) {
    const openedAt = Date.now();
    if (sessionToken() !== '')
      await hearOut(
        isFirst
          ? () => undefined
          : () => {
              tell('lost');
            },
        tell,
        signal,
      ).catch(() => undefined);
    isFirst = false;
    wait = Date.now() - openedAt > longestWait ? firstWait : Math.min(wait * 2, longestWait);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait);
      signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
  }
}

/** An EventSource cannot send the token as a header, and a cookie authorises nothing. */
async function hearOut(onOpen: () => void, tell: EventListener, signal: AbortSignal): Promise<void> {
  const reply = await fetch(urlOf('/sys/event', { _t: Date.now() }), {
    credentials: 'include',
    headers: {
      accept: 'text/event-stream',
      'Accept-Language': language(),
      token: sessionToken(),
      tenant_code: sessionTenant(),
    },
    signal,
  }).finally(begin());
  if (reply.headers.get('content-type')?.startsWith('text/event-stream') !== true || reply.body === null) return;
  onOpen();
  let rest = '';
  for await (const text of reply.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) tell(line.slice(6));
  }
}
