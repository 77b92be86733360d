import { feedback } from '#platform/web/feedback.tsx';
import { say } from '#platform/web/language.ts';
import { texts } from '#platform/web/texts.ts';
import { chunk } from './chunk.ts';

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
