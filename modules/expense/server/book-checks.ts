import { bookCheck, type BookCheck } from '#platform/server/ledger/book-check.ts';

/** Invariants of budgets and loans (I50, I51, I60, J09). What each sum of entries must be the ledger checks itself. */
export const expenseChecks: readonly BookCheck[] = [
  bookCheck(
    [
      'I50：预算单的已用与可用等于预算台账',
      'I50：預算單的已用與可用等於預算台帳',
      'I50: budgets show what the ledger has used and left',
    ],
    `
      select h.code,
        'used ' || coalesce(h.used_amount, 0) || ' / ' || coalesce(s.used, 0) || ', left ' ||
          coalesce(h.balance_amount, 0) || ' / ' || coalesce(s.left_over, 0)
      from app.reimbursement_budget h
      left join (
        select year, dept_code, project_code, sum(used) as used, sum(init + adj - pre - used) as left_over
        from app.budget_balance
        group by year, dept_code, project_code
      ) s on s.year = h.year::text and s.dept_code = h.dept_code and s.project_code = coalesce(h.project_code, '')
      where h.bill_status in ('1', '2')
        and h.cancel_flag = '0'
        and h.deleted_flag = '0'
        and (coalesce(h.used_amount, 0), coalesce(h.balance_amount, 0)) <>
          (coalesce(s.used, 0), coalesce(s.left_over, 0))`,
  ),
  bookCheck(
    [
      'I51：费用申请只在审批中或已审核时预占预算',
      'I51：費用申請只在審批中或已審核時預佔預算',
      'I51: applications hold budgets while they are in approval or approved, and no others',
    ],
    `
      select a.code, 'status ' || a.bill_status || ', held ' || sum(h.pre)
      from app.reimbursement_application a
      join app.budget_hold h on h.tenant_code = a.tenant_code and h.doc_id = a.id
      where h.pre <> 0
      group by a.id, a.code, a.bill_status, a.cancel_flag, a.total_amount
      having a.bill_status not in ('1', '4') or a.cancel_flag = '1' or sum(h.pre) > a.total_amount`,
  ),
  bookCheck(
    [
      'I60：借款单的余额等于借款台账，且不超过已付金额',
      'I60：借款單的餘額等於借款台帳，且不超過已付金額',
      'I60: loans show what the ledger says is owed, and nobody owes more than he was paid',
    ],
    `
      select h.code,
        'shown ' || coalesce(h.balance_amount, 0) || ', ledger ' || coalesce(b.amount, 0) || ', locked ' ||
          coalesce(h.locked_amount, 0) || ' / ' || coalesce(b.locked, 0) || ', paid ' || case
            when h.pay_flag = '1' then h.total_amount
            else 0
          end
      from app.reimbursement_loan h
      left join app.loan_balance b on b.applicant_code = h.applicant_code and b.loan_code = h.code
      where h.deleted_flag = '0'
        and (
          coalesce(h.balance_amount, 0) <> coalesce(b.amount, 0)
          or coalesce(h.locked_amount, 0) <> coalesce(b.locked, 0)
          or coalesce(b.locked, 0) > coalesce(b.amount, 0)
          or coalesce(b.amount, 0) not between 0 and case when h.pay_flag = '1' then h.total_amount else 0 end
          or coalesce(h.repaid_amount, 0) <> case
            when h.pay_flag = '1' then h.total_amount - coalesce(b.amount, 0)
            else 0
          end
        )`,
  ),
];
