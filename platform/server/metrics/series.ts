/**
 * Series of one process in the text form that Prometheus reads. A series is declared once, where it is counted; the
 * route that answers them knows none by name.
 */
interface Series {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  samples(): readonly string[];
}

export interface Counter<Label extends string = never> {
  add(labels: Readonly<Record<Label, string>>, by?: number): void;
}
export interface Histogram<Label extends string = never> {
  observe(labels: Readonly<Record<Label, string>>, seconds: number): void;
}

const known = new Map<string, Series>();

function declare(series: Series): void {
  if (known.has(series.name)) throw new Error(`the series ${series.name} is declared twice`);
  known.set(series.name, series);
}

/**
 * Labels come from the program (route classes, lanes, names of jobs), never from a request: their number is bounded.
 */
export function counter<Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Counter<Label> {
  const values = new Map<string, number>();
  if (labels.length === 0) values.set('', 0);
  declare({
    name,
    help,
    type: 'counter',
    samples: () => [...values].map(([key, value]) => `${name}${braced(key)} ${value}`),
  });
  return {
    add: (of, by = 1) => {
      const key = keyOf(labels, of);
      values.set(key, (values.get(key) ?? 0) + by);
    },
  };
}

/** Bounds of a latency in seconds: from a cached answer to a report that gives up. */
const bounds: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function histogram<Label extends string = never>(
  name: string,
  help: string,
  labels: readonly Label[] = [],
): Histogram<Label> {
  const values = new Map<string, { readonly counts: number[]; sum: number; count: number }>();
  declare({
    name,
    help,
    type: 'histogram',
    samples: () =>
      [...values].flatMap(([key, { counts, sum, count }]) => {
        let below = 0;
        const lead = key === '' ? '' : `${key},`;
        return [
          ...bounds.map((bound, i) => `${name}_bucket{${lead}le="${bound}"} ${(below += counts[i] ?? 0)}`),
          `${name}_bucket{${lead}le="+Inf"} ${count}`,
          `${name}_sum${braced(key)} ${sum}`,
          `${name}_count${braced(key)} ${count}`,
        ];
      }),
  });
  return {
    observe: (of, seconds) => {
      const key = keyOf(labels, of);
      let value = values.get(key);
      if (value === undefined) values.set(key, (value = { counts: bounds.map(() => 0), sum: 0, count: 0 }));
      const bucket = bounds.findIndex((bound) => seconds <= bound);
      if (bucket >= 0) value.counts[bucket] = (value.counts[bucket] ?? 0) + 1;
      value.sum += seconds;
      value.count += 1;
    },
  };
}

/** Asked when somebody reads, not kept: what it answers for a label, or nothing where it cannot say. */
export function gauge<Label extends string = never>(
  name: string,
  help: string,
  read: () => number | null | readonly (readonly [Readonly<Record<Label, string>>, number])[],
  labels: readonly Label[] = [],
): void {
  declare({
    name,
    help,
    type: 'gauge',
    samples: () => {
      const value = read();
      if (value === null) return [];
      if (typeof value === 'number') return [`${name} ${value}`];
      return value.map(([of, each]) => `${name}${braced(keyOf(labels, of))} ${each}`);
    },
  });
}

/** A counter that somebody else keeps. */
export function read(name: string, help: string, value: () => number): void {
  declare({ name, help, type: 'counter', samples: () => [`${name} ${value()}`] });
}

/** Everything that was declared, with its values of this moment. */
export function exposition(): string {
  return [...known.values()]
    .flatMap((series) => {
      const samples = series.samples();
      if (samples.length === 0) return [];
      return [`# HELP ${series.name} ${series.help}`, `# TYPE ${series.name} ${series.type}`, ...samples];
    })
    .concat('')
    .join('\n');
}

const braced = (key: string): string => (key === '' ? '' : `{${key}}`);

function keyOf<Label extends string>(labels: readonly Label[], of: Readonly<Record<Label, string>>): string {
  return labels.map((label) => `${label}="${escaped(of[label])}"`).join(',');
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
