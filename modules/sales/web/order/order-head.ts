import { get } from '#platform/web/api/client.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { order } from '#sales/model/order/order.ts';

/** What an order takes over from its customer, as the save will. */
export const headOfCustomer = (head: Row): Promise<Row> =>
  get<Row>(
    `${order.path}/head`,
    { customerCode: textAt(head, 'customerCode'), organizeCode: textAt(head, 'organizeCode') },
    { isSilent: true },
  );
