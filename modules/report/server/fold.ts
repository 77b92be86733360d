import { z } from 'zod';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveJob } from '#platform/server/job/handler.ts';
import { foldFigures } from '#report/model/fold-job.ts';
import { soldLines } from './source/sales.ts';

/** Days that one run adds up; the next one goes on. */
const mostDays = 200;

const summed = (days: string): string => `
  select s.*, m.brand_code as brand, m.class_code as product_class
  from (${soldLines(days)}) s
  left join app.data_material m on m.code = s.material`;

/**
 * Adds up the days on which something moved, and their months, from their documents: what stood there before is thrown
 * away, so it does not matter how often or how late this is done. A day that moves meanwhile stays on the list.
 */
async function fold(ctx: Command): Promise<void> {
  await ctx.rows(statement({ held: 'nothing' }, `select pg_advisory_xact_lock(7061, hashtext(sec.tenant())) as held`));
  await spreadAll(ctx);
  const taken = await ctx.rows(
    statement(
      { day: 'date' },
      `
        delete from app.report_pending p
        where p.day in (select distinct q.day from app.report_pending q order by q.day desc limit ${mostDays})
        returning p.day`,
    ),
  );
  if (taken.length === 0) return;
  const days = [...new Set(taken.map(({ day }) => day))];
  const months = [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))];
  await ctx.all({
    day: { text: 'delete from app.report_sales_day where day = any($1::date[])', values: [days] },
    month: { text: 'delete from app.report_sales_month where day = any($1::date[])', values: [months] },
    days: {
      text: `
        insert into app.report_sales_day (day, organize, dept, salesman, customer, channel, storage, number, amount)
        select s.day, s.organize, s.dept, s.salesman, s.customer, s.channel, s.storage, sum(s.number), sum(s.amount)
        from (${soldLines('select unnest($1::date[]) as day')}) s
        group by 1, 2, 3, 4, 5, 6, 7`,
      values: [days],
    },
    months: {
      text: `
        insert into app.report_sales_month
          (day, organize, dept, salesman, customer, channel, storage, brand, product_class, number, amount)
        select date_trunc('month', s.day)::date, s.organize, s.dept, s.salesman, s.customer, s.channel, s.storage,
          s.brand, s.product_class, sum(s.number), sum(s.amount)
        from (
          ${summed(`
          select g::date as day
          from unnest($1::date[]) m
          cross join generate_series(m, m + interval '1 month' - interval '1 day', interval '1 day') g`)}
        ) s
        group by 1, 2, 3, 4, 5, 6, 7, 8, 9`,
      values: [months],
    },
  });
}

/** Everything is to be added up anew: its days are put on the list one by one, and what stood there goes. */
async function spreadAll(ctx: Command): Promise<void> {
  const all = await ctx.rows(
    statement({ day: 'date?' }, 'delete from app.report_pending where day is null returning day'),
  );
  if (all.length === 0) return;
  await ctx.all({
    days: { text: 'delete from app.report_sales_day', values: [] },
    months: { text: 'delete from app.report_sales_month', values: [] },
    pending: {
      text: `
        insert into app.report_pending (day)
        select distinct h.bill_date
        from app.stock_inout h
        where h.move_type = '4' and h.bill_status <> '0'`,
      values: [],
    },
  });
}

export const foldFiguresJob = serveJob(foldFigures, z.strictObject({}), { once: fold });
