import type { Label } from '#platform/model/label.ts';
import { entriesPage } from '#platform/web/ledger/entries-page.tsx';
import { say } from '#platform/web/text/language.ts';
import { textAt } from '#platform/web/value/row.ts';
import { rebateStatement } from '#funds/model/statement/rebate-statement.ts';

const entriesOf: Label = [
  '{customer} 返利 {source} 的收支明细',
  '{customer} 返利 {source} 的收支明細',
  'Entries of rebate {source}, {customer}',
];

/** Batches of rebate; a row leads to what became of it. */
export const RebateStatementPage = entriesPage({
  noun: rebateStatement,
  ledger: 'capital',
  measure: 'amount',
  params: (row) => ({ id: textAt(row, 'id') }),
  title: (row) =>
    say(entriesOf, {
      customer: textAt(row, 'customerName') || textAt(row, 'customerCode'),
      source: textAt(row, 'sourceCode'),
    }),
});
