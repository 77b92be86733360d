import { z } from 'zod';
import { decimalPattern } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, notPermitted, reasons } from '#platform/model/refusal.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { code, wrongAsked } from '#platform/server/http/asked.ts';
import type { Reading } from '#platform/server/http/route.ts';
import { estimatedCost } from '#price/model/estimated-cost.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import { triedIn, triedReads, type Tried } from '#promotion/server/simulated-activities.ts';
import { daysBetween, dayBefore } from '#sales/model/simulation/days-between.ts';
import { mostAlternatives, type TriedActivity } from '#sales/model/simulation/simulation.ts';
import { order } from '#sales/model/order/order.ts';

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

export const simulationBody = z
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
export type Asked = z.output<typeof simulationBody>;

export interface AskedSimulation {
  readonly asked: Asked;
  readonly tried: Tried | null;
  readonly activity: TriedActivity | null;
  readonly today: string;
  readonly may: { readonly order: boolean; readonly orders: boolean; readonly cost: boolean };
}

/** The question, of somebody who may ask it, and the activity that is tried. */
export async function simulationAsked(call: Reading, body: unknown): Promise<AskedSimulation> {
  const parsed = simulationBody.safeParse(body);
  const id = parsed.data?.activity ?? null;
  const { identity, rows } = await call.read({ rights, ...triedReads(id === null ? [] : [id]) });
  const [may] = rows.rights;
  // A customer or a supplier hears nothing of what the house thinks of giving.
  if (identity.customerCode !== null || may === undefined) throw notPermitted();
  if (id !== null && !may.activities) throw notPermitted();
  if (!parsed.success) throw wrongAsked(parsed.error, promotionActivity.label);
  const tried = triedIn(rows);
  if (id !== null && tried === null) throw notFound();
  const activity = tried === null ? null : toldOf(tried);
  return { asked: parsed.data, tried, activity, today: todayIn(identity.zone), may };
}

/** The last n days end yesterday: today is not over. */
export function daysIn(
  period: NonNullable<Asked['period']>,
  today: string,
): { readonly from: string; readonly to: string } {
  if ('days' in period) return { from: dayBefore(today, period.days), to: dayBefore(today, 1) };
  const { from, to } = period;
  const wrong = to < from ? reasons.beforeStart : daysBetween(from, to).length > mostDays ? reasons.tooLong : null;
  if (wrong !== null) throw invalidAt([{ path: 'period.to', field: order.head.requiredDate.label, reason: wrong }]);
  return period;
}

export const rights = statement(
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
