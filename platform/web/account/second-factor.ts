import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { chunk } from '#platform/web/loading/chunk.ts';

const loadDialog = chunk(
  () => import('./second-factor-dialog.tsx'),
  ({ openSecondFactorDialog }) => openSecondFactorDialog,
);

export async function openSecondFactor(): Promise<void> {
  try {
    await (
      await loadDialog()
    )();
  } catch {
    feedback.error(say(texts.chunkBroke));
  }
}
