import { addDays, addYears, monthStart } from '#platform/model/time/day.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import type { FigurePlace, ShownFigure } from '#platform/model/home/home-figure.ts';
import { textOf, type Label, type Language } from '#platform/model/label.ts';
import type { Noun } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { statement, type TypedStatement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { predicatesOf, scopeOf, valuesFrom, type Values } from './filter.ts';

/** Today, this month so far, the days that come. */
export type Span = 'today' | 'month' | 'soon';

interface Named {
  readonly key: string;
  readonly place: FigurePlace;
  readonly label: Label;
  /** Only whoever may do this is reminded of what waits for it. */
  readonly verb?: string;
  readonly isBad?: boolean;
}

/** A figure that counts or sums the rows of a list: by the filters of the list, so that it shows the same ones. */
export interface ListedFigure extends Named {
  /** Whose list it opens, and whose permission it asks. */
  readonly of: Noun;
  readonly where?: Readonly<Record<string, string>>;
  readonly span?: { readonly field: string; readonly days: Span };
  /** The amount that is summed; without it the rows are counted. */
  readonly sum?: string;
  /** The day that says since when a row waits. */
  readonly since?: string;
}

/** A figure of a report that has no table: it says itself what it reads, within the scope of its list. */
export interface ToldFigure extends Named {
  readonly of: { readonly name: string; readonly screen: { readonly url: string } };
  readonly read: TypedStatement<{ amount: string | null; count: number }>;
}
export type HomeFigure = ListedFigure | ToldFigure;

/** What the home page asks of the database for one figure. */
export interface FigureRow {
  amount: string | null;
  count: number;
  before: string | null;
  since: string | null;
  days: unknown;
}

/** More rows than these are a crowd, and nobody waits for them to be counted. */
const mostRows = 10_000;
/** Bars of the small line behind a figure. */
const shownDays = 14;
/** How far warnings look ahead. */
const soonDays = 7;

/** Nobody sees a figure of a list that is closed to him, or is reminded of what others do. */
export const maySee = ({ of, verb }: HomeFigure, held: ReadonlySet<string>): boolean =>
  held.has(permissionOf(of, 'page')) && (verb === undefined || held.has(permissionOf(of, verb)));

const daysOf = (span: Span, today: string): readonly [string, string] =>
  span === 'today' ? [today, today] : span === 'month' ? [monthStart(today), today] : [today, addDays(today, soonDays)];

/** What stands in the form of its list, on this day. */
function whereOf(figure: HomeFigure, today: string): Readonly<Record<string, string>> {
  if ('read' in figure) return {};
  const { where = {}, span } = figure;
  if (span === undefined) return where;
  const [from, to] = daysOf(span.days, today);
  return { ...where, [`${span.field}Start`]: from, [`${span.field}End`]: to };
}

/** Today beside the same weekday, the month beside the same days of the year before. */
function whereBefore(figure: ListedFigure, today: string): Readonly<Record<string, string>> | null {
  if (figure.span === undefined || figure.span.days === 'soon' || figure.sum === undefined) return null;
  return whereOf(figure, figure.span.days === 'today' ? addDays(today, -7) : addYears(today, -1));
}

export function figureRead(figure: HomeFigure, today: string): TypedStatement<FigureRow> {
  if ('read' in figure) {
    const { text, values } = figure.read;
    const rest = 'null::numeric as before, null::date as since, null::jsonb as days';
    return statement(rowShape, `select x.amount, x.count, ${rest} from (${text}) x`, values);
  }
  const values = valuesFrom();
  const amount = figure.sum === undefined ? 'null::numeric' : `sum(x.${snakeCase(figure.sum)})`;
  const since = figure.since === undefined ? 'null::date' : `min(x.${snakeCase(figure.since)})`;
  const kept = [figure.sum, figure.since].flatMap((key) => (key === undefined ? [] : [`t.${snakeCase(key)}`]));
  const rows = `
    select ${kept.length === 0 ? '1' : [...new Set(kept)].join(', ')}
    ${rowsOf(figure, whereOf(figure, today), values)}
    limit ${mostRows + 1}`;
  const text = `
    select ${amount} as amount, count(*)::integer as count, ${beforeSql(figure, today, values)} as before,
      ${since} as since, ${daysSql(figure, today, values)} as days
    from (${rows}) x`;
  return statement(rowShape, text, values.list);
}

const rowShape = { amount: 'decimal?', count: 'integer', before: 'decimal?', since: 'date?', days: 'json?' } as const;

const rowsOf = ({ of }: ListedFigure, where: Readonly<Record<string, string>>, values: Values): string => {
  const rules = [...scopeOf(of, null), ...predicatesOf(of, where, values, true)];
  return `from app.${tableOf(of)} t${rules.length === 0 ? '' : ` where ${rules.join(' and ')}`}`;
};

function beforeSql(figure: ListedFigure, today: string, values: Values): string {
  const where = whereBefore(figure, today);
  if (where === null || figure.sum === undefined) return 'null::numeric';
  return `(select coalesce(sum(t.${snakeCase(figure.sum)}), 0) ${rowsOf(figure, where, values)})`;
}

/** A month has a line of its last days behind it. */
function daysSql(figure: ListedFigure, today: string, values: Values): string {
  const { span, sum } = figure;
  if (span?.days !== 'month' || sum === undefined) return 'null::jsonb';
  const where = {
    ...figure.where,
    [`${span.field}Start`]: addDays(today, 1 - shownDays),
    [`${span.field}End`]: today,
  };
  const day = snakeCase(span.field);
  return `
    (
      select jsonb_agg(jsonb_build_array(d.day, d.amount))
      from (
        select to_char(t.${day}, 'YYYY-MM-DD') as day,
          sum(t.${snakeCase(sum)})::text as amount ${rowsOf(figure, where, values)}
        group by 1
      ) d
    )`;
}

export function shownFigure(
  figure: HomeFigure,
  row: FigureRow,
  { today, language }: { readonly today: string; readonly language: Language },
): ShownFigure {
  const { amount, count, before, since, days } = row;
  const span = 'read' in figure ? undefined : figure.span?.days;
  const isMoney = 'read' in figure ? amount !== null : figure.sum !== undefined;
  return {
    key: figure.key,
    place: figure.place,
    label: textOf(figure.label, language),
    amount: isMoney ? (amount ?? '0') : null,
    count: Math.min(count, mostRows),
    isCapped: count > mostRows,
    before: before === null ? null : { amount: before, of: span === 'today' ? 'week' : 'year' },
    since,
    days: span === 'month' && isMoney ? eachDay(days, today) : null,
    isBad: figure.isBad === true,
    url: figure.of.screen?.url ?? '',
    where: whereOf(figure, today),
  };
}

/** A day on which nothing happened is a zero, and no gap. */
function eachDay(days: unknown, today: string): readonly string[] {
  const known = new Map(Array.isArray(days) ? (days as readonly (readonly [string, string])[]) : []);
  return Array.from({ length: shownDays }, (_day, at) => known.get(addDays(today, at + 1 - shownDays)) ?? '0');
}
