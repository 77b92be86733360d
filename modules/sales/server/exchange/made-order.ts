import type { DraftOf } from '#platform/model/document.ts';
import { invalidAt } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { readDraft, refReads } from '#platform/server/document/draft.ts';
import { factsOf, finish } from '#platform/server/document/save.ts';
import { serveDocument } from '#platform/server/document/serve.ts';
import { order } from '#sales/model/order/order.ts';
import { orderReads, type OrderRows } from '#sales/server/order/order-pricing.ts';
import { saveOrder } from '#sales/server/order/order-save.ts';

/** An order that another document makes, as it would be saved. */
export type MadeOrder = DraftOf<typeof order>;

/**
 * Prices the order that another document will make. Lines at a place in `amounts` with an amount cost that, whatever
 * the book says; `ids` are the lines in the order in which they were asked for.
 */
export async function draftOrder(
  ctx: Command,
  asked: Readonly<Record<string, unknown>>,
  amounts: readonly (string | null)[],
): Promise<{ readonly order: MadeOrder; readonly ids: readonly string[] }> {
  const { draft, places } = readDraft(order, asked, { isStash: false, today: ctx.today, previous: null });
  if (places.length > 0) throw invalidAt(places);
  const ids = draft.lines.map(({ id }) => id);
  const replaced = new Map(
    ids.flatMap((id, at): [string, string][] => {
      const amount = amounts[at] ?? null;
      return amount === null ? [] : [[id, amount]];
    }),
  );
  let made: MadeOrder | undefined;
  const hooks =
    serveDocument<typeof order, ReturnType<typeof orderReads>>(order, {
      saveReads: orderReads,
      async beforeSave(inner, own, known) {
        const saving = { ctx: inner, facts: known, previous: null, days: '0', rows: known.rows as OrderRows };
        return (made = await saveOrder(own, { ...saving, replaced }));
      },
    }).document ?? {};
  const facts = await factsOf(ctx, hooks, draft, refReads(order, draft), {});
  await finish(order, hooks, ctx, draft, facts, null, order.states.saved.code);
  if (made === undefined) throw new Error('an order that another document makes was not priced');
  return { order: made, ids };
}
