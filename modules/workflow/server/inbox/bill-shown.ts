import type { ShownColumn, ShownLines } from '#platform/model/approval/facts.ts';
import { hasLines, type Document } from '#platform/model/document.ts';
import { nameKeyOf, spokenLabel, type Field, type Fields } from '#platform/model/field.ts';
import { textOf, type Language } from '#platform/model/label.ts';
import type { Row } from '#platform/server/db/statement.ts';
import type { ShownPair } from '#workflow/model/inbox.ts';

/** Where a document says with whom and about how much it is. */
export interface BillPlaces {
  /** The field that names the partner, and the one that the name stands in. */
  readonly partner: Place | null;
  /** What has no partner is known by who asks, or by the warehouse that it is about. */
  readonly called: Place | null;
  readonly amount: string | null;
}

interface Place {
  readonly key: string;
  readonly name: string;
}

const partners: ReadonlySet<string> = new Set(['data:customer', 'data:supplier']);
const callers: ReadonlySet<string> = new Set(['data:personnel', 'data:depot']);

export function placesOf({ head, print }: Document): BillPlaces {
  const placeOf = (nouns: ReadonlySet<string>, isNeeded: boolean): Place | null => {
    const key = Object.keys(head).find((each) => {
      const field = head[each];
      return field?.kind === 'ref' && nouns.has(field.target().name) && (!isNeeded || field.required);
    });
    return key === undefined ? null : { key, name: nameKeyOf(key) };
  };
  const partner = placeOf(partners, false);
  const isAmount = (key: string): boolean => {
    const field = head[key];
    return field?.kind === 'decimal' && field.measure === 'amount';
  };
  const amount = [
    ...(print?.amount === undefined ? [] : [print.amount]),
    'payableAmount',
    'totalAmount',
    ...Object.keys(head).filter((key) => head[key]?.required === true),
  ].find(isAmount);
  return {
    partner,
    called: placeOf(callers, true),
    amount: amount ?? null,
  };
}

/** Numbers, states and stamps of the head are told elsewhere on the page. */
const toldElsewhere = /^(code|billStatus|cancelFlag|creator|create|audit|updat|totalNumber$)/;
const mostPairs = 12;

/** What the list of the document shows of it, in words; without what the step hides. */
export function pairsOf(
  document: Document,
  bill: Row,
  hidden: ReadonlySet<string>,
  language: Language,
): readonly ShownPair[] {
  const { partner, amount } = placesOf(document);
  const keys = document.list.columns.map((column) => keyBehind(document.head, column));
  return [...new Set([...keys, 'remark'])]
    .filter((key) => !toldElsewhere.test(key) && key !== partner?.key && key !== amount && !hidden.has(key))
    .flatMap((key): ShownPair[] => {
      const field = document.head[key];
      const value = field === undefined ? null : shownText(field, key, bill, language);
      return field === undefined || value === null
        ? []
        : [{ key, label: textOf(spokenLabel(field), language), value, kind: kindOf(field) }];
    })
    .slice(0, mostPairs);
}

/** A list shows the name beside the code. */
const keyBehind = (head: Fields, column: string): string =>
  column in head ? column : (Object.keys(head).find((key) => nameKeyOf(key) === column) ?? column);

const kindOf = (field: Field): ShownPair['kind'] =>
  field.kind === 'decimal'
    ? field.measure === 'amount'
      ? 'amount'
      : 'quantity'
    : field.kind === 'date'
      ? 'date'
      : 'text';

/** Null for what has no words here. */
function shownText(field: Field, key: string, row: Row, language: Language): string | null {
  if (field.hidden === true || field.virtual === true) return null;
  const value = field.kind === 'ref' ? (row[nameKeyOf(key)] ?? row[key]) : row[key];
  if (value === null || value === undefined || value === '') return null;
  switch (field.kind) {
    case 'choice': {
      const words = field.choices[String(value)];
      return words === undefined ? null : textOf([words[0], words[1], words[2]], language);
    }
    case 'text':
    case 'date':
    case 'ref':
    case 'integer':
    case 'decimal':
      return String(value);
    default:
      return null;
  }
}

const mostColumns = 8;
const lineKinds: ReadonlySet<Field['kind']> = new Set(['text', 'ref', 'decimal', 'integer', 'date', 'choice'] as const);
const isKey = /(Id|LineId|Flag)$/;

type LineShown = Row & { readonly id: string };

/** Lines as their definition gives them: what nobody filled in has no column. */
export function linesShown(document: Document, lines: readonly LineShown[], language: Language): ShownLines | null {
  if (!hasLines(document) || lines.length === 0) return null;
  const fields = Object.entries(document.lines)
    .filter(
      ([key, field]) =>
        lineKinds.has(field.kind) &&
        !isKey.test(key) &&
        lines.some((line) => shownText(field, key, line, language) !== null),
    )
    .slice(0, mostColumns);
  return {
    columns: fields.map(([key, field]): ShownColumn => ({
      key,
      label: textOf(spokenLabel(field), language),
      ...(field.kind === 'decimal' ? { measure: field.measure } : {}),
      ...(field.kind === 'decimal' && field.unitFrom !== undefined ? { unitFrom: field.unitFrom } : {}),
    })),
    rows: lines.map((line, at) => ({
      id: line.id,
      no: at + 1,
      weight: 0,
      cells: Object.fromEntries(fields.map(([key, field]) => [key, shownText(field, key, line, language)])),
      tones: {},
    })),
  };
}
