import { maxPageSize, pageSizes, totalCap } from '#platform/model/envelope.ts';
import { asOfDate } from '#platform/model/field.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import type { Report } from '#platform/model/report.ts';
import { isDay } from '#platform/model/time/day.ts';
import { statement, type Statement, type TypedStatement } from '#platform/server/db/statement.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { reportExporter, type Exporter } from '#platform/server/export/plan.ts';
import { exporterRoutes } from '#platform/server/export/routes.ts';
import { askedOf, valuesFrom, type Asked, type Values } from '#platform/server/list/filter.ts';

interface Window {
  readonly limit: number;
  readonly offset: number;
}
/** What a report asks of the database: the rows of a page, or all of them for a file, and how many there are. */
export interface ReportStatements {
  readonly rows: (asked: Asked, window: Window | null) => Statement;
  readonly count: (asked: Asked) => TypedStatement<{ readonly total: number }>;
}

/** The calls of a report: its page under GET and POST, and its file. */
export function reportCalls(
  report: Report,
  { rows, count }: ReportStatements,
): { readonly routes: readonly Route[]; readonly exporter: Exporter } {
  const handle = async (call: Call): Promise<unknown> => {
    const asked = askedOf(call);
    const {
      rows: {
        list,
        counted: [counted],
      },
    } = await call.read({ list: rows(asked, windowOf(asked)), counted: count(asked) });
    const total = counted?.total ?? 0;
    return { list, total: Math.min(total, totalCap), ...(total > totalCap ? { totalCapped: true } : {}) };
  };
  const page = {
    path: `${report.path}/page`,
    permission: [permissionOf(report, 'page')],
    effect: 'none',
    summary: `${report.label[2]}: page`,
    handle,
  } as const;
  const exporter = reportExporter(report, (asked) => rows(asked, null));
  return {
    exporter,
    routes: [
      { method: 'GET', ...page },
      { method: 'POST', ...page },
      ...exporterRoutes(exporter, { path: `${report.path}/export` }),
    ],
  };
}

/** The page that is asked for; what is no number of a page is the first. */
export function windowOf(asked: Asked): Window {
  const number = (value: unknown, usual: number): number =>
    (typeof value === 'string' || typeof value === 'number') && /^\d{1,6}$/.test(`${value}`)
      ? Number.parseInt(`${value}`, 10)
      : usual;
  const limit = Math.min(Math.max(number(asked['limit'], pageSizes[0]), 1), maxPageSize);
  return { limit, offset: Math.min((Math.max(number(asked['page'], 1), 1) - 1) * limit, totalCap) };
}

/**
 * A report in plain SQL: its columns, where they come from (with what the user may see and asked for), and in which
 * order.
 */
export function sourced({
  columns,
  from,
  order,
}: {
  readonly columns: string;
  readonly from: (asked: Asked, values: Values) => string;
  readonly order: string;
}): ReportStatements {
  return {
    rows(asked, window) {
      const values = valuesFrom();
      const source = from(asked, values);
      const page = window === null ? '' : ` limit ${values.next(window.limit)} offset ${values.next(window.offset)}`;
      return {
        text: `select ${columns} from ${source} order by ${order}${page}`,
        values: values.list,
      };
    },
    count(asked) {
      const values = valuesFrom();
      return statement(
        { total: 'integer' },
        `
          select count(*)::integer as total
          from (select 1 from ${from(asked, values)} limit ${totalCap + 1}) x`,
        values.list,
      );
    },
  };
}

/** The day that balances are asked for as of, or null for this moment. A day that is none is nobody's balance. */
export function askedAsOf(asked: Asked): string | null {
  const day = askedText(asked, asOfKey);
  if (day !== null && !isDay(day))
    throw invalidAt([{ path: asOfKey, field: asOfDate().label, reason: reasons.format }]);
  return day;
}
const asOfKey = 'asOfDate';

/** One word of the search, or null; never longer than anything that could match. */
export function askedText(asked: Asked, key: string): string | null {
  const value = asked[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200).replaceAll('\u0000', '') : null;
}
