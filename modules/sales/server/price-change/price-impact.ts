import { z } from 'zod';
import { decimalPattern, fixed, isZero, minus, over, round, times } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { defaultZone } from '#platform/model/zone.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { isId } from '#platform/server/db/id.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { askedIn, code } from '#platform/server/http/asked.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { estimatedCost } from '#price/model/estimated-cost.ts';
import { priceChange } from '#price/model/price-change.ts';
import { currentPrices } from '#price/server/current-prices.ts';
import { costsRead } from '#price/server/price-reads.ts';
import { order } from '#sales/model/order/order.ts';
import type { LineImpact, PriceImpact } from '#sales/model/price-impact.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';

const mostLines = 2000;
/** Numbers of orders that are named beside their count: more nobody reads through. */
const mostCodes = 200;

const asked = z.object({
  organizeCode: code,
  effectiveDate: z.iso.date().nullish(),
  lines: z
    .array(
      z.object({
        id: code,
        productCode: code,
        priceClassCode: code,
        newPrice: z
          .string()
          .nullish()
          .transform((value) => (value != null && decimalPattern.test(value) ? value : null)),
      }),
    )
    .max(mostLines),
});
type Asked = z.output<typeof asked>;
type AskedLine = Asked['lines'][number];

/**
 * What new prices change, for all lines in one network write: against the price in force, the cost, the open orders.
 */
export const priceImpactRoute: Route = {
  method: 'POST',
  path: `${priceChange.path}/impact`,
  permission: [permissionOf(priceChange, 'save'), permissionOf(priceChange, 'view')],
  effect: 'none',
  body: asked,
  summary: 'Price change: old prices, differences, margins and open orders of these lines',
  handle: impact,
};

async function impact(call: Call): Promise<PriceImpact> {
  const question = await askedIn(call, asked, { given: call.body, field: priceChange.lineLabel });
  const { rows } = await call.read(readsFor(question));
  return { lines: linesOf(question, rows) };
}

function readsFor({ organizeCode, effectiveDate, lines }: Asked) {
  const products = [...new Set(lines.flatMap(({ productCode }) => productCode ?? []))];
  const day = effectiveDate ?? todayIn(defaultZone);
  return {
    rights: statement({ cost: 'boolean', orders: 'boolean' }, 'select sec.may($1) as cost, sec.may($2) as orders', [
      permissionOf(estimatedCost, 'view'),
      permissionOf(order, 'page'),
    ]),
    params: paramStatement(['SD004']),
    prices: currentPrices({ products, organizeCode, day }),
    costs: costsRead({ organizeCode, date: day, materials: products }),
    settled: settledPrices(lines.flatMap(({ id }) => (id !== null && isId(id) ? [id] : []))),
    orders: openOrders(products, organizeCode),
  };
}
type Read = RowsOf<ReturnType<typeof readsFor>>;

/** Once a change is approved its prices are the ones in force: what was before stands in its lines. */
const settledPrices = (ids: readonly string[]) =>
  statement(
    { id: 'uuid', oldPrice: 'decimal?' },
    `
      select l.id, l.old_price
      from app.sale_pricechange_line l
      join app.sale_pricechange t on t.id = l.parent_id
      where l.id = any($1::uuid[])
        and t.bill_status in ('1', '2')
        and ${scopeOf(priceChange, null).join(' and ') || 'true'}`,
    [ids],
  );

/** An approved order keeps its prices; one that is still written or waits is priced again. */
const openOrders = (products: readonly string[], organizeCode: string | null) =>
  statement(
    { productCode: 'text', priceClassCode: 'text?', count: 'integer', codes: 'texts' },
    `
      select l.product_code, c.price_class_code, count(distinct t.id)::integer as count,
        (array_agg(distinct t.code order by t.code desc))[1:${mostCodes}] as codes
      from app.order_order t
      join app.order_order_line l on l.parent_id = t.id and l.product_code = any($1::text[])
      join app.data_customer c on c.code = t.customer_code
      where ${scopeOf(order, null).join(' and ') || 'true'}
        and t.bill_status in ('0', '3', '4')
        and t.deleted_flag = '0'
        and t.cancel_flag = '0'
        and ($2::text is null or t.organize_code = $2)
      group by 1, 2`,
    [products, organizeCode],
  );

function linesOf({ organizeCode, lines }: Asked, rows: Read): readonly LineImpact[] {
  const defaultClass = paramIn(rows.params, 'SD004', organizeCode);
  const keyOf = (row: { readonly productCode: string | null; readonly priceClassCode: string | null }): string =>
    `${row.productCode ?? ''}\n${row.priceClassCode ?? defaultClass}`;
  const prices = new Map(rows.prices.map((row) => [keyOf(row), row]));
  const settled = new Map(rows.settled.map(({ id, oldPrice }) => [id, oldPrice]));
  const costs = new Map(rows.costs.map(({ productCode, cost }) => [productCode, cost]));
  const orders = Map.groupBy(rows.orders, keyOf);
  const [rights] = rows.rights;
  return lines.map((line): LineImpact => {
    const current = prices.get(keyOf(line));
    const oldPrice = (line.id !== null && settled.has(line.id) ? settled.get(line.id) : current?.price) ?? null;
    const held = orders.get(keyOf(line)) ?? [];
    return {
      oldPrice,
      ...changeOf(oldPrice, line.newPrice),
      ...(rights?.cost === true
        ? { margin: current?.unitType === '1' ? null : marginOf(line, costs.get(line.productCode ?? '')) }
        : {}),
      ...(rights?.orders === true
        ? {
            orders: {
              count: held.reduce((sum, { count }) => sum + count, 0),
              codes: held.flatMap(({ codes }) => codes).slice(0, mostCodes),
            },
          }
        : {}),
    };
  });
}

function changeOf(oldPrice: string | null, newPrice: string | null): Pick<LineImpact, 'difference' | 'percent'> {
  if (oldPrice === null || newPrice === null) return { difference: null, percent: null };
  const difference = minus(newPrice, oldPrice);
  return {
    difference: round(difference, 4),
    percent: isZero(oldPrice) ? null : fixed(times(over(difference, oldPrice), '100'), 1),
  };
}

/** A cost is of the main unit: against a price of the auxiliary one it would tell a margin that is none. */
const marginOf = ({ newPrice }: AskedLine, cost: string | undefined): string | null =>
  cost === undefined || newPrice === null || isZero(newPrice)
    ? null
    : fixed(times(over(minus(newPrice, cost), newPrice), '100'), 1);
