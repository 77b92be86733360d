import { useEffect, useRef, type RefObject } from 'react';

/** A dialog that begins with its search: whoever opened it types the code at once. */
export function useCodeFocus(): RefObject<HTMLDivElement | null> {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    body.current?.querySelector<HTMLInputElement>('[data-filter="code"] input')?.focus();
  }, []);
  return body;
}
