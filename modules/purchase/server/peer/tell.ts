import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';

export const sides = { buyer: '1', seller: '2' } as const;

/** A message to the other side, in the same transaction; numbers are told as text, to the last digit. */
export function tellPeer(
  ctx: Command,
  { subjectId, peerTenant }: { readonly subjectId: string; readonly peerTenant: string },
  kind: string,
  payload: object,
): void {
  ctx.later(
    statement({ told: 'uuid' }, 'select sec.tell_peer($1, $2, $3, $4::jsonb) as told', [
      subjectId,
      peerTenant,
      kind,
      JSON.stringify(payload),
    ]),
  );
}

/**
 * How an order of a pair stands, told whole: whoever hears it late or twice knows the same. `changes` is what the
 * verb under way makes of the head. An order that is of no pair tells nobody.
 */
export const newsOf = (orderIds: readonly string[], changes: object = {}) =>
  statement(
    { told: 'uuid' },
    `
      select sec.tell_peer(
        p.id, p.peer_tenant, 'news',
        jsonb_build_object(
          'orderCode', o.code, 'status', o.bill_status, 'isVoid', o.cancel_flag = '1' or o.deleted_flag = '1',
          'clawback', coalesce((
            select sum(e.d_amount)
            from app.receivable_entry e
            where e.doc_id = o.id and e.post_type = 'ADJ'
          ), 0)::numeric(20, 2)::text,
          'lines', (
            select coalesce(
              jsonb_agg(
                jsonb_build_object(
                  'lineId', coalesce(x.id, l.id), 'isOrdered', x.id is not null, 'productCode', l.product_code,
                  'productName', l.product_name, 'number', trim_scale(l.number)::text,
                  'amount', (l.amount - coalesce(l.discount_amount, 0))::text,
                  'closed', trim_scale(coalesce(l.closed_number, 0))::text
                ) order by l.line_no
              ),
              '[]'
            )
            from app.order_order_line l
            left join app.order_peer_line x on x.peer_id = p.id and x.own_line_id = l.id
            where l.parent_id = o.id
          )
        ) || $2::jsonb
      ) as told
      from app.order_peer p
      join app.order_order o on o.id = p.bill_id
      where p.side = '${sides.seller}' and p.is_active and p.bill_id = any($1::uuid[])`,
    [orderIds, JSON.stringify(changes)],
  );
