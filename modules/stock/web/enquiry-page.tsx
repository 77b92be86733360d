import type { ReactNode } from 'react';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { stockEnquiry } from '#stock/model/enquiry.ts';
import { stockTexts } from './stock-texts.ts';

const load = chunk(
  () => import('#platform/web/ledger/entries-dialog.tsx'),
  ({ openEntries }) => openEntries,
);

const open = (row: Row): void => {
  void load().then((openEntries) =>
    openEntries({
      ledger: 'stock',
      path: `${stockEnquiry.path}/entries`,
      params: {
        organizeCode: textAt(row, 'organizeCode'),
        storageCode: textAt(row, 'storageCode'),
        productCode: textAt(row, 'productCode'),
      },
      title: say(stockTexts.entriesOf, { product: textAt(row, 'productName'), storage: textAt(row, 'storageName') }),
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
      {say(stockTexts.entries)}
    </a>
  ),
};

/** What lies where; a row leads to what brought it there and took it away. */
export const EnquiryPage = (): ReactNode => <ListPage noun={stockEnquiry} rowButtons={rowButtons} onOpen={open} />;
