import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { chunk } from '#platform/web/loading/chunk.ts';

const loadDialog = chunk(
  () => import('./own-mail-dialog.tsx'),
  ({ openOwnMailDialog }) => openOwnMailDialog,
);

export async function openOwnMail(): Promise<void> {
  try {
    await (
      await loadDialog()
    )();
  } catch {
    feedback.error(say(texts.chunkBroke));
  }
}
