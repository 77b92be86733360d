/** Sizes as the trade lays them out: letters, made to measure, then bands and cups (001 §3). */
export const sizeOrder: readonly string[] = [
  'XXS',
  'XS',
  'S',
  'M',
  'L',
  'XL',
  '2XL',
  '3XL',
  '4XL',
  '5XL',
  '6XL',
  '定制',
  ...['70', '75', '80', '85'].flatMap((band) => ['A', 'B', 'C', 'D', 'E', 'F'].map((cup) => band + cup)),
];
/** What suppliers write for the same size. */
const otherNames: Readonly<Record<string, string>> = { XXL: '2XL', XXXL: '3XL', XXXXL: '4XL', 定製: '定制' };

/** The size that a text names, null when it names none. */
export function sizeNamed(text: string): string | null {
  const upper = text.trim().toUpperCase();
  const size = otherNames[upper] ?? upper;
  return sizeOrder.includes(size) ? size : null;
}

/** Known sizes in the order of the trade; others (shoe sizes, one size) behind them, small numbers first. */
export function bySize(a: string, b: string): number {
  const [left, right] = [sizeOrder.indexOf(a), sizeOrder.indexOf(b)];
  if (left >= 0 && right >= 0) return left - right;
  return left >= 0 ? -1 : right >= 0 ? 1 : numbered.compare(a, b);
}
const numbered = new Intl.Collator('zh-CN', { numeric: true });

/** What of a material says where it stands among those of its style. */
export interface Specified {
  readonly code: string;
  readonly spec: string;
  readonly sizeCode: string;
  readonly model: string;
  readonly brandCode: string;
}

/** Colour and size. A material without a size stands in a row of its own spec, in the column of no size. */
export function specOf({ spec, sizeCode }: Pick<Specified, 'spec' | 'sizeCode'>): {
  readonly colour: string;
  readonly size: string;
} {
  const words = spec
    .trim()
    .split(/[\s/,，、-]+/)
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const size = sizeCode.trim() === '' ? (sizeNamed(last) ?? '') : (sizeNamed(sizeCode) ?? sizeCode.trim());
  const isSizeLast = size !== '' && (last === sizeCode.trim() || sizeNamed(last) === size);
  return {
    colour: isSizeLast
      ? spec
          .trim()
          .slice(0, spec.trim().length - last.length)
          .replace(/[\s/,，、-]+$/, '')
      : spec.trim(),
    size,
  };
}

/** Materials of one model and brand are one style. Without a model each is a style of its own. */
export const styleOf = ({ code, model, brandCode }: Pick<Specified, 'code' | 'model' | 'brandCode'>): string =>
  model.trim() === '' ? `=${code}` : `${brandCode} ${model.trim()}`;

export interface SpecGrid<Good extends Specified = Specified> {
  readonly colours: readonly string[];
  readonly sizes: readonly string[];
  readonly at: (colour: string, size: string) => Good | undefined;
}

/**
 * The materials of a style as rows of colours and columns of sizes. Of two with the same spec the first by code stands
 * in the cell.
 */
export function spreadSpecs<Good extends Specified>(goods: readonly Good[]): SpecGrid<Good> {
  const cells = new Map<string, Map<string, Good>>();
  const sizes = new Set<string>();
  for (const good of goods.toSorted((a, b) => numbered.compare(a.code, b.code))) {
    const { colour, size } = specOf(good);
    const row = cells.get(colour) ?? new Map<string, Good>();
    cells.set(colour, row);
    if (!row.has(size)) row.set(size, good);
    sizes.add(size);
  }
  return {
    colours: [...cells.keys()],
    sizes: [...sizes].toSorted(bySize),
    at: (colour, size) => cells.get(colour)?.get(size),
  };
}

export const isSized = (good: Pick<Specified, 'spec' | 'sizeCode'>): boolean => specOf(good).size !== '';

/** Not yet listed, unless its first linked product says otherwise (001 §3). */
export function listingStatus(productList: unknown): string {
  const [first] = Array.isArray(productList) ? (productList as readonly unknown[]) : [];
  const status = typeof first === 'object' && first !== null && 'status' in first ? first.status : undefined;
  return typeof status === 'string' && status !== '' ? status : '2';
}
