import { z } from 'zod';
import { isZero } from '#platform/model/decimal.ts';
import { addDays } from '#platform/model/time/day.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveJob } from '#platform/server/job/handler.ts';
import { demand } from '#purchase/model/demand.ts';
import { minStockDemand } from '#purchase/model/min-stock-job.ts';
import { outDays, refillOf } from '#purchase/model/refill.ts';
import { demandService } from './demand.ts';
import { makeBill } from './made/make-bill.ts';

/** What one run asks for at most; the next one goes on. */
const mostLevels = 2000;

/** What is to come of the goods of a level `v`: with purchases, and with demands that nobody has ordered yet. */
const comingSql = `
  left join lateral (
    select sum(
      greatest(
        0, l.number - coalesce(l.closed_number, 0) - coalesce(l.arrived_number, 0) + coalesce(l.returned_number, 0)
      )
    ) as number
    from app.order_purchase_line l
    join app.order_purchase h on h.tenant_code = l.tenant_code and h.id = l.parent_id
    where l.product_code = v.product_code
      and h.storage_code = v.storage_code
      and h.bill_status in ('0', '1', '4')
      and h.cancel_flag = '0'
      and h.deleted_flag = '0'
  ) p on true
  left join lateral (
    select sum(coalesce(l.approved_number, l.number)) as number
    from app.order_demand_line l
    join app.order_demand h on h.tenant_code = l.tenant_code and h.id = l.parent_id
    where l.product_code = v.product_code
      and h.storage_code = v.storage_code
      and h.bill_status in ('0', '1', '3', '4')
      and h.cancel_flag = '0'
      and h.deleted_flag = '0'
      and h.customer_code is null
      and h.purchase_code is null
  ) q on true`;

/**
 * Every level with what lies there, is promised, is to come and has left. What open demands ask for is to come: a
 * second run of the same morning asks for nothing again.
 */
const standings = (today: string) =>
  statement(
    {
      organizeCode: 'text',
      storageCode: 'text',
      productCode: 'text',
      supplierCode: 'text?',
      minNumber: 'decimal',
      maxNumber: 'decimal?',
      leadDays: 'integer?',
      onHand: 'decimal',
      promised: 'decimal',
      onOrder: 'decimal',
      outNumber: 'decimal',
      decimals: 'integer',
    },
    `
      select v.organize_code, v.storage_code, v.product_code, v.supplier_code, v.min_number, v.max_number, v.lead_days,
        coalesce(b.on_hand, 0) as on_hand, coalesce(b.promised, 0) as promised,
        coalesce(p.number, 0) + coalesce(q.number, 0) as on_order, coalesce(o.number, 0) as out_number,
        coalesce(u.precision, 0) as decimals
      from app.order_minstock v
      join app.data_material m on m.tenant_code = v.tenant_code and m.code = v.product_code and m.status = '1'
      left join app.data_unit u on u.tenant_code = m.tenant_code and u.code = m.main_unit_code
      left join lateral (
        select sum(s.on_hand - s.frozen) as on_hand, sum(s.occupied) as promised
        from app.stock_balance s
        where s.storage_code = v.storage_code and s.material_code = v.product_code
      ) b on true ${comingSql}
      left join lateral (
        select -sum(e.d_on_hand) as number
        from app.stock_balance s
        join app.stock_entry e on e.tenant_code = s.tenant_code and e.balance_id = s.id
        where s.storage_code = v.storage_code
          and s.material_code = v.product_code
          and e.post_type = 'OUT'
          and e.biz_date > $1::date - ${outDays}
      ) o on true
      where v.status = '1'
      order by v.organize_code, v.storage_code, v.supplier_code, v.product_code
      limit ${mostLevels}`,
    [today],
  );

async function askForMore(ctx: Command): Promise<void> {
  // One run at a time: the second sees what the first one asks for.
  const { levels } = await ctx.all({
    held: statement(
      { held: 'boolean' },
      `select pg_advisory_xact_lock(7060, hashtext(sec.tenant())) is null as held`,
      [],
    ),
    levels: standings(ctx.today),
  });
  const short = levels
    .map((level) => ({ ...level, refill: refillOf(level, level.decimals) }))
    .filter(({ refill }) => !isZero(refill.number));
  const groups = Map.groupBy(short, ({ organizeCode, storageCode, supplierCode }) =>
    JSON.stringify([organizeCode, storageCode, supplierCode]),
  );
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    await makeBill(ctx, {
      document: demand,
      hooks: demandService.document,
      body: {
        organizeCode: first.organizeCode,
        storageCode: first.storageCode,
        supplierCode: first.supplierCode,
        requiredDate: addDays(ctx.today, Math.max(...group.map(({ refill }) => refill.leadDays))),
        lines: group.map(({ productCode, refill }) => ({ productCode, number: refill.number })),
      },
      kept: { source: '2' },
      keptLines: group.map(({ onHand, promised, onOrder, refill }) => ({
        onHandNumber: onHand,
        promisedNumber: promised,
        onOrderNumber: onOrder,
        dailyNumber: refill.dailyNumber,
        leadDays: refill.leadDays,
      })),
    });
  }
}

export const minStockJob = serveJob(minStockDemand, z.strictObject({}), { once: askForMore });
