import { compare, isZero } from '#platform/model/decimal.ts';
import { ourFault } from '#sales/model/refund/choices.ts';
import type { ReturnableLine } from '#sales/model/refund/refund-record.ts';

/** What is typed in the dialog, by the keys of its rows. */
export type Numbers = Readonly<Record<string, string>>;

/** A row of what may come back: goods, a component of a kit, or what kits come back without. */
export interface BackRow {
  readonly key: string;
  readonly kind: 'goods' | 'part' | 'missing';
  readonly line: ReturnableLine;
  readonly productCode: string;
  readonly productName: string | null;
  readonly room: string;
}

export const isNumber = (text: string): boolean => /^\d+(\.\d{1,4})?$/.test(text) && compare(text, '0') > 0;

/** Components come back alone for our fault only; kits say what they lack once components did. */
export function backRows(lines: readonly ReturnableLine[], reason: string, numbers: Numbers): readonly BackRow[] {
  return lines.flatMap((line): BackRow[] => {
    const { orderLineId: id, productCode, productName, room, components = [] } = line;
    const isBack = isNumber(numbers[id] ?? '');
    return [
      ...(isZero(room) ? [] : [{ key: id, kind: 'goods' as const, line, productCode, productName, room }]),
      ...components
        .filter((part) => isBack && !isZero(part.lacks))
        .map((part): BackRow => ({
          key: `${id} without ${part.productCode}`,
          kind: 'missing',
          line,
          productCode: part.productCode,
          productName: part.productName,
          room: part.lacks,
        })),
      ...components
        .filter((part) => ourFault.has(reason) && !isZero(part.room))
        .map((part): BackRow => ({
          key: `${id} ${part.productCode}`,
          kind: 'part',
          line,
          productCode: part.productCode,
          productName: part.productName,
          room: part.room,
        })),
    ];
  });
}

export const fits = ({ key, room }: Pick<BackRow, 'key' | 'room'>, numbers: Numbers): boolean => {
  const text = numbers[key] ?? '';
  return text === '' || (isNumber(text) && compare(text, room) <= 0);
};

/** What is sent of the rows that say a number. */
export function backLines(rows: readonly BackRow[], numbers: Numbers) {
  const typed = rows.filter(({ key }) => isNumber(numbers[key] ?? ''));
  return typed
    .filter(({ kind }) => kind !== 'missing')
    .map(({ key, kind, line: { orderLineId }, productCode }) => {
      const missing = typed
        .filter((row) => kind === 'goods' && row.kind === 'missing' && row.line.orderLineId === orderLineId)
        .map((row) => ({ productCode: row.productCode, number: numbers[row.key] ?? '0' }));
      return {
        orderLineId,
        productCode,
        number: numbers[key] ?? '0',
        ...(missing.length === 0 ? {} : { missing }),
      };
    });
}
