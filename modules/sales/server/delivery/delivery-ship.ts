import { permissionOf, verbPermission } from '#platform/model/permission.ts';
import { notFound, notPermitted } from '#platform/model/refusal.ts';
import { command, type Effect } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { headsOf } from '#platform/server/document/read.ts';
import { namedEffects } from '#platform/server/ledger/named-effects.ts';
import { performWithin } from '#platform/server/document/verb.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { delivery } from '#sales/model/delivery.ts';
import { deliveryRelease } from '#sales/model/delivery-release.ts';
import { coverExchanges } from '#sales/server/refund/exchange-release.ts';
import { stockInout } from '#stock/model/inout.ts';
import { paramIn } from '#system/server/setting/param.ts';
import { carryOut, letOut, releaseReads } from './delivery-release.ts';
import { deliveryService } from './delivery.ts';

const release = permissionOf(deliveryRelease, 'release');
const rights = [verbPermission(delivery, 'audit'), release, verbPermission(stockInout, 'audit')];

/**
 * 发货出库: whoever may audit a delivery, let it out and carry it out does all three at once, or nothing of it happens.
 * What is to be scanned is let out and waits for that (ST014).
 */
async function shipAtOnce(call: Call): Promise<{ ids: readonly string[] } | { effects: readonly Effect[] }> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  const isTrial = call.query['preview'] === '1';
  const answer = await command(
    call,
    async (ctx, { heads, held }) => {
      if (heads.length !== ids.length) throw notFound();
      if (held.length !== rights.length) throw notPermitted();
      const saved = heads.filter(({ billStatus }) => billStatus === delivery.states.saved.code).map(({ id }) => id);
      const hooks = deliveryService.document;
      if (saved.length > 0) await performWithin(ctx, { document: delivery, hooks, verb: 'audit', ids: saved });
      const rows = await ctx.all(releaseReads(ids));
      const made = letOut(ctx, ids, rows);
      await coverExchanges(ctx, ids, rows.exchanges);
      const scanned = ({ organizeCode }: { readonly organizeCode: string }): boolean =>
        paramIn(rows.params, 'ST014', organizeCode) === '1';
      await carryOut(ctx, new Map([...made].filter(([, bill]) => !scanned(bill))));
      return { ids: [...made.keys()], effects: ctx.effects };
    },
    {
      reads: {
        heads: headsOf(delivery, ids, true),
        held: statement(
          { held: 'text' },
          'select distinct p as held from sec.my_permissions() p where p = any($1::text[])',
          [rights],
        ),
      },
      isTrial,
    },
  );
  return isTrial ? { effects: await namedEffects(call, answer.effects) } : { ids: answer.ids };
}

export const shipRoute: Route = {
  method: 'PUT',
  path: `${delivery.path}/ship`,
  permission: [release],
  effect: 'command',
  marks: { 'body[]': delivery.name },
  summary: 'Delivery: audit, let out and carry out at once (?preview=1 shows effects); needs the right to each',
  handle: shipAtOnce,
};
