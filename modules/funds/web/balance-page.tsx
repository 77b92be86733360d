import type { Label } from '#platform/model/label.ts';
import { entriesPage } from '#platform/web/ledger/entries-page.tsx';
import { say } from '#platform/web/text/language.ts';
import { textAt } from '#platform/web/value/row.ts';
import { saleBalance } from '#funds/model/sale-balance.ts';

const entriesOf: Label = [
  '{customer} {account} 的收支明细',
  '{customer} {account} 的收支明細',
  'Entries of {customer}, {account}',
];

/** What every account holds; a row leads to what came and went. */
export const BalancePage = entriesPage({
  noun: saleBalance,
  ledger: 'capital',
  measure: 'amount',
  params: (row) => ({ accountCode: textAt(row, 'accountCode'), asOfDate: textAt(row, 'asOfDate') }),
  title: (row) =>
    say(entriesOf, {
      customer: textAt(row, 'customerName') || textAt(row, 'customerCode'),
      account: textAt(row, 'accountName'),
    }),
});
