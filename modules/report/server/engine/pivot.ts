import { snakeCase } from '#platform/model/envelope.ts';
import { statement } from '#platform/server/db/statement.ts';
import { valuesFrom, type Values } from '#platform/server/list/filter.ts';
import { dimensionOf, type DimensionKey } from '#report/model/dimension.ts';
import { daysBetween, type Span } from '#report/model/span.ts';
import { dimensionSql, nameSql } from './dimension-sql.ts';
import type { Question } from './question.ts';
import { sources } from './sources.ts';

/** One group of a report: a cell, the sum of a row or of a column, or the sum of all. */
export const groupShape = {
  side: 'integer',
  isRow: 'boolean',
  isColumn: 'boolean',
  a: 'text?',
  b: 'text?',
  aName: 'text?',
  bName: 'text?',
  place: 'integer?',
  total: 'integer?',
  soFar: 'decimal?',
  figures: 'texts',
} as const;

/** Columns of a pivot beyond these are not drawn: a sheet that nobody reads. */
const mostColumns = 60;

/**
 * The whole report in one statement, so in one snapshot: cells, sums and what they are compared with. Sums are of all
 * rows, whatever page is asked for; rows are ordered by what is asked for, those of time by time.
 */
export function pivotOf(question: Question) {
  const values = valuesFrom();
  const { rows, columns, sortBy, limit, offset, isAscending } = question;
  const sql = sources[question.figure.source].measures;
  const isTime = dimensionOf(rows).isTime === true;
  const order = isTime ? `a ${isAscending ? 'desc' : 'asc'}` : `value ${isAscending ? 'asc' : 'desc'} nulls last, a`;
  const sortAt = question.measures.indexOf(sortBy) + 1;
  const list = question.measures.map((key) => `(${sql[key] ?? '0'})::text`).join(', ');
  const sides = [sideOf(question, question.span, 0, values)];
  if (question.before !== null) sides.push(sideOf(question, question.before, 1, values));
  return statement(
    groupShape,
    `
      with grouped as (
        select s.side, grouping(s.a) = 0 as is_row, ${columns === null ? 'false' : 'grouping(s.b) = 0'} as is_column,
          s.a, ${columns === null ? 'null::text' : 's.b'} as b, array[${list}] as figures
        from (${sides.join(' union all ')}) s
        group by grouping sets (
          ${columns === null ? '(s.side, s.a), (s.side)' : '(s.side, s.a, s.b), (s.side, s.a), (s.side, s.b), (s.side)'}
        )
      ),
      summed as (
        select g.a, max(g.figures[${sortAt}]::numeric) filter (where g.side = 0) as value
        from grouped g
        where g.is_row and not g.is_column
        group by g.a
      ),
      ranked as (
        select a, row_number() over (order by ${order})::integer as place, count(*) over ()::integer as total,
          round(
            100 * sum(greatest(value, 0)) over (order by value desc nulls last, a) /
            nullif(sum(greatest(value, 0)) over (), 0),
            2
          ) as so_far
        from summed
      )
      select g.side, g.is_row, g.is_column, g.a, g.b, ${nameSql(rows, 'g.a')} as a_name,
        ${columns === null ? 'null::text' : nameSql(columns, 'g.b')} as b_name, r.place, r.total, r.so_far, g.figures
      from grouped g
      left join ranked r on g.is_row and (r.a is null) = (g.a is null) and coalesce(r.a, '') = coalesce(g.a, '')
      where not g.is_row or r.place between ${values.next(offset + 1)} and ${values.next(offset + limit)}
      order by r.place nulls first, g.b
      limit ${(mostColumns + 1) * (limit + 1) * 2}`,
    values.list,
  );
}

/** The rows of one span, each with what it is counted by. */
export function sideOf(question: Question, span: Span, side: 0 | 1, values: Values): string {
  const { rows, columns, figure, filters } = question;
  const wanted = {
    ...span,
    dimensions: new Set<DimensionKey>([rows, ...(columns === null ? [] : [columns]), ...filters.map(([key]) => key)]),
    measures: new Set(question.measures),
    values,
  };
  const of = (key: DimensionKey): string => {
    if (side === 0 || dimensionOf(key).isTime !== true) return dimensionSql(key, '0');
    if (key === 'month') return dimensionSql(key, monthsMoved(question, span));
    return dimensionSql(key, `${daysBetween(span.from, question.span.from)}`);
  };
  return `
    select s.*, ${side} as side, ${of(rows)} as a, ${columns === null ? 'null::text' : of(columns)} as b
    from (${sources[figure.source].rows(wanted)}) s
    where ${filterSql(filters, values)}`;
}

/** Months lie as many months apart as the spans do, whatever their lengths. */
function monthsMoved({ span }: Question, before: Span): string {
  const months =
    (Number.parseInt(span.from.slice(0, 4), 10) - Number.parseInt(before.from.slice(0, 4), 10)) * 12 +
    Number.parseInt(span.from.slice(5, 7), 10) -
    Number.parseInt(before.from.slice(5, 7), 10);
  return `interval '${months} months'`;
}

/** `-` stands for rows that have no value of the dimension. */
export function filterSql(filters: Question['filters'], values: Values): string {
  return [
    'true',
    ...filters.map(([key, list]) => `coalesce(${column(key)}, '-') = any(${values.next(list)}::text[])`),
  ].join(' and ');
}
const column = (key: DimensionKey): string =>
  key === 'day' || key === 'month' ? dimensionSql(key, '0') : `s."${snakeCase(key)}"::text`;
