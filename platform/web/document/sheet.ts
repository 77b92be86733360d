import { languages, textOf, type Label } from '#platform/model/label.ts';
import { isDecimal, typedDecimal } from '#platform/web/value/measure.ts';
import type { Row } from '#platform/web/value/row.ts';
import type { Block, Lookup } from '#platform/web/grid/clipboard.ts';
import type { Column } from '#platform/web/column/column.ts';
import type { Complaints } from '#platform/web/grid/rows.ts';
import type { LineSource } from '#platform/web/registry/registry.ts';

/** One line that a sheet asks for: which record, and what was written beside it. */
export interface SheetLine {
  readonly text: string;
  readonly trait: string;
  readonly spread: string;
  readonly changes: Row;
  readonly complaints: Complaints;
  /** References that still have to be looked up. */
  readonly lookups: readonly Pick<Lookup, 'column' | 'text'>[];
}

export interface SheetFacts {
  readonly columns: readonly Column[];
  /** Every name of a column, in every language. */
  readonly titlesOf: (key: string) => readonly Label[];
  readonly lead: string;
  readonly source: Pick<LineSource, 'leadTitles' | 'traitTitles' | 'spreadOf'>;
}

type Meaning =
  | { readonly kind: 'lead'; readonly rank: number }
  | { readonly kind: 'trait' }
  | { readonly kind: 'spread'; readonly spread: string }
  | { readonly kind: 'field'; readonly column: Column }
  | null;

/**
 * A block of a spreadsheet read by its meaning: with titles each column goes where its title says, also one per size;
 * without titles the first column names the record and the next are quantity and price. Null when the block is none of
 * both.
 */
export function readSheet(block: Block, facts: SheetFacts): readonly SheetLine[] | null {
  const [titles = [], ...rest] = block;
  const meanings = titles.map((title) => meaningOf(title, facts));
  if (
    meanings.some((meaning) => meaning?.kind === 'lead') &&
    meanings.some((meaning) => meaning !== null && meaning.kind !== 'lead')
  )
    return linesOf(rest, meanings, facts);
  const width = Math.max(0, ...block.map((row) => row.length));
  if (
    width < 2 ||
    width > 3 ||
    !block.every(([, ...numbers]) => numbers.every((text) => text.trim() === '' || isDecimal(typedDecimal(text)))) ||
    !block.some(([, number = '']) => number.trim() !== '')
  )
    return null;
  const plain = ['number', 'price'].slice(0, width - 1).map((key): Meaning => {
    const column = facts.columns.find((each) => each.key === key);
    return column?.editor === undefined ? null : { kind: 'field', column };
  });
  return plain.includes(null) ? null : linesOf(block, [{ kind: 'lead', rank: 0 }, ...plain], facts);
}

function linesOf(rows: Block, meanings: readonly Meaning[], { columns }: SheetFacts): readonly SheetLine[] {
  const leads = meanings
    .flatMap((meaning, at) => (meaning?.kind === 'lead' ? [{ at, rank: meaning.rank }] : []))
    .toSorted((a, b) => a.rank - b.rank);
  const number = columns.find(({ key }) => key === 'number');
  return rows.flatMap((row): SheetLine[] => {
    const cell = (at: number): string => (row[at] ?? '').trim();
    const text = leads.map(({ at }) => cell(at)).find((each) => each !== '') ?? '';
    const written = meanings.flatMap((meaning, at) =>
      meaning?.kind === 'field' && cell(at) !== '' ? [read(meaning.column, cell(at))] : [],
    );
    const common = {
      text,
      trait:
        meanings.map((meaning, at) => (meaning?.kind === 'trait' ? cell(at) : '')).find((each) => each !== '') ?? '',
      lookups: written.flatMap(({ lookup }) => lookup ?? []),
      changes: Object.assign({}, ...written.map(({ changes }) => changes)) as Row,
      complaints: Object.assign({}, ...written.map(({ complaints }) => complaints)) as Complaints,
    };
    const spreads = meanings.flatMap((meaning, at) =>
      meaning?.kind === 'spread' && !isNothing(cell(at)) ? [{ spread: meaning.spread, number: cell(at) }] : [],
    );
    if (spreads.length > 0) {
      return spreads.map((each) => {
        const { changes, complaints } = number === undefined ? nothingRead : read(number, each.number);
        return {
          ...common,
          spread: each.spread,
          changes: { ...common.changes, ...changes },
          complaints: { ...common.complaints, ...complaints },
        };
      });
    }
    return text === '' && written.length === 0 ? [] : [{ ...common, spread: '' }];
  });
}

const isNothing = (text: string): boolean =>
  text === '' || /^[-–—]$/.test(text) || /^0+(\.0+)?$/.test(typedDecimal(text));

interface Written {
  readonly changes: Row;
  readonly complaints: Complaints;
  readonly lookup?: Pick<Lookup, 'column' | 'text'>;
}

function read(column: Column, text: string): Written {
  const { changes = {}, complaint } = column.editor?.read(text) ?? {};
  return {
    changes,
    complaints:
      complaint === undefined ? {} : { [column.key]: column.key in changes ? complaint : `“${text}” ${complaint}` },
    ...(column.editor?.resolve === undefined ? {} : { lookup: { column, text } }),
  };
}

const nothingRead: Written = { changes: {}, complaints: {} };

function meaningOf(title: string, { columns, titlesOf, lead, source }: SheetFacts): Meaning {
  const wanted = tidy(title);
  if (wanted === '') return null;
  const is = (label: Label): boolean => languages.some((language) => tidy(textOf(label, language)) === wanted);
  const rank = source.leadTitles.findIndex(is);
  if (rank >= 0 || titlesOf(lead).some(is)) return { kind: 'lead', rank };
  if (source.traitTitles.some(is)) return { kind: 'trait' };
  const spread = source.spreadOf(title);
  if (spread !== null) return { kind: 'spread', spread };
  const column = columns.find(({ key, editor }) => editor !== undefined && key !== lead && titlesOf(key).some(is));
  return column === undefined ? null : { kind: 'field', column };
}

const tidy = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/[\s*:：]/g, '')
    .toLowerCase();
