import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import { nameKeyOf, type Fields } from '#platform/model/field.ts';
import { rolesOf } from '#platform/model/list/lead.ts';
import type { Report } from '#platform/model/report.ts';
import type { SeenList } from './look.ts';

type Listed = Entity | Document | Report;
type Row = Readonly<Record<string, unknown>>;

/** Pure: what a list withholds from whoever reads it. `answered` are its rows as the server told them, by id. */
export function judge(noun: Listed, seen: SeenList, answered: ReadonlyMap<string, Row>): readonly string[] {
  return [...unseen(noun, seen), ...empty(noun, seen), ...codesOnly(noun, seen, answered), ...rawCells(seen)];
}

/** Number, partner, amount, status and date stand where nobody has to scroll for them. */
function unseen(noun: Listed, { columns }: SeenList): readonly string[] {
  const { salesman: _salesman, stage: _stage, ...needed } = rolesOf(noun);
  const { lead } = noun.list;
  return Object.entries(needed).flatMap(([role, key]) => {
    // A declaration that says itself what stands first knows of several figures the one that is asked for.
    if (lead?.includes(key) === false) return [];
    const column = columns.find((each) => each.key === key);
    // What this account may not see, or what a parameter of the tenant takes away, is not there for anybody to scroll
    // to.
    return column === undefined || column.isInSight ? [] : [`required column out of sight: ${role} (${key})`];
  });
}

/** A figure or a mark that is empty says "none"; three rows are needed to call a column empty. */
function empty(noun: Listed, { columns, rows }: SeenList): readonly string[] {
  if (rows.length < 3) return [];
  const needed = new Set(Object.values(rolesOf(noun)));
  const fields = fieldsOf(noun);
  const isMark = (key: string): boolean => fields[key]?.kind === 'flag';
  return columns
    .filter(
      ({ key, isInSight }) =>
        isInSight && !needed.has(key) && !isMark(key) && rows.every(({ texts }) => (texts[key] ?? '') === ''),
    )
    .map(({ key }) => `column empty in all rows: ${key}`);
}

const fieldsOf = (noun: Listed): Fields => (noun.kind === 'document' ? noun.head : noun.fields);

function codesOnly(noun: Listed, { columns, rows }: SeenList, answered: ReadonlyMap<string, Row>): readonly string[] {
  const fields = fieldsOf(noun);
  return columns.flatMap(({ key }) => {
    const field = fields[key];
    if (field?.kind !== 'ref' || columns.some((other) => other.key === nameKeyOf(key))) return [];
    const bare = rows.find(({ id, texts }) => {
      const row = answered.get(id);
      const name = row?.[nameKeyOf(key)];
      return typeof name === 'string' && name !== '' && texts[key] === row?.[key] && texts[key] !== name;
    });
    return bare === undefined ? [] : [`code where a name exists: ${key} ${JSON.stringify(bare.texts[key])}`];
  });
}

/** Words of programs: saleOrder, order:order:audit, error.notFound. */
const raw = /^(?:[a-z]+(?:[A-Z][a-z]+)+|[a-z]+:[a-z]+(?::[a-z]+)?|[a-z]+(?:\.[a-z]+)+|\{\w+\}|undefined|null|NaN)$/;

function rawCells({ columns, rows }: SeenList): readonly string[] {
  return columns.flatMap(({ key }) => {
    const found = rows.map(({ texts }) => texts[key] ?? '').find((text) => raw.test(text));
    return found === undefined ? [] : [`raw key in a cell: ${key} ${JSON.stringify(found)}`];
  });
}
