import { useEffect, useRef, useState, type ReactNode } from 'react';
import { figureAt } from './figure.ts';

/**
 * Counts from the figure before to the new one; the first one stands at once, and so does every one for whoever asked
 * for less motion.
 */
export function AnimatedNumber({ value }: { readonly value: number }): ReactNode {
  const [shown, setShown] = useState(value);
  const last = useRef(value);
  useEffect(() => {
    const from = last.current;
    if (from === value) return;
    const start = performance.now();
    let frame = 0;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const step = (now: number): void => {
      const figure = isStill ? value : figureAt(from, value, now - start);
      last.current = figure;
      setShown(figure);
      if (figure !== value) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [value]);
  return separated.format(shown);
}

const separated = new Intl.NumberFormat('en');
