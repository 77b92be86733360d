import type { Document } from '#platform/model/document.ts';
import type { PaperName } from '#platform/model/print.ts';
import { noticeEnd } from '#platform/web/api/session.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { keptPaper } from './print-paper.ts';
import { printRoute } from './print-route.ts';
import { texts } from './texts.ts';

/** What the page in the frame tells the page that opened it. */
export type PrintReport = { readonly print: 'done' } | { readonly print: 'failed'; readonly text: string };

interface Wish {
  readonly paper?: PaperName;
  readonly copyOf?: number;
  readonly layout?: string;
}

/**
 * Drawn, counted and handed to the printer in a frame nobody sees, so that every tab stays as it is. False when nothing
 * was printed.
 */
export async function printDocuments(
  document: Document,
  ids: readonly string[],
  { paper, copyOf, layout }: Wish = {},
): Promise<boolean> {
  const report = await openFrame(
    printRoute({ noun: document.name, ids, paper: paper ?? (await keptPaper()), copyOf, layout }),
  );
  if (report.print === 'failed' && !noticeEnd()) feedback.error(report.text);
  return report.print === 'done';
}

/** In a window of its own: to look, and to print from there. */
export function previewDocuments(
  document: Document,
  ids: readonly string[],
  { paper, copyOf, layout }: Wish = {},
): void {
  window.open(
    `${location.pathname}#/${printRoute({ noun: document.name, ids, paper, copyOf, layout })}`,
    '_blank',
    'noopener',
  );
}

export const isInFrame = (): boolean => window.parent !== window;

export function tellOpener(report: PrintReport): void {
  window.parent.postMessage(report, location.origin);
}

/** From opening to printing; a page that never came up has nothing to say. */
const patience = 60_000;
let frame: HTMLIFrameElement | undefined;

/** A printer may still read the frame of the last print, so it stays until the next one. */
export function openFrame(route: string): Promise<PrintReport> {
  frame?.remove();
  const opened = document.createElement('iframe');
  frame = opened;
  opened.className = 'print-frame';
  opened.tabIndex = -1;
  opened.ariaHidden = 'true';
  // A page inside a frame of the same address is refused by some browsers.
  opened.src = `${location.pathname}?print#/${route}`;
  return new Promise((resolve) => {
    const finish = (report: PrintReport): void => {
      clearTimeout(timer);
      window.removeEventListener('message', hear);
      resolve(report);
    };
    const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
      if (source === opened.contentWindow && origin === location.origin && isReport(data)) finish(data);
    };
    const timer = setTimeout(() => {
      finish({ print: 'failed', text: say(texts.failed) });
    }, patience);
    window.addEventListener('message', hear);
    document.body.append(opened);
  });
}

const isReport = (data: unknown): data is PrintReport =>
  typeof data === 'object' && data !== null && 'print' in data && (data.print === 'done' || data.print === 'failed');
