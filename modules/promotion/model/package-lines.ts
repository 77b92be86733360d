import { compare, decimalPattern } from '#platform/model/decimal.ts';

/** What a package holds: how many of it in a fixed set, and what one counts for against the limit of the package. */
export interface PackageLine {
  readonly productCode: string;
  readonly productName: string | null;
  readonly number: string;
  readonly price: string;
  readonly outStorageCode: string | null;
  readonly outStorageName: string | null;
}

export const mostPackageLines = 500;
export type PackageFault = 'form' | 'many' | 'figure' | 'taken';

/** What is wrong with the lines as they were sent, and in which row; null when they can be kept. */
export function packageFault(value: unknown): { readonly fault: PackageFault; readonly at: number } | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) return { fault: 'form', at: 0 };
  if (value.length > mostPackageLines) return { fault: 'many', at: 0 };
  const codes = new Set<string>();
  for (const [at, row] of (value as unknown[]).entries()) {
    const { productCode, number = '1', price = '0', outStorageCode = null } = fieldsOf(row);
    if (!isCode(productCode) || !(outStorageCode === null || outStorageCode === '' || isCode(outStorageCode)))
      return { fault: 'form', at };
    if (!isFigure(number) || compare(number, '0') <= 0 || !isFigure(price)) return { fault: 'figure', at };
    if (codes.has(productCode)) return { fault: 'taken', at };
    codes.add(productCode);
  }
  return null;
}

/** Only what a line is; whatever else came with it stays out. */
export const packageLinesIn = (value: unknown): readonly PackageLine[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).map((row) => {
    const { productCode, productName, number, price, outStorageCode, outStorageName } = fieldsOf(row);
    return {
      productCode: String(productCode),
      productName: textOrNull(productName),
      number: textOrNull(number) ?? '1',
      price: textOrNull(price) ?? '0',
      outStorageCode: textOrNull(outStorageCode),
      outStorageName: textOrNull(outStorageName),
    };
  });

const fieldsOf = (row: unknown): Readonly<Record<string, unknown>> =>
  typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : {};
const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const isCode = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 50 && !value.includes('\u0000');
const isFigure = (value: unknown): value is string =>
  typeof value === 'string' && decimalPattern.test(value) && compare(value, '0') >= 0;
