import { leadOf } from '#platform/model/document.ts';
import type { Fields } from '#platform/model/field.ts';
import { textAt } from '#platform/web/value/row.ts';
import type { PickedLine } from '#platform/web/registry/registry.ts';
import { changedLine, isBlank, newLine, type Line } from './lines.ts';

/**
 * The lines after the variants of a record were written as a matrix: a variant that has a line keeps it with its new
 * quantity, one that was emptied loses it, a new one stands behind the last of its kind.
 */
export function withMatrix(
  fields: Fields,
  lines: readonly Line[],
  { codes, lines: wanted }: { readonly codes: ReadonlySet<string>; readonly lines: readonly PickedLine[] },
): readonly Line[] {
  const lead = leadOf(fields);
  const field = fields[lead];
  const codeKey = field?.kind === 'ref' ? field.target().codeField : 'code';
  const numbers = new Map(wanted.map(({ row, number = '' }) => [textAt(row, codeKey), number]));
  const written = lines.filter((line) => !isBlank(fields, line));
  const first = written.findIndex((line) => codes.has(textAt(line, lead)));
  const seen = new Set<string>();
  const kept = written.flatMap((line): Line[] => {
    const code = textAt(line, lead);
    if (!codes.has(code)) return [line];
    const number = numbers.get(code);
    // Of two lines of the same variant the first carries the quantity of the matrix; the other is not its business.
    if (seen.has(code)) return [line];
    seen.add(code);
    return number === undefined ? [] : [changedLine(fields, line, { number })];
  });
  const added = wanted
    .filter(({ row }) => !seen.has(textAt(row, codeKey)))
    .map(({ row, number = '' }) => changedLine(fields, newLine(fields, row), { number }));
  const last =
    first < 0 ? kept.length : Math.max(first, kept.findLastIndex((line) => codes.has(textAt(line, lead))) + 1);
  const all = kept.toSpliced(last, 0, ...added);
  return all.length === 0 ? [newLine(fields)] : all;
}
