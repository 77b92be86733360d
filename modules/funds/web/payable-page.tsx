import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { payableBalance } from '#funds/model/payable/payable-balance.ts';

const entries: Label = ['明细', '明細', 'Entries'];
const entriesOf: Label = ['{supplier} 的应付明细', '{supplier} 的應付明細', 'Payable entries of {supplier}'];
const load = chunk(
  () => import('#platform/web/ledger/entries-dialog.tsx'),
  ({ openEntries }) => openEntries,
);

const open = (row: Row): void => {
  void load().then((openEntries) =>
    openEntries({
      ledger: 'payable',
      path: `${payableBalance.path}/entries`,
      params: { organizeCode: textAt(row, 'organizeCode'), supplierCode: textAt(row, 'supplierCode') },
      title: say(entriesOf, { supplier: textAt(row, 'supplierName') || textAt(row, 'supplierCode') }),
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

/** What is owed to every supplier; a row leads to what came and went. */
export const PayablePage = (): ReactNode => <ListPage noun={payableBalance} rowButtons={rowButtons} onOpen={open} />;
