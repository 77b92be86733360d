import type { MouseEvent, PointerEvent } from 'react';
import { layOut, narrowest, type ColumnState } from '#platform/web/column/column.ts';
import type { Frame } from './frame.tsx';

/** The click that ends a drag is none. */
export const wasDragged = ({ currentTarget }: MouseEvent<HTMLElement>): boolean => {
  const isDragged = currentTarget.dataset['dragged'] === 'yes';
  delete currentTarget.dataset['dragged'];
  return isDragged;
};

export function dragColumn(
  { button, clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>,
  {
    onOver,
    onDrop,
  }: { readonly onOver: (key: string | null) => void; readonly onDrop: (before: string | null) => void },
): void {
  if (button !== 0) return;
  let before: string | null | undefined;
  const end = new AbortController();
  const onMove = (event: globalThis.PointerEvent): void => {
    if (before === undefined && Math.abs(event.clientX - clientX) < 6) return;
    if (before === undefined) currentTarget.setPointerCapture(pointerId);
    currentTarget.dataset['dragged'] = 'yes';
    const heads = [
      ...(currentTarget.parentElement?.querySelectorAll<HTMLElement>('[data-head]:not(.grid-fixed)') ?? []),
    ];
    before =
      heads.find((head) => {
        const { left, width } = head.getBoundingClientRect();
        return event.clientX < left + width / 2;
      })?.dataset['head'] ?? null;
    onOver(before);
  };
  const onEnd = (event: globalThis.PointerEvent): void => {
    end.abort();
    onOver(null);
    if (event.type === 'pointerup' && before !== undefined) onDrop(before);
  };
  window.addEventListener('pointermove', onMove, { signal: end.signal });
  window.addEventListener('pointerup', onEnd, { signal: end.signal });
  window.addEventListener('pointercancel', onEnd, { signal: end.signal });
}

/** While the edge is dragged only the variable changes; the width is kept when it is let go. */
export function resizeColumn(
  event: PointerEvent<HTMLElement>,
  frame: Frame,
  at: number,
  state: ColumnState,
  onEnd: (width: number) => void,
): void {
  event.stopPropagation();
  event.preventDefault();
  const column = frame.columns[at];
  const head = event.currentTarget.parentElement;
  if (column === undefined || head === null) return;
  const start = head.getBoundingClientRect().width;
  const sign = column.fixed === 'right' ? -1 : 1;
  const from = event.clientX;
  const widthAt = (x: number): number => Math.max(narrowest, Math.round(start + sign * (x - from)));
  const end = new AbortController();
  window.addEventListener(
    'pointermove',
    ({ clientX }) => {
      const { template, width } = layOut(
        frame.columns,
        { ...state, widths: { ...state.widths, [column.key]: widthAt(clientX) } },
        frame.layout.leadWidth,
      );
      frame.box.current?.style.setProperty('--grid-columns', template);
      frame.box.current?.style.setProperty('--grid-width', `${width}px`);
    },
    { signal: end.signal },
  );
  window.addEventListener(
    'pointerup',
    ({ clientX }) => {
      end.abort();
      onEnd(widthAt(clientX));
    },
    { signal: end.signal },
  );
}

/** Wide enough for the title and for what is in sight. */
export function widestIn({ box, leads }: Frame, at: number): number {
  const place = `[aria-colindex="${at + 1 + leads}"]`;
  const measure = document.createRange();
  const widths = [
    ...(box.current?.querySelectorAll<HTMLElement>(
      `[role="columnheader"]${place} .grid-title, [role="gridcell"]${place}`,
    ) ?? []),
  ].map((cell) => {
    measure.selectNodeContents(cell);
    return measure.getBoundingClientRect().width + 26;
  });
  return Math.ceil(Math.max(narrowest, ...widths));
}
