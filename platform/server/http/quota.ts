/** So many within so long, of each; answers in how many milliseconds the next may come, 0 when it came now. */
export interface Quota {
  take(key: string): number;
}

/** The memory of a process: whoever asks two of them gets twice as much, which a limit against floods bears. */
export function quotaOf({ most, withinMs }: { readonly most: number; readonly withinMs: number }): Quota {
  const taken = new Map<string, number[]>();
  let swept = 0;
  return {
    take(key) {
      const now = performance.now();
      if (now - swept > withinMs) {
        swept = now;
        for (const [each, times] of taken) if ((times.at(-1) ?? 0) <= now - withinMs) taken.delete(each);
      }
      const times = (taken.get(key) ?? []).filter((at) => at > now - withinMs);
      const [oldest = now] = times;
      if (times.length >= most) return Math.max(1, oldest + withinMs - now);
      taken.set(key, [...times, now]);
      return 0;
    },
  };
}
