import { setImmediate } from 'node:timers/promises';
import { refusal } from '#platform/model/refusal.ts';
import type { RowsOf } from '#platform/server/db/statement.ts';
import type { Reading } from '#platform/server/http/route.ts';
import { giftCodesOf } from '#promotion/model/chosen-goods.ts';
import { evaluate } from '#promotion/model/engine/evaluate.ts';
import type { Activity } from '#promotion/model/engine/rule.ts';
import { written } from '#promotion/model/engine/scaled.ts';
import { activitiesIn, type ActiveRow } from '#promotion/server/active-activities.ts';
import { activityNames } from '#promotion/server/promotion-reads.ts';
import {
  activitiesBetween,
  triedRow,
  usageOf,
  usedBy,
  type BetweenRow,
  type Tried,
} from '#promotion/server/simulated-activities.ts';
import { changedRules } from '#sales/model/simulation/alternative.ts';
import { periodTally, type Scenario, type Tally } from '#sales/model/simulation/period-tally.ts';
import { activitiesFor, runningUsage, type RunningUsage } from '#sales/model/simulation/running-usage.ts';
import type { Change, PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import { choicesOf, promote } from './order-promotion.ts';
import { mastersFor, type Masters } from './simulate-masters.ts';
import { answerBefore, pastOrders, pastReads, type PastHead, type PastLine } from './simulate-reads.ts';

export const tooManyOrders = refusal('E-SIM-MANY', 20337, [
  '这段时间有 {count} 张订单，一次最多模拟 {most} 张，请缩短时间',
  '這段時間有 {count} 張訂單，一次最多模擬 {most} 張，請縮短時間',
  'This period has {count} orders; at most {most} can be simulated at once, choose a shorter one',
]);

/** Orders of one network write: so many rows are held at once. */
const lotSize = 2_500;
/** So long others wait for their turn at most, in milliseconds. */
const turn = 12;

export interface PeriodAsked {
  readonly from: string;
  readonly to: string;
  readonly tried: Tried | null;
  readonly isTogether: boolean;
  readonly changes: readonly Change[];
  readonly may: { readonly cost: boolean; readonly orders: boolean };
}

/** Whoever waits for it. */
export interface Waiting {
  /** More orders than this are refused. */
  readonly most: number;
  readonly isGone: () => boolean;
  readonly onDone?: (done: number, total: number) => void;
}

/** What the activity would have been in past orders. Null when whoever asked has gone. */
export async function simulatePeriod(
  call: Reading,
  asked: PeriodAsked,
  { most, isGone, onDone }: Waiting,
): Promise<Omit<PeriodSimulation, 'activity'> | null> {
  const { from, to, tried, isTogether, changes } = asked;
  const { rows } = await call.read({ ...pastOrders(from, to, most), running: activitiesBetween(from, to) });
  const count = rows.counts[0]?.count ?? 0;
  if (count > most) throw tooManyOrders({ count, most });
  const others = isTogether || tried === null ? rows.running.filter(({ code }) => code !== tried?.kept.code) : [];
  const ids = rows.ids.map(({ id }) => id);
  const activities = activitiesIn([...others.map(unused), ...(tried === null ? [] : [triedRow(tried)])]);
  const masters = await mastersFor(call, {
    giftCodes: [...new Set([...giftCodesOf(activities), ...rows.chosen.map(({ productCode }) => productCode)])],
    packages: [...new Set(rows.chosen.flatMap(({ packageCode }) => packageCode ?? []))],
    isCostTold: asked.may.cost,
  });
  const start = await usageAtStart(call, activities, ids);
  const scenarios: readonly Scenario[] = [
    { change: null, rules: tried?.kept.rules ?? [] },
    ...scenariosOf(tried, changes),
  ];
  const names = {
    ...activityNames({ activities: others.map(unused) }),
    ...(tried === null ? {} : { [tried.kept.code]: tried.kept.name }),
  };
  const tally = periodTally({ ...asked, code: tried?.kept.code ?? null, names, scenarios });
  const usages = scenarios.map(() => runningUsage(start));
  let since = performance.now();
  let done = 0;
  for (let at = 0; at < ids.length; at += lotSize) {
    const lot = ids.slice(at, at + lotSize);
    const { rows: past } = await call.read({ ...pastReads(lot), used: usedBy(lot) });
    await masters.learn(past.heads, past.lines);
    const lines = Map.groupBy(past.lines, ({ parentId }) => parentId);
    const used = Map.groupBy(past.used, ({ id }) => id);
    for (const head of past.heads) {
      const own = { head, lines: lines.get(head.id) ?? [], used: used.get(head.id) ?? [] };
      await tryOrder({ masters, others, tried, scenarios, usages, tally }, own);
      done += 1;
      if (performance.now() - since < turn) continue;
      await setImmediate();
      since = performance.now();
      onDone?.(done, count);
      if (isGone()) return null;
    }
  }
  return tally.answer(count);
}

const scenariosOf = (tried: Tried | null, changes: readonly Change[]): readonly Scenario[] =>
  tried === null ? [] : changes.map((change) => ({ change, rules: changedRules(tried.kept.rules, change) }));

const unused = (row: BetweenRow): ActiveRow => ({ ...row, times: null, spent: null });

/** Only limits and budgets are asked for: of what has neither, nothing runs out. */
async function usageAtStart(call: Reading, activities: readonly Activity[], ids: readonly string[]) {
  const limited = activities
    .filter(({ limitTimes, budgetAmount }) => limitTimes !== null || budgetAmount != null)
    .map(({ code }) => code);
  if (limited.length === 0) return { usedTimes: [], spent: [], own: [] };
  const { rows } = await call.read({ ...usageOf(limited), own: usedBy(ids) });
  return { ...rows, own: rows.own.filter(({ activity }) => limited.includes(activity)) };
}

interface Trial {
  readonly masters: Masters;
  readonly others: readonly BetweenRow[];
  readonly tried: Tried | null;
  readonly scenarios: readonly Scenario[];
  /** Of each scenario. */
  readonly usages: readonly RunningUsage[];
  readonly tally: Tally;
}
export interface PastOrder {
  readonly head: PastHead;
  readonly lines: readonly PastLine[];
  readonly used: RowsOf<{ used: ReturnType<typeof usedBy> }>['used'];
}

/** One past order by the function that saves and audits call, then with each of the other rules. */
async function tryOrder({ masters, others, tried, scenarios, usages, tally }: Trial, past: PastOrder): Promise<void> {
  const { head, lines } = past;
  const choices = choicesOf(head.giftChoices);
  const packages = [...new Set(choices.flatMap(({ packageCode }) => packageCode ?? []))];
  const known = masters.rowsFor(head, lines, packages);
  const [usage] = usages;
  if (known === null || usage === undefined) return;
  const inForce = others.filter(
    ({ startDate, endDate, organizeCode }) =>
      startDate <= head.billDate &&
      endDate >= head.billDate &&
      (organizeCode === null || organizeCode === head.organizeCode),
  );
  const left = (row: ActiveRow, code: string): ActiveRow => ({
    ...row,
    times: String(usage.timesOf(code, head.customerCode)),
    spent: written(usage.spentOf(code), 2),
  });
  const rows = {
    ...known,
    activities: [
      ...inForce.map((row) => left(unused(row), row.code)),
      ...(tried === null ? [] : [left(triedRow(tried), tried.kept.code)]),
    ],
  };
  const answers = lines.map(answerBefore);
  const { record } = await promote(rows, head, lines, answers, {
    choices,
    more: () => Promise.resolve(masters.giftsFor(head)),
  });
  if (record === null) return;
  scenarios.forEach((scenario, at) => {
    const own = usages[at] ?? usage;
    const { question } = record;
    const outcome =
      at === 0
        ? record.outcome
        : evaluate({
            ...question,
            activities: activitiesFor(question.activities, head.customerCode, own).map((activity) =>
              activity.code === tried?.kept.code ? { ...activity, rules: scenario.rules } : activity,
            ),
          });
    own.take(head.customerCode, outcome.usage);
    tally.add(at, { ...head, used: past.used }, { question, outcome }, (code) => masters.costOf(head, code));
  });
}
