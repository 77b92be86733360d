export interface Sleeper {
  readonly rest: (ms: number) => Promise<void>;
  readonly wake: () => void;
}

/**
 * Loops of one process that have nothing to do: each rests for its time, or until all are woken. Who stops rests no
 * more.
 */
export function makeSleeper(isStopped: () => boolean): Sleeper {
  const resting = new Set<() => void>();
  return {
    rest: (ms) =>
      new Promise((resolve) => {
        const rise = (): void => {
          clearTimeout(timer);
          resting.delete(rise);
          resolve();
        };
        const timer = setTimeout(rise, ms);
        resting.add(rise);
        if (isStopped()) rise();
      }),
    wake: () => {
      for (const rise of resting) rise();
    },
  };
}
