import type { Document } from '#platform/model/document.ts';
import type { RowOf, ValuesOf } from '#platform/model/entity.ts';
import { textOf } from '#platform/model/label.ts';
import type { Module } from '#platform/model/module.ts';
import { invalidAt, notFound, overlaps, reasons, refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import { serveEntity, type EntityService } from '#platform/server/entity/serve.ts';
import { accountingPeriod } from '#system/model/period.ts';
import { afterSession } from './setting.ts';

type Period = RowOf<typeof accountingPeriod>;
type Written = ValuesOf<typeof accountingPeriod>;
const fields = accountingPeriod.fields;

const blocked = refusal('E-PERIOD-BLOCKED', 20111, [
  '期间【{period}】还有 {count} 张未审核的单据：{codes}',
  '期間【{period}】還有 {count} 張未審核的單據：{codes}',
  'Period {period} still has {count} documents that are not audited: {codes}',
]);
const outOfOrder = refusal('E-PERIOD-ORDER', 20112, [
  '请先处理期间【{period}】',
  '請先處理期間【{period}】',
  'Period {period} comes first',
]);

const nameOf = ({ year, month }: Pick<Period, 'year' | 'month'>): string => `${year}-${String(month).padStart(2, '0')}`;

/** Periods are closed in their order and opened again from the last; a closed one holds what was posted in it. */
export function periodService(modules: readonly Module[]): EntityService {
  const accounted = accountedIn(modules);
  return serveEntity(accountingPeriod, {
    async beforeSave(ctx, next, previous) {
      refuseMalformed(next, previous);
      await refuseOverlap(ctx, next, previous);
      return next;
    },
    beforeDelete(_ctx, rows) {
      const closed = rows.find((row) => row.status === '2');
      if (closed !== undefined) throw outOfOrder({ period: nameOf(closed) });
    },
    verbs: {
      open: () => ({ status: '1' as const }),
      async settle(ctx, rows) {
        const closing = rows.map(({ id }) => id);
        for (const row of rows) await refuseSettling(ctx, row, { closing, accounted });
        return { status: '2' as const, closeDate: new Date().toISOString(), closerName: ctx.identity.realName };
      },
      async unsettle(ctx, rows) {
        for (const row of rows) {
          const [later] = await ctx.rows(
            statement(
              { year: 'integer', month: 'integer' },
              `
                select year, month
                from app.sys_accountperiod
                where ${sameBooks('$1')} and start_date > $2::date and status = '2' and id <> all($3::uuid[])
                order by start_date desc
                limit 1`,
              [row.organizeCode, row.endDate, rows.map(({ id }) => id)],
            ),
          );
          if (later !== undefined) throw outOfOrder({ period: nameOf(later) });
        }
        return { status: '1' as const, closeDate: null, closerName: null };
      },
    },
  });
}

function refuseMalformed(next: Written, previous: Period | null): void {
  if (next.month < 1 || next.month > 13)
    throw invalidAt([{ path: 'month', field: fields.month.label, reason: reasons.format }]);
  if (next.endDate < next.startDate)
    throw invalidAt([{ path: 'endDate', field: fields.endDate.label, reason: reasons.format }]);
  if (previous?.status === '2')
    throw invalidAt([{ path: 'startDate', field: fields.startDate.label, reason: reasons.unchangeable }]);
}

async function refuseOverlap(ctx: Command, next: Written, previous: Period | null): Promise<void> {
  const [other] = await ctx.rows(
    statement(
      { year: 'integer', month: 'integer' },
      `
        select year, month
        from app.sys_accountperiod
        where ${sameBooks('$1')}
          and daterange(start_date, end_date, '[]') && daterange($2::date, $3::date, '[]')
          and id is distinct from $4::uuid
          and (organize_code is null or (year, month) <> ($5::integer, $6::integer))
        limit 1`,
      [next.organizeCode, next.startDate, next.endDate, previous?.id ?? null, next.year, next.month],
    ),
  );
  if (other !== undefined) throw overlaps({ code: nameOf(other) });
}

/** A period is closed after those before it, and when nothing in it waits for its audit. */
async function refuseSettling(
  ctx: Command,
  row: Period,
  { closing, accounted }: { readonly closing: readonly string[]; readonly accounted: readonly Document[] },
): Promise<void> {
  const [earlier] = await ctx.rows(
    statement(
      { year: 'integer', month: 'integer' },
      `
        select year, month
        from app.sys_accountperiod
        where ${sameBooks('$1')} and end_date < $2::date and status <> '2' and id <> all($3::uuid[])
        order by start_date
        limit 1`,
      [row.organizeCode, row.startDate, closing],
    ),
  );
  if (earlier !== undefined) throw outOfOrder({ period: nameOf(earlier) });
  const found = await ctx.each(accounted.map((document) => unaudited(document, row)));
  const codes = found.flat().map((each) => each.code);
  if (codes.length > 0)
    throw blocked({
      period: nameOf(row),
      count: codes.length === most ? `${most}+` : codes.length,
      codes: codes.slice(0, 3).join('、'),
    });
}

/** What keeps a period from being closed, by kind of document. */
export function periodRoutes(modules: readonly Module[]): readonly Route[] {
  const accounted = accountedIn(modules);
  return [
    {
      method: 'GET',
      path: '/sys/accountperiod/blockers',
      permission: ['sys:accountperiod:settle'],
      effect: 'none',
      marks: { 'query.id': accountingPeriod.name },
      summary: 'Documents that keep a period from being closed',
      handle: afterSession((call) => blockersOf(accounted, call)),
    },
  ];
}

async function blockersOf(accounted: readonly Document[], call: Call): Promise<unknown> {
  const id = call.query['id'] ?? '';
  if (!isId(id)) throw notFound();
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      { organizeCode: 'text?', startDate: 'text', endDate: 'text' },
      'select organize_code, start_date::text, end_date::text from app.sys_accountperiod where id = $1',
      [id],
    ),
  });
  const [period] = rows;
  if (period === undefined) throw notFound();
  const results = await call.each(accounted.map((document) => unaudited(document, period)));
  return accounted
    .map((document, i) => ({
      noun: document.name,
      name: textOf(document.label, call.language),
      documents: results[i] ?? [],
    }))
    .filter(({ documents }) => documents.length > 0);
}

const accountedIn = (modules: readonly Module[]): Document[] =>
  modules.flatMap((module) => module.documents).filter((document) => document.isAccounted === true);

/** Periods of one organisation, or of the tenant as a whole. */
const sameBooks = (place: string): string => `organize_code is not distinct from ${place}::text`;

const most = 100;
const unaudited = (
  document: Document,
  { organizeCode, startDate, endDate }: Pick<Period, 'organizeCode' | 'startDate' | 'endDate'>,
) =>
  statement(
    { id: 'uuid', code: 'text', billDate: 'text' },
    `
      select id, code, bill_date::text
      from app.${tableOf(document)}
      where bill_status = $1
        and cancel_flag = '0'
        and deleted_flag = '0'
        and bill_date between $2::date and $3::date
        and ($4::text is null or organize_code = $4)
      order by bill_date, code
      limit ${most}`,
    [document.states[document.initial]?.code ?? '0', startDate, endDate, organizeCode],
  );

export type Blockers = readonly { readonly noun: string; readonly name: string; readonly documents: readonly Row[] }[];
