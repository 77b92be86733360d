import type { RowsOf } from '#platform/server/db/statement.ts';
import type { GiftCosts } from '#promotion/model/engine/free-goods.ts';
import { averageOf } from '#stock/model/average.ts';
import { averageCosts } from '#stock/server/average-costs.ts';
import { paramIn, type ParamRow } from '#system/server/setting/param.ts';

type CostRows = RowsOf<{ costs: ReturnType<typeof averageCosts> }>['costs'];

/** Whether the budgets of activities count what gifts cost the house instead of their price (SD030). */
export const isAtCost = (params: readonly ParamRow[], organizeCode: string): boolean =>
  paramIn(params, 'SD030', organizeCode) === '1';

/** Of goods that an order may give. */
export const costsOfGoods = (organizeCode: string, codes: readonly string[]) =>
  averageCosts('select $1::text as organize_code, unnest($2::text[]) as material_code', [organizeCode, codes]);

/** Of goods that orders give. */
export const costsOfGiven = (ids: readonly string[]) =>
  averageCosts(
    `
      select distinct h.organize_code, l.product_code as material_code
      from app.order_order h
      join app.order_order_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
      where h.id = any($1::uuid[]) and l.rule_no is not null`,
    [ids],
  );

export const giftCostsIn = (rows: CostRows, organizeCode: string): GiftCosts =>
  Object.fromEntries(
    rows.filter((row) => row.organizeCode === organizeCode).map((row) => [row.materialCode, averageOf(row)]),
  );
