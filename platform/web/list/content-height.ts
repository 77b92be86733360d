import { useSyncExternalStore } from 'react';

/** Heights of the specification (000 §9): what a list takes of the room beside the menu. */
export function tableHeight(contentHeight: number, isPaged: boolean): number {
  const paged = Math.max(contentHeight - 210, 200);
  return isPaged ? paged : Math.max(paged + 55, 200);
}

/** The height of the menu below its brand: 200 until it was read, and again when it cannot be. */
export const useContentHeight = (): number => useSyncExternalStore(watchContentHeight, contentHeight);
export const contentHeight = (): number => height;

export const heightUnread = 200;
export const contentHeightOf = (sidebar: number | undefined, brand: number): number =>
  sidebar === undefined || sidebar - brand <= 0 ? heightUnread : sidebar - brand;

let height = heightUnread;
const listeners = new Set<() => void>();
let observer: ResizeObserver | null = null;

/** Reads the menu as long as somebody listens. */
export function watchContentHeight(listener: () => void): () => void {
  listeners.add(listener);
  if (observer === null) {
    observer = new ResizeObserver(measure);
    const sidebar = document.querySelector('.sidebar');
    if (sidebar !== null) observer.observe(sidebar);
    measure();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    observer?.disconnect();
    observer = null;
  };
}

function measure(): void {
  const sidebar = document.querySelector('.sidebar');
  const next = contentHeightOf(sidebar?.clientHeight, sidebar?.querySelector('.brand')?.clientHeight ?? 0);
  if (next === height) return;
  height = next;
  for (const listener of listeners) listener();
}
