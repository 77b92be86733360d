import type { ReactNode } from 'react';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { go } from '#platform/web/route/route.ts';
import { delivery } from '#sales/model/delivery.ts';
import { deliveryRelease } from '#sales/model/delivery-release.ts';

/** The gate's list; a row leads to the delivery it is about. */
export const ReleasePage = (): ReactNode => <ListPage noun={deliveryRelease} onOpen={openDelivery} />;

const openDelivery = (row: Row): void => {
  go(`${delivery.screen.url.replaceAll('/', '-')}__read__${textAt(row, 'id')}`);
};
