import type { MouseEvent } from 'react';
import { pointTo, type Steering } from './controls.ts';
import { cursorAt, type Place } from './range.ts';

/** The cell of data under the pointer. Buttons, links and ticks in a cell are their own. */
export function placeOf(target: EventTarget | null, leads: number): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null;
  const row = cell?.closest<HTMLElement>('[role="row"]');
  if (cell == null || row == null || cell.classList.contains('grid-chrome')) return null;
  const col = Number.parseInt(cell.getAttribute('aria-colindex') ?? '', 10) - 1 - leads;
  const at = Number.parseInt(row.getAttribute('aria-rowindex') ?? '', 10) - 2;
  return col < 0 || at < 0 ? null : { row: at, col };
}

export const isOwnThing = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, label, input, .grid-check') !== null;

/** Press, drag: a range from where it began; with shift from the active cell. */
export function dragRange(event: MouseEvent<HTMLElement>, steering: Steering, leads: number): void {
  const from = placeOf(event.target, leads);
  if (event.button !== 0 || from === null) return;
  // The text below is not selected, and the input keeps the focus.
  event.preventDefault();
  pointTo(steering, event.shiftKey ? { active: steering.focus.get().active, head: from } : cursorAt(from), false);
  const end = new AbortController();
  window.addEventListener(
    'mousemove',
    ({ target, buttons }) => {
      if (buttons === 0) {
        end.abort();
        return;
      }
      const head = placeOf(target, leads);
      const { active, head: before } = steering.focus.get();
      if (head !== null && (head.row !== before.row || head.col !== before.col)) pointTo(steering, { active, head });
    },
    { signal: end.signal },
  );
  window.addEventListener(
    'mouseup',
    () => {
      end.abort();
    },
    { signal: end.signal },
  );
}

/** A cell that is cut off says what it holds when pointed at. */
export function tellCutOff({ target }: MouseEvent<HTMLElement>): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null;
  if (cell === null || cell.ariaInvalid === 'true') return;
  const isCut = cell.scrollWidth > cell.clientWidth;
  // The same cell holds another row after scrolling.
  if (isCut) cell.title = cell.innerText;
  else if (cell.title !== '') cell.removeAttribute('title');
}
