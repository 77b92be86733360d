import { statement, type RowOf } from '#platform/server/db/statement.ts';

/** Items as claims and applications ask for them: with the account that its expense item names where it names none. */
const itemRow = {
  code: 'text',
  name: 'text',
  docType: 'text?',
  costSubjectCode: 'text',
  budgetAccountCode: 'text?',
  control: 'text?',
  needInvoice: 'text',
  needApplication: 'text',
  taxFlag: 'text',
} as const;
export type KnownItem = RowOf<typeof itemRow>;

/** Null: all of them. */
export const itemReads = (codes: readonly string[] | null) => ({
  items: statement(
    itemRow,
    `
      select i.code, i.name, i.doc_type, i.cost_subject_code,
        coalesce(i.budget_account_code, s.budget_account_code) as budget_account_code, i.control,
        coalesce(i.need_invoice, '0') as need_invoice, coalesce(i.need_application, '0') as need_application,
        coalesce(i.tax_flag, '0') as tax_flag
      from app.reimbursement_item i
      join app.data_costsubject s on s.tenant_code = i.tenant_code and s.code = i.cost_subject_code
      where $1::text[] is null or i.code = any($1::text[])`,
    [codes],
  ),
});
