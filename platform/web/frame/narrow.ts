import { useSyncExternalStore } from 'react';

/** A phone: the menu lies above the page when it is asked for, and takes no width from it. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow().matches);

let query: MediaQueryList | undefined;
const narrow = (): MediaQueryList => (query ??= window.matchMedia('(max-width: 600px)'));

function subscribe(listener: () => void): () => void {
  narrow().addEventListener('change', listener);
  return () => {
    narrow().removeEventListener('change', listener);
  };
}
