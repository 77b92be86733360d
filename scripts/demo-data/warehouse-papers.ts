import { plus } from '#platform/model/decimal.ts';
import { allocation } from '#stock/model/allocation.ts';
import { stockCount } from '#stock/model/count.ts';
import type { Load, Staff } from './people.ts';
import type { Session } from './product.ts';
import { send } from './send.ts';

/** The processes by which goods are moved and differences are agreed to. */
export const allocationProcess = 'TA_ALLOCATION';
export const countProcess = 'IN_COUNT';

interface Page<Row> {
  readonly list: readonly Row[];
}
interface Held {
  readonly productCode: string;
  readonly number: string;
  readonly availableNumber: string;
}
interface Papers {
  readonly path: string;
  readonly process: string;
  /** The n-th of them, written down. */
  readonly write: (n: number, query?: string) => Promise<string>;
}

/** Goods on their way and goods that are counted: one paper in each state it can be in, more of those that are done. */
export async function showWarehouse({ admin, plan, anchor }: Load, staff: Staff): Promise<void> {
  const { deputy } = staff;
  const from = plan.storages.find(({ type }) => type === '0');
  const to = plan.storages.find((each) => each !== from && each.organizeCode === from?.organizeCode);
  if (from === undefined || to === undefined) return;
  const { organizeCode } = from;
  const held = await heldIn(deputy, from.code);
  const goodsAt = (n: number): readonly Held[] => [0, 1, 2].flatMap((at) => held[(n * 3 + at) % held.length] ?? []);
  // Goods of a house that sells every day do not lie still while they are counted.
  await admin.post('/sys/tenant/params', { code: 'ST006', name: '盘点冻结', typeCode: 'STK', value: '0' });
  const allocations: Papers = {
    path: allocation.path,
    process: allocationProcess,
    write: (n, query = '') =>
      deputy.post(`${allocation.path}${query}`, {
        organizeCode,
        billDate: anchor,
        outStorageCode: from.code,
        inStorageCode: to.code,
        remark: '包装破损移库',
        lines: goodsAt(n).map(({ productCode }, at) => ({ productCode, number: String(at + 1) })),
      }),
  };
  const counts: Papers = {
    path: stockCount.path,
    process: countProcess,
    write: (n, query = '') =>
      deputy.post(`${stockCount.path}${query}`, {
        organizeCode,
        billDate: anchor,
        countDate: anchor,
        storageCode: from.code,
        remark: '月度抽盘',
        lines: goodsAt(n).map(({ productCode, number }, at) => ({
          productCode,
          countNumber: at === 0 ? plus(number, '1') : number,
        })),
      }),
  };
  for (const papers of [allocations, counts]) await showPapers(papers, staff);
  await sendOff(await agreed(allocations, staff, 7), staff);
}

async function showPapers(papers: Papers, staff: Staff): Promise<void> {
  const { deputy, auditor } = staff;
  const { path, process, write } = papers;
  await write(0);
  await write(1, '?stash=1');
  await deputy.put(`${path}/cancel`, { ids: [await write(2)], operateMsg: '录入有误' });
  await send(deputy, process, await write(3));
  for (const n of [4, 5]) await agreed(papers, staff, n);
  await auditor.put(`${path}/close`, { ids: [await agreed(papers, staff, 6)], operateMsg: '业务完结' });
}

async function agreed({ path, process, write }: Papers, { deputy, leader }: Staff, n: number): Promise<string> {
  const id = await write(n);
  await send(deputy, process, id);
  await leader.put(`${path}/approve`, { ids: [id], operateMsg: '同意' });
  return id;
}

/** The goods of one have left and are on their way. */
async function sendOff(id: string, { deputy, auditor }: Staff): Promise<void> {
  const { code } = await deputy.get<{ readonly code: string }>(`${allocation.path}/${id}`);
  const { list } = await deputy.get<Page<{ readonly id: string }>>(
    `/stock/inout/page?page=1&limit=20&sourceCode=${code}&billStatus=0`,
  );
  await auditor.put(
    '/stock/inout/audit',
    list.map((movement) => movement.id),
  );
}

/** What lies there and is nobody's yet. */
async function heldIn(who: Session, storageCode: string): Promise<readonly Held[]> {
  const { list } = await who.get<Page<Held>>(`/stock/enquiry/page?page=1&limit=100&storageCode=${storageCode}`);
  return list.filter(({ availableNumber }) => Number.parseFloat(availableNumber) > 20);
}
