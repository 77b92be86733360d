import type { Label } from '#platform/model/label.ts';
import { entriesPage } from '#platform/web/ledger/entries-page.tsx';
import { say } from '#platform/web/text/language.ts';
import { textAt } from '#platform/web/value/row.ts';
import { budgetExecution } from '#expense/model/budget/budget-execution.ts';

const entriesOf: Label = [
  '{dept} {account} {year}年{month}月的预算明细',
  '{dept} {account} {year}年{month}月的預算明細',
  'Budget entries of {dept}, {account}, {year}-{month}',
];

/** What is left of every budget; a row leads to what came and went. */
export const ExecutionPage = entriesPage({
  noun: budgetExecution,
  ledger: 'budget',
  measure: 'amount',
  params: (row) => ({ id: textAt(row, 'id') }),
  title: (row) =>
    say(entriesOf, {
      dept: textAt(row, 'deptName') || textAt(row, 'deptCode'),
      account: textAt(row, 'budgetAccountName') || textAt(row, 'budgetAccountCode'),
      year: textAt(row, 'year'),
      month: textAt(row, 'period'),
    }),
});
