import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

/** The figures stand in the table all the same. */
export const chunkErrorShown = (): void => {
  feedback.error(say(texts.chunkBroke));
};
