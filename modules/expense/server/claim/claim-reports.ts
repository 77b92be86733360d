import { snakeCase } from '#platform/model/envelope.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { askedText, reportCalls, sourced } from '#platform/server/entity/report.ts';
import { claimEntries } from '#expense/model/claim/claim-entries.ts';
import { claimList } from '#expense/model/claim/claim-list.ts';
import { loan } from '#expense/model/loan/loan.ts';
import { repayment } from '#expense/model/loan/repayment.ts';
import { payment } from '#purchase/model/payment.ts';
import { prepayment } from '#purchase/model/prepayment.ts';
import { claimDocuments } from './claim-tables.ts';

/** Of organisations that the user has power over; customers, suppliers and salespeople see none. */
const visible = `
  coalesce(b.organize_code = any((select sec.organizations())::text[]), true)
  and (select sec.own(1)) is null
  and (select sec.own(2)) is null
  and (select sec.own(3)) is null`;

/** What is paid of each kind: a loan is paid as a whole, a repayment pays nothing. */
const listed = [
  ...claimDocuments.map((document) => [document, 'd.pay_amount'] as const),
  [loan, 'd.total_amount'] as const,
  [repayment, '0'] as const,
  [payment, 'd.pay_amount'] as const,
  [prepayment, 'd.total_amount'] as const,
];
const documentsSql = listed
  .map(
    ([document, paid]) => `
      select d.id, d.code, d.doc_type, d.organize_code, d.applicant_code, d.applicant_name, d.dept_code, d.dept_name,
        d.apply_date, d.reason, ${paid} as pay_amount, d.total_amount, d.bill_status, d.audit_person_name, d.audit_date,
        d.create_date
      from app.${tableOf(document)} d
      where d.deleted_flag = '0'`,
  )
  .join(' union all ');

const listCalls = reportCalls(
  claimList,
  sourced({
    columns: `
      b.id, b.code, b.doc_type, b.applicant_code, b.applicant_name, b.dept_code, b.dept_name, b.apply_date, b.reason,
      b.pay_amount, b.total_amount, b.bill_status, b.audit_person_name, b.audit_date, b.create_date`,
    from: (asked, values) => {
      const wanted = (['applicantCode', 'deptCode', 'docType', 'billStatus'] as const).flatMap((key) => {
        const value = askedText(asked, key);
        return value === null ? [] : [`b.${snakeCase(key)} = ${values.next(value)}`];
      });
      const code = askedText(asked, 'code');
      if (code !== null) wanted.push(`strpos(b.code, ${values.next(code)}) > 0`);
      return `(${documentsSql}) b where ${[visible, ...wanted].join(' and ')}`;
    },
    order: 'b.create_date desc, b.id desc',
  }),
);

const kinds = claimDocuments.map(({ name, head }) => `when '${name}' then '${head.docType.default}'`);
const kindSql = `case e.doc_type ${kinds.join(' ')} end`;
const directionSql = `case when e.d_amount < 0 then '0' else '1' end`;

const entryCalls = reportCalls(
  claimEntries,
  sourced({
    columns: `
      e.id, e.biz_date as bill_date, ${kindSql} as doc_type, e.doc_code as bill_code, b.applicant_code,
      p.name as applicant_name, b.dept_code, d.name as dept_name, b.item_code, i.name as item_name,
      e.cost_subject_code, s.name as cost_subject_name, e.budget_account_code, a.name as budget_account_name,
      e.invoice_number, ${directionSql} as direction, abs(e.d_amount) as amount, abs(e.d_tax) as tax_amount,
      e.amount_after as balance_amount`,
    from: (asked, values) => {
      const wanted = (
        [
          ['docType', kindSql],
          ['direction', directionSql],
          ['applicantCode', 'b.applicant_code'],
          ['deptCode', 'b.dept_code'],
          ['itemCode', 'b.item_code'],
        ] as const
      ).flatMap(([key, column]) => {
        const value = askedText(asked, key);
        return value === null ? [] : [`${column} = ${values.next(value)}`];
      });
      const code = askedText(asked, 'billCode');
      if (code !== null) wanted.push(`strpos(e.doc_code, ${values.next(code)}) > 0`);
      return `
        app.claimed_entry e
        join app.claimed_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
        left join app.data_personnel p on p.tenant_code = b.tenant_code and p.code = b.applicant_code
        left join app.data_dept d on d.tenant_code = b.tenant_code and d.code = b.dept_code
        left join app.reimbursement_item i on i.tenant_code = b.tenant_code and i.code = b.item_code
        left join app.data_costsubject s on s.tenant_code = e.tenant_code and s.code = e.cost_subject_code
        left join app.data_budgetaccount a on a.tenant_code = e.tenant_code and a.code = e.budget_account_code
        where e.d_amount <> 0
          and ${[visible.replaceAll('b.organize_code', 'e.organize_code'), ...wanted].join(' and ')}`;
    },
    order: 'e.id desc',
  }),
);

export const claimReportRoutes = [...listCalls.routes, ...entryCalls.routes];
export const claimExporters = [listCalls.exporter, entryCalls.exporter];
