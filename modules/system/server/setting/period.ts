import type { RowOf, ValuesOf } from '#platform/model/entity.ts';
import { invalidAt, overlaps, reasons, refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Route } from '#platform/server/http/route.ts';
import { serveEntity, type EntityService } from '#platform/server/entity/serve.ts';
import { freeze, thaw } from '#platform/server/ledger/month-end.ts';
import { accountingPeriod } from '#system/model/period.ts';
import {
  checklistOf,
  earlierOpen,
  findingsIn,
  nameOf,
  postedIn,
  sameBooks,
  waitingIn,
  type Books,
} from './period-check.ts';
import { closingMonths } from './period-closing.ts';
import { afterSession } from './setting.ts';

type Period = RowOf<typeof accountingPeriod>;
type Written = ValuesOf<typeof accountingPeriod>;
const fields = accountingPeriod.fields;

const blocked = refusal('E-PERIOD-BLOCKED', 20111, [
  '期间【{period}】还有 {count} 张未审核的单据：{codes}',
  '期間【{period}】還有 {count} 張未審核的單據：{codes}',
  'Period {period} still has {count} {count:document that is|documents that are} not approved: {codes}',
]);
const outOfOrder = refusal('E-PERIOD-ORDER', 20112, [
  '请先处理期间【{period}】',
  '請先處理期間【{period}】',
  'Period {period} comes first',
]);

const used = refusal('E-PERIOD-USED', 20113, [
  '期间【{period}】已有 {count} 张过账的单据：{codes}，不能删除',
  '期間【{period}】已有 {count} 張過帳的單據：{codes}，不能刪除',
  'Period {period} has {count} {count:posted document|posted documents}: {codes}; cannot delete',
]);

const differs = refusal('E-PERIOD-DIFF', 20094, [
  '会计期间【{period}】核对有{n}处差异，不能结账',
  '會計期間【{period}】核對有{n}處差異，不能結帳',
  'Period {period} has {n} {n:ledger difference|ledger differences}; cannot close',
]);

/** Periods are closed in their order and opened again from the last; a closed one holds what was posted in it. */
export function periodService(books: Books): EntityService {
  return serveEntity(accountingPeriod, {
    async beforeSave(ctx, next, previous) {
      refuseMalformed(next, previous);
      await refuseOverlap(ctx, next, previous);
      return next;
    },
    async beforeDelete(ctx, rows) {
      const closed = rows.find((row) => row.status === '2');
      if (closed !== undefined) throw outOfOrder({ period: nameOf(closed) });
      for (const row of rows) await refuseUsed(ctx, row, books);
    },
    verbs: {
      open: () => ({ status: '1' as const }),
      async settle(ctx, rows) {
        const inOrder = rows.toSorted((one, other) => (one.startDate < other.startDate ? -1 : 1));
        const closing = rows.map(({ id }) => id);
        for (const row of inOrder) await refuseSettling(ctx, row, { closing, books });
        await keepBalances(ctx, inOrder, books);
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
        ctx.later(thaw(rows.map(({ id }) => id)));
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

/** Who writes a period at the same time, or posts the first document of a month, waits and is seen. */
async function refuseOverlap(ctx: Command, next: Written, previous: Period | null): Promise<void> {
  const {
    found: [other],
  } = await ctx.all({
    held: statement({ pgAdvisoryXactLock: 'nothing' }, 'select pg_advisory_xact_lock(7002, hashtext(sec.tenant()))'),
    found: statement(
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
  });
  if (other !== undefined) throw overlaps({ code: nameOf(other) });
}

/** A period is closed after those before it, and when nothing in it waits for its audit. */
async function refuseSettling(
  ctx: Command,
  row: Period,
  { closing, books: { accounted } }: { readonly closing: readonly string[]; readonly books: Books },
): Promise<void> {
  const [earlier] = await ctx.rows(earlierOpen(row, closing));
  if (earlier !== undefined) throw outOfOrder({ period: nameOf(earlier) });
  const waiting = countOf(await ctx.each(accounted.map((document) => waitingIn(document, row))));
  if (waiting.count > 0) throw blocked({ period: nameOf(row), ...waiting });
}

/** What was posted in a period would lie in none. Whoever posts meanwhile holds it, or finds none (A4). */
async function refuseUsed(ctx: Command, row: Period, { accounted, others }: Books): Promise<void> {
  const posted = countOf(await ctx.each([...accounted, ...others].map((document) => postedIn(document, row))));
  if (posted.count > 0) throw used({ period: nameOf(row), ...posted });
}

/** How many documents of all kinds, and the first of them. */
const countOf = (
  found: readonly (readonly { readonly code: string; readonly total: number }[])[],
): { readonly count: number; readonly codes: string } => ({
  count: found.reduce((sum, [first]) => sum + (first?.total ?? 0), 0),
  codes: found
    .flat()
    .slice(0, 3)
    .map(({ code }) => code)
    .join('、'),
});

/**
 * Keeps what stood in the ledgers at the end of each period, then runs every check of the books (J09), among them that
 * what was kept is what the entries make: where one finds something nothing is closed and nothing kept (A4).
 */
async function keepBalances(ctx: Command, rows: readonly Period[], { ledgers, checks }: Books): Promise<void> {
  await ctx.each(rows.flatMap((row) => ledgers.flatMap((ledger) => freeze(ledger, row) ?? [])));
  const findings = await findingsIn(checks, (statements) => ctx.each(statements), ctx.language);
  const [first] = findings;
  if (first !== undefined)
    throw differs({
      period: rows.map(nameOf).join('、'),
      n: findings.length,
      first: `${first.rule} ${first.place}: ${first.detail}`,
    });
}

/** What keeps a period from being closed. */
export const periodRoutes = (books: Books): readonly Route[] => [
  {
    method: 'GET',
    path: '/sys/accountperiod/checklist',
    permission: ['sys:periodclose:page', 'sys:accountperiod:settle'],
    effect: 'none',
    marks: { 'query.id': accountingPeriod.name },
    summary: 'What must be done before a period can be closed',
    handle: afterSession((call) => checklistOf(books, call)),
  },
  {
    method: 'GET',
    path: '/sys/accountperiod/closing',
    permission: ['sys:periodclose:page', 'sys:accountperiod:settle'],
    effect: 'none',
    marks: { 'query.id': accountingPeriod.name },
    summary: 'The months around the one to close (?id=, else the first that is open)',
    handle: afterSession(closingMonths),
  },
];
