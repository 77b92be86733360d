import { bookCheck, type BookCheck } from '#platform/server/ledger/book-check.ts';

const posted = (types: string, measure: 'd_amount' | 'd_prepaid'): string => `
  select b.organize_code, b.supplier_code, sum(x.${measure}) as amount
  from app.payable_entry x
  join app.payable_balance b on b.tenant_code = x.tenant_code and b.id = x.balance_id
  where x.post_type in (${types})
  group by b.organize_code, b.supplier_code`;

const compared = (own: string, ledger: string): string => `
  select coalesce(d.supplier_code, e.supplier_code) || ' ' || coalesce(d.organize_code, e.organize_code),
    'documents ' || coalesce(d.amount, 0) || ', ledger ' || coalesce(e.amount, 0)
  from (${own}) d
  full join (${ledger}) e on e.organize_code = d.organize_code and e.supplier_code = d.supplier_code
  where coalesce(d.amount, 0) <> coalesce(e.amount, 0)`;

const paid = `p.pay_flag = '1' and p.deleted_flag = '0'`;

/** Invariants between what suppliers were paid and what the ledger says (B13, J09). */
export const paymentChecks: readonly BookCheck[] = [
  bookCheck(
    [
      '供应商付款等于已付款的付款单',
      '供應商付款等於已付款的付款單',
      'what was paid to suppliers is what payments say that money left for',
    ],
    compared(
      `
        select p.organize_code, p.supplier_code, -sum(p.pay_amount) as amount
        from app.reimbursement_payment p
        where ${paid}
        group by p.organize_code, p.supplier_code`,
      posted(`'PAY'`, 'd_amount'),
    ),
  ),
  bookCheck(
    [
      '预付余额等于已付款的预付款单减去冲抵',
      '預付餘額等於已付款的預付款單減去沖抵',
      'what is prepaid is what prepayments say less what payments offset',
    ],
    compared(
      `
        select p.organize_code, p.supplier_code, sum(p.balance_amount) as amount
        from app.reimbursement_prepayment p
        where ${paid}
        group by p.organize_code, p.supplier_code`,
      posted(`'PRE', 'OFS'`, 'd_prepaid'),
    ),
  ),
  bookCheck(
    [
      '应付调整等于已审核采购发票的差异',
      '應付調整等於已審核採購發票的差異',
      'what invoices changed of what is owed is what matched ones differ by',
    ],
    compared(
      `
        select p.organize_code, p.supplier_code, sum(p.difference_amount) as amount
        from app.order_purchaseinvoice p
        where p.bill_status in ('1', '2') and p.cancel_flag = '0' and p.deleted_flag = '0'
        group by p.organize_code, p.supplier_code`,
      `
        select b.organize_code, b.supplier_code, sum(x.d_amount) as amount
        from app.payable_entry x
        join app.payable_balance b on b.tenant_code = x.tenant_code and b.id = x.balance_id
        where x.post_type = 'ADJ' and x.doc_type = 'order:purchaseinvoice'
        group by b.organize_code, b.supplier_code`,
    ),
  ),
];
