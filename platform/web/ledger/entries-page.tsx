import type { ReactNode } from 'react';
import type { Measure } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import type { Params } from '#platform/web/api/client.ts';
import { ListPage, type ListPageProps } from '#platform/web/list/list-page.tsx';
import { chunk } from '#platform/web/loading/chunk.ts';
import { say } from '#platform/web/text/language.ts';
import type { Row } from '#platform/web/value/row.ts';

interface OfBalances {
  readonly noun: ListPageProps['noun'];
  readonly ledger: string;
  readonly measure?: Measure;
  /** What the call of the entries asks for. */
  readonly params: (row: Row) => Params;
  readonly title: (row: Row) => string;
}

const entries: Label = ['明细', '明細', 'Entries'];
const load = chunk(
  () => import('./entries-dialog.tsx'),
  ({ openEntries }) => openEntries,
);

/** The list of what a ledger holds; a row leads to what came and went. */
export function entriesPage({ noun, ledger, measure, params, title }: OfBalances): () => ReactNode {
  const open = (row: Row): void => {
    void load().then((openEntries) =>
      openEntries({
        ledger,
        path: `${noun.path}/entries`,
        params: params(row),
        title: title(row),
        ...(measure === undefined ? {} : { measure }),
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
  return () => <ListPage noun={noun} rowButtons={rowButtons} onOpen={open} />;
}
