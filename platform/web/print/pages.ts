/** Heights in pixels, as the page drew them. */
export interface Heights {
  readonly rows: readonly number[];
  /** What head, column titles and foot leave for everything else on a page. */
  readonly room: number;
  /** The line with the sums of one page. */
  readonly pageSum: number;
  /** Totals, capitals, notes and signatures, on the last page only. */
  readonly closing: number;
}
/** Lines from the first up to, but not including, the second. */
export type Span = readonly [from: number, to: number];

/**
 * Which lines stand on which page. The signatures never stand alone: at least one line goes with them. A line that is
 * higher than a page gets one to itself and is broken by the printer.
 */
export function pagesOf({ rows, room, pageSum, closing }: Heights): readonly Span[] {
  const total = rows.reduce((sum, height) => sum + height, 0);
  if (total + closing <= room || rows.length <= 1) return [[0, rows.length]];
  const spans: Span[] = [];
  let left = total;
  for (let from = 0; from < rows.length;) {
    const fits = room - pageSum;
    const isLast = left + closing <= fits || from === rows.length - 1;
    let to = from;
    let used = 0;
    while (to < rows.length && (isLast || to === from || (used + (rows[to] ?? 0) <= fits && to < rows.length - 1)))
      used += rows[to++] ?? 0;
    spans.push([from, to]);
    left -= used;
    from = to;
  }
  return spans;
}
