import { z } from 'zod';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveJob } from '#platform/server/job/handler.ts';
import { delivery } from '#sales/model/delivery.ts';
import { autoSign } from '#sales/model/auto-sign.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { signWhole } from './delivery-sign.ts';
import { linkKinds, movementsHeld } from '#sales/server/order/order-progress.ts';

const mostAtOnce = 500;

async function signLate(ctx: Command): Promise<void> {
  const params = await ctx.rows(paramStatement(['SD013']));
  const daysOf = (organizeCode: string | null): number => Number.parseInt(paramIn(params, 'SD013', organizeCode), 10);
  const differing = Object.fromEntries(
    params.flatMap(({ organizeCode }) =>
      typeof organizeCode === 'string' ? [[organizeCode, daysOf(organizeCode)]] : [],
    ),
  );
  const late = await ctx.rows(
    statement(
      { id: 'uuid' },
      `
        select d.id
        from app.order_delivery d
        join app.doc_link k
          on k.tenant_code = d.tenant_code
          and k.from_id = d.id
          and k.kind = '${linkKinds.ship}'
          and k.is_active
        join app.stock_inout m on m.tenant_code = k.tenant_code and m.id = k.to_id and m.bill_status = '1'
        where d.bill_status = $2
          and d.receipt_status = '0'
          and d.confirm_flag = '1'
          and not exists (
            select from app.order_order o
            where o.tenant_code = d.tenant_code and o.code = d.order_code and o.peer_code is not null
          )
        group by d.id, d.organize_code
        having $1::date - max(m.bill_date) > coalesce(($3::jsonb ->> d.organize_code)::integer, $4::integer)
        order by d.id
        limit ${mostAtOnce}`,
      [ctx.today, delivery.states.closed.code, JSON.stringify(differing), daysOf(null)],
    ),
  );
  const ids = late.map(({ id }) => id);
  if (ids.length === 0) return;
  await ctx.each([movementsHeld(ids)]);
  await signWhole(ctx, ids);
}

export const autoSignJob = serveJob(autoSign, z.strictObject({}), { once: signLate });
