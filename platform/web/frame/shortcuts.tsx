import { useEffect } from 'react';
import { chunk } from '#platform/web/loading/chunk.ts';
import { isAppDialogOpen, isDialogOpen } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { currentRoute, go } from '#platform/web/route/route.ts';
import { closeTabs, openTabs } from '#platform/web/route/tabs.ts';

const loadList = chunk(
  () => import('./shortcut-list.tsx'),
  ({ openShortcutList }) => openShortcutList,
);
export const openShortcuts = (): Promise<unknown> =>
  loadList().then(
    (openShortcutList) => openShortcutList(),
    () => {
      feedback.error(say(texts.chunkBroke));
    },
  );

/** Keys that work on every page of the shell. */
export function useShortcuts(openPalette: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const perform = actionOf(event, openPalette);
      if (perform === null) return;
      event.preventDefault();
      perform();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [openPalette]);
}

function actionOf(event: KeyboardEvent, openPalette: () => void): (() => void) | null {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
  // A question that covers everything comes first; a key of a Chinese composition is nobody's shortcut.
  if (event.isComposing || isAppDialogOpen()) return null;
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') return openPalette;
  if (altKey && !ctrlKey && !metaKey) {
    const tab = /^Digit[1-9]$/.test(code) ? openTabs()[Number.parseInt(code.slice(5), 10) - 1] : undefined;
    if (tab !== undefined)
      return () => {
        go(tab);
      };
    if (code === 'KeyW') return () => void closeTabs([currentRoute()]);
    return code === 'KeyN' && !isDialogOpen() ? addButton() : null;
  }
  if (ctrlKey || metaKey || altKey || isTyping(event.target) || event.defaultPrevented || isDialogOpen()) return null;
  if (key === '?') return () => void openShortcuts();
  return key === '/' ? firstFilter() : null;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="grid"] *'));

function firstFilter(): (() => void) | null {
  const input = [...document.querySelectorAll<HTMLElement>('.tab-panel .search-form input')].find((each) =>
    each.checkVisibility(),
  );
  return input === undefined
    ? null
    : () => {
        input.focus();
      };
}

/** The list on screen knows whether its user may add. */
function addButton(): (() => void) | null {
  const button = [...document.querySelectorAll<HTMLElement>('.tab-panel .toolbar [data-verb="add"]')].find((each) =>
    each.checkVisibility(),
  );
  return button === undefined
    ? null
    : () => {
        button.click();
      };
}
