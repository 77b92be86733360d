import { compare, over, plus, round, times } from '#platform/model/decimal.ts';
import { brandOf, type Good } from './goods.ts';
import type { Customer } from './partners.ts';
import type { Body } from './product.ts';
import { dayAfter, streamOf, type Stream } from './stream.ts';
import type { Family, TenantPlan } from './tenants.ts';

/** What became of an order. `reaudited` was audited, taken back and audited again. */
export type Fate = 'saved' | 'audited' | 'reaudited' | 'closed' | 'cancelled' | 'stashed';

export interface OrderPlan {
  readonly date: string;
  readonly organizeCode: string;
  readonly customerCode: string;
  readonly storageCode: string;
  readonly fate: Fate;
  /** About what it comes to: the product finds the prices. */
  readonly worth: string;
  readonly body: Body;
  readonly lines: readonly { readonly productCode: string; readonly number: string }[];
}

interface Line extends Body {
  readonly productCode: string;
  readonly number: string;
}

/**
 * Orders of the weeks before the anchor, all decided before the first is written: the opening stock must cover them.
 */
export function planOrders(
  plan: TenantPlan,
  goods: readonly Good[],
  customers: readonly Customer[],
  { anchor, days, count }: { anchor: string; days: number; count: number },
): readonly OrderPlan[] {
  const chance = streamOf(`orders ${plan.code}`);
  const charges = streamOf(`charges ${plan.code}`);
  const calendar = Array.from({ length: days + 1 }, (_, back) => dayAfter(anchor, -back));
  const busy = calendar.map(busyness);
  const buyers = customers.filter(({ isOpen }) => isOpen);
  return Array.from({ length: count }, (_, i) => {
    const date = chance.weighted(calendar, (_day, back) => busy[back] ?? 0);
    // A few customers order most of it.
    const customer = chance.weighted(buyers, (_customer, rank) => 1 / (rank + 1) ** 1.1);
    const organization = plan.organizations.find(({ code }) => code === customer.organizeCode);
    const storage = plan.storages.find(
      ({ organizeCode, type }) => organizeCode === customer.organizeCode && type === '0',
    );
    if (organization === undefined || storage === undefined) throw new Error(`${customer.code} cannot be served`);
    const family = chance.weighted(organization.sells, (each) => shareOf[each]);
    const lines = linesOf(
      chance,
      goods.filter((good) => good.family === family),
      goods.filter((good) => good.family === 'tool'),
      customer,
      family,
    );
    // The first ones show every fate.
    const orderType = chance.chance(4) && i >= fates.length ? '1' : '0';
    const body = bodyOf({ customer, family, date, storageCode: storage.code, orderType, lines }, chance, charges);
    return {
      date,
      organizeCode: customer.organizeCode,
      customerCode: customer.code,
      storageCode: storage.code,
      fate: waitingIf(orderType === '1', fateOf(chance, calendar.indexOf(date), i)),
      worth: worthOf(lines),
      body,
      lines,
    };
  });
}

interface Ordered {
  readonly customer: Customer;
  readonly family: Family;
  readonly date: string;
  readonly storageCode: string;
  readonly orderType: string;
  readonly lines: readonly Line[];
}

const bodyOf = (
  { customer, family, date, storageCode, orderType, lines }: Ordered,
  chance: Stream,
  charges: Stream,
): Body => ({
  organizeCode: customer.organizeCode,
  customerCode: customer.code,
  billDate: date,
  orderType,
  channelCode: customer.channelCode,
  brandCode: brandOf[family],
  salesmanCode: customer.salesmanCode,
  deptCode: customer.deptCode,
  consignee: customer.linkman,
  phone: customer.phone,
  address: customer.address,
  shippingMode: chance.pick(['1', '2', '2', '3', '4', '0']),
  freightFor: chance.pick(['0', '1', '2']),
  payMode: chance.pick(['transfer', 'transfer', 'credit', 'wechat', 'acceptance']),
  ...(chance.chance(40) ? { paymentTerm: chance.pick(['3', '6', '12']) } : {}),
  requiredDate: dayAfter(date, chance.between(2, 12)),
  // Left out, the product would look what is free at that moment, which is not the same every time.
  storageCode,
  ...(chance.chance(70) ? {} : chargesFor(charges, lines)),
  ...(chance.chance(15) ? { remark: chance.pick(remarks) } : {}),
  // Only special prices are typed; all others the product finds.
  lines: orderType === '1' ? lines : lines.map(({ price: _typed, ...line }) => line),
});

const worthOf = (lines: readonly Line[]): string =>
  plus(...lines.map(({ number, price }) => times(number, String(price))));

/** Freight on some, the small change dropped on others, and something off where it is worth it. */
function chargesFor(chance: Stream, lines: readonly Line[]): Body {
  const goods = worthOf(lines);
  return {
    ...(chance.chance(50) ? { freightAmount: chance.pick(['20', '35', '60', '120']) } : {}),
    ...(chance.chance(40) && compare(goods, '2000') > 0 ? { allowanceAmount: chance.pick(['20', '50', '88']) } : {}),
    ...(chance.chance(40) && compare(goods, '100') > 0 ? { roundingAmount: chance.pick(['0.2', '0.5', '0.8']) } : {}),
  };
}

const remarks = [
  '请周五前送达',
  '客户自提，提前电话联系',
  '随货附检测报告',
  '与上一单合并发货',
  '送货上门需卸货',
  '工地收货，早八点前到',
];

const shareOf: Readonly<Record<Family, number>> = { paint: 5, wood: 3, colour: 1, tool: 1, apparel: 4, lingerie: 2 };

/** Sundays are quiet, the end of a month is not. */
function busyness(day: string): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return (weekday === 0 ? 0.1 : weekday === 6 ? 0.5 : 1) * (dayAfter(day, 3).slice(8) <= '03' ? 1.4 : 1);
}

const fates = ['audited', 'closed', 'saved', 'cancelled', 'stashed', 'reaudited'] as const satisfies readonly Fate[];

/** A special order is audited by approval only, and waits for it. */
const waitingIf = (isSpecial: boolean, fate: Fate): Fate =>
  isSpecial && (fate === 'audited' || fate === 'closed' || fate === 'reaudited') ? 'saved' : fate;

/** However few orders there are, each fate is among them; the others follow the order's age in days. */
function fateOf(chance: Stream, age: number, i: number): Fate {
  const weights = age > 14 ? [70, 21, 2, 4, 0, 3] : age >= 3 ? [68, 8, 12, 6, 3, 3] : [35, 3, 42, 5, 14, 1];
  return fates[i] ?? chance.weighted(fates, (_fate, at) => weights[at] ?? 0);
}

function linesOf(
  chance: Stream,
  goods: readonly Good[],
  tools: readonly Good[],
  customer: Customer,
  family: Family,
): Line[] {
  if (family === 'apparel') return sizeRun(chance, goods, customer);
  const wanted = Math.min(8, 1 + poisson(chance, 3.5));
  const picked = new Map(Array.from({ length: wanted }, () => chance.pick(goods)).map((good) => [good.code, good]));
  const lines = [...picked.values()].map((good) => lineOf(good, numberOf(chance, good), customer));
  const trial =
    family !== 'tool' && family !== 'lingerie' && tools.length > 0 && lines.length < 8 && chance.chance(12)
      ? chance.pick(tools)
      : undefined;
  return trial === undefined
    ? lines
    : [...lines, { ...lineOf(trial, '1', customer), lineType: '4', remark: '试用样品' }];
}

/** A style of one colour in all its sizes, more of the middle ones. */
function sizeRun(chance: Stream, goods: readonly Good[], customer: Customer): Line[] {
  const model = chance.pick(goods);
  const colour = model.spec.split(' ')[0] ?? '';
  const runs = chance.between(1, 6);
  return goods
    .filter((good) => good.style === model.style && good.spec.startsWith(`${colour} `))
    .map((good, i) => lineOf(good, String(([1, 2, 3, 3, 2, 1, 1][i] ?? 1) * runs), customer));
}

function lineOf(good: Good, number: string, customer: Customer): Line {
  return {
    productCode: good.code,
    number,
    storeNumber: round(over(number, good.rate), 4),
    price: round(times(good.price, `0.${customer.discount}`), 2),
  };
}

/** Small packs go by the box, large ones by the piece. */
function numberOf(chance: Stream, good: Good): string {
  return good.rate === '1'
    ? String(chance.between(2, 40))
    : chance.chance(60)
      ? times(good.rate, String(chance.between(1, 6)))
      : String(chance.between(1, 30));
}

function poisson(chance: Stream, mean: number): number {
  const limit = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > limit; count += 1) product *= (chance.below(1_000_000) + 1) / 1_000_001;
  return count;
}
