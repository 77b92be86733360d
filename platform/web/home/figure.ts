/** Milliseconds from the old figure to the new one. */
export const countingTime = 1000;

/** The figure on its way: fast at first, whole all the time, and exact at the end. */
export function figureAt(from: number, to: number, elapsed: number): number {
  const part = Math.min(1, Math.max(0, elapsed / countingTime));
  return part === 1 ? to : Math.round(from + (to - from) * (1 - (1 - part) ** 3));
}
