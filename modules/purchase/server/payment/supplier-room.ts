import { compare, minus, plus } from '#platform/model/decimal.ts';
import { refusal } from '#platform/model/refusal.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { payRoom } from '#purchase/model/pay-room.ts';

export const payOver = refusal('E-PAY-OVER', 20336, [
  '付款金额超过可付金额{n}元',
  '付款金額超過可付金額{n}元',
  'The payment exceeds the payable {n}',
]);

/** Whose books are asked: SQL that answers organize_code and supplier_code, and the payments that do not count. */
interface Asked {
  readonly suppliers: string;
  readonly values: readonly unknown[];
}
export const ofPayments = (ids: readonly string[]): Asked => ({
  suppliers: `
    select p.organize_code, p.supplier_code
    from app.reimbursement_payment p
    where p.id = any($1::uuid[])`,
  values: [ids],
});
/** Of purchases in $2, with no payment that is left out. */
export const ofPurchases = (ids: readonly string[]): Asked => ({
  suppliers: 'select p.organize_code, p.supplier_code from app.order_purchase p where p.id = any($2::uuid[])',
  values: [[], ids],
});
export const ofSupplier = (own: string | undefined, organizeCode: string, supplierCode: string): Asked => ({
  suppliers: 'select $2::text as organize_code, $3::text as supplier_code',
  values: [own === undefined ? [] : [own], organizeCode, supplierCode],
});

/** Asked for and not paid yet: sent in or audited, until it is rejected, void or closed (B14a). */
const waiting = `p.bill_status in ('1', '4') and p.pay_flag = '0' and p.deleted_flag = '0'`;

/** Whoever asks for money of a supplier waits for whoever asked before, and then sees what he left. */
export const heldSuppliers = ({ suppliers, values }: Asked) => ({
  heldSuppliers: statement(
    { held: 'boolean' },
    `
      select pg_advisory_xact_lock(7046, k.place) is null as held
      from (
        select distinct hashtext(sec.tenant() || ' ' || s.organize_code || ' ' || s.supplier_code) as place
        from (${suppliers}) s
        order by place
      ) k`,
    values,
  ),
});

/** What is open of each source in the books of a supplier, and what others have asked for of it. */
export const roomReads = ({ suppliers, values }: Asked) => ({
  owed: statement(
    { organizeCode: 'text', supplierCode: 'text', sourceCode: 'text', open: 'decimal', waiting: 'decimal' },
    `
      select s.organize_code, s.supplier_code, o.source_code, o.open, coalesce(w.amount, 0) as waiting
      from (select distinct x.organize_code, x.supplier_code from (${suppliers}) x) s
      cross join lateral (
        select coalesce(e.receipt_code, e.doc_code) as source_code, sum(e.open_amount) as open
        from app.payable_open(s.organize_code, s.supplier_code, '9999-12-31') e
        group by 1
      ) o
      left join lateral (
        select sum(l.amount) as amount
        from app.reimbursement_payment p
        join app.reimbursement_payment_line l on l.tenant_code = p.tenant_code and l.parent_id = p.id
        where p.organize_code = s.organize_code
          and p.supplier_code = s.supplier_code
          and ${waiting}
          and p.id <> all($1::uuid[])
          and l.source_code = o.source_code
      ) w on true`,
    values,
  ),
});

/** Prepayments that are offset: held, with what others have asked to offset of them. */
export const prepaidReads = (codes: string, values: readonly unknown[], isHeld: boolean) => ({
  prepaid: statement(
    {
      id: 'uuid',
      code: 'text',
      organizeCode: 'text',
      supplierCode: 'text',
      balance: 'decimal',
      waiting: 'decimal',
    },
    `
      select r.id, r.code, r.organize_code, r.supplier_code,
        case when r.pay_flag = '1' then coalesce(r.balance_amount, 0) else 0 end as balance,
        (
          select coalesce(sum(p.offset_amount), 0)
          from app.reimbursement_payment p
          where p.prepayment_code = r.code and ${waiting} and p.id <> all($1::uuid[])
        ) as waiting
      from app.reimbursement_prepayment r
      where r.code in (${codes}) and r.cancel_flag = '0' and r.deleted_flag = '0'
      order by r.id${isHeld ? ' for update of r' : ''}`,
    values,
  ),
});
export const prepaidOf = 'select p.prepayment_code from app.reimbursement_payment p where p.id = any($1::uuid[])';

type Owed = RowsOf<ReturnType<typeof roomReads>>['owed'];
type Prepaid = RowsOf<ReturnType<typeof prepaidReads>>['prepaid'];

interface Asking {
  readonly organizeCode: string;
  readonly supplierCode: string;
  readonly prepaymentCode: string | null;
  readonly offsetAmount: string | null;
  readonly lines: readonly { readonly sourceCode: string; readonly amount: string }[];
}

/** The row of a source in the books of whoever is paid. */
export const owedFor = (
  rows: Owed,
  { organizeCode, supplierCode }: Pick<Asking, 'organizeCode' | 'supplierCode'>,
  sourceCode: string,
): Owed[number] | undefined =>
  rows.find(
    (row) => row.sourceCode === sourceCode && row.organizeCode === organizeCode && row.supplierCode === supplierCode,
  );

/**
 * Never more than was received (E-PAY-OVER), offsets included. Documents of one command see each other: what one takes
 * waits for the next.
 */
export function takeRoom(asking: Asking, owed: Owed): void {
  for (const { sourceCode, amount } of asking.lines) {
    const row = owedFor(owed, asking, sourceCode);
    const room =
      row === undefined ? '0' : payRoom({ received: row.open, returned: '0', paid: '0', inApproval: row.waiting });
    if (row === undefined || compare(amount, room) > 0) throw payOver({ n: room });
    row.waiting = plus(row.waiting, amount);
  }
}

/** What is free of the prepayment that is offset; its row when it fits. */
export function takePrepaid(asking: Asking, rows: Prepaid): Prepaid[number] | undefined {
  const offset = asking.offsetAmount ?? '0';
  if (asking.prepaymentCode === null || compare(offset, '0') <= 0) return undefined;
  const row = prepaidFor(asking, rows);
  const free = row === undefined ? '0' : freeOf(row);
  if (row === undefined || compare(offset, free) > 0) throw payOver({ n: free });
  row.waiting = plus(row.waiting, offset);
  return row;
}

export const prepaidFor = (
  { organizeCode, supplierCode, prepaymentCode }: Omit<Asking, 'lines' | 'offsetAmount'>,
  rows: Prepaid,
): Prepaid[number] | undefined =>
  rows.find(
    (row) => row.code === prepaymentCode && row.organizeCode === organizeCode && row.supplierCode === supplierCode,
  );

export const freeOf = ({ balance, waiting: asked }: Prepaid[number]): string => {
  const free = minus(balance, asked);
  return compare(free, '0') > 0 ? free : '0';
};
