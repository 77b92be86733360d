import { listsChanged } from '#platform/web/api/queries.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
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
