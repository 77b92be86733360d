import { post } from '#platform/web/api/client.ts';
import { endSession } from '#platform/web/api/session.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { chunk } from '#platform/web/loading/chunk.ts';

const loadDialog = chunk(
  () => import('./password-dialog.tsx'),
  ({ openPasswordDialog }) => openPasswordDialog,
);

/** What the server refuses everything with while the password must be changed. */
export const passwordIsDue = 20040;

/** Seldom needed, so its form is fetched when it is. */
export async function changePassword(isDue = false): Promise<boolean> {
  try {
    return (await (await loadDialog())(isDue)) === true;
  } catch {
    feedback.error(say(texts.chunkBroke));
    return false;
  }
}

const loadForgot = chunk(
  () => import('./forgot-dialog.tsx'),
  ({ openForgotDialog }) => openForgotDialog,
);

export async function restorePassword(username: string): Promise<void> {
  try {
    await (
      await loadForgot()
    )(username);
  } catch {
    feedback.error(say(texts.chunkBroke));
  }
}

/** Whoever does not want to change it now can only leave. */
export async function changeDuePassword(): Promise<boolean> {
  if (await changePassword(true)) return true;
  await post('/logout', undefined, { isSilent: true }).catch(() => undefined);
  endSession();
  return false;
}
