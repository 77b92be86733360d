import { z } from 'zod';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { askedIn } from '#platform/server/http/asked.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import type { ActivityCalendar } from '#promotion/model/calendar/activity-calendar.ts';
import type { Facts } from '#promotion/model/engine/rule.ts';
import { meant } from '#promotion/model/engine/scope.ts';
import { meetingsOf, type Planned } from '#promotion/model/overlaps.ts';
import { calendarReads, knownCodes, mostActivities } from './calendar-reads.ts';
import { plannedIn } from './planned-activity.ts';

/** Two years: as far as a person looks at once. */
const mostDays = 731;
const dayNumber = (day: string): number => Date.parse(day) / 86_400_000;

const asked = z
  .object({ from: z.iso.date(), to: z.iso.date(), customerCode: z.string().min(1).max(50).nullish() })
  .refine(({ from, to }) => from <= to && dayNumber(to) - dayNumber(from) < mostDays, { path: ['to'] });

export const activityCalendarRoute: Route = {
  method: 'GET',
  path: `${promotionActivity.path}/calendar`,
  permission: [permissionOf(promotionActivity, 'page')],
  effect: 'none',
  query: asked,
  summary: 'Promotion activity: what runs when, for whom, and what cannot be had together (?from= &to= &customerCode=)',
  handle: readCalendar,
};

const mostConflicts = 100;
const todayRead = statement({ today: 'date' }, `select ${todaySql} as today`, []);

async function readCalendar(call: Call): Promise<ActivityCalendar> {
  const {
    from,
    to,
    customerCode = null,
  } = await askedIn(call, asked, { given: call.query, field: promotionActivity.label });
  const { rows } = await call.read({
    ...calendarReads({ from, to, customerCode, scope: [] }),
    day: todayRead,
  });
  if (customerCode !== null && rows.askedCustomer.length === 0) throw notFound();
  const today = rows.day[0]?.today ?? '';
  const known = knownCodes(rows);
  const isFor = customerCode === null ? () => true : openTo(known.facts.get(`customer/${customerCode}`) ?? {});
  const planned = rows.shown
    .slice(0, mostActivities)
    .flatMap(plannedIn)
    .filter(({ plan }) => isFor(plan));
  const conflicts = meetingsOf(
    planned.filter(({ canClash }) => canClash).map(({ plan }) => plan),
    known,
  )
    // What is past cannot be mended any more.
    .filter(({ isConflict, to: last }) => isConflict && last >= today)
    .toSorted((a, b) => (a.from === b.from ? 0 : a.from < b.from ? -1 : 1));
  return {
    today,
    activities: planned.map(({ shown }) => shown),
    conflicts: conflicts.slice(0, mostConflicts),
    isCut: rows.shown.length > mostActivities || conflicts.length > mostConflicts,
  };
}

/** As a normal order of his would be looked at; how it is sold is said by the order alone. */
const openTo =
  (facts: Facts) =>
  ({ scope }: Planned): boolean =>
    meant(scope.filter(({ side, dimension }) => side === 'customer' && dimension !== 'saleType'))(facts);
