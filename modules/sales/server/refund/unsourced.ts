import { compare, over, plus, round, times } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { cents } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { counterWithdrawal, exchanging } from '#sales/model/refund/choices.ts';
import type { RefundRecord } from '#sales/model/refund/refund-record.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { paramIn, type ParamRow } from '#system/server/setting/param.ts';

type Draft = DraftOf<typeof refund>;

/**
 * Goods that a counter gives back are of many orders and nobody knows which (SD016): they give back what the customer
 * paid last for a piece of them, and no promotion, no points are asked about.
 */
export async function completeUnsourced(
  ctx: Command,
  draft: Draft,
  { params }: { readonly params: readonly ParamRow[] },
): Promise<Draft> {
  refuseNamed(draft, paramIn(params, 'SD016', draft.organizeCode) === '1');
  const { houses, prices } = await ctx.all({
    houses: statement(
      { code: 'text', name: 'text' },
      `
        select d.code, d.name
        from app.data_depot d
        where d.organize_code = $1 and d.status = '1' and d.type = '0'
        order by d.code
        limit 200`,
      [draft.organizeCode],
    ),
    prices: lastPaid(
      draft,
      draft.lines.map(({ productCode }) => productCode),
    ),
  });
  const house = draft.storageCode === null ? houses[0] : houses.find(({ code }) => code === draft.storageCode);
  if (house === undefined) {
    const reason = draft.storageCode === null ? reasons.required : reasons.notChosen;
    throw invalidAt([{ path: 'storageCode', field: refund.head.storageCode.label, reason }]);
  }
  draft.storageCode = house.code;
  draft.storageName = house.name;
  priceLines(draft, prices);
  const record = recordOf(draft.lines);
  draft.estimate = record;
  draft.totalNumber = plus(...draft.lines.map(({ number }) => number));
  draft.totalAmount = record.refund;
  draft.clawbackAmount = '0.00';
  return draft;
}

/** Only a counter withdrawal comes without its order, and only where the house allows it; an exchange never does. */
function refuseNamed(draft: Draft, isAllowed: boolean): void {
  const { returnReason, orderType, customerCode } = draft;
  const places: Place[] = [];
  if (!isAllowed || returnReason !== counterWithdrawal || orderType === exchanging)
    places.push({ path: 'orderCode', field: refund.head.orderCode.label, reason: reasons.required });
  else if (customerCode === null)
    places.push({ path: 'customerCode', field: refund.head.customerCode.label, reason: reasons.required });
  draft.lines.forEach(({ direction, number, orderLineId }, i) => {
    const of = (path: 'direction' | 'number' | 'orderLineId', reason: Label): void => {
      places.push({ path: `lines.${i}.${path}`, field: refund.lines[path].label, reason });
    };
    if (direction !== '-1') of('direction', reasons.notChosen);
    if (orderLineId !== null) of('orderLineId', reasons.notChosen);
    if (compare(number, '0') <= 0) of('number', reasons.format);
  });
  if (places.length > 0) throw invalidAt(places);
}

const lastPrice = { productCode: 'text', number: 'decimal', amount: 'decimal' } as const;
/** The last line of each of these goods that left for the customer and was bought, after all discounts. */
const lastPaid = ({ organizeCode, customerCode }: Draft, goods: readonly (string | null)[]) =>
  statement(
    lastPrice,
    `
      select distinct on (l.product_code) l.product_code, l.number, l.amount - coalesce(l.discount_amount, 0) as amount
      from app.order_order t
      join app.order_order_line l on l.tenant_code = t.tenant_code and l.parent_id = t.id
      where t.customer_code = $1
        and t.organize_code = $2
        and t.bill_status in ('1', '2')
        and t.cancel_flag = '0'
        and t.deleted_flag = '0'
        and t.points_order_code is null
        and l.product_code = any($3::text[])
        and l.line_type = '0'
        and l.rule_no is null
        and l.number > 0
        and l.out_number > 0
      order by l.product_code, t.bill_date desc, t.create_date desc, l.line_no desc`,
    [customerCode, organizeCode, [...new Set(goods)]],
  );

const neverSold: Label = ['客户没有买过', '客戶沒有買過', 'the customer never bought it'];

function priceLines(draft: Draft, prices: readonly RowOf<typeof lastPrice>[]): void {
  const places: Place[] = [];
  draft.lines.forEach((line, i) => {
    const last = prices.find(({ productCode }) => productCode === line.productCode);
    if (last === undefined)
      places.push({ path: `lines.${i}.productCode`, field: refund.lines.productCode.label, reason: neverSold });
    else {
      line.price = round(over(last.amount, last.number), 4);
      line.amount = cents(times(line.price, line.number));
    }
    line.shortFlag = '0';
    line.lossFlag = '0';
    line.missing = null;
    line.receivedNumber = '0';
  });
  if (places.length > 0) throw invalidAt(places);
}

/** What goods without their order give back: nothing else is asked. */
export function recordOf(
  lines: readonly Pick<Draft['lines'][number], 'id' | 'productCode' | 'productName' | 'number' | 'amount'>[],
): RefundRecord {
  const total = cents(plus(...lines.map(({ amount }) => amount ?? '0')));
  return {
    basis: 'last',
    back: lines.map(({ id, productCode, productName, number, amount }) => ({
      lineId: id,
      productCode,
      productName: productName ?? null,
      number,
      share: cents(amount ?? '0'),
    })),
    kept: [],
    gifts: [],
    paid: total,
    withheldBefore: '0.00',
    position: total,
    owed: '0.00',
    refund: total,
    charge: '0.00',
    withheld: '0.00',
    credit: null,
  };
}
