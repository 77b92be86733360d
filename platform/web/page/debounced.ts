import { useEffect, useState } from 'react';
import { beginPause } from './settled.ts';

/** A value that has not changed for a while: a word is typed letter by letter, and searched for once. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setDebounced(value);
    }, ms);
    beginPause(ms);
    return () => {
      clearTimeout(timer);
    };
  }, [value, ms]);
  return debounced;
}
