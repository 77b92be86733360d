import { feedback } from '#platform/web/page/feedback.tsx';
import { begin } from '#platform/web/page/settled.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import type { Outcome } from './outcome.ts';

/** Seconds before each further try of a call that was told to come back; after the last its caller is told. */
const pauses = [1, 2, 4, 8] as const;
/** Who is told to come back later than this hears it, instead of waiting before a page that says nothing else. */
const longestWait = 10;

/** How long to wait before another try; null when the caller is told instead. */
export function pauseBefore(tries: number, retryAfter: string | null): number | null {
  const pause = pauses[tries];
  const asked = /^\d{1,6}$/.test(retryAfter ?? '') ? Number.parseInt(retryAfter ?? '', 10) : 0;
  return pause === undefined || asked > longestWait ? null : Math.max(pause, asked) * 1000;
}

export interface Patience {
  readonly isCommand: boolean;
  readonly isSilent: boolean;
  readonly signal: AbortSignal | undefined;
}

interface Answered {
  readonly reply: Response;
  readonly outcome: Outcome;
}

/**
 * Asks again when the server is busy: a read changes nothing, and a command has its key, so that one which was
 * performed after all is not performed twice. Somebody who waits for it sees why.
 */
export async function patiently(ask: () => Promise<Answered>, patience: Patience): Promise<Answered> {
  const line = lineOf(patience);
  try {
    for (let tries = 0; ; tries += 1) {
      const answered = await ask();
      const { reply, outcome } = answered;
      const pause = outcome.kind === 'busy' ? pauseBefore(tries, reply.headers.get('retry-after')) : null;
      if (pause === null) return answered;
      line.show();
      await rest(pause, patience.signal).finally(begin());
    }
  } finally {
    line.end();
  }
}

/** Calls that wait at the same time share one line. */
const waiting = new Map<string, number>();

function lineOf({ isCommand, isSilent }: Patience): { show(): void; end(): void } {
  const [key, text] = isCommand ? ['busy-command', texts.busyCommand] : ['busy-read', texts.busyRead];
  let isShown = false;
  return {
    show() {
      // Whoever saves says failures himself, and still waits: only a silent read is behind the user's back.
      if ((isSilent && !isCommand) || isShown) return;
      isShown = true;
      waiting.set(key, (waiting.get(key) ?? 0) + 1);
      feedback.progress(key, say(text));
    },
    end() {
      if (!isShown) return;
      const left = (waiting.get(key) ?? 1) - 1;
      waiting.set(key, left);
      if (left === 0) feedback.over(key);
    },
  };
}

/** Everybody was told to come back at the same moment: up to a quarter later spreads them. */
function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms * (1 + Math.random() / 4));
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('given up', 'AbortError'));
    });
  });
}
