import type { Document } from '#platform/model/document.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

/**
 * A call outside a dialog, and what is said when it is done. Refused, its words have been shown; either way the lists
 * are read anew.
 */
export async function done<Answer>(
  perform: () => Promise<Answer>,
  told: (answer: Answer) => string = () => say(texts.done),
): Promise<boolean> {
  try {
    feedback.success(told(await perform()));
    return true;
  } catch {
    return false;
  } finally {
    void listsChanged();
  }
}

interface Made {
  readonly ids: readonly string[];
}

/** A call that makes documents. A single one is opened at once: what only a person knows remains to be said. */
export async function doneAndOpened({ screen }: Document, make: () => Promise<Made>): Promise<boolean> {
  let made: Made | undefined;
  const isDone = await done(async () => (made = await make()));
  const [id, ...more] = made?.ids ?? [];
  if (id !== undefined && more.length === 0) go(`${screen.url.replaceAll('/', '-')}__edit__${id}`);
  return isDone;
}
