import type { ReactNode } from 'react';
import { useEffect } from 'react';
import type { Label } from '#platform/model/label.ts';
import { Dialog, isAppDialogOpen, isDialogOpen, openDialog } from '#platform/web/dialogs.tsx';
import { say } from '#platform/web/language.ts';
import { texts } from '#platform/web/texts.ts';
import { currentRoute, go } from './route.ts';
import { closeTabs, openTabs } from './tabs.ts';

/** Every key that the product gives a meaning, for the list behind `?`. */
const shortcuts: readonly (readonly [keys: readonly string[], meaning: Label])[] = [
  [['Ctrl K'], texts.keyPalette],
  [['Alt 1…9'], texts.keyTabs],
  [['Alt W'], texts.keyClose],
  [['Alt N'], texts.keyAdd],
  [['Alt L'], texts.keyLines],
  [['Ctrl S'], texts.keySave],
  [['Ctrl P'], texts.keyPrint],
  [['Ctrl Enter'], texts.keyConfirm],
  [['Esc'], texts.keyLeave],
  [['/'], texts.keyFilter],
  [['↑', '↓', '←', '→', 'Enter', 'F2', 'Tab'], texts.keyGrid],
  [['←', '→', 'Delete'], texts.keyTabStrip],
  [['?'], texts.keyHelp],
];

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

export function openShortcuts(): Promise<undefined> {
  return openDialog<undefined>(
    (close) => (
      <Dialog
        title={say(texts.shortcuts)}
        width={480}
        centered
        footer={null}
        onCancel={() => {
          close();
        }}
      >
        {shortcuts.map(([keys, meaning]) => (
          <Shortcut key={meaning[2]} keys={keys}>
            {say(meaning)}
          </Shortcut>
        ))}
      </Dialog>
    ),
    { scope: 'app' },
  );
}

function Shortcut({ keys, children }: { readonly keys: readonly string[]; readonly children: ReactNode }): ReactNode {
  return (
    <div className="shortcut">
      <span>{children}</span>
      <span className="shortcut-keys">
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    </div>
  );
}
