import { compare, isZero } from '#platform/model/decimal.ts';
import { leadOf, type Document } from '#platform/model/document.ts';
import { nameKeyOf, type DecimalField, type Fields } from '#platform/model/field.ts';
import { isDecimal } from './measure.ts';
import { linesIn, textAt, type Row } from './row.ts';

/** As many lines of a document as are told where it is not open. */
export const fewLines = 4;

interface Figure {
  readonly key: string;
  readonly field: DecimalField;
}
export interface BiggestLines {
  /** How many there are of all. */
  readonly count: number;
  readonly shown: readonly { readonly line: Row; readonly name: string }[];
  /** Undefined where no line says one. */
  readonly quantity: Figure | undefined;
  readonly amount: Figure | undefined;
}

/** The lines that matter most: those of the largest amount, else of the largest quantity. */
export function biggestLines(document: Document, record: Row): BiggestLines {
  const lines = linesIn(record);
  const lead = leadOf(document.lines);
  const quantity = figureOf(document.lines, 'quantity', lines);
  const amount = figureOf(document.lines, 'amount', lines);
  const by = amount ?? quantity;
  const sorted = by === undefined ? lines : lines.toSorted((a, b) => larger(textAt(b, by.key), textAt(a, by.key)));
  const name = (line: Row): string => textAt(line, nameKeyOf(lead)) || textAt(line, lead) || textAt(line, 'summary');
  return {
    count: lines.length,
    shown: sorted.slice(0, fewLines).map((line) => ({ line, name: name(line) })),
    quantity,
    amount,
  };
}

const larger = (a: string, b: string): number => (isDecimal(a) && isDecimal(b) ? compare(a, b) : 0);

/** The first figure of a kind that says anything in the lines. */
function figureOf(fields: Fields, measure: 'amount' | 'quantity', lines: readonly Row[]): Figure | undefined {
  for (const [key, field] of Object.entries(fields))
    if (
      field.kind === 'decimal' &&
      field.measure === measure &&
      lines.some((line) => isDecimal(textAt(line, key)) && !isZero(textAt(line, key)))
    )
      return { key, field };
  return undefined;
}
