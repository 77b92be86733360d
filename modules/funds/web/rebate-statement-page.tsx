import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { rebateStatement } from '#funds/model/statement/rebate-statement.ts';

const entries: Label = ['明细', '明細', 'Entries'];
const entriesOf: Label = [
  '{customer} 返利 {source} 的收支明细',
  '{customer} 返利 {source} 的收支明細',
  'Entries of rebate {source}, {customer}',
];
const load = chunk(
  () => import('#platform/web/ledger/entries-dialog.tsx'),
  ({ openEntries }) => openEntries,
);

const open = (row: Row): void => {
  void load().then((openEntries) =>
    openEntries({
      ledger: 'capital',
      path: `${rebateStatement.path}/entries`,
      params: { id: textAt(row, 'id') },
      title: say(entriesOf, {
        customer: textAt(row, 'customerName') || textAt(row, 'customerCode'),
        source: textAt(row, 'sourceCode'),
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

/** Batches of rebate; a row leads to what became of it. */
export const RebateStatementPage = (): ReactNode => (
  <ListPage noun={rebateStatement} rowButtons={rowButtons} onOpen={open} />
);
