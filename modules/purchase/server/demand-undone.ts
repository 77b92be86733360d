import { joinDocument } from '#platform/server/document/join.ts';
import type { Command } from '#platform/server/command/command.ts';
import { order } from '#sales/model/order/order.ts';
import { demandLink } from '#purchase/model/links.ts';
import { purchase } from '#purchase/model/purchase.ts';

/** What was made of demands is void or gone: they ask for their goods again. */
export function askAgain(ctx: Command, madeIds: readonly string[]): void {
  ctx.later({
    text: `
      update app.order_demand d
      set order_code = null, purchase_code = null, row_version = d.row_version + 1
      where d.id = any(array(
        select k.from_id
        from app.doc_link k
        where k.kind = '${demandLink}' and k.is_active and k.to_id = any($1::uuid[])
      ))`,
    values: [madeIds],
  });
  ctx.later({
    text: `
      update app.doc_link
      set is_active = false
      where kind = '${demandLink}' and is_active and to_id = any($1::uuid[])`,
    values: [madeIds],
  });
}

const cancelled = {
  after: {
    cancel: (ctx: Command, { id }: { readonly id: string }): void => {
      askAgain(ctx, [id]);
    },
  },
};

export const demandJoins = [
  joinDocument(order, 'demand', { ...cancelled, afterDelete: askAgain }),
  joinDocument(purchase, 'demand', cancelled),
];
