import { round, times } from '#platform/model/decimal.ts';
import type { Good } from './goods.ts';
import type { Load, Staff } from './people.ts';
import { pieces } from './pieces.ts';
import type { Session } from './product.ts';
import { dayAfter, streamOf } from './stream.ts';

const fates = ['whole', 'part', 'back', 'awaited', 'closed', 'saved', 'void'] as const;
type Fate = (typeof fates)[number];

interface Plan {
  readonly supplierCode: string;
  readonly storage: { readonly code: string; readonly organizeCode: string };
  readonly date: string;
  readonly fate: Fate;
  readonly lines: readonly { readonly productCode: string; readonly number: string; readonly price: string }[];
}
interface Movement {
  readonly id: string;
  readonly lines: readonly { readonly id: string; readonly number: string }[];
}
const movements = '/stock/inout';
const path = '/channelsale/purchase';

/**
 * What was bought: orders to suppliers in every state, the goods that came of them, and what some goods must not fall
 * below.
 */
export async function buy({ admin, plan, share, anchor }: Load, staff: Staff, goods: readonly Good[], days: number) {
  const chance = streamOf(`purchases ${plan.code}`);
  const { list: suppliers } = await admin.get<{ list: readonly { code: string }[] }>(
    '/data/bd/supplier/page?limit=500&order=asc&orderField=code',
  );
  const storages = plan.storages.filter(({ type }) => type === '0');
  const first = dayAfter(anchor, -days);
  const planned = Array.from({ length: Math.max(8, Math.round(plan.full.orders * 0.15 * share)) }, (_, i): Plan => {
    const storage = chance.pick(storages);
    const held = goods.filter(({ family }) => storage.holds.includes(family));
    const picked = new Set(Array.from({ length: chance.between(1, 4) }, () => chance.pick(held)));
    const date = dayAfter(anchor, -chance.below(days));
    return {
      supplierCode: chance.pick(suppliers).code,
      storage,
      date: date < first ? first : date,
      fate: fates[i] ?? chance.weighted(fates, (_fate, at) => [70, 8, 3, 8, 4, 4, 3][at] ?? 0),
      lines: [...picked].map((good) => ({
        productCode: good.code,
        number: String(chance.between(2, 12) * 10),
        price: round(times(good.price, '0.7'), 2),
      })),
    };
  });
  const written = new Map<string, Plan>();
  for (const each of planned) written.set(await write(staff.deputy, each), each);
  const of = (...wanted: readonly Fate[]): string[] =>
    [...written].flatMap(([id, { fate }]) => (wanted.includes(fate) ? [id] : []));
  for (const ids of pieces(of('whole', 'part', 'back', 'awaited', 'closed')))
    await staff.auditor.put(`${path}/audit`, ids);
  for (const ids of pieces(of('whole', 'awaited').filter((_id, at) => at % 2 === 0)))
    await staff.deputy.put(`${path}/confirm`, ids);
  for (const [id, each] of written)
    if (/whole|part|back|closed/.test(each.fate)) await receive(staff, id, each, anchor);
  for (const id of of('closed')) await staff.deputy.put(`${path}/close`, { ids: [id], operateMsg: '余量不再需要' });
  for (const id of of('void')) await staff.deputy.put(`${path}/cancel`, { ids: [id], operateMsg: '重复下单' });
  await needMore({ admin, storages, goods, suppliers, staff, anchor, code: plan.code });
  return planned.length;
}

const write = (buyer: Session, { supplierCode, storage, date, lines }: Plan): Promise<string> =>
  buyer.post(path, {
    organizeCode: storage.organizeCode,
    supplierCode,
    storageCode: storage.code,
    currency: 'CNY',
    billDate: date,
    arrivalDate: dayAfter(date, 10),
    lines: lines.map((line) => ({ ...line, taxRate: '13' })),
  });

/** The goods come some days later; some of them in part, some go back. */
async function receive(staff: Staff, id: string, { date, fate }: Plan, anchor: string): Promise<void> {
  const { ids } = await staff.deputy.ask<{ ids: readonly string[] }>(`${path}/receive`, [id] as never);
  const bill = await staff.deputy.get<Movement>(`${movements}/${ids[0] ?? ''}`);
  const day = dayAfter(date, 5);
  const isWhole = fate === 'whole' || fate === 'back';
  await staff.deputy.put(movements, {
    ...bill,
    billDate: day < anchor ? day : anchor,
    lines: bill.lines.map((line) => ({
      ...line,
      number: isWhole ? line.number : String(Math.ceil(Number.parseInt(line.number, 10) / 2)),
    })),
  });
  await staff.auditor.put(`${movements}/audit`, [bill.id]);
  if (fate !== 'back') return;
  const [line] = bill.lines;
  const { ids: reds } = await staff.deputy.ask<{ ids: readonly string[] }>(`${movements}/red`, [
    { id: bill.id, lines: [{ id: line?.id, number: '2' }] },
  ] as never);
  await staff.auditor.put(`${movements}/audit`, [...reds]);
}

interface Needs {
  readonly admin: Session;
  readonly storages: readonly { readonly code: string; readonly organizeCode: string }[];
  readonly goods: readonly Good[];
  readonly suppliers: readonly { readonly code: string }[];
  readonly staff: Staff;
  readonly anchor: string;
  readonly code: string;
}

/** Minima of some goods, prices that were agreed, and demands: some became purchases, the last ones wait. */
async function needMore({ admin, storages, goods, suppliers, staff, anchor, code }: Needs): Promise<void> {
  const chance = streamOf(`demands ${code}`);
  const [storage] = storages;
  if (storage === undefined) return;
  for (const [i, good] of goods.slice(0, 6).entries()) {
    const supplierCode = chance.pick(suppliers).code;
    const numbered = String(i + 1).padStart(3, '0');
    await admin.post('/channelsale/minstock', {
      code: `MS${numbered}`,
      name: `${good.name}安全库存`,
      organizeCode: storage.organizeCode,
      storageCode: storage.code,
      productCode: good.code,
      minNumber: String(chance.between(2, 30) * 10),
      leadDays: chance.between(3, 15),
      supplierCode,
    });
    await admin.post('/channelsale/purchaseprice', {
      code: `PA${numbered}`,
      name: `${good.name}年度协议`,
      supplierCode,
      productCode: good.code,
      price: round(times(good.price, '0.66'), 2),
      startDate: `${anchor.slice(0, 4)}-01-01`,
      endDate: `${anchor.slice(0, 4)}-12-31`,
    });
    const id = await staff.deputy.post('/channelsale/demand', {
      organizeCode: storage.organizeCode,
      storageCode: storage.code,
      supplierCode,
      requiredDate: dayAfter(anchor, 7),
      lines: [{ productCode: good.code, number: String(chance.between(1, 9) * 10) }],
    });
    if (i < 4) await staff.auditor.put('/channelsale/demand/audit', [id]);
    if (i < 2) await staff.deputy.ask('/channelsale/demand/toOrder', [id] as never);
  }
}
