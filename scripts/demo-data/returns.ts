import { refund } from '#sales/model/refund/refund.ts';
import type { Load, Staff } from './people.ts';
import type { Session } from './product.ts';
import { send } from './send.ts';

interface Page<Row> {
  readonly list: readonly Row[];
}
interface Sold {
  readonly code: string;
  readonly organizeCode: string;
  readonly lines: readonly {
    readonly id: string;
    readonly productCode: string;
    readonly signedNumber: string | null;
    readonly ruleNo: number | null;
  }[];
}

/** The process by which returns are agreed to. */
export const returnProcess = 'RF_RETURN';

/** Goods of orders that are done come back: one return in each state, one of them received and paid back. */
export async function showReturns({ anchor }: Load, staff: Staff): Promise<void> {
  const { deputy, auditor, leader } = staff;
  const { path } = refund;
  const sold = await soldOrders(deputy, 7);
  const write = async (n: number, query = ''): Promise<string> => {
    const order = sold[n];
    if (order === undefined) throw new Error('too few orders were signed for');
    const { code: orderCode, organizeCode, lines } = order;
    return deputy.post(`${path}${query}`, {
      organizeCode,
      orderCode,
      billDate: anchor,
      returnReason: n === 5 ? '3' : '0',
      remark: n === 5 ? '门店撤柜' : '客户多订',
      lines: lines.slice(0, 1).map(({ id, productCode }) => ({ orderLineId: id, productCode, number: '1' })),
    });
  };
  const agree = async (id: string): Promise<string> => {
    await send(deputy, returnProcess, id);
    await leader.put(`${path}/approve`, { ids: [id], operateMsg: '同意' });
    return id;
  };
  await write(0);
  await deputy.put(`${path}/cancel`, { ids: [await write(1)], operateMsg: '客户不退了' });
  await write(2, '?stash=1');
  await send(deputy, returnProcess, await write(3));
  await auditor.put(`${path}/close`, { ids: [await agree(await write(4))], operateMsg: '货物留作样品' });
  await agree(await write(5));
  const received = await agree(await write(6));
  const { code } = await auditor.get<{ readonly code: string }>(`${path}/${received}`);
  const { list } = await auditor.get<Page<{ readonly id: string; readonly sourceCode: string }>>(
    '/stock/inout/page?page=1&limit=100&moveType=4&billStatus=0',
  );
  const inbound = list.filter(({ sourceCode }) => sourceCode === code).map(({ id }) => id);
  await auditor.put('/stock/inout/audit', inbound);
}

/** Orders with a bought line of which more than one piece was signed for, the newest first. */
async function soldOrders(who: Session, count: number): Promise<readonly Sold[]> {
  const { list } = await who.get<Page<{ readonly id: string }>>(
    '/channelsale/order/page?page=1&limit=100&orderStatus=3&billStatus=1&orderField=billDate&order=desc',
  );
  const found: Sold[] = [];
  for (const { id } of list) {
    if (found.length === count) break;
    const order = await who.get<Sold>(`/channelsale/order/${id}`);
    // pieces
    const lines = order.lines.filter(({ ruleNo, signedNumber }) => ruleNo === null && Number(signedNumber ?? '0') > 1);
    if (lines.length > 0) found.push({ ...order, lines });
  }
  return found;
}
