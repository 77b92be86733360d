import { Modal, type ModalProps } from 'antd';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { feedback } from './feedback.tsx';
import { createStore } from './store.ts';

type Close<Result> = (result?: Result) => void;
interface Opened {
  readonly key: number;
  readonly owner: string;
  readonly render: () => ReactNode;
  readonly leave: () => void;
}
interface Opening {
  /** The tab that a dialog covers and hides with; `app` covers everything. The tab on screen unless told otherwise. */
  readonly scope?: 'app' | 'tab';
}

/**
 * Dialogs live beside the tabs, never inside one: an antd Modal that is open while its tab is hidden breaks the tab
 * when it comes back (frontend §6). A dialog covers its own tab only, so other tabs stay usable meanwhile. The promise
 * answers what it was closed with; undefined when it was left, also by closing its tab.
 */
export function openDialog<Result>(
  render: (close: Close<Result>) => ReactNode,
  { scope = 'tab' }: Opening = {},
): Promise<Result | undefined> {
  const opener = document.activeElement;
  return new Promise((resolve) => {
    const key = ++last;
    const close: Close<Result> = (result) => {
      opened.set((dialogs) => dialogs.filter((dialog) => dialog.key !== key));
      resolve(result);
      requestAnimationFrame(() => {
        returnFocus(opener);
      });
    };
    opened.set((dialogs) => [
      ...dialogs,
      {
        key,
        owner: scope === 'app' ? 'app' : shown.get(),
        render: () => render(close),
        leave: () => {
          close();
        },
      },
    ]);
  });
}

/** Whether something covers the tab on screen. */
export const isDialogOpen = (): boolean =>
  feedback.isAsking() || opened.get().some(({ owner }) => owner === 'app' || owner === shown.get());
export const isAppDialogOpen = (): boolean => feedback.isAsking() || opened.get().some(({ owner }) => owner === 'app');
export const useIsCovered = (tab: string): boolean => opened.use().some(({ owner }) => owner === tab);

/** The tab whose dialogs are seen. Signing in again shows them where they were, so the login page leaves it alone. */
export function showDialogsOf(tab: string): void {
  shown.set(() => tab);
}

/** Dialogs of a tab go with it; without names every dialog goes. */
export function leaveDialogs(tabs?: readonly string[]): void {
  for (const { owner, leave } of opened.get()) if (tabs === undefined || tabs.includes(owner)) leave();
}

export function DialogHost(): ReactNode {
  const dialogs = opened.use();
  const tab = shown.use();
  useEffect(() => {
    window.addEventListener('keydown', confirmByKey);
    return () => {
      window.removeEventListener('keydown', confirmByKey);
    };
  }, []);
  return dialogs.map(({ key, owner, render }) => (
    <Cover key={key} isApp={owner === 'app'} isShown={owner === 'app' || owner === tab} render={render} />
  ));
}

/** antd's Modal inside the area of its tab. Hidden it stays mounted, so that what was typed into it is kept. */
export function Dialog(props: ModalProps): ReactNode {
  const { ground, isShown } = use(Ground);
  return (
    <Modal
      transitionName=""
      maskTransitionName=""
      {...props}
      open={isShown}
      mask={{ closable: false, ...(typeof props.mask === 'object' ? props.mask : {}) }}
      // What lies below is inert already; a trap would also keep the focus out of the tab strip.
      focusable={{ trap: false, focusTriggerAfterClose: false }}
      {...(ground === null ? {} : { getContainer: () => ground })}
    />
  );
}

const Ground = createContext<{ readonly ground: HTMLElement | null; readonly isShown: boolean }>({
  ground: null,
  isShown: true,
});

function Cover({
  isApp,
  isShown,
  render,
}: {
  readonly isApp: boolean;
  readonly isShown: boolean;
  readonly render: () => ReactNode;
}): ReactNode {
  const [ground, setGround] = useState<HTMLElement | null>(null);
  return (
    <div
      ref={setGround}
      className={isApp ? 'dialogs dialogs-app' : 'dialogs'}
      data-dialogs={isApp ? 'app' : 'tab'}
      hidden={!isShown}
    >
      {ground !== null && <Ground value={{ ground, isShown }}>{render()}</Ground>}
    </div>
  );
}

/** Ctrl+Enter is the button that the dialog is about. */
function confirmByKey(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing || event.defaultPrevented) return;
  const top = [...document.querySelectorAll<HTMLElement>('.dialogs:not([hidden])')].at(-1);
  const button = top?.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary:not(:disabled)');
  if (button == null) return;
  event.preventDefault();
  button.click();
}

/** To whoever opened the dialog, unless the focus has found another place to work in; the tab strip is none. */
function returnFocus(opener: Element | null): void {
  const isWorkingElsewhere = document.activeElement?.closest('.tab-panel, .dialogs') != null;
  if (opener instanceof HTMLElement && opener.isConnected && !isWorkingElsewhere) opener.focus({ preventScroll: true });
}

let last = 0;
const opened = createStore<readonly Opened[]>([]);
const shown = createStore('home');
