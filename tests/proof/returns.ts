import type { Session } from '#tests/world.ts';
import { deliveries } from './cash.ts';
import { orders } from './shop.ts';

export const refunds = '/channelsale/refund';

interface Sold {
  readonly code: string;
  readonly organizeCode: string;
  readonly lines: readonly { readonly id: string; readonly productCode: string; readonly outNumber: string }[];
}

/** Signs for whatever of an order has left and waits to be signed for. */
export async function signOrder(session: Session, orderId: string): Promise<void> {
  const { code } = await session.must<Sold>('GET', `${orders}/${orderId}`);
  const { list } = await session.must<{ list: readonly { id: string; receiptStatus: string; billStatus: string }[] }>(
    'GET',
    `${deliveries}/page?orderCode=${code}&limit=50`,
  );
  const ids = list
    .filter(({ receiptStatus, billStatus }) => receiptStatus !== '1' && billStatus === '2')
    .map(({ id }) => id);
  // One of which nothing left is closed, too, and not signed for.
  for (const id of ids) await session.call('PUT', `${deliveries}/sign`, [id]);
}

export interface Back {
  readonly [productCode: string]: string;
}

/** A return of so many pieces of each product; without numbers of all that left. */
export async function returnDraft(
  session: Session,
  orderId: string,
  back: Back | null = null,
  more: object = {},
): Promise<object> {
  const { code, organizeCode, lines } = await session.must<Sold>('GET', `${orders}/${orderId}`);
  return {
    organizeCode,
    orderCode: code,
    ...more,
    lines: lines
      .filter(({ productCode, outNumber }) => (back === null ? Number(outNumber) > 0 : back[productCode] !== undefined))
      .map(({ id, productCode, outNumber }) => ({
        orderLineId: id,
        productCode,
        number: back?.[productCode] ?? outNumber,
      })),
  };
}

/** An exchange of so many pieces of an order for so many of others. */
export async function exchangeDraft(
  session: Session,
  orderId: string,
  back: Back,
  out: Back,
  more: object = {},
): Promise<object> {
  const draft = (await returnDraft(session, orderId, back, { orderType: '5', ...more })) as { lines: object[] };
  return {
    ...draft,
    lines: [
      ...draft.lines,
      ...Object.entries(out).map(([productCode, number]) => ({ direction: '1', productCode, number })),
    ],
  };
}

/** A return that is agreed to; answers it and the movement that will bring its goods. */
export async function askBack(
  session: Session,
  orderId: string,
  back: Back | null = null,
  more: object = {},
): Promise<{ readonly id: string; readonly movement: string }> {
  await signOrder(session, orderId);
  const { id } = await session.must<{ id: string }>('POST', refunds, await returnDraft(session, orderId, back, more));
  await session.must('PUT', `${refunds}/audit`, [id]);
  return { id, movement: await inboundOf(session, id) };
}

/** The movement of a return that waits for its goods. */
export async function inboundOf(session: Session, refundId: string): Promise<string> {
  const { code } = await session.must<{ code: string }>('GET', `${refunds}/${refundId}`);
  const { list } = await session.must<{ list: readonly { id: string; sourceCode: string }[] }>(
    'GET',
    '/stock/inout/page?limit=200&moveType=4&billStatus=0',
  );
  return list.find(({ sourceCode }) => sourceCode === code)?.id ?? '';
}

/** The order whose goods left with a movement. */
export async function orderOfMovement(session: Session, movement: string): Promise<string> {
  const { sourceCode } = await session.must<{ sourceCode: string }>('GET', `/stock/inout/${movement}`);
  const delivery = await session.must<{ list: readonly { orderCode: string }[] }>(
    'GET',
    `${deliveries}/page?code=${sourceCode}`,
  );
  const { list } = await session.must<{ list: readonly { id: string }[] }>(
    'GET',
    `${orders}/page?code=${delivery.list[0]?.orderCode ?? ''}`,
  );
  return list[0]?.id ?? '';
}

/** A return of what left with a movement, agreed to; answers the red movement that waits. */
export const redOf = async (session: Session, movement: string, back: Back | null = null): Promise<string> =>
  (await askBack(session, await orderOfMovement(session, movement), back)).movement;
