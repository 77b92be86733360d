/**
 * Books of reimbursement broken on purpose, once for each rule of the checker: what is planted, and the one rule that
 * has to find it. Each finds something to break once histories have been lived.
 */
export const faults: readonly (readonly [name: string, plant: string, rule: RegExp])[] = [
  [
    'a budget that says more than it gave',
    `
      update app.reimbursement_budget_line l
      set amount = l.amount + 0.01
      from app.reimbursement_budget h
      where h.id = l.parent_id and h.bill_status = '1'`,
    /^I50: a budget has what/,
  ],
  [
    'a budget that was never given and is used all the same',
    `
      update app.budget_balance
      set init = 0
      where budget_account_code = 'B1';
      update app.reimbursement_budget_line
      set amount = 0
      where budget_account_code = 'B1'`,
    /^I50: a budget that forbids/,
  ],
  [
    'a cent that is held for nobody',
    `update app.budget_balance set pre = pre + 0.01 where budget_account_code = 'B2'`,
    /^I51: what is held/,
  ],
  [
    'an application that lacks a cent of a budget that only warns',
    `
      with line as (
        update app.reimbursement_application_line l
        set unheld_amount = 0.01
        from app.reimbursement_application h
        where h.id = l.parent_id
          and h.bill_status = '1'
          and l.budget_account_code = 'B2'
          and coalesce(l.unheld_amount, 0) = 0
          and l.amount - coalesce(l.claimed_amount, 0) > 1
        returning l.*
      )
      update app.budget_balance b
      set pre = b.pre - x.amount
      from (
        select to_char(occur_date, 'YYYY') as year, to_char(occur_date, 'MM') as period, dept_code, sum(0.01) as amount
        from line
        group by 1, 2, 3
      ) x
      where b.year = x.year
        and b.period = x.period
        and b.dept_code = x.dept_code
        and b.budget_account_code = 'B2'
        and b.project_code = ''`,
    /^I51: an application lacks/,
  ],
  [
    'an application that lacks a cent of a budget that had more',
    `
      with line as (
        update app.reimbursement_application_line l
        set unheld_amount = 0.01
        from app.reimbursement_application h
        where h.id = l.parent_id
          and h.bill_status = '1'
          and l.budget_account_code = 'B1'
          and coalesce(l.unheld_amount, 0) = 0
          and l.amount - coalesce(l.claimed_amount, 0) > 1
        returning l.*
      )
      update app.budget_balance b
      set pre = b.pre - x.amount
      from (
        select to_char(occur_date, 'YYYY') as year, to_char(occur_date, 'MM') as period, dept_code, sum(0.01) as amount
        from line
        group by 1, 2, 3
      ) x
      where b.year = x.year
        and b.period = x.period
        and b.dept_code = x.dept_code
        and b.budget_account_code = 'B1'
        and b.project_code = ''`,
    /^I51: an application lacks/,
  ],
  [
    'a cent that nobody has used',
    `update app.budget_balance set used = used + 0.01 where budget_account_code = 'B2'`,
    /^I51: what is used/,
  ],
  [
    'an application that nobody claimed so much of',
    'update app.reimbursement_application_line set claimed_amount = coalesce(claimed_amount, 0) + 0.01',
    /^I51: an application says/,
  ],
  [
    'a repayment of a cent more than it paid back',
    `
      update app.reimbursement_repayment_line l
      set amount = l.amount + 0.01
      from app.reimbursement_repayment h
      where h.id = l.parent_id and h.bill_status = '1'`,
    /^I60: what is owed/,
  ],
  [
    'a loan that is settled and owed',
    `update app.reimbursement_loan set settle_status = '2' where pay_flag = '1' and settle_status = '0'`,
    /^I60: a loan is owed/,
  ],
  [
    'a cent that is locked by no claim',
    'update app.loan_balance set locked = locked + 0.01 where amount - locked > 1',
    /^I60: claims in approval lock/,
  ],
  [
    'a claim that says it offset a cent more',
    `
      update app.reimbursement_expense
      set offset_amount = offset_amount + 0.01, pay_amount = pay_amount - 0.01
      where bill_status = '1' and pay_amount > 1`,
    /^I60: approved claims have offset/,
  ],
  [
    'an older loan that was passed over',
    `
      update app.loan_entry p
      set biz_date = '2000-01-01'
      from app.loan_entry e
      join app.loan_balance b on b.id = e.balance_id
      join app.loan_balance o on o.applicant_code = b.applicant_code and o.id <> b.id
      where p.balance_id = o.id
        and p.post_type = 'PAY'
        and p.id < e.id
        and (e.post_type = 'LOCK' or e.post_type = 'OFFSET' and e.d_amount < 0 and e.d_locked = 0)
        and (
          select x.amount_after - x.locked_after
          from app.loan_entry x
          where x.balance_id = o.id
            and x.id <= (select max(s.id) from app.loan_entry s where s.doc_id = e.doc_id and s.op_seq = e.op_seq)
          order by x.id desc
          limit 1
        ) > 0`,
    /^I60: a claim takes of a younger/,
  ],
  [
    'a claim that says it was granted a cent more',
    `
      update app.reimbursement_expense
      set total_amount = total_amount + 0.01, allowed_amount = allowed_amount + 0.01, pay_amount = pay_amount + 0.01
      where bill_status = '1' and pay_amount > 0`,
    /^I61: the ledger of claims/,
  ],
  [
    'a row of the ledger that stands for another line',
    `
      update app.claimed_entry
      set line_id = gen_random_uuid()
      where doc_type = 'reimbursement:expense' and post_type = 'CLAIM'`,
    /^I61: each line/,
  ],
  [
    'a claim that is paid on no day',
    `
      update app.reimbursement_expense
      set pay_flag = '1', pay_date = null
      where bill_status = '1' and pay_amount > 0`,
    /^I61: a claim is paid/,
  ],
  [
    'an invoice that two claims hold',
    `
      drop index app.claim_invoice_once;
      with one as (
        select i.*
        from app.claim_invoice i
        join app.reimbursement_expense c on c.id = i.doc_id and c.bill_status = '1'
        order by i.number
        limit 1
      ),
      other as (
        select c.id, c.code
        from app.reimbursement_expense c
        where c.bill_status = '1' and c.id <> (select doc_id from one)
        order by c.code
        limit 1
      ),
      named as (
        update app.reimbursement_expense c
        set invoices = coalesce(c.invoices, '[]') ||
          jsonb_build_array(jsonb_build_object('number', one.number, 'code', one.code))
        from one
        where c.id = (select id from other)
      )
      insert into app.claim_invoice
        (tenant_code, doc_type, doc_id, doc_code, line_no, invoice_type, code, number, total)
      select one.tenant_code, one.doc_type, other.id, other.code, 1, one.invoice_type, one.code, one.number, one.total
      from one
      cross join other`,
    /^I61: an invoice is held/,
  ],
  [
    'an approved claim whose invoices anybody may bring',
    `
      delete from app.claim_invoice i
      using app.reimbursement_expense c
      where c.id = i.doc_id and c.bill_status = '1'`,
    /^I61: claims that count hold/,
  ],
];
