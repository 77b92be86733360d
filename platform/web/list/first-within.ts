import { beginPause } from '#platform/web/page/settled.ts';

/** Says yes to the first of several questions within `pause` milliseconds, and no to the others. */
export function firstWithin(pause: number, now: () => number = () => performance.now()): () => boolean {
  let last = -Infinity;
  return () => {
    const at = now();
    if (at - last < pause) return false;
    last = at;
    beginPause(pause);
    return true;
  };
}
