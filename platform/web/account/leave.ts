import type { Language } from '#platform/model/label.ts';
import { post } from '#platform/web/api/client.ts';
import { endSession, openSession, type Opened } from '#platform/web/api/session.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { chooseLanguage, language, say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { goInstead } from '#platform/web/route/route.ts';
import { hasDirtyTabs, resetTabs } from '#platform/web/route/tabs.ts';

/** Every text of the page changes, so the page is loaded anew (000 §4). */
export async function speak(next: Language): Promise<void> {
  if (next === language() || !(await mayLeave())) return;
  resetTabs();
  chooseLanguage(next);
  location.reload();
}

export async function switchTenant(tenantCode: string): Promise<void> {
  if (!(await mayLeave())) return;
  try {
    openSession(await post<Opened>('/sys/user/switchTenant', { tenantCode }));
  } catch {
    return;
  }
  // A reload leaves nothing of the other tenant in memory.
  resetTabs();
  goInstead('home');
  location.reload();
}

export async function signOut(): Promise<void> {
  if (!(await mayLeave())) return;
  resetTabs();
  goInstead('login');
  // The session ends here even when the server cannot be told.
  await post('/logout', undefined, { isSilent: true }).catch(() => undefined);
  endSession();
}

const mayLeave = async (): Promise<boolean> =>
  !hasDirtyTabs() || feedback.confirm(say(texts.unsaved), { isDanger: true });
