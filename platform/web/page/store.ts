import { useSyncExternalStore } from 'react';

export interface Store<State> {
  readonly get: () => State;
  readonly set: (next: (state: State) => State) => void;
  readonly use: () => State;
}

/** A value that lives beside React: code outside components reads and writes it, components follow it. */
export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const get = (): State => state;
  return {
    get,
    set(next) {
      const changed = next(state);
      if (changed === state) return;
      state = changed;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
