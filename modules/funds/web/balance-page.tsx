import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { saleBalance } from '#funds/model/sale-balance.ts';

const entries: Label = ['明细', '明細', 'Entries'];
const entriesOf: Label = [
  '{customer} {account} 的收支明细',
  '{customer} {account} 的收支明細',
  'Entries of {customer}, {account}',
];
const load = chunk(
  () => import('#platform/web/ledger/entries-dialog.tsx'),
  ({ openEntries }) => openEntries,
);

const open = (row: Row): void => {
  void load().then((openEntries) =>
    openEntries({
      ledger: 'capital',
      path: `${saleBalance.path}/entries`,
      params: { accountCode: textAt(row, 'accountCode') },
      title: say(entriesOf, {
        customer: textAt(row, 'customerName') || textAt(row, 'customerCode'),
        account: textAt(row, 'accountName'),
      }),
      measure: 'amount',
    }),
  );
};
const rowButtons = {
  width: 72,
  render: (row: Row): ReactNode => (
    <a
      role="button"
      tabIndex={-1}
      data-verb="entries"
      onClick={() => {
        open(row);
      }}
    >
      {say(entries)}
    </a>
  ),
};

/** What every account holds; a row leads to what came and went. */
export const BalancePage = (): ReactNode => <ListPage noun={saleBalance} rowButtons={rowButtons} onOpen={open} />;
