import { useSyncExternalStore } from 'react';

/** Something that lives beside React and tells when it changed. */
export interface Watched<State> {
  readonly get: () => State;
  readonly subscribe: (listener: () => void) => () => void;
}
export interface Value<State> extends Watched<State> {
  readonly set: (next: State) => void;
}

/** Draws again only when the part that was selected is another: ticking one row draws one row. */
export function useWatch<State, Part>(watched: Watched<State>, select: (state: State) => Part): Part {
  return useSyncExternalStore(watched.subscribe, () => select(watched.get()));
}

/** Watched where there is nothing to watch. */
export const unchanging: Watched<null> = { get: () => null, subscribe: () => () => undefined };

export function createValue<State>(initial: State): Value<State> {
  let state = initial;
  const { subscribe, tell } = createListeners();
  return {
    get: () => state,
    set(next) {
      if (Object.is(next, state)) return;
      state = next;
      tell();
    },
    subscribe,
  };
}

export function createListeners(): {
  readonly subscribe: (listener: () => void) => () => void;
  readonly tell: () => void;
} {
  const listeners = new Set<() => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tell: () => {
      for (const listener of listeners) listener();
    },
  };
}
