import { compare, isZero, minus, negated, plus, times } from '#platform/model/decimal.ts';
import { partAmount, shares } from '#platform/model/share.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import type { SourceLine } from '#invoice/model/source/left.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';

/** The tax code of goods: their own, else that of their class or of the nearest class above it (domain §7.2). */
const taxCodeSql = `
  select coalesce(
    g.tax_code,
    (
      with recursive up as (
        select c.pid, c.tax_code, 0 as depth
        from app.data_materialclass c
        where c.code = g.class_code
        union all
        select c.pid, c.tax_code, up.depth + 1
        from up
        join app.data_materialclass c on c.id = up.pid
      )
      select up.tax_code
      from up
      where up.tax_code is not null
      order by up.depth
      limit 1
    )
  ) as code`;

const movementsSql = `
  select m.id as movement_id, m.code as source_code, m.bill_status, m.organize_code, m.customer_code,
    m.red_flag = '1' as is_red,
    coalesce((select sum(e.d_amount) from app.receivable_entry e where e.doc_id = m.id and e.post_type = 'RBT'),
      0) as rebate,
    coalesce((select sum(e.d_amount) from app.receivable_entry e where e.doc_id = m.id and e.post_type = 'RET'),
      0) as returned,
    coalesce((
      select sum(k.amount)
      from app.doc_link k
      where k.to_id = m.id and k.kind = '${linkKinds.freight}' and k.is_active
    ), 0) as freight,
    exists (
      select from app.doc_link k
      join app.order_delivery d on d.tenant_code = k.tenant_code and d.id = k.from_id and d.receipt_status = '1'
      where k.to_id = m.id and k.kind = '${linkKinds.ship}' and k.is_active
    ) as is_signed,
    exists (
      select from app.receivable_entry e
      join app.receivable_statement s on s.tenant_code = e.tenant_code and s.entry_id = e.id
      join app.sale_accountcheck c on c.tenant_code = s.tenant_code and c.id = s.check_id
      where e.doc_id = m.id and c.confirm_flag = '1' and c.deleted_flag = '0'
    ) as is_agreed
  from app.stock_inout m
  where m.code = any($1::text[])
    and m.move_type = '4'
    and m.bill_status in ('1', '2')
    and m.cancel_flag = '0'
    and m.deleted_flag = '0'
  order by m.code`;

const goodsSql = `
  select m.id as movement_id, l.id as line_id, l.line_no, o.id as order_id, o.code as order_code, l.product_code,
    l.product_name, l.spec, l.model, l.main_unit_name as unit_name, l.number, coalesce(l.amount, 0) as amount,
    coalesce(p.tax_rate, g.tax_rate) as tax_rate, t.code as tax_code
  from app.stock_inout m
  join app.stock_inout_line l on l.tenant_code = m.tenant_code and l.parent_id = m.id
  join app.doc_link k on k.tenant_code = l.tenant_code
    and k.to_line_id = l.id
    and k.kind in ('${linkKinds.out}', '${linkKinds.returned}')
    and k.is_active
  join app.order_order_line p on p.tenant_code = k.tenant_code and p.id = k.from_line_id
  join app.order_order o on o.tenant_code = p.tenant_code and o.id = p.parent_id
  join app.data_material g on g.tenant_code = l.tenant_code and g.code = l.product_code
  cross join lateral (${taxCodeSql}) t
  where m.code = any($1::text[]) and m.move_type = '4'
  order by m.code, l.line_no`;

const takenSql = `
  select x.source_code, x.source_kind, x.source_line_no, sum(x.number - coalesce(x.freed_number, 0)) as number,
    sum(x.amount - coalesce(x.freed_amount, 0)) as amount,
    sum(x.discount_amount - coalesce(x.freed_discount, 0)) as discount
  from app.invoice_apply_line x
  join app.invoice_apply h on h.tenant_code = x.tenant_code and h.id = x.parent_id
  where x.source_code = any($1::text[])
    and h.bill_status <> '3'
    and h.cancel_flag = '0'
    and h.deleted_flag = '0'
    and h.id <> all($2::uuid[])
  group by x.source_code, x.source_kind, x.source_line_no`;

/** Lines of what came back that red invoices took up: they are not netted once more (C5). */
const reversedSql = `
  select m.code as source_code, s.line_no, sum(k.number) as number
  from app.stock_inout m
  join app.stock_inout_line s on s.tenant_code = m.tenant_code and s.parent_id = m.id
  join app.doc_link k on k.tenant_code = s.tenant_code
    and k.from_id = m.id
    and k.from_line_id = s.id
    and k.kind = '${linkKinds.invoice}'
    and k.to_type = 'invoice:maintain'
    and k.is_active
  where m.code = any($1::text[])
  group by m.code, s.line_no`;

const heldMovementsOf = (codes: readonly string[]) =>
  statement(
    { id: 'uuid' },
    'select m.id from app.stock_inout m where m.code = any($1::text[]) order by m.id for update',
    [codes],
  );

/** Movements to customers, by number: their goods, what they carried beside, and what other applications ask for. */
export const sourceReads = (codes: readonly string[], own: readonly string[], isHeld: boolean) => ({
  ...(isHeld ? { heldMovements: heldMovementsOf(codes) } : {}),
  movements: statement(
    {
      movementId: 'uuid',
      sourceCode: 'text',
      billStatus: 'text',
      organizeCode: 'text',
      customerCode: 'text?',
      isRed: 'boolean',
      rebate: 'decimal',
      returned: 'decimal',
      freight: 'decimal',
      isSigned: 'boolean',
      isAgreed: 'boolean',
    },
    movementsSql,
    [codes],
  ),
  goods: statement(
    {
      movementId: 'uuid',
      lineId: 'uuid',
      lineNo: 'integer',
      orderId: 'uuid',
      orderCode: 'text',
      productCode: 'text',
      productName: 'text?',
      spec: 'text?',
      model: 'text?',
      unitName: 'text?',
      number: 'decimal',
      amount: 'decimal',
      taxRate: 'text?',
      taxCode: 'text?',
    },
    goodsSql,
    [codes],
  ),
  taken: statement(
    {
      sourceCode: 'text',
      sourceKind: 'text',
      sourceLineNo: 'integer',
      number: 'decimal?',
      amount: 'decimal?',
      discount: 'decimal?',
    },
    takenSql,
    [codes, own],
  ),
  reversed: statement({ sourceCode: 'text', lineNo: 'integer', number: 'decimal' }, reversedSql, [codes]),
});
type Rows = Omit<RowsOf<ReturnType<typeof sourceReads>>, 'heldMovements'>;
type Movement = Rows['movements'][number];
type Goods = Rows['goods'][number];

/**
 * What can be invoiced: a line of goods, the freight of a movement, or what a refund kept back. Returns are negative.
 */
export interface Source extends SourceLine {
  readonly movement: Movement;
  readonly kind: '0' | '1' | '2';
  readonly lineNo: number;
  /** Of freight and claw-back: the largest line, whose code and rate they take (C1a). */
  readonly goods: Goods;
  readonly discount: string;
  readonly takenDiscount: string;
}

export const keyOf = (code: string, kind: string, lineNo: number): string => JSON.stringify([code, kind, lineNo]);

/** By `keyOf`. Rebate of a movement goes over all it was paid for by largest remainder (C1a). */
export function sourcesIn({ movements, goods, taken, reversed }: Rows): ReadonlyMap<string, Source> {
  const own = Map.groupBy(goods, ({ movementId }) => movementId);
  const used = new Map(taken.map((row) => [keyOf(row.sourceCode, row.sourceKind, row.sourceLineNo), row]));
  const reds = new Map(reversed.map((row) => [keyOf(row.sourceCode, '0', row.lineNo), row.number]));
  return new Map(
    movements.flatMap((movement) => {
      const parts = partsOf(movement, own.get(movement.movementId) ?? []);
      const sign = movement.isRed ? '-1' : '1';
      const rebate = times(sign, negated(movement.rebate));
      const discounts = shares(
        compare(rebate, '0') > 0 ? rebate : '0',
        parts.map(({ kind, amount }) => (kind === '2' ? '0' : amount)),
      );
      return parts.map(({ kind, lineNo, goods: line, number, amount }, at): [string, Source] => {
        const key = keyOf(movement.sourceCode, kind, lineNo);
        const own = kind === '2' ? '1' : sign;
        const whole = {
          number: times(own, number),
          amount: times(own, amount),
          discount: times(own, discounts[at] ?? '0'),
        };
        const took = takenWith(whole, used.get(key), reds.get(key) ?? '0');
        return [key, { movement, kind, lineNo, goods: line, ...whole, ...took }];
      });
    }),
  );
}

/** What applications and reds took of a source: a red takes its part as an application would (C11). */
function takenWith(
  { number, amount, discount }: Pick<Source, 'number' | 'amount' | 'discount'>,
  before: Partial<Rows['taken'][number]> | undefined,
  red: string,
): Pick<Source, 'takenNumber' | 'takenAmount' | 'takenDiscount'> {
  const taken = { number: before?.number ?? '0', amount: before?.amount ?? '0', discount: before?.discount ?? '0' };
  if (isZero(red)) return { takenNumber: taken.number, takenAmount: taken.amount, takenDiscount: taken.discount };
  return {
    takenNumber: plus(taken.number, red),
    takenAmount: plus(taken.amount, partAmount({ amount, number }, taken, red)),
    takenDiscount: plus(
      taken.discount,
      partAmount({ amount: discount, number }, { number: taken.number, amount: taken.discount }, red),
    ),
  };
}

type Part = Pick<Source, 'kind' | 'lineNo' | 'goods' | 'number' | 'amount'>;

function partsOf(movement: Movement, goods: readonly Goods[]): readonly Part[] {
  const [largest] = goods.toSorted((a, b) => compare(b.amount, a.amount));
  if (largest === undefined) return [];
  const parts = goods.map((line): Part => ({
    kind: '0',
    lineNo: line.lineNo,
    goods: line,
    number: line.number,
    amount: line.amount,
  }));
  const beside = (kind: '1' | '2', amount: string): Part[] =>
    isZero(amount) ? [] : [{ kind, lineNo: 0, goods: largest, number: '1', amount }];
  if (!movement.isRed) return [...parts, ...beside('1', movement.freight)];
  // What the pieces were paid with less what was given back for them was kept: the customer still pays it (RI07).
  const kept = minus(plus('0', ...goods.map(({ amount }) => amount)), negated(movement.returned));
  return [...parts, ...beside('2', kept)];
}

/** IV001: when goods may be invoiced. What came back nets at once. */
export const isReady = ({ isRed, isSigned, isAgreed }: Movement, when: string): boolean =>
  isRed || when === '1' || (when === '3' ? isAgreed : isSigned);
