import type { Field } from '#platform/model/field.ts';
import { nameKeyOf } from '#platform/model/field.ts';
import type { Row } from '#platform/web/value/row.ts';
import { isSame, type LineRow } from './delta.ts';

export type Side = 'mine' | 'theirs';
/**
 * One place where two people's versions differ. Without a field it is a whole line that one of them has and the other
 * has not.
 */
export interface Difference {
  readonly key: string;
  readonly field?: readonly [key: string, field: Field];
  readonly lineId?: string;
  /** Counted from one, in my list or, for a line that I do not have, in theirs. */
  readonly lineNo?: number;
  /** What a whole line is told by: whom it is about and how much. */
  readonly toldBy?: readonly string[];
  readonly mine: Row | undefined;
  readonly theirs: Row | undefined;
  /** What is taken unless somebody says otherwise: mine where I changed it, theirs where I did not. */
  readonly preset: Side;
}
export type Choices = ReadonlyMap<string, Side>;
type NamedFields = readonly (readonly [string, Field])[];

export function headDifferences(fields: NamedFields, base: Row, mine: Row, theirs: Row): readonly Difference[] {
  return fieldDifferences(fields, base, mine, theirs, '', {});
}

export function lineDifferences(
  fields: NamedFields,
  base: readonly LineRow[],
  mine: readonly LineRow[],
  theirs: readonly LineRow[],
): readonly Difference[] {
  const [before, here, there] = [byId(base), byId(mine), byId(theirs)];
  const toldBy = fields.flatMap(([key, { kind, required }]) =>
    !required ? [] : kind === 'ref' ? [key, nameKeyOf(key)] : [key],
  );
  const own = mine.flatMap((line, at): Difference[] => {
    const where = { lineId: line.id, lineNo: at + 1 };
    const other = there.get(line.id);
    const was = before.get(line.id);
    if (other !== undefined) return [...fieldDifferences(fields, was ?? other, line, other, `${line.id} `, where)];
    // Mine alone and never theirs: nobody disputes a line that I added.
    if (was === undefined) return [];
    const isTouched = fields.some(([key, { kind }]) => !isSame(was[key], line[key], kind));
    return [{ key: line.id, ...where, toldBy, mine: line, theirs: undefined, preset: isTouched ? 'mine' : 'theirs' }];
  });
  const others = theirs.flatMap((line, at): Difference[] =>
    here.has(line.id)
      ? []
      : [
          {
            key: line.id,
            lineId: line.id,
            lineNo: at + 1,
            toldBy,
            mine: undefined,
            theirs: line,
            preset: before.has(line.id) ? 'mine' : 'theirs',
          },
        ],
  );
  return [...own, ...others];
}

/** The fields of one record after the choices; a reference takes its name along. */
export function mergedValues(mine: Row, differences: readonly Difference[], choices: Choices): Row {
  const taken = differences.filter(
    ({ key, lineId, preset }) => lineId === undefined && (choices.get(key) ?? preset) === 'theirs',
  );
  return Object.assign({}, mine, ...taken.map(theirValue)) as Row;
}

export function mergedLines(
  mine: readonly LineRow[],
  differences: readonly Difference[],
  choices: Choices,
): readonly LineRow[] {
  const isTheirs = ({ key, preset }: Difference): boolean => (choices.get(key) ?? preset) === 'theirs';
  const whole = new Map(
    differences
      .filter(({ field, lineId }) => field === undefined && lineId !== undefined)
      .map((difference) => [difference.key, difference]),
  );
  const parts = Map.groupBy(
    differences.filter(
      (difference) => difference.field !== undefined && difference.lineId !== undefined && isTheirs(difference),
    ),
    ({ lineId }) => lineId,
  );
  const own = mine.flatMap((line): LineRow[] => {
    const gone = whole.get(line.id);
    if (gone !== undefined && isTheirs(gone)) return [];
    return [Object.assign({}, line, ...(parts.get(line.id) ?? []).map(theirValue)) as LineRow];
  });
  const added = [...whole.values()]
    .filter((difference) => difference.mine === undefined && isTheirs(difference))
    .map(({ theirs }) => theirs as LineRow);
  return [...own, ...added];
}

function fieldDifferences(
  fields: NamedFields,
  base: Row,
  mine: Row,
  theirs: Row,
  prefix: string,
  where: Pick<Difference, 'lineId' | 'lineNo'>,
): Difference[] {
  return fields
    .filter(([key, { kind }]) => !isSame(mine[key], theirs[key], kind))
    .map(([key, field]) => ({
      key: prefix + key,
      field: [key, field] as const,
      ...where,
      mine,
      theirs,
      preset: isSame(mine[key], base[key], field.kind) ? ('theirs' as const) : ('mine' as const),
    }));
}

function theirValue({ field, theirs }: Difference): Row {
  if (field === undefined) return {};
  const [key, { kind }] = field;
  const name = nameKeyOf(key);
  return { [key]: theirs?.[key] ?? null, ...(kind === 'ref' ? { [name]: theirs?.[name] ?? null } : {}) };
}

const byId = (lines: readonly LineRow[]): ReadonlyMap<string, LineRow> => new Map(lines.map((line) => [line.id, line]));
