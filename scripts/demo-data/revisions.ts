import { revision } from '#sales/model/revision/revision.ts';
import type { Load, Staff } from './people.ts';
import type { Session } from './product.ts';
import { send } from './send.ts';

interface Page<Row> {
  readonly list: readonly Row[];
}
interface Sold {
  readonly code: string;
  readonly organizeCode: string;
  readonly orderType: string;
  readonly lines: readonly {
    readonly id: string;
    readonly productCode: string;
    readonly number: string;
    readonly price: string;
    readonly releasedNumber: string | null;
    readonly closedNumber: string | null;
    readonly ruleNo: number | null;
  }[];
}

/** The process by which revisions are agreed to. */
export const revisionProcess = 'SR_REVISION';

/** Customers change their minds before the goods have left: one revision in each state, one order was revised. */
export async function showRevisions({ anchor }: Load, { deputy, leader }: Staff): Promise<void> {
  const { path } = revision;
  const [revised, waiting, sent] = await openOrders(deputy, 3);
  if (revised === undefined || waiting === undefined || sent === undefined) throw new Error('too few orders are open');
  const write = ({ code: orderCode, organizeCode, lines }: Sold, reason: string, query = ''): Promise<string> =>
    deputy.post(`${path}${query}`, {
      organizeCode,
      orderCode,
      billDate: anchor,
      reason,
      lines: lines.slice(0, 1).map(({ id, productCode, number, price }) => ({
        orderLineId: id,
        action: 'C',
        productCode,
        // pieces
        afterNumber: String(Number(number) - 1),
        afterPrice: price,
      })),
    });
  // One waits at a time: what was given up, or agreed to, makes room for the next.
  const given = await write(revised, '门店库存充足');
  await deputy.put(`${path}/cancel`, { ids: [given], operateMsg: '客户不改了' });
  const agreed = await write(revised, '客户减少数量');
  await send(deputy, revisionProcess, agreed);
  await leader.put(`${path}/approve`, { ids: [agreed], operateMsg: '同意' });
  await write(revised, '等客户确认', '?stash=1');
  await write(waiting, '门店库存充足');
  await send(deputy, revisionProcess, await write(sent, '门店库存充足'));
}

/**
 * The latest orders of which not all was promised to a delivery yet, with a line that can be one piece shorter; the
 * oldest stay as they are.
 */
async function openOrders(who: Session, count: number): Promise<readonly Sold[]> {
  const { list } = await who.get<Page<{ readonly id: string }>>(
    '/channelsale/order/page?page=1&limit=200&billStatus=1&orderStatus=1&orderField=createDate&order=desc',
  );
  const found: Sold[] = [];
  for (const { id } of list) {
    if (found.length === count) break;
    const order = await who.get<Sold>(`/channelsale/order/${id}`);
    // pieces
    const left = (line: Sold['lines'][number]): number =>
      Number(line.number) - Number(line.releasedNumber ?? '0') - Number(line.closedNumber ?? '0');
    const lines = order.lines.filter((line) => line.ruleNo === null && Number(line.number) > 1 && left(line) > 1);
    if (lines.length > 0) found.push({ ...order, lines });
  }
  return found;
}
