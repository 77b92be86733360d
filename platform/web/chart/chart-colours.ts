export type Colours = Readonly<Record<'chart' | 'prev' | 'ink' | 'ink2' | 'grid' | 'surface' | 'warn', string>>;

/** The colours of the page that an element stands on. */
export function coloursOf(box: HTMLElement): Colours {
  const style = getComputedStyle(box);
  const of = (name: string): string => style.getPropertyValue(name).trim();
  return {
    chart: of('--chart-1'),
    prev: of('--chart-prev'),
    ink: of('--ink'),
    ink2: of('--ink-2'),
    grid: of('--chart-grid'),
    surface: of('--raised'),
    warn: of('--warning'),
  };
}
