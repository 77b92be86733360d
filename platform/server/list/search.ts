import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import { isSearched, searchedKeys } from '#platform/model/search.ts';
import { containing, type Asked, type Values } from './filter.ts';

/** What a list is searched for: bits that the index knows, and patterns that say whether it is really there. */
export interface Search {
  readonly grams: readonly string[];
  readonly patterns: readonly string[];
  /** Filters that it answers, so that nothing else has to. */
  readonly instead: readonly string[];
  /** Asked while a person types: the best few, not a page and a total. */
  readonly suggested: { readonly typed: string; readonly begins: string } | null;
}

const maxWords = 5;
const maxLength = 60;

/**
 * `keyword` looks at everything a record is known by; the name's filter also at its pinyin; the code's filter uses the
 * index only.
 */
export function searchIn(entity: Entity, asked: Asked): Search | null {
  if (!isSearched(entity)) return null;
  const typed = textIn(asked['keyword']);
  const words = plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords);
  const name = plain(textIn(asked[entity.nameField]));
  const code =
    entity.codeField === entity.nameField || !searchedKeys(entity).codes.includes(entity.codeField)
      ? ''
      : plain(textIn(asked[entity.codeField]));
  // One letter is inside nearly every record: typed as a keyword it is the beginning of something, as a filter it is
  // compared as it stands.
  const isNameSearched = isIndexed(name);
  const grams = [
    ...words.flatMap((word) => (isIndexed(word) ? gramsOf(word) : [`\n${word}`])),
    ...[name, code].filter(isIndexed).flatMap(gramsOf),
  ];
  if (grams.length === 0) return null;
  return {
    grams: [...new Set(grams)],
    patterns: [
      ...words.map((word) => (isIndexed(word) ? containing(word) : `%\n${escaped(word)}%`)),
      ...(isNameSearched ? [`%\t${containing(name)}`] : []),
      ...(isIndexed(code) ? [containing(code)] : []),
    ],
    instead: isNameSearched ? [entity.nameField] : [],
    suggested:
      asked['suggest'] === '1' && words.length > 0 ? { typed, begins: `%\n${escaped(words[0] ?? '')}%` } : null,
  };
}

const textIn = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim().slice(0, maxLength).replaceAll('\u0000', '')
    : typeof value === 'number'
      ? String(value)
      : '';
/** As the column `search_text` spells everything. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
const escaped = (text: string): string => containing(text).slice(1, -1);
const isAscii = (text: string): boolean => /^[\u0001-\u007f]*$/.test(text);
const isIndexed = (term: string): boolean => [...term].length > 1 || !isAscii(term);

/** The bits of a term that a record which contains it has for sure; `app.search_grams` keeps them. */
export function gramsOf(term: string): readonly string[] {
  const letters = [...term];
  const cut = (at: number, length: number): string => letters.slice(at, at + length).join('');
  if (letters.length === 1 || (letters.length === 2 && isAscii(term))) return [term];
  return letters.flatMap((_letter, at) => [
    ...(at + 2 <= letters.length && !isAscii(cut(at, 2)) ? [cut(at, 2)] : []),
    ...(at + 3 <= letters.length && isAscii(cut(at, 3)) ? [cut(at, 3)] : []),
  ]);
}

/**
 * The newest rows are looked at first: a term that many records have is found among them, and the index would only list
 * all of them.
 */
const nearRows = 1000;
/** More hits than this are not sorted; the list is then walked in its order until the page is full. */
const maxHits = 2000;

export interface Conditions {
  readonly match: string;
  /**
   * The same for a walk in the order of the list: counted as half of the rows, or the planner sorts the tenant instead.
   */
  readonly walk: string;
}

/**
 * A generic plan takes every term for one row in two hundred, and would rather read the average tenant whole; named
 * twice, the index is always the cheaper way.
 */
export function conditionsOf({ grams, patterns }: Search, values: Values): Conditions {
  const [gramPlace, patternPlace] = [values.next(grams), values.next(patterns)];
  const known = `
    t.search_grams @> array(select hashtext(sec.tenant() || E'\\n' || g) from unnest(${gramPlace}::text[]) g)`;
  const said = `t.search_text like all(${patternPlace}::text[])`;
  return { match: `${known} and ${known} and ${said}`, walk: `coalesce(${known} and ${said}, true)` };
}

interface Sought {
  readonly table: string;
  readonly conditions: Conditions;
  /** Filters and scope: everything else that is asked of a row. */
  readonly where: readonly string[];
}

/**
 * The rows of a page. Sorted by anything but the newest first, or from a position on, nothing says how many are wanted
 * and there is no near end to look at.
 */
export function pageSource(
  { table, conditions: { match, walk }, where }: Sought,
  { wanted, order, depth }: { wanted: string | null; order: string; depth: number },
): string {
  const also = where.map((condition) => ` and ${condition}`).join('');
  const found = `
    hits as materialized (
      select t.*
      from ${table} t
      where ${wanted === null ? '' : `(select count(*) from near) < ${wanted}::integer and `}${match}
      limit ${maxHits + 1}
    )`;
  const sorted = `select t.* from hits t where (select count(*) from hits) <= ${maxHits}${also}`;
  const walked = `
    (
      select t.*
      from ${table} t
      where (select count(*) from hits) > ${maxHits} and ${walk}${also}
      order by ${order}
      limit ${depth}
    )`;
  if (wanted === null) return `(with ${found} ${sorted} union all ${walked}) t`;
  return `
    (
      with near as materialized (select t.* from (${newest(table)}) t where ${match}${also}),
      ${found}
      select t.*
      from near t
      where (select count(*) from near) >= ${wanted}::integer
      union all ${sorted}
      union all ${walked}
    ) t`;
}

/**
 * The best of the newest, or of all: the record whose code was typed whatever else there is, then what begins with what
 * was typed, short names first.
 */
export function suggestionsOf(
  entity: Entity,
  { table, conditions: { match }, where }: Sought,
  suggested: NonNullable<Search['suggested']>,
  limit: number,
  values: Values,
): { readonly source: string; readonly order: string } {
  const also = where.map((condition) => ` and ${condition}`).join('');
  const hasCode = searchedKeys(entity).codes.includes(entity.codeField);
  const wanted = `${values.next(limit)}::integer`;
  const begins = values.next(suggested.begins);
  const exactly = hasCode ? `t.${snakeCase(entity.codeField)} = ${values.next(suggested.typed)}` : 'false';
  return {
    source: `
      (
        with near as materialized (select t.* from (${newest(table)}) t where ${match}${also}),
        hits as materialized (
          select t.*
          from ${table} t
          where (select count(*) from near) < ${wanted} and ${match}
          limit ${maxHits}
        )
        select t.*
        from near t
        where (select count(*) from near) >= ${wanted} and not (${exactly})
        union all
        select t.*
        from hits t
        where not (${exactly})${also}${hasCode ? ` union all select t.* from ${table} t where ${exactly}${also}` : ''}
      ) t`,
    order: `
      case when ${exactly} then 0 when t.search_text like ${begins} then 1 else 2 end,
      length(t.${snakeCase(entity.nameField)}), t.create_date desc, t.id desc`,
  };
}

/** A term that a third of the newest rows have is counted by reading on; the index would first list all its rows. */
const commonRows = 350;

export function countSource({ table, conditions: { match, walk }, where }: Sought, limit: string): string {
  const also = where.map((condition) => ` and ${condition}`).join('');
  return `
    (
      with near as materialized (select 1 from (${newest(table)}) t where ${match}${also}) (
        select 1
        from ${table} t
        where (select count(*) from near) >= ${commonRows} and ${walk}${also}${limit}
      )
      union all (
        select 1
        from ${table} t
        where (select count(*) from near) < ${commonRows} and ${match}${also}${limit}
      )
    ) x`;
}

const newest = (table: string): string =>
  `select t.* from ${table} t order by t.create_date desc, t.id desc limit ${nearRows}`;
