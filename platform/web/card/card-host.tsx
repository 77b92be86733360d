import { useEffect, useState, type ReactNode } from 'react';
import { retried } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { CardProps } from './document-card.tsx';

const pauseIn = 300;
const pauseOut = 160;

interface Pointed {
  readonly anchor: HTMLElement;
  readonly noun: string;
  readonly id: string;
}

const Card = late<CardProps>(
  'document card',
  retried(async () => (await import('./document-card.tsx')).DocumentCard),
  () => null,
);

/**
 * Shows more of the document whose number the pointer rests on, or the keyboard has reached. One listener for all
 * numbers of the page: a component for each of a thousand cells is felt.
 */
export function CardHost(): ReactNode {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  useEffect(() => watch(setPointed), []);
  return pointed === null ? null : <Card {...pointed} rect={pointed.anchor.getBoundingClientRect()} />;
}

function watch(show: (pointed: Pointed | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over: HTMLElement | null = null;
  const after = (pause: number, pointed: Pointed | null): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (pointed === null || pointed.anchor.isConnected) show(pointed);
    }, pause);
  };
  const reach = (target: EventTarget | null): void => {
    const element = target instanceof Element ? target : null;
    // Whoever moves on to the card itself wants to read it.
    if (element?.closest('.document-card') != null) return clearTimeout(timer);
    const anchor = numberAt(element);
    if (anchor === over) return;
    over = anchor;
    const [noun = '', id = ''] = anchor?.dataset['card']?.split(' ') ?? [];
    after(anchor === null ? pauseOut : pauseIn, anchor === null ? null : { anchor, noun, id });
  };
  const leave = (): void => {
    over = null;
    clearTimeout(timer);
    show(null);
  };
  const handlers: readonly (readonly [keyof DocumentEventMap, (event: Event) => void])[] = [
    [
      'pointerover',
      (event) => {
        if ((event as PointerEvent).pointerType === 'mouse') reach(event.target);
      },
    ],
    [
      'focusin',
      (event) => {
        if (isByKey(event.target)) reach(event.target);
      },
    ],
    ['pointerdown', leave],
    [
      'keydown',
      (event) => {
        if ((event as KeyboardEvent).key !== 'Tab') leave();
      },
    ],
    ['scroll', leave],
  ];
  for (const [name, handle] of handlers) document.addEventListener(name, handle, true);
  window.addEventListener('hashchange', leave);
  return () => {
    clearTimeout(timer);
    for (const [name, handle] of handlers) document.removeEventListener(name, handle, true);
    window.removeEventListener('hashchange', leave);
  };
}

const isByKey = (target: EventTarget | null): boolean => target instanceof Element && target.matches(':focus-visible');

/** The number under the pointer, or the one in the cell that the keyboard has reached. */
const numberAt = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-card]') ??
  (element?.getAttribute('role') === 'gridcell' ? element.querySelector<HTMLElement>('[data-card]') : null);
