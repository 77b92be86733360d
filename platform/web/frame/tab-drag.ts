import { useState, type PointerEvent as ReactPointerEvent } from 'react';
import { moveTab, openTabs } from '#platform/web/route/tabs.ts';

interface TabDrag {
  readonly dragged: string | null;
  readonly start: (event: ReactPointerEvent, name: string) => void;
}

/** Farther than a trembling click. */
const threshold = 5;

/** Tabs change places while one is drawn along the strip; the menu of a tab does the same for the keyboard. */
export function useTabDrag(): TabDrag {
  const [dragged, setDragged] = useState<string | null>(null);
  const start = ({ button, clientX, currentTarget }: ReactPointerEvent, name: string): void => {
    if (button !== 0 || name === 'home') return;
    const strip = currentTarget.parentElement;
    let isMoving = false;
    const onMove = (event: PointerEvent): void => {
      if (!isMoving && Math.abs(event.clientX - clientX) < threshold) return;
      isMoving = true;
      setDragged(name);
      const to = placeAt(strip, name, event.clientX);
      if (to !== null) moveTab(name, to);
    };
    const onEnd = (): void => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onEnd);
      window.removeEventListener('pointercancel', onEnd);
      setDragged(null);
      // Letting go is no click on whatever lies below.
      if (isMoving) window.addEventListener('click', swallow, { capture: true, once: true });
      if (isMoving)
        setTimeout(() => {
          window.removeEventListener('click', swallow, true);
        }, 0);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onEnd);
    window.addEventListener('pointercancel', onEnd);
  };
  return { dragged, start };
}

const swallow = (event: Event): void => {
  event.stopPropagation();
  event.preventDefault();
};

/**
 * The place of the tab under the pointer, once its middle was passed; a wide neighbour would otherwise jump to and fro.
 */
function placeAt(strip: HTMLElement | null, name: string, x: number): number | null {
  const open = openTabs();
  const from = open.indexOf(name);
  const boxes = [...(strip?.children ?? [])].map((tab) => tab.getBoundingClientRect());
  const to = boxes.findIndex(({ left, right }, at) => {
    const middle = (left + right) / 2;
    return at < from
      ? x < middle
      : at > from &&
          x > middle &&
          (at === boxes.length - 1 || x < ((boxes[at + 1]?.left ?? 0) + (boxes[at + 1]?.right ?? 0)) / 2);
  });
  return to < 0 ? null : to;
}
