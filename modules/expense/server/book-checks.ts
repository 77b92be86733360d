import { allClaims } from './claim/claim-tables.ts';
import { bookCheck, type BookCheck } from '#platform/server/ledger/book-check.ts';

const columns =
  'id code bill_status cancel_flag deleted_flag total_amount allowed_amount offset_amount pay_amount parts invoices';
const claims = `
  select *
  from (${allClaims(columns.replaceAll(/\w+/g, 'c.$&').replaceAll(' ', ', '))}) a
  where a.deleted_flag = '0'`;
const isApproved = `c.bill_status in ('1', '2') and c.cancel_flag = '0'`;

/**
 * Invariants of budgets, loans and claims (I50, I51, I60, I61, J09). What each sum of entries must be the ledger checks
 * itself.
 */
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
      'I51：费用申请预占其未报销金额，预算不足的部分除外',
      'I51：費用申請預佔其未報銷金額，預算不足的部分除外',
      'I51: an approved application holds what is left of it, but for what it says it holds no longer',
    ],
    `
      select a.code,
        'line ' || l.line_no || ' of ' || l.amount || ', claimed ' || coalesce(l.claimed_amount, 0) || ', held ' ||
          coalesce(h.pre, 0) || ', not held ' || coalesce(l.unheld_amount, 0)
      from app.reimbursement_application a
      join app.reimbursement_application_line l on l.parent_id = a.id
      left join lateral (select sum(b.pre) as pre from app.budget_hold b where b.doc_id = a.id and b.line_id = l.id) h
        on true
      where a.deleted_flag = '0'
        and (
          a.bill_status in ('1', '4')
            and l.dept_code is not null
            and l.budget_account_code is not null
            and coalesce(h.pre, 0) <> l.amount - coalesce(l.claimed_amount, 0) - coalesce(l.unheld_amount, 0)
          or coalesce(l.unheld_amount, 0) <> 0 and a.bill_status <> '1'
          or coalesce(l.unheld_amount, 0) < 0
        )`,
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
  bookCheck(
    [
      'I51：报销单审批中预占预算，审核后使用预算',
      'I51：報銷單審批中預佔預算，審核後使用預算',
      'I51: claims hold budgets in approval and use them approved, and no others do',
    ],
    `
      select c.code,
        'status ' || c.bill_status || ', held ' || coalesce(h.pre, 0) || ', used ' || coalesce(u.used, 0) || ', costs '
          || p.budget
      from (${claims}) c
      cross join lateral (
        select coalesce(sum((x->>'budget')::numeric), 0) as budget
        from jsonb_array_elements(coalesce(c.parts, '[]')) x
        where x->>'budgetAccountCode' is not null and x->>'deptCode' is not null
      ) p
      left join lateral (select sum(b.pre) as pre from app.budget_hold b where b.doc_id = c.id) h on true
      left join lateral (select sum(e.d_used) as used from app.budget_entry e where e.doc_id = c.id) u on true
      where coalesce(h.pre, 0) <> case when c.bill_status = '4' then p.budget else 0 end
        or coalesce(u.used, 0) <> case when ${isApproved} then p.budget else 0 end`,
  ),
  bookCheck(
    [
      'I60：借款只被审批中的报销单占用，被已审核的冲销',
      'I60：借款只被審批中的報銷單佔用，被已審核的沖銷',
      'I60: claims in approval lock what they are to offset, approved ones have offset it',
    ],
    `
      select c.code,
        'status ' || c.bill_status || ', locked ' || coalesce(h.locked, 0) || ', offset ' || coalesce(o.amount, 0) ||
          ', claim ' || coalesce(c.offset_amount, 0)
      from (${claims}) c
      left join lateral (select sum(b.locked) as locked from app.loan_hold b where b.doc_id = c.id) h on true
      left join lateral (
        select -sum(e.d_amount) as amount
        from app.loan_entry e
        where e.doc_id = c.id and e.post_type = 'OFFSET'
      ) o on true
      where coalesce(h.locked, 0) <> case when c.bill_status = '4' then coalesce(c.offset_amount, 0) else 0 end
        or coalesce(o.amount, 0) <> case when ${isApproved} then coalesce(c.offset_amount, 0) else 0 end`,
  ),
  bookCheck(
    [
      'I61：费用台账等于已审核报销单的核准金额',
      'I61：費用台帳等於已審核報銷單的核准金額',
      'I61: what was reimbursed is what approved claims were granted, and nothing else',
    ],
    `
      select c.code,
        'status ' || c.bill_status || ', ledger ' || coalesce(e.amount, 0) || ', asked ' || coalesce(e.asked, 0) ||
          ', granted ' || coalesce(c.allowed_amount, 0)
      from (${claims}) c
      left join lateral (
        select sum(x.d_amount) as amount, sum(x.d_asked) as asked
        from app.claimed_entry x
        where x.doc_id = c.id
      ) e on true
      where coalesce(e.amount, 0) <> case when ${isApproved} then coalesce(c.allowed_amount, 0) else 0 end
        or coalesce(e.asked, 0) <> case when c.bill_status = '4' then coalesce(c.allowed_amount, 0) else 0 end
        or coalesce(c.allowed_amount, 0) > coalesce(c.total_amount, 0)
        or coalesce(c.pay_amount, 0) <> coalesce(c.allowed_amount, 0) - coalesce(c.offset_amount, 0)`,
  ),
  bookCheck(
    [
      'I61：发票只由未退回、未作废的报销单占用',
      'I61：發票只由未退回、未作廢的報銷單佔用',
      'I61: invoices are held by claims that count, and approved claims hold all of theirs',
    ],
    `
      select coalesce(c.code, i.doc_code),
        'status ' || coalesce(c.bill_status, '') || ', held ' || coalesce(i.n, 0) || ' of ' ||
          coalesce(jsonb_array_length(coalesce(c.invoices, '[]')), 0)
      from (${claims}) c
      full join (select doc_id, max(doc_code) as doc_code, count(*) as n from app.claim_invoice group by doc_id) i
        on i.doc_id = c.id
      where c.id is null
        or (c.bill_status = '3' or c.cancel_flag = '1') and coalesce(i.n, 0) > 0
        or (c.bill_status = '4' or ${isApproved})
          and coalesce(i.n, 0) <> jsonb_array_length(coalesce(c.invoices, '[]'))`,
  ),
];
