import type { Label } from '#platform/model/label.ts';
import { entriesPage } from '#platform/web/ledger/entries-page.tsx';
import { say } from '#platform/web/text/language.ts';
import { textAt } from '#platform/web/value/row.ts';
import { payableBalance } from '#funds/model/payable/payable-balance.ts';

const entriesOf: Label = ['{supplier} 的应付明细', '{supplier} 的應付明細', 'Payable entries of {supplier}'];

/** What is owed to every supplier; a row leads to what came and went. */
export const PayablePage = entriesPage({
  noun: payableBalance,
  ledger: 'payable',
  measure: 'amount',
  params: (row) => ({
    organizeCode: textAt(row, 'organizeCode'),
    supplierCode: textAt(row, 'supplierCode'),
    asOfDate: textAt(row, 'asOfDate'),
  }),
  title: (row) => say(entriesOf, { supplier: textAt(row, 'supplierName') || textAt(row, 'supplierCode') }),
});
