import { compare, plus, round, times } from '#platform/model/decimal.ts';
import type { Good } from './goods.ts';
import type { OrderPlan } from './orders.ts';
import type { Load, Staff } from './people.ts';
import { dayAfter, streamOf } from './stream.ts';
import type { StoragePlan, TenantPlan } from './tenants.ts';

const fates = ['audited', 'saved', 'closed', 'cancelled'] as const;
interface Line {
  readonly productCode: string;
  readonly number: string;
  readonly price: string;
}
export interface MovePlan {
  readonly storage: StoragePlan;
  readonly moveType: '3' | '7';
  readonly date: string;
  readonly remark: string;
  readonly fate: (typeof fates)[number];
  readonly lines: readonly Line[];
}

/** Samples, breakage and small deliveries: other in and other out, in every state. */
export function planMoves(
  plan: TenantPlan,
  goods: readonly Good[],
  { anchor, days, count }: { anchor: string; days: number; count: number },
): readonly MovePlan[] {
  const chance = streamOf(`moves ${plan.code}`);
  const storages = plan.storages.filter(({ type }) => type === '0');
  return Array.from({ length: count }, (_, i) => {
    const storage = chance.pick(storages);
    const isOut = chance.chance(60);
    const held = goods.filter(({ family }) => storage.holds.includes(family));
    const picked = new Map(
      Array.from({ length: chance.between(1, 5) }, () => chance.pick(held)).map((good) => [good.code, good]),
    );
    return {
      storage,
      moveType: isOut ? '7' : '3',
      date: dayAfter(anchor, -chance.below(days)),
      remark: chance.pick(isOut ? ['样板领用', '破损出库', '展会样品'] : ['零星入库', '盘盈入库']),
      fate: fates[i] ?? chance.weighted(fates, (_fate, at) => [70, 15, 7, 8][at] ?? 0),
      lines: [...picked.values()].map((good) => ({
        productCode: good.code,
        number: String(isOut ? chance.between(1, 4) : chance.between(5, 60)),
        price: costOf(good),
      })),
    };
  });
}

/** Stock comes in the day before everything else, enough for all of it. A few articles have nothing to spare. */
export async function openStock(
  { plan }: Load,
  staff: Staff,
  goods: readonly Good[],
  { day, needed }: { day: string; needed: ReadonlyMap<string, string> },
): Promise<void> {
  const chance = streamOf(`stock ${plan.code}`);
  for (const storage of plan.storages) {
    const lines = goods
      .filter(({ family }) => storage.holds.includes(family))
      .flatMap((good) => {
        const spare = chance.chance(6) ? '0' : String(chance.between(10, storage.type === '0' ? 240 : 40));
        const number = plus(needed.get(placeOf(storage.code, good.code)), spare);
        return compare(number, '0') > 0 ? [{ productCode: good.code, number, price: costOf(good) }] : [];
      });
    if (lines.length === 0) continue;
    // A keeper works in normal warehouses; the others are the administrators'.
    const who = storage.type === '0' ? staff.keeperOf(storage.organizeCode) : staff.deputy;
    const id = await who.post('/stock/inout', { ...headOf(storage, '3', day), remark: '期初库存', lines });
    await staff.auditor.put('/stock/inout/audit', [id]);
  }
}

/** Bills of one day are written in turn, so that each gets the same number every time. */
export async function moveStock(staff: Staff, moves: readonly MovePlan[]): Promise<void> {
  await Promise.all(
    [...Map.groupBy(moves, ({ date }) => date).values()].map(async (sameDay) => {
      for (const { storage, moveType, date, remark, fate, lines } of sameDay) {
        const keeper = staff.keeperOf(storage.organizeCode);
        const id = await keeper.post('/stock/inout', { ...headOf(storage, moveType, date), remark, lines });
        if (fate === 'cancelled') await keeper.put('/stock/inout/cancel', { ids: [id], operateMsg: '录入有误' });
        if (fate === 'audited' || fate === 'closed') await staff.auditor.put('/stock/inout/audit', [id]);
        if (fate === 'closed') await keeper.put('/stock/inout/close', { ids: [id], operateMsg: '业务完结' });
      }
    }),
  );
}

/**
 * What is asked of each article in each warehouse: audited orders, those included that were closed later, and what goes
 * out otherwise.
 */
export function demandOf(orders: readonly OrderPlan[], moves: readonly MovePlan[]): ReadonlyMap<string, string> {
  const asked = [
    ...orders.filter(({ fate }) => fate === 'audited' || fate === 'reaudited' || fate === 'closed'),
    ...moves
      .filter(({ moveType, fate }) => moveType === '7' && (fate === 'audited' || fate === 'closed'))
      .map(({ storage, lines }) => ({ storageCode: storage.code, lines })),
  ];
  const needed = new Map<string, string>();
  for (const { storageCode, lines } of asked) {
    for (const { productCode, number } of lines)
      needed.set(placeOf(storageCode, productCode), plus(needed.get(placeOf(storageCode, productCode)), number));
  }
  return needed;
}

const placeOf = (storageCode: string, productCode: string): string => `${storageCode} ${productCode}`;
const costOf = (good: Good): string => round(times(good.price, '0.62'), 2);
const headOf = (storage: StoragePlan, moveType: '3' | '7', billDate: string) => ({
  organizeCode: storage.organizeCode,
  storageCode: storage.code,
  moveType,
  billDate,
});
