import { useEffect, useState } from 'react';
import { beginPause } from './settled.ts';

/** A value that has not changed for a while: a word is typed letter by letter, and searched for once. */
export function useRested<Value>(value: Value, ms: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setRested(value);
    }, ms);
    beginPause(ms);
    return () => {
      clearTimeout(timer);
    };
  }, [value, ms]);
  return rested;
}
