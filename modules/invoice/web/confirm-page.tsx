import type { ReactNode } from 'react';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { go } from '#platform/web/route/route.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { invoiceConfirm } from '#invoice/model/confirm/confirm.ts';

/** Finance's list; a row opens the application that it is about. */
export const ConfirmPage = (): ReactNode => <ListPage noun={invoiceConfirm} onOpen={openApplication} />;

const openApplication = (row: Row): void => {
  go(`invoice-apply__read__${textAt(row, 'id')}`);
};
