import { useEffect, useRef } from 'react';
import type { SessionUser } from '#platform/web/api/me.ts';
import { useSetting } from '#platform/web/api/setting.ts';
import { sessionToken } from '#platform/web/api/session.ts';
import { openTabs, reopenTabs, resetTabs, setDirty, useTabs } from '#platform/web/route/tabs.ts';
import { fetchModules } from '#platform/web/registry/late-modules.ts';
import { listDrafts } from './keeper.ts';

/**
 * The open tabs of the user, kept on the server: after a crash, an expired session or at another computer they are
 * there again, those with unsaved work marked as such. `isKnown` leaves out what the menu no longer offers.
 */
export function useKeptTabs(user: SessionUser, isKnown: (name: string) => boolean): void {
  const [stored, keep, isRead] = useSetting<readonly string[]>('tabs', none, areNames);
  const { open } = useTabs();
  const isReopened = useRef(false);
  const token = useRef(sessionToken());
  useEffect(() => {
    if (!isRead || isReopened.current) return;
    isReopened.current = true;
    // Somebody else signed in on the page that the session before had left.
    if (owner !== null && owner !== user.id) resetTabs();
    owner = user.id;
    void reopen(stored, isKnown);
  }, [isRead, stored, isKnown, user.id]);
  useEffect(() => {
    const names = open.filter((name) => name !== 'home');
    // In the moment of a change of tenant the tabs are gone and the session is the next one's already.
    if (isRead && isReopened.current && token.current === sessionToken() && names.join('\n') !== stored.join('\n'))
      keep(names);
  }, [open, stored, keep, isRead]);
}

/** A tab that is not known yet may be so when all modules have come; without them it is left out, as it always was. */
async function reopen(stored: readonly string[], isKnown: (name: string) => boolean): Promise<void> {
  if (!stored.every(isKnown)) await fetchModules().catch(() => undefined);
  reopenTabs(stored.filter(isKnown));
  for (const { key } of await listDrafts()) if (openTabs().includes(key)) setDirty(key, true);
}

let owner: string | null = null;
const none: readonly string[] = [];
const areNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');
