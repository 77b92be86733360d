import { compare } from '#platform/model/decimal.ts';
import type { Reads, RowsOf } from '#platform/server/db/statement.ts';
import { statement } from '#platform/server/db/statement.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import type { BlueRoom } from '#invoice/model/red/red-sources.ts';
import { printedLink } from '#invoice/server/maintain/red-rows.ts';

/** Where an invoice has no line of its own in a link, the goods are told by what they are called on the paper. */
const onLine = `
  (p.to_line_id = l.id or p.to_line_id = l.parent_id and right(l.product_name, length(a.product_name) + 1) =
    '*' || a.product_name)`;
const moved = `h.bill_status in ('1', '2') and h.cancel_flag = '0' and h.deleted_flag = '0'`;

/** What applications ask for of a line of a movement, and what reds took of it. */
const takenSql = `
  select coalesce((
    select sum(x.number - coalesce(x.freed_number, 0))
    from app.invoice_apply_line x
    join app.invoice_apply y on y.tenant_code = x.tenant_code and y.id = x.parent_id
    where x.source_code = h.code
      and x.source_kind = '0'
      and x.source_line_no = s.line_no
      and y.bill_status <> '3'
      and y.cancel_flag = '0'
      and y.deleted_flag = '0'
  ), 0) + coalesce((
    select sum(k.number)
    from app.doc_link k
    where k.from_id = h.id
      and k.from_line_id = s.id
      and k.kind = '${linkKinds.invoice}'
      and k.to_type = 'invoice:maintain'
      and k.is_active
  ), 0) as number`;

/** Lines of orders whose goods are on an invoice, by the line of the paper. */
export const goodsOn = (invoiceId: string) =>
  statement(
    { lineNo: 'integer', orderId: 'uuid', orderLineId: 'uuid' },
    `
      select distinct l.line_no, m.from_id as order_id, m.from_line_id as order_line_id
      from app.invoice_maintain_line l
      join app.doc_link p
        on p.tenant_code = l.tenant_code
        and p.to_id = l.parent_id
        and p.kind = '${printedLink}'
        and p.is_active
      join app.invoice_apply_line a on a.tenant_code = p.tenant_code and a.id = p.from_line_id and a.source_kind = '0'
      join app.doc_link k on k.tenant_code = a.tenant_code
        and k.to_id = a.parent_id
        and k.to_line_id = a.id
        and k.kind = '${linkKinds.invoice}'
        and k.is_active
      join app.doc_link m on m.tenant_code = k.tenant_code
        and m.to_id = k.from_id
        and m.to_line_id = k.from_line_id
        and m.kind in ('${linkKinds.out}', '${linkKinds.returned}')
        and m.is_active
      where l.parent_id = $1 and l.discount_flag = '0' and l.number is not null and ${onLine}
      order by l.line_no`,
    [invoiceId],
  );

/** Lines of orders whose goods a return brought back, by the line of its movement. */
export const goodsOf = (refundId: string) =>
  statement(
    { source: 'uuid', orderId: 'uuid', orderLineId: 'uuid' },
    `
      select distinct m.to_line_id as source, m.from_id as order_id, m.from_line_id as order_line_id
      from app.doc_link b
      join app.doc_link m on m.tenant_code = b.tenant_code
        and m.to_id = b.to_id
        and m.to_line_id = b.to_line_id
        and m.kind = '${linkKinds.returned}'
        and m.is_active
      where b.from_id = $1 and b.kind = '${linkKinds.inbound}' and b.is_active
      order by 1`,
    [refundId],
  );

/** Movements that brought goods of these orders back, held: whoever nets them in an application waits, and sees it. */
export const heldReturns = (orderIds: readonly string[]) =>
  statement(
    { id: 'uuid' },
    `
      select h.id
      from app.stock_inout h
      where h.id = any(array(
        select m.to_id
        from app.doc_link m
        where m.from_id = any($1::uuid[]) and m.kind = '${linkKinds.returned}' and m.is_active
      ))
      order by h.id
      for update`,
    [orderIds],
  );

const returnsSql = `
  select s.id as source, h.id as movement_id, coalesce(h.source_code, h.code) as return_code,
    m.from_line_id as order_line_id, s.number + t.number as number, s.number as whole, coalesce(s.amount, 0) as amount
  from app.doc_link m
  join app.stock_inout h on h.tenant_code = m.tenant_code and h.id = m.to_id
  join app.stock_inout_line s on s.tenant_code = m.tenant_code and s.id = m.to_line_id
  cross join lateral (${takenSql}) t
  where m.from_id = any($1::uuid[])
    and m.from_line_id = any($2::uuid[])
    and m.kind = '${linkKinds.returned}'
    and m.is_active
    and ${moved}
  order by h.bill_date, h.code, s.line_no`;

const openSql = `
  select m.from_line_id as order_line_id, sum(greatest(s.number - t.number, 0)) as number
  from app.doc_link m
  join app.stock_inout h on h.tenant_code = m.tenant_code and h.id = m.to_id
  join app.stock_inout_line s on s.tenant_code = m.tenant_code and s.id = m.to_line_id
  cross join lateral (${takenSql}) t
  where m.from_id = any($1::uuid[])
    and m.from_line_id = any($2::uuid[])
    and m.kind = '${linkKinds.out}'
    and m.is_active
    and ${moved}
  group by m.from_line_id`;

const bluesSql = `
  select distinct i.invoice_date, i.id as invoice_id, i.code, i.invoice_number, i.issue_status, l.line_no,
    l.product_name, l.number - r.number as room, m.from_line_id as order_line_id
  from app.doc_link m
  join app.doc_link k on k.tenant_code = m.tenant_code
    and k.from_id = m.to_id
    and k.from_line_id = m.to_line_id
    and k.kind = '${linkKinds.invoice}'
    and k.is_active
  join app.doc_link p on p.tenant_code = k.tenant_code
    and p.from_id = k.to_id
    and p.from_line_id = k.to_line_id
    and p.kind = '${printedLink}'
    and p.is_active
  join app.invoice_apply_line a on a.tenant_code = p.tenant_code and a.id = p.from_line_id
  join app.invoice_maintain i on i.tenant_code = p.tenant_code and i.id = p.to_id
  join app.invoice_maintain_line l on l.tenant_code = i.tenant_code and l.parent_id = i.id
  cross join lateral (
    select -coalesce(sum(x.number), 0) as number
    from app.invoice_maintain y
    join app.invoice_maintain_line x on x.tenant_code = y.tenant_code and x.parent_id = y.id
    where y.original_code = i.code and y.deleted_flag = '0' and x.original_line_no = l.line_no
  ) r
  where m.from_id = any($1::uuid[])
    and m.from_line_id = any($2::uuid[])
    and m.kind in ('${linkKinds.out}', '${linkKinds.returned}')
    and m.is_active
    and i.kind = '0'
    and i.bill_status = '1'
    and i.issue_status in ('1', '5')
    and i.deleted_flag = '0'
    and l.discount_flag = '0'
    and l.number is not null
    and ${onLine}
  order by i.invoice_date, i.code, l.line_no`;

/** What came back of lines of orders, what of them is on no invoice yet, and which invoices they are on. */
export const returnReads = (orderIds: readonly string[], orderLineIds: readonly string[]) =>
  ({
    returns: statement(
      {
        source: 'uuid',
        movementId: 'uuid',
        returnCode: 'text',
        orderLineId: 'uuid',
        number: 'decimal',
        whole: 'decimal',
        amount: 'decimal',
      },
      returnsSql,
      [orderIds, orderLineIds],
    ),
    open: statement({ orderLineId: 'uuid', number: 'decimal' }, openSql, [orderIds, orderLineIds]),
    blues: statement(
      {
        invoiceDate: 'date?',
        invoiceId: 'uuid',
        code: 'text',
        invoiceNumber: 'text?',
        issueStatus: 'text',
        lineNo: 'integer',
        productName: 'text',
        room: 'decimal',
        orderLineId: 'uuid',
      },
      bluesSql,
      [orderIds, orderLineIds],
    ),
  }) satisfies Reads;
export type ReturnRows = RowsOf<ReturnType<typeof returnReads>>;

export const openOf = ({ open }: ReturnRows): ReadonlyMap<string, string> =>
  new Map(open.map(({ orderLineId, number }) => [orderLineId, number]));

/** Pieces that are on no application and no red yet. */
export const cameBack = ({ returns }: ReturnRows) => returns.filter(({ number }) => compare(number, '0') > 0);

/** Lines of papers with room, the oldest invoice first. */
export function roomsOf({ blues }: ReturnRows): readonly BlueRoom[] {
  const lines = Map.groupBy(blues, ({ invoiceId, lineNo }) => `${invoiceId} ${lineNo}`);
  return [...lines.values()].flatMap((own): BlueRoom[] => {
    const [first] = own;
    if (first === undefined || compare(first.room, '0') <= 0) return [];
    const { invoiceId, lineNo, room } = first;
    return [{ invoiceId, lineNo, room, orderLineIds: own.map(({ orderLineId }) => orderLineId) }];
  });
}
