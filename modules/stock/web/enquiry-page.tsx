import { entriesPage } from '#platform/web/ledger/entries-page.tsx';
import { say } from '#platform/web/text/language.ts';
import { textAt } from '#platform/web/value/row.ts';
import { stockEnquiry } from '#stock/model/enquiry.ts';
import { stockTexts } from './stock-texts.ts';

/** What lies where; a row leads to what brought it there and took it away. */
export const EnquiryPage = entriesPage({
  noun: stockEnquiry,
  ledger: 'stock',
  params: (row) => ({
    organizeCode: textAt(row, 'organizeCode'),
    storageCode: textAt(row, 'storageCode'),
    productCode: textAt(row, 'productCode'),
    asOfDate: textAt(row, 'asOfDate'),
  }),
  title: (row) =>
    say(stockTexts.entriesOf, { product: textAt(row, 'productName'), storage: textAt(row, 'storageName') }),
});
