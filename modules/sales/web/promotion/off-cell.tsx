import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { retried } from '#platform/web/loading/chunk.ts';
import { createStore } from '#platform/web/page/store.ts';
import type { LineSum } from './line-parts.ts';

/** The line whose sum a key has opened. */
const opened = createStore<string | null>(null);

/** F7 on a line opens its sum; once more, or Escape, closes it. */
export function useSumKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') opened.set(() => null);
      if (event.key !== 'F7') return;
      const row = document.activeElement?.closest('[data-cursor-row]')?.getAttribute('data-cursor-row');
      if (row == null) return;
      event.preventDefault();
      opened.set((before) => (before === row ? null : row));
    };
    // Before the grid: it keeps Escape to itself.
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
      opened.set(() => null);
    };
  }, []);
}

/** What came off a line; whoever stays on it, or presses the key, is told how. */
export function OffCell({ shown, sum }: { readonly shown: string; readonly sum: LineSum | null }): ReactNode {
  const [isOver, setOver] = useState(false);
  const isOpen = opened.use() === sum?.id || isOver;
  const cell = (
    <span
      className="promo-off"
      onMouseEnter={() => {
        setOver(true);
      }}
      onMouseLeave={() => {
        setOver(false);
      }}
    >
      {shown}
    </span>
  );
  // Only one is ever open: two hundred closed ones would be felt.
  return sum !== null && isOpen ? <OpenSum sum={sum}>{cell}</OpenSum> : cell;
}

function OpenSum({ sum, children }: { readonly sum: LineSum; readonly children: ReactNode }): ReactNode {
  const { data: Card } = useQuery({
    queryKey: ['chunk', 'line sum'],
    queryFn: retried(async () => (await import('./line-sum.tsx')).LineSumCard),
    gcTime: Infinity,
    structuralSharing: false,
  });
  return Card === undefined ? children : <Card sum={sum}>{children}</Card>;
}
