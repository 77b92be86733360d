import { compare } from '#platform/model/decimal.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { accountKinds } from '#funds/model/capital.ts';
import { paramIn, type ParamRow } from '#system/server/setting/param.ts';
import { cashBeforeDelivery, creditOver } from '#funds/server/capital.ts';

const payerRow = {
  orderCode: 'text',
  organizeCode: 'text',
  receiveType: 'text?',
  customerStatus: 'text',
  onCredit: 'decimal',
} as const;
export type Payer = RowOf<typeof payerRow>;

/**
 * How the customers of orders pay, whether they may still be served, and what of each order hangs on credit. `orders`
 * is SQL of an array of their ids.
 */
export const payersOf = (orders: string, values: readonly unknown[]) =>
  statement(
    payerRow,
    `
      select o.code as order_code, o.organize_code, c.receive_type, c.status as customer_status,
        (
          select coalesce(sum(h.occupied), 0)
          from app.capital_hold h
          join app.capital_balance b on b.tenant_code = h.tenant_code and b.id = h.balance_id
          join app.sale_capitalaccount a on a.tenant_code = b.tenant_code and a.account_code = b.account_code
          where h.tenant_code = o.tenant_code and h.doc_id = o.id and a.account_type = '${accountKinds.credit}'
        ) as on_credit
      from app.order_order o
      join app.data_customer c on c.tenant_code = o.tenant_code and c.code = o.customer_code
      where o.id = any(${orders})`,
    values,
  );

/** Who pays before delivery has paid: nothing of the order may hang on credit (SD017). */
export function refuseUnpaid(payer: Payer | undefined, params: readonly ParamRow[]): void {
  if (payer?.receiveType !== cashBeforeDelivery || paramIn(params, 'SD017', payer.organizeCode) !== '1') return;
  if (compare(payer.onCredit, '0') > 0) throw creditOver({ short: payer.onCredit });
}
