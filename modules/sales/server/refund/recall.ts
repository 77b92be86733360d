import { permissionOf } from '#platform/model/permission.ts';
import { notFound, stateForbids } from '#platform/model/refusal.ts';
import type { Label } from '#platform/model/label.ts';
import { command } from '#platform/server/command/command.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { stockInout } from '#stock/model/inout.ts';
import { demandsOf, freezeGoods, type Inout } from '#stock/server/inout.ts';
import { placesQuery } from '#stock/server/ledger.ts';

const unfreezeLabel: Label = ['解冻', '解凍', 'unfreeze'];

/** Recalled goods were looked at: what lies in the warehouse for bad ones may be taken from there. */
function unfreezeGoods(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    (ctx, { heads, lines, places }) => {
      const bills: readonly Inout[] = billsOf(heads, lines);
      if (bills.length !== ids.length) throw notFound();
      for (const bill of bills) {
        if (bill.frozenFlag !== '1') throw stateForbids({ code: bill.code, status: notFrozen, verb: unfreezeLabel });
        const demands = demandsOf(bill, { places, params: [], costs: [], reds: [], expected: [], makers: [], own: {} });
        freezeGoods(ctx, bill, demands, 'UFZ');
        ctx.log({ noun: stockInout.name, recordId: bill.id, recordCode: bill.code, operation: 'unfreeze' });
      }
      return Promise.resolve(null);
    },
    {
      reads: {
        heads: headsOf(stockInout, ids, true),
        lines: linesOf(stockInout, ids),
        places: placesQuery('select storage_code from app.stock_inout where id = any($1::uuid[])', [ids]),
      },
    },
  );
}
const notFrozen: Label = ['未冻结', '未凍結', 'not frozen'];

export const unfreezeRoute: Route = {
  method: 'PUT',
  path: `${stockInout.path}/unfreeze`,
  permission: [permissionOf(stockInout, 'audit')],
  effect: 'command',
  marks: { 'body[]': stockInout.name },
  summary: 'Stock in/out: recalled goods are free again',
  handle: unfreezeGoods,
};
