import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { chunk } from '#platform/web/loading/chunk.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { budgetExecution } from '#expense/model/budget/budget-execution.ts';

const entries: Label = ['明细', '明細', 'Entries'];
const entriesOf: Label = [
  '{dept} {account} {year}年{month}月的预算明细',
  '{dept} {account} {year}年{month}月的預算明細',
  'Budget entries of {dept}, {account}, {year}-{month}',
];
const load = chunk(
  () => import('#platform/web/ledger/entries-dialog.tsx'),
  ({ openEntries }) => openEntries,
);

const open = (row: Row): void => {
  void load().then((openEntries) =>
    openEntries({
      ledger: 'budget',
      path: `${budgetExecution.path}/entries`,
      params: { id: textAt(row, 'id') },
      title: say(entriesOf, {
        dept: textAt(row, 'deptName') || textAt(row, 'deptCode'),
        account: textAt(row, 'budgetAccountName') || textAt(row, 'budgetAccountCode'),
        year: textAt(row, 'year'),
        month: textAt(row, 'period'),
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

/** What is left of every budget; a row leads to what came and went. */
export const ExecutionPage = (): ReactNode => <ListPage noun={budgetExecution} rowButtons={rowButtons} onOpen={open} />;
