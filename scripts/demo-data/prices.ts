import { round, times } from '#platform/model/decimal.ts';
import type { Good } from './goods.ts';
import { brandOf } from './goods.ts';
import type { Customer } from './partners.ts';
import type { Load, Staff } from './people.ts';
import type { Body, Session } from './product.ts';
import { dayAfter } from './stream.ts';

/** A document takes 2,000 lines. */
const linesOfOne = 1000;
const classTwo = '0.9';
const percent = (price: string, of: number): string => round(times(price, String(of / 100)), 2);

/**
 * Prices from the day before the first order on: benchmarks of every material for the first two classes, written by
 * price changes as a price administrator would; strategies of every dimension; ladders; and what else decides who may
 * buy what for how much.
 */
export async function createPrices(
  { admin, plan, anchor }: Load,
  goods: readonly Good[],
  customers: readonly Customer[],
  staff: Staff,
  days: number,
): Promise<void> {
  const since = dayAfter(anchor, -days - 1);
  await createBenchmarks(admin, staff, goods, since);
  // The brand owner shows everything that a price can hang on; the others use a few.
  const plans = strategiesOf(goods, customers, { since, anchor, days });
  const strategies = plan.parent === null ? plans : plans.filter((_each, at) => at % 5 === 0);
  const ids = await inTurn(strategies, (strategy) => admin.post('/channelsale/price/strategy', strategy));
  await audit(staff, 'strategy', ids);
  await createLadders(
    admin,
    staff,
    goods,
    ids.filter((_id, at) => strategies[at]?.['pricingMode'] === '2'),
    { since, isOwner: plan.parent === null },
  );
  await createRules(admin);
  await createRestrictions(admin, { since, anchor });
  await createCosts(admin, staff, goods, anchor);
  await createObjectives(admin, staff, anchor);
}

async function createBenchmarks(
  admin: Session,
  { deputy }: Staff,
  goods: readonly Good[],
  effectiveDate: string,
): Promise<void> {
  const lines = [...goods.map(({ code, price }) => [code, price] as const), ['FW001', '60'] as const].flatMap(
    ([productCode, price]) => {
      const second = round(times(price, classTwo), 2);
      const floorPrice = percent(second, 85);
      return [
        { productCode, priceClassCode: 'PC01', newPrice: price, floorPrice },
        { productCode, priceClassCode: 'PC02', newPrice: second, floorPrice },
      ];
    },
  );
  for (let i = 0; i < lines.length; i += linesOfOne) {
    const id = await admin.post('/channelsale/price/change', {
      billDate: effectiveDate,
      effectiveDate,
      reason: '年度价格表',
      lines: lines.slice(i, i + linesOfOne),
    });
    await deputy.put('/channelsale/price/change/audit', [id]);
  }
}

/** Twenty-five, one of them over and one still to come. Most take a few percent off; the floor is far enough below. */
function strategiesOf(
  goods: readonly Good[],
  customers: readonly Customer[],
  { since, anchor, days }: { readonly since: string; readonly anchor: string; readonly days: number },
): readonly Body[] {
  const [first, second, third] = [0, Math.floor(goods.length / 3), Math.floor(goods.length / 2)]
    .map((at) => goods[at] ?? goods[0])
    .filter((good) => good !== undefined);
  const buyer = (at: number): string => customers[at % customers.length]?.code ?? '';
  if (first === undefined || second === undefined || third === undefined) return [];
  const on = (...rows: readonly (readonly [dimension: string, code: string, exclude?: boolean])[]): Body[] =>
    rows.map(([dimension, code, isExcluded = false]) => ({
      side: ['material', 'product', 'class', 'brand'].includes(dimension) ? 'product' : 'customer',
      dimension,
      code,
      excludeFlag: isExcluded ? '1' : '0',
    }));
  const whole = { startDate: since, endDate: dayAfter(anchor, 365) };
  const rate = (name: string, value: string, scopes: readonly Body[], more: Body = {}): Body => ({
    billDate: since,
    name,
    pricingMode: '1',
    priority: 100,
    value,
    scopes,
    ...whole,
    ...more,
  });
  const fixed = (name: string, scopes: readonly Body[], lines: readonly Body[], more: Body = {}): Body => ({
    billDate: since,
    name,
    pricingMode: '0',
    scopes,
    lines,
    ...whole,
    ...more,
  });
  return [
    fixed('战略客户协议价', on(['customer', buyer(0)]), [
      { productCode: first.code, price: percent(first.price, 88) },
      { productCode: second.code, price: percent(second.price, 90) },
    ]),
    rate('战略客户品类折扣', '94', on(['customer', buyer(0)], ['class', second.classCode])),
    rate('老客户品牌折扣', '95', on(['customer', buyer(1)], ['brand', brandOf[first.family]])),
    rate('单店扶持', '96', on(['customer', buyer(2)])),
    rate('指定样品价', '90', on(['customer', buyer(3)], ['product', `P${first.style}`])),
    rate('华东大区', '98', on(['group', 'KG01'])),
    rate('地产集采', '92', on(['group', 'KG07'], ['class', '01'])),
    rate('战略等级', '93', on(['level', 'L01'])),
    rate('重点等级', '96', on(['level', 'L02'], ['brand', brandOf[second.family]])),
    rate('经销商价', '97', on(['customerClass', 'K1'])),
    rate('省级经销商内墙', '95', on(['customerClass', 'K11'], ['class', '0101'])),
    rate('工程客户底漆', '91', on(['customerClass', 'K2'], ['class', '0103'])),
    rate('工程渠道', '94', on(['channel', 'GC'])),
    rate('电商渠道单品', '93', on(['channel', 'DS'], ['material', third.code])),
    rate('零售渠道（不含工具）', '98', on(['channel', 'LS'], ['class', '04', true])),
    rate('华东区域', '97', on(['area', 'QY3'])),
    rate('华东区域内墙', '96', on(['area', 'QY3'], ['class', '0101'])),
    rate('家具制造行业', '95', on(['trade', 'HY05'])),
    rate('服装零售行业', '94', on(['trade', 'HY07'], ['class', '05'])),
    rate('零售价级别', '99', on(['priceClass', 'PC04'])),
    {
      billDate: since,
      name: '整箱立减',
      pricingMode: '4',
      value: '1',
      leastNumber: '12',
      scopes: on(['material', first.code]),
      ...whole,
    },
    rate('去年秋季促销', '90', on(['class', '05']), {
      startDate: dayAfter(anchor, -days),
      endDate: dayAfter(anchor, -days + 20),
    }),
    rate('下季新价', '97', on(['brand', brandOf[first.family]]), {
      startDate: dayAfter(anchor, 30),
      endDate: dayAfter(anchor, 120),
    }),
    {
      billDate: since,
      name: '工程量价',
      pricingMode: '2',
      scopes: on(['customerClass', 'K2']),
      lines: [{ productCode: second.code }, { productCode: third.code }],
      ...whole,
    },
    {
      billDate: since,
      name: '内部客户成本加成',
      pricingMode: '3',
      value: '30',
      scopes: on(['customerClass', 'K9'], ['material', third.code]),
      ...whole,
    },
  ];
}

/** Fifteen, a third of them band by band. They hang on benchmarks, and on the strategies whose price is a ladder. */
async function createLadders(
  admin: Session,
  staff: Staff,
  goods: readonly Good[],
  strategies: readonly string[],
  { since, isOwner }: { readonly since: string; readonly isOwner: boolean },
): Promise<void> {
  const end = dayAfter(since, 3650);
  const tiers = ({ code, price }: Good): Body[] =>
    [
      ['1', 100],
      ['20', 97],
      ['100', 94],
    ].map(([startNumber, of]) => ({ productCode: code, startNumber, price: percent(price, Number(of)) })); // not money
  const on = (sourceType: string, sourceId: string, at: number, lines: readonly Body[]): Body => ({
    billDate: since,
    name: `阶梯价${at + 1}`,
    sourceType,
    sourceId,
    ladderMode: at % 3 === 2 ? '1' : '0',
    startDate: since,
    endDate: end,
    lines,
  });
  const wanted = goods
    .filter((_good, at) => at % Math.max(1, Math.floor(goods.length / 15)) === 1)
    .slice(0, isOwner ? 15 - strategies.length : 3);
  const [, second, third] = [0, Math.floor(goods.length / 3), Math.floor(goods.length / 2)].map((at) => goods[at]);
  const bodies = [
    ...strategies.map((id, at) =>
      on(
        'strategy',
        id,
        at,
        [second, third].flatMap((good) => (good === undefined ? [] : tiers(good))),
      ),
    ),
    ...(await inTurn(wanted, async (good, at) => {
      const { list } = await admin.get<{ list: readonly { id: string }[] }>(
        `/channelsale/price/benchmark/page?page=1&limit=1&productCode=${good.code}&priceClassCode=PC01`,
      );
      return on('benchmark', list[0]?.id ?? '', at + strategies.length, tiers(good));
    })),
  ];
  await audit(staff, 'ladder', await inTurn(bodies, (body) => admin.post('/channelsale/price/ladder', body)));
}

const steps = [
  ['customer', '客户'],
  ['group', '客户组'],
  ['level', '客户等级'],
  ['customerClass', '客户分类'],
  ['channel', '渠道'],
  ['area', '区域'],
  ['trade', '行业'],
  ['priceClass', '价格级别'],
  ['all', '全部'],
] as const;
const createRules = (admin: Session): Promise<readonly string[]> =>
  inTurn(steps, ([customerDimension, name], at) =>
    admin.post('/channelsale/query/price/rule', {
      code: `CX${String(at + 1).padStart(2, '0')}`,
      name: `按${name}取价`,
      priority: (at + 1) * 10,
      customerDimension,
    }),
  );

/** Rules that nobody of the demo breaks yet: some begin later, and nobody sells abroad. */
async function createRestrictions(
  admin: Session,
  { since, anchor }: { readonly since: string; readonly anchor: string },
): Promise<void> {
  const { list } = await admin.get<{ list: readonly { code: string }[] }>(
    '/data/bd/material/restrict/rule/page?page=1&limit=1&status=1',
  );
  const [rule] = list;
  if (rule === undefined) return;
  await admin.post('/channelsale/product/restrict', {
    code: 'XG01',
    name: '下季起现场调色仅限工程客户',
    ruleCode: rule.code,
    restrictType: '0',
    customerClassCode: 'K2',
    productCode: 'FW001',
    startDate: dayAfter(anchor, 60),
    endDate: dayAfter(anchor, 365),
  });
  await admin.post('/channelsale/product/restrict', {
    code: 'XG02',
    name: '出口渠道暂停内衣',
    ruleCode: rule.code,
    restrictType: '1',
    channelCode: 'CK',
    productClassCode: '06',
    startDate: since,
    endDate: dayAfter(anchor, 365),
  });
  await admin.post('/channelsale/product/restrict', {
    code: 'XG03',
    name: '下月起电商停售木蜡油',
    ruleCode: rule.code,
    restrictType: '1',
    channelCode: 'DS',
    productClassCode: '0202',
    startDate: dayAfter(anchor, 30),
    endDate: dayAfter(anchor, 365),
  });
}

async function createCosts(admin: Session, staff: Staff, goods: readonly Good[], anchor: string): Promise<void> {
  const months = [0, 1, 2, 3, 4, 5, 6].map((back) => dayAfter(anchor, -30 * back).slice(0, 7));
  const some = goods
    .filter((_good, at) => at % Math.max(1, Math.floor(goods.length / 10)) === 0 || at === Math.floor(goods.length / 2))
    .slice(0, 12);
  const ids = await inTurn(
    [...new Set(months)].flatMap((month) => some.map((good) => ({ month, good }))),
    ({ month, good }) =>
      admin.post('/channelsale/price/cost', {
        billDate: `${month}-01`,
        productCode: good.code,
        year: Number.parseInt(month.slice(0, 4), 10),
        month: Number.parseInt(month.slice(5), 10),
        cost: percent(good.price, 68),
      }),
  );
  await audit(staff, 'cost', ids);
}

async function createObjectives(admin: Session, { salesmen, deputy }: Staff, anchor: string): Promise<void> {
  const year = Number.parseInt(anchor.slice(0, 4), 10);
  const ids = await inTurn(salesmen.slice(0, 6), ({ code, deptCode, organizeCode }, at) =>
    admin.post('/channelsale/objective', {
      billDate: `${year}-01-01`,
      organizeCode,
      year,
      period: '2',
      deptCode,
      salesmanCode: code,
      lines: Array.from({ length: 12 }, (_x, month) => ({
        month: month + 1,
        targetAmount: String((at + 2) * 50_000 + month * 5000),
      })),
    }),
  );
  for (let i = 0; i < ids.length; i += 50) await deputy.put('/channelsale/objective/audit', ids.slice(i, i + 50));
}

async function audit({ deputy }: Staff, what: 'strategy' | 'ladder' | 'cost', ids: readonly string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += 50) await deputy.put(`/channelsale/price/${what}/audit`, ids.slice(i, i + 50));
}

/** One after the other, so that each gets the same number every time. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const done: Result[] = [];
  for (const [at, item] of items.entries()) done.push(await work(item, at));
  return done;
}
