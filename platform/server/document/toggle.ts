import type { Document } from '#platform/model/document.ts';
import { notFound } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call } from '#platform/server/http/route.ts';
import type { DocumentHooks } from './serve.ts';
import { billsOf, headsOf, linesOf } from './read.ts';

/**
 * PUT {path}/enable and /disable: whatever its bill state, a document that is switched off counts for nothing until it
 * is switched on.
 */
export function toggleBills(document: Document, hooks: DocumentHooks, call: Call, status: '0' | '1'): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, lines }) => {
      const bills = billsOf(heads, lines);
      if (bills.length !== ids.length) throw notFound();
      if (status === '1') await hooks.beforeEnable?.(ctx, bills);
      ctx.later({
        text: `
          update app.${tableOf(document)}
          set status = $2, row_version = row_version + 1, updater_name = $3, update_date = now()
          where id = any($1::uuid[]) and status <> $2`,
        values: [ids, status, ctx.identity.realName],
      });
      await hooks.afterToggle?.(ctx, bills, status);
      for (const bill of bills)
        ctx.log({
          noun: document.name,
          recordId: bill.id,
          recordCode: bill.code,
          operation: status === '1' ? 'enable' : 'disable',
        });
      return null;
    },
    { reads: { heads: headsOf(document, ids, true), lines: linesOf(document, ids) } },
  );
}
