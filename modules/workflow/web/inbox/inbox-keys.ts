import { useEffect, useRef } from 'react';
import { isDialogOpen } from '#platform/web/page/dialogs.tsx';
import { currentRoute } from '#platform/web/route/route.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import type { InboxRow } from '#workflow/model/inbox.ts';

interface Keyed {
  readonly rows: readonly InboxRow[];
  readonly selected: InboxRow | undefined;
  readonly ticked: ReadonlySet<string>;
  readonly remark: string;
  readonly phrases: readonly string[];
  readonly comment: () => void;
  readonly move: (by: 1 | -1) => void;
  readonly open: () => void;
  readonly approve: () => void;
  readonly reject: () => void;
  readonly undo: () => void;
  readonly tick: (id: string) => void;
  readonly together: (rows: readonly InboxRow[]) => Promise<void>;
  readonly setRemark: (remark: string) => void;
}

/** Keys of the inbox: only while it is on screen, nothing covers it and no field has the focus. */
export function useInboxKeys(state: Keyed): void {
  const { name } = useTab();
  const now = useRef(state);
  useEffect(() => {
    now.current = state;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
      if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return;
      if (isTyping(event.target) || isDialogOpen() || currentRoute() !== name) return;
      const perform = deedOf(event.key, now.current);
      if (perform === null) return;
      event.preventDefault();
      perform();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [name]);
}

function deedOf(key: string, state: Keyed): (() => void) | null {
  const { selected, rows, ticked } = state;
  if (key === 'A')
    return () => {
      const chosen = rows.filter(({ taskId, isOwn }) => !isOwn && ticked.has(taskId));
      if (chosen.length > 0) void state.together(chosen);
    };
  switch (key.toLowerCase()) {
    case 'j':
      return () => {
        state.move(1);
      };
    case 'k':
      return () => {
        state.move(-1);
      };
    case 'o':
      return state.open;
    case 'c':
      return state.comment;
    case 'r':
      return state.reject;
    case 'a':
      return state.approve;
    case 'z':
      return state.undo;
    case 'x':
      return () => {
        if (selected !== undefined) state.tick(selected.taskId);
      };
    default:
      return /^[1-4]$/.test(key)
        ? () => {
            const phrase = state.phrases[Number.parseInt(key, 10) - 1];
            if (phrase !== undefined) state.setRemark(phrase === state.remark ? '' : phrase);
          }
        : null;
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'));
