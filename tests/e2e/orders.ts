import { buyer } from '#tests/house-partners.ts';
import { paint, pail } from '#tests/house-goods.ts';
import { ask } from './person.ts';

/** An order that a test wrote for itself: nobody else reads or changes it. */
export interface Order {
  readonly id: string;
  readonly code: string;
}

/** Saved, for the buyer of the house; three and two of what lies in his warehouse unless the test says otherwise. */
export async function writeOrder(head: Readonly<Record<string, unknown>> = {}): Promise<Order> {
  const { id, data } = await ask<{ id: string; data: { code: string } }>('lancai', 'POST', '/channelsale/order', {
    organizeCode: buyer.organizeCode,
    customerCode: buyer.code,
    storageCode: buyer.storageCode,
    lines: [
      { productCode: paint.code, number: '3', price: '2' },
      { productCode: pail.code, number: '2', price: '2' },
    ],
    ...head,
  });
  return { id, code: data.code };
}
