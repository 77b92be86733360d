import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { chunk } from '#platform/web/loading/chunk.ts';

const loadDialog = chunk(
  () => import('./confirm-dialog.tsx'),
  ({ openConfirmDialog }) => openConfirmDialog,
);

/** What the server refuses with until the person has shown again who he is. */
export const notConfirmed = 20041;

export async function confirmIdentity(): Promise<boolean> {
  try {
    return (await (await loadDialog())()) === true;
  } catch {
    feedback.error(say(texts.chunkBroke));
    return false;
  }
}
