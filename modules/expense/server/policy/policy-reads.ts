import { statement } from '#platform/server/db/statement.ts';
import type { PolicyRow } from '#expense/model/policy/policy-row.ts';

const policyRow = {
  code: 'text',
  itemCode: 'text?',
  docType: 'text?',
  personnelTypeCode: 'text?',
  areaCode: 'text?',
  cityLevel: 'text?',
  unit: 'text',
  dailyAmount: 'decimal?',
  maxAmount: 'decimal?',
  control: 'text',
  startDate: 'date?',
  endDate: 'date?',
} as const;

/** The policies in force of these items, and those of all items, for `judgePolicy`; null: whatever there is. */
export const policyReads = (itemCodes: readonly string[] | null) => ({
  policies: statement(
    policyRow,
    `
      select code, item_code, doc_type, personnel_type_code, area_code, city_level, unit, daily_amount, max_amount,
        control, start_date, end_date
      from app.reimbursement_policy
      where status = '1' and ($1::text[] is null or item_code is null or item_code = any($1::text[]))
      order by code`,
    [itemCodes],
  ),
});

/** Rows of the read, whose units and controls are those of the definition. */
export const policiesIn = (rows: readonly { readonly code: string }[]): readonly PolicyRow[] =>
  rows as readonly PolicyRow[];
