import type { Session, World } from '#tests/world.ts';
import { movements, orders } from './shop.ts';

export const deliveries = '/channelsale/delivery';
export const releases = '/stock/deliveryrelease';
export const bills = '/channelsale/bill';
export const limits = '/channelsale/creditchange';

/** What the product may answer to somebody who asks at the wrong moment. Anything else is a fault. */
export const refusals: ReadonlySet<string> = new Set([
  '',
  'E-STATE',
  'E-CANCELLED',
  'E-NOT-FOUND',
  'E-INVALID',
  'E-DEL-AUDITED',
  'E-DOWNSTREAM',
  'E-INFLIGHT',
  'E-STOCK',
  'E-ONHAND',
  'E-ONHAND-REV',
  'E-CREDIT-OVER',
  'E-FUND-USED',
  'E-TRF',
  'E-ACCOUNT-USE',
  'E-REFUND-OVER',
  'E-FUND-LACK',
  'E-OVER-OUT',
  'E-OVER-DELIVERY',
  'E-NOTHING-LEFT',
  'E-RELEASED',
  'E-SIGNED',
  'E-SIGN-OVER',
  'E-ACCOUNT-MOVED',
  'E-DISCOUNT-OVER',
  'E-PAY-ZERO',
  'E-RED-OVER',
  'E-RET-OVER',
  'E-RET-NEG',
  'E-LINE-IDLE',
  'E-MADE',
  'E-PERIOD',
]);

export async function openCustomer(
  session: Session,
  code: string,
  { limit, cash, isControlled }: { readonly limit: string; readonly cash: string; readonly isControlled: boolean },
): Promise<void> {
  await session.must('POST', '/data/customer/manage', {
    code,
    name: `客户${code}`,
    classCode: 'K1',
    customerType: '1',
    creditControlFlag: isControlled ? '1' : '0',
    receiveType: '3',
    creditDays: 30,
  });
  if (limit !== '0')
    await audited(session, limits, { organizeCode: 'O1', customerCode: code, changeType: '0', changeAmount: limit });
  if (cash !== '0')
    await audited(session, bills, { organizeCode: 'O1', customerCode: code, billType: 'RC', amount: cash });
}

export async function audited(session: Session, path: string, body: object): Promise<string> {
  const { id } = await session.must<{ id: string }>('POST', path, body);
  await session.must('PUT', `${path}/audit`, [id]);
  return id;
}

export const orderFor = (
  customerCode: string,
  lines: readonly (readonly [code: string, number: string, price: string])[],
  charges: object = {},
): object => ({
  organizeCode: 'O1',
  customerCode,
  storageCode: 'W1',
  ...charges,
  lines: lines.map(([productCode, number, price]) => ({ productCode, number, price })),
});

/** What a clerk may write beside the goods: nothing as often as not, and now and then more off than there is. */
export function chargesBy(random: () => number): object {
  const one = (figures: readonly string[]): string => figures[Math.floor(random() * figures.length)] as string;
  return random() < 0.4
    ? {}
    : {
        freightAmount: one(['0', '12.50', '0.01', '80']),
        allowanceAmount: one(['0', '1.99', '10', '40']),
        roundingAmount: one(['0', '0.03', '0.50']),
      };
}

/** An audited order whose delivery waits at the gate, or whose movement waits in the warehouse. */
export async function orderAtGate(
  session: Session,
  customerCode: string,
  lines: readonly (readonly [string, string, string])[],
): Promise<{ order: string; delivery: string }> {
  const order = await audited(session, orders, orderFor(customerCode, lines));
  const {
    ids: [delivery = ''],
  } = await session.must<{ ids: string[] }>('POST', `${orders}/pushDown`, [order]);
  await session.must('PUT', `${deliveries}/audit`, [delivery]);
  return { order, delivery };
}

export async function orderInWarehouse(
  session: Session,
  customerCode: string,
  lines: readonly (readonly [string, string, string])[],
): Promise<{ order: string; delivery: string; movement: string }> {
  const made = await orderAtGate(session, customerCode, lines);
  const {
    ids: [movement = ''],
  } = await session.must<{ ids: string[] }>('PUT', `${releases}/release`, [made.delivery]);
  return { ...made, movement };
}

/** Every figure of a customer and of the goods, to see whether something left a trace. */
export async function figures(world: World, customerCode: string): Promise<string> {
  const rows = await world.sql(
    `
      select a.account_type as what, b.balance::text, b.occupied::text, b.frozen::text, b.credit_limit::text
      from app.capital_balance b
      join app.sale_capitalaccount a using (tenant_code, account_code)
      where a.tenant_code = '1000' and a.customer_code = $1
      union all
      select 'owed', amount::text, '', '', ''
      from app.receivable_balance
      where tenant_code = '1000' and customer_code = $1
      union all
      select material_code, on_hand::text, occupied::text, frozen::text, in_transit::text
      from app.stock_balance
      where tenant_code = '1000'
      union all
      select 'cost ' || material_code, number::text, amount::text, '', ''
      from app.cost_balance
      where tenant_code = '1000'
      order by 1`,
    [customerCode],
  );
  // A balance at zero is no balance.
  return JSON.stringify(
    rows.filter(({ what: _what, ...figures }) =>
      Object.values(figures).some((figure) => Number.parseFloat(String(figure)) !== 0 && figure !== ''),
    ),
  );
}

/**
 * What must hold of one customer at any moment: he owes what his accounts lack, and his orders hold what they have yet
 * to pay. Cash is never spent twice; only an adjustment by hand may leave it below nothing (I12).
 */
export async function wrongOf(world: World, customerCode: string): Promise<readonly string[]> {
  const rows = await world.sql<{ wrong: string }>(
    `
      with account as (
        select a.account_type, b.*
        from app.capital_balance b
        join app.sale_capitalaccount a using (tenant_code, account_code)
        where a.tenant_code = '1000' and a.customer_code = $1
      )
      select 'owes ' || coalesce(r.amount, 0) || ', accounts ' || x.balance as wrong
      from (select coalesce(sum(balance), 0) as balance from account where account_type in ('A001', 'A002')) x
      left join app.receivable_balance r on r.tenant_code = '1000' and r.customer_code = $1
      where coalesce(r.amount, 0) + x.balance <> 0
      union all
      select a.account_type || ' spends what it lacks: ' || a.balance || ' ' || a.occupied || ', adjusted by ' ||
        x.amount
      from account a
      cross join lateral (
        select coalesce(sum(e.d_balance), 0) as amount
        from app.capital_entry e
        where e.tenant_code = '1000'
          and e.balance_id = a.id
          and a.account_type = 'A001'
          and e.doc_type = 'sale:bill'
          and e.post_type = 'ADJ'
      ) x
      where a.account_type in ('A001', 'A003') and a.balance - a.occupied - a.frozen < least(0, x.amount)
      union all
      select o.code || ' holds ' || h.held || ' of ' || o.payable_amount
      from app.order_order o
      join (
        select doc_id, sum(occupied) as held
        from app.capital_hold
        where tenant_code = '1000'
        group by doc_id
      ) h on h.doc_id = o.id
      where o.tenant_code = '1000'
        and o.customer_code = $1
        and (h.held < 0 or h.held > o.payable_amount or (o.bill_status <> '1' and h.held <> 0))
      union all
      select o.code || ' holds ' || h.held || ', its open lines cost ' || c.cost
      from app.order_order o
      cross join lateral (
        select coalesce(sum(x.occupied), 0) as held
        from app.capital_hold x
        where x.tenant_code = '1000' and x.doc_id = o.id
      ) h
      cross join lateral (
        select coalesce(
          sum(
            l.amount - coalesce(l.discount_amount, 0) - coalesce(l.closed_amount, 0) - coalesce((
              select sum(k.amount)
              from app.doc_link k
              where k.tenant_code = '1000' and k.from_line_id = l.id and k.kind = 'out' and k.is_active
            ), 0)
          ) + case
            when count(*) > 0
              and not exists (
                select from app.doc_link k
                where k.tenant_code = '1000' and k.from_id = o.id and k.kind = 'freight' and k.is_active
              ) then coalesce(o.freight_amount, 0)
            else 0
          end,
          0
        ) as cost
        from app.order_order_line l
        where l.tenant_code = '1000'
          and l.parent_id = o.id
          and l.number - coalesce(l.closed_number, 0) - coalesce(l.out_number, 0) > 0
      ) c
      where o.tenant_code = '1000' and o.customer_code = $1 and o.bill_status = '1' and h.held <> c.cost
      union all
      select o.code || ' carries ' || f.amount || ' of freight ' || coalesce(o.freight_amount, 0) || ' with ' ||
        f.shipped || ' lines gone'
      from app.order_order o
      join (
        select from_id, coalesce(sum(amount) filter (where kind = 'freight'), 0) as amount,
          count(*) filter (where kind = 'out') as shipped
        from app.doc_link
        where tenant_code = '1000' and kind in ('out', 'freight') and is_active
        group by 1
      ) f on f.from_id = o.id
      where o.tenant_code = '1000'
        and o.customer_code = $1
        and f.amount <> case when f.shipped > 0 then coalesce(o.freight_amount, 0) else 0 end
      union all
      select o.code || ' line ' || l.line_no || ' is counted wrong'
      from app.order_order o
      join app.order_order_line l on l.tenant_code = o.tenant_code and l.parent_id = o.id
      where o.tenant_code = '1000'
        and o.customer_code = $1
        and (
          l.out_number > l.released_number
          or l.released_number + coalesce(l.closed_number, 0) > l.number
          or coalesce(l.signed_number, 0) + coalesce(l.short_number, 0) > l.out_number
        )`,
    [customerCode],
  );
  return rows.map(({ wrong }) => wrong);
}

export { movements, orders };
