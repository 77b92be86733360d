import { z } from 'zod';
import { permissionOf } from '#platform/model/permission.ts';
import { askedIn } from '#platform/server/http/asked.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import { scopeRowsOf, scopesIn } from '#promotion/model/activity-scope.ts';
import { unsavedCode, type DraftMeetings } from '#promotion/model/calendar/draft-meetings.ts';
import { ruleTypes } from '#promotion/model/engine/rule.ts';
import { meetingsOf, type Planned } from '#promotion/model/overlaps.ts';
import { calendarReads, knownCodes, mostActivities } from './calendar-reads.ts';
import { plannedIn } from './planned-activity.ts';

const written = z
  .object({
    code: z.string().max(50).nullish(),
    policyRuleTypeCode: z.enum(ruleTypes),
    startDate: z.iso.date(),
    endDate: z.iso.date(),
    priority: z.int().nullish(),
    stackFlag: z.string().nullish(),
    exclusiveFlag: z.string().nullish(),
    orderTypes: z.array(z.string().max(10)).max(20).nullish(),
    organizeCode: z.string().max(50).nullish(),
    scopes: z.unknown().optional(),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, { path: ['endDate'] });

/** Asked while it is written: whoever writes activities knows before saving what they come across. */
export const draftMeetingsRoute: Route = {
  method: 'POST',
  path: `${promotionActivity.path}/meetings`,
  permission: [permissionOf(promotionActivity, 'save'), permissionOf(promotionActivity, 'update')],
  effect: 'none',
  body: written,
  summary: 'Promotion activity: what one that is being written would come across; nothing is kept',
  handle: readMeetings,
};

/** More than these nobody reads beside the rules. */
const mostMeetings = 20;

async function readMeetings(call: Call): Promise<DraftMeetings> {
  const draft = plannedBy(await askedIn(call, written, { given: call.body, field: promotionActivity.label }));
  const { rows } = await call.read(
    calendarReads({ from: draft.startDate, to: draft.endDate, customerCode: null, scope: draft.scope }),
  );
  const others = rows.shown
    .slice(0, mostActivities)
    .flatMap(plannedIn)
    .filter(({ plan, canClash }) => canClash && plan.code !== draft.code);
  const known = knownCodes(rows);
  const meetings = others
    .flatMap(({ plan }) => meetingsOf([draft, plan], known))
    .toSorted((a, b) => Number(b.isConflict) - Number(a.isConflict)); // not money
  const told = meetings.slice(0, mostMeetings);
  const named = new Set(told.flatMap(({ first, second }) => [first, second]));
  return {
    activities: others.filter(({ plan }) => named.has(plan.code)).map(({ shown }) => shown),
    meetings: told,
    isCut: meetings.length > mostMeetings || rows.shown.length > mostActivities,
  };
}

function plannedBy(body: z.infer<typeof written>): Planned {
  const scopes = scopesIn(body.scopes);
  return {
    code: body.code ?? unsavedCode,
    type: body.policyRuleTypeCode,
    startDate: body.startDate,
    endDate: body.endDate,
    priority: body.priority ?? 100,
    isStackable: body.stackFlag === '1',
    isExclusive: body.exclusiveFlag === '1',
    orderTypes: body.orderTypes == null || body.orderTypes.length === 0 ? ['0'] : body.orderTypes,
    organizeCode: body.organizeCode ?? null,
    scope: 'reason' in scopes ? [] : scopeRowsOf(scopes),
  };
}
