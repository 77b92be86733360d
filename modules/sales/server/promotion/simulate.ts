import { z } from 'zod';
import { decimalPattern } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, notPermitted, reasons } from '#platform/model/refusal.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { code, wrongAsked } from '#platform/server/http/asked.ts';
import { sent, type Call, type Route } from '#platform/server/http/route.ts';
import { estimatedCost } from '#price/model/estimated-cost.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import { triedIn, triedReads, type Tried } from '#promotion/server/simulated-activities.ts';
import { dayBefore, daysBetween } from '#sales/model/simulation/days-between.ts';
import { mostAlternatives, type Simulation, type TriedActivity } from '#sales/model/simulation/simulation.ts';
import { order } from '#sales/model/order/order.ts';
import { simulateLines, simulateOrder } from './simulate-one.ts';
import { simulatePeriod } from './simulate-period.ts';

const mostLines = 2000;
/** A year of orders: longer, what was sold then says nothing of what will be. */
const mostDays = 366;

const figure = z
  .string()
  .regex(decimalPattern)
  .nullish()
  .transform((value) => value ?? null);
const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/)
  .refine((value) => /[1-9]/.test(value));

const asked = z
  .object({
    activity: z.guid().nullish(),
    isTogether: z.boolean().default(true),
    order: z.guid().nullish(),
    customerCode: code,
    organizeCode: code,
    channelCode: code,
    saleTypeCode: code,
    billDate: z.iso.date().nullish(),
    lines: z
      .array(z.object({ productCode: code, number: figure, price: figure }))
      .max(mostLines)
      .nullish(),
    period: z
      .union([z.object({ from: z.iso.date(), to: z.iso.date() }), z.object({ days: z.int().min(1).max(mostDays) })])
      .nullish(),
    alternatives: z
      .array(z.object({ threshold: percent.default('100'), benefit: percent.default('100') }))
      .max(mostAlternatives)
      .default([]),
  })
  .refine(({ order: id, lines, period }) => [id, lines, period].filter((each) => each != null).length === 1);
type Asked = z.output<typeof asked>;

/**
 * What an activity would do, before it costs money (B9): to one order, to what a customer would buy, or to the orders
 * of a period. It is read as its document stands, audited or not. Nothing is written.
 */
export const simulateRoute: Route = {
  method: 'POST',
  path: '/channelsale/promotion/simulate',
  permission: [permissionOf(promotionActivity, 'simulate')],
  effect: 'none',
  body: asked,
  summary:
    'Promotions: what an activity would do to an order, to lines of a customer or to past orders; writes nothing',
  handle: simulate,
};

async function simulate(call: Call): Promise<Simulation | typeof sent> {
  const parsed = asked.safeParse(call.body);
  const id = parsed.data?.activity ?? null;
  const { identity, rows } = await call.read({ rights, ...triedReads(id === null ? [] : [id]) });
  // A customer or a supplier hears nothing of what the house thinks of giving.
  if (identity.customerCode !== null) throw notPermitted();
  if (id !== null && rows.rights[0]?.activities !== true) throw notPermitted();
  if (!parsed.success) throw wrongAsked(parsed.error, promotionActivity.label);
  const tried = triedIn(rows);
  if (id !== null && tried === null) throw notFound();
  const activity = tried === null ? null : toldOf(tried);
  const today = todayIn(identity.zone);
  const { order: orderId, isTogether, period } = parsed.data;
  if (orderId != null) {
    if (rows.rights[0]?.order !== true) throw notPermitted();
    return { activity, ...(await simulateOrder(call, orderId, { tried, isTogether })) };
  }
  if (period == null)
    return { activity, ...(await simulateLines(call, headIn(parsed.data, today), { tried, isTogether })) };
  const answer = await simulatePeriod(call, {
    ...daysIn(period, today),
    tried,
    isTogether,
    changes: parsed.data.alternatives,
    may: { cost: rows.rights[0]?.cost === true, orders: rows.rights[0]?.orders === true },
  });
  return answer === null ? sent : { activity, ...answer };
}

const rights = statement(
  { activities: 'boolean', order: 'boolean', orders: 'boolean', cost: 'boolean' },
  'select sec.may($1) as activities, sec.may($2) as order, sec.may($3) as orders, sec.may($4) as cost',
  [
    permissionOf(promotionActivity, 'view'),
    permissionOf(order, 'view'),
    permissionOf(order, 'page'),
    permissionOf(estimatedCost, 'view'),
  ],
);

const toldOf = ({ bill, kept }: Tried): TriedActivity => ({
  id: bill.id,
  code: bill.code,
  name: bill.name,
  billStatus: bill.billStatus,
  policyRuleTypeCode: bill.policyRuleTypeCode,
  startDate: bill.startDate,
  endDate: bill.endDate,
  rules: kept.rules.map((rule) => {
    const line = bill.lines.find(({ ruleNo, lineNo }) => (ruleNo ?? lineNo) === rule.ruleNo);
    return { ...rule, giveName: line?.giveName ?? null, changeProductName: line?.changeProductName ?? null };
  }),
});

/** The last n days end yesterday: today is not over. */
function daysIn(period: NonNullable<Asked['period']>, today: string): { readonly from: string; readonly to: string } {
  if ('days' in period) return { from: dayBefore(today, period.days), to: dayBefore(today, 1) };
  const { from, to } = period;
  const wrong = to < from ? reasons.beforeStart : daysBetween(from, to).length > mostDays ? reasons.tooLong : null;
  if (wrong !== null) throw invalidAt([{ path: 'period.to', field: order.head.requiredDate.label, reason: wrong }]);
  return period;
}

function headIn({ customerCode, organizeCode, channelCode, saleTypeCode, billDate, lines }: Asked, today: string) {
  if (customerCode === null)
    throw invalidAt([{ path: 'customerCode', field: order.head.customerCode.label, reason: reasons.required }]);
  return {
    customerCode,
    organizeCode,
    channelCode,
    saleTypeCode,
    brandCode: null,
    orderType: '0',
    billDate: billDate ?? today,
    lines: (lines ?? []).map((line) => ({ ...line, freeTermCode: null, lineType: '0' })),
  };
}
