import { useEffect, useRef } from 'react';
import { offerSaving, useTab } from '#platform/web/route/tabs.ts';

/** Whoever closes the tab of a form may save it first; `save` answers false when that was not possible. */
export function useSavedOnClose(isOffered: boolean, save: () => Promise<boolean>): void {
  const { name } = useTab();
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => (isOffered ? offerSaving(name, () => latest.current()) : undefined), [name, isOffered]);
}
