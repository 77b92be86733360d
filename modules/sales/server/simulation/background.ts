import { z } from 'zod';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, notPermitted, reasons, refusal } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { askedIn } from '#platform/server/http/asked.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import { mostBackgroundOrders, mostWaiting, type SimulationRun } from '#sales/model/simulation/background.ts';
import type { PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import { daysIn, rights, simulationAsked, simulationBody } from '#sales/server/promotion/simulate-asked.ts';
import { tooManyOrders } from '#sales/server/promotion/simulate-period.ts';
import { pastOrders } from '#sales/server/promotion/simulate-reads.ts';

const tooManyWaiting = refusal('E-SIM-WAIT', 20606, [
  '你有 {most} 个模拟还没算完，等它们算完或取消后再试',
  '你有 {most} 個模擬還沒算完，等它們算完或取消後再試',
  'You have {most} simulations that are not finished; wait for them or cancel one',
]);

const path = '/channelsale/promotion/simulate/background';
/** The permission of the simulation itself: it is asked for again whenever the run reads. */
const permission = permissionOf(promotionActivity, 'simulate');
const common = { permission: [permission] };

/** More past orders than one call tries: the same question, answered by a process of its own. */
const ask: Route = {
  ...common,
  method: 'POST',
  path,
  effect: 'command',
  body: simulationBody,
  summary: 'Promotions: try an activity on past orders in the background; answers the id of the run',
  async handle(call) {
    const { asked, today } = await simulationAsked(call, call.body);
    const { activity = null, isTogether, period, alternatives } = asked;
    if (period == null)
      throw invalidAt([{ path: 'period', field: promotionActivity.head.startDate.label, reason: reasons.required }]);
    const { from, to } = daysIn(period, today);
    const { counts } = (await call.read({ counts: pastOrders(from, to, 1).counts })).rows;
    const count = counts[0]?.count ?? 0;
    if (count > mostBackgroundOrders) throw tooManyOrders({ count, most: mostBackgroundOrders });
    const id = newId();
    // Days are kept as they are today: the last thirty of tomorrow are others.
    const kept = { activity, isTogether, period: { from, to }, alternatives };
    return command(call, async (ctx) => {
      const [row] = await ctx.rows(
        statement({ isTaken: 'boolean' }, 'select sec.ask_simulation($1, $2, $3, $4, $5::jsonb, $6) as is_taken', [
          id,
          permission,
          activity,
          call.language,
          JSON.stringify(kept),
          mostWaiting,
        ]),
      );
      if (row?.isTaken !== true) throw tooManyWaiting({ most: mostWaiting });
      return { id };
    });
  },
};

const list: Route = {
  ...common,
  method: 'GET',
  path,
  effect: 'none',
  summary: 'Promotions: the own simulations in the background of one activity (?activity=), newest first',
  async handle(call): Promise<readonly SimulationRun[]> {
    const activity = call.query['activity'] ?? '';
    const { rows } = await call.read({
      runs: statement(
        {
          id: 'uuid',
          state: 'text',
          asked: 'json',
          doneCount: 'integer',
          total: 'integer?',
          error: 'text?',
          createDate: 'instant',
        },
        'select * from sec.my_simulations($1)',
        [isId(activity) ? activity : null],
      ),
    });
    return rows.runs.map(({ id, state, asked, doneCount, total, error, createDate }) => {
      const { period, isTogether, alternatives } = asked as Kept;
      const { from, to } = period;
      const shown = state as SimulationRun['state'];
      return { id, state: shown, from, to, isTogether, alternatives, done: doneCount, total, error, createDate };
    });
  },
};
interface Kept extends Pick<SimulationRun, 'isTogether' | 'alternatives'> {
  readonly period: Pick<SimulationRun, 'from' | 'to'>;
}

const result: Route = {
  ...common,
  method: 'GET',
  path: `${path}/result`,
  effect: 'none',
  summary: 'Promotions: what came of one of the own simulations in the background (?id=)',
  async handle(call): Promise<PeriodSimulation> {
    const id = call.query['id'] ?? '';
    const { identity, rows } = await call.read({
      rights,
      results: statement({ result: 'json?' }, 'select * from sec.my_simulation($1)', [isId(id) ? id : null]),
    });
    const [may] = rows.rights;
    if (identity.customerCode !== null || may === undefined) throw notPermitted();
    const kept = (rows.results[0]?.result ?? null) as PeriodSimulation | null;
    if (kept === null) throw notFound();
    if (kept.activity !== null && !may.activities) throw notPermitted();
    const { breakEven, orders, ...told } = kept;
    // What was taken from the reader since is not told from memory either.
    return {
      ...told,
      ...(may.cost && breakEven !== undefined ? { breakEven } : {}),
      ...(may.orders && orders !== undefined ? { orders } : {}),
    };
  },
};

const cancelBody = z.object({ id: z.guid() });
const cancel: Route = {
  ...common,
  method: 'PUT',
  path: `${path}/cancel`,
  effect: 'command',
  body: cancelBody,
  summary: 'Promotions: give up one of the own simulations in the background ({ id })',
  handle: giveUp,
};

/** One that has ended meanwhile stays as it ended. */
async function giveUp(call: Call): Promise<null> {
  const { id } = await askedIn(call, cancelBody, { given: call.body, field: promotionActivity.label });
  return command(call, async (ctx) => {
    const [row] = await ctx.rows(statement({ isMine: 'boolean' }, 'select sec.cancel_simulation($1) as is_mine', [id]));
    if (row?.isMine !== true) throw notFound();
    return null;
  });
}

export const backgroundSimulationRoutes: readonly Route[] = [ask, list, result, cancel];
