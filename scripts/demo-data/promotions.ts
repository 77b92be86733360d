import type { Good } from './goods.ts';
import { brandOf } from './goods.ts';
import type { Load, Staff } from './people.ts';
import type { Body } from './product.ts';
import { dayAfter } from './stream.ts';

const activities = '/channelsale/promotion/activity';

/**
 * Promotions of the brand owner (§14): every type of rule runs from the day of the demo on, three are over, two are to
 * come, one takes its lines for itself, one stands beside others; six packages. They begin with the last day: orders of
 * the past were written without them.
 */
export async function createPromotions(
  { admin, plan, anchor }: Load,
  goods: readonly Good[],
  { deputy }: Staff,
): Promise<void> {
  if (plan.parent !== null) return;
  const tools = goods.filter(({ family }) => family === 'tool');
  await createPackages({ admin, anchor }, tools);
  await createKeptRules(admin);
  await createPointsRules({ admin, anchor }, goods);
  const ids: string[] = [];
  for (const body of activitiesOf(goods, tools, anchor)) ids.push(await admin.post(activities, body));
  await deputy.put(`${activities}/audit`, ids);
  await deputy.put(`${activities}/publish`, ids);
}

async function createPackages(
  { admin, anchor }: Pick<Load, 'admin' | 'anchor'>,
  tools: readonly Good[],
): Promise<void> {
  const packages: readonly (readonly [name: string, packageType: string, more: Body])[] = [
    ['开业礼包', '0', {}],
    ['施工工具礼包', '1', { packageMaxNumber: '10', packageMaxAmount: '300' }],
    ['色卡画册礼包', '1', { packageMaxNumber: '5' }],
    ['门店物料礼包', '1', { packageMaxAmount: '500' }],
    ['年终答谢礼包', '0', {}],
    ['会员日礼包', '1', { packageMaxNumber: '3', packageMaxAmount: '100' }],
  ];
  for (const [at, [name, packageType, more]] of packages.entries())
    await admin.post('/channelsale/promotion/package', {
      code: `GP${String(at + 1).padStart(3, '0')}`,
      name,
      packageType,
      startDate: dayAfter(anchor, -30),
      endDate: dayAfter(anchor, 335),
      lines: fromTools(tools, at * 3).map(({ code, price }) => ({ productCode: code, number: '1', price })),
      ...more,
    });
}

/** Four in a row; a small range begins again, so that no package is empty. */
const fromTools = (tools: readonly Good[], from: number): readonly Good[] =>
  [...new Set([0, 1, 2, 3].map((at) => tools[(from + at) % Math.max(1, tools.length)]))].filter(
    (tool) => tool !== undefined,
  );

/** What earns more points than the house says: a brand, and goods that are counted by the piece. */
async function createPointsRules(
  { admin, anchor }: Pick<Load, 'admin' | 'anchor'>,
  goods: readonly Good[],
): Promise<void> {
  const paint = goods.find(({ family }) => family === 'paint');
  const tool = goods.find(({ family }) => family === 'tool');
  if (paint === undefined || tool === undefined) return;
  const rules: readonly Body[] = [
    { name: '会员双倍积分', productScope: '2', brandCode: brandOf[paint.family], amountPerPoint: '5' },
    { name: '工具按件积分', productScope: '3', productCode: tool.code, amountPerPoint: '0', pointsPerUnit: '3' },
  ];
  for (const [at, rule] of rules.entries())
    await admin.post('/channelsale/promotion/points', {
      code: `PP${String(at + 1).padStart(3, '0')}`,
      startDate: dayAfter(anchor, -182),
      endDate: dayAfter(anchor, 335),
      ...rule,
    });
}

/** Tiers that come back every season: an activity takes them over as its own. */
async function createKeptRules(admin: Load['admin']): Promise<void> {
  const rules: readonly (readonly [name: string, type: string, tiers: readonly Body[]])[] = [
    ['三档满减', 'P003', [off('10000', '600'), off('20000', '1500'), off('30000', '2800')]],
    ['买十赠一', 'P001', [given]],
    ['每满五千返五十', 'P006', [credit]],
  ];
  for (const [at, [name, policyRuleTypeCode, tiers]] of rules.entries())
    await admin.post('/channelsale/policy/rule', {
      code: `PR${String(at + 1).padStart(3, '0')}`,
      name,
      policyRuleTypeCode,
      ruleList: tiers.map((tier) => ({ policyRuleTypeCode, ...tier })),
    });
}

const onBrand = (family: Good['family']): readonly Body[] => [
  { side: 'product', dimension: 'brand', code: brandOf[family], excludeFlag: '0' },
];

const off = (leastAmount: string, onSaleAmount: string): Body => ({
  onSaleType: '0',
  giveDynamicFlag: '0',
  leastAmount,
  onSaleAmount,
});
const rate = (onSaleRate: string): Body => ({ onSaleType: '1', onSaleRateType: '0', onSaleRate });
const given: Body = { leastNumber: '10', buyNumber: '10', giveNumber: '1', giveType: '0', giveDynamicFlag: '1' };
const credit: Body = { leastAmount: '5000', giveAccountAmount: '50', giveDynamicFlag: '2' };

type Maker = (type: string, name: string, rules: Body | readonly Body[], more?: Body) => Body;
const makerOn =
  (anchor: string): Maker =>
  (type, name, rules, more = {}) => ({
    billDate: anchor,
    name,
    policyRuleTypeCode: type,
    startDate: anchor,
    endDate: dayAfter(anchor, 45),
    lines: [rules].flat().map((rule) => ({ policyRuleTypeCode: type, ...rule })),
    ...more,
  });

const activitiesOf = (goods: readonly Good[], tools: readonly Good[], anchor: string): readonly Body[] => [
  ...ofEveryType(goods, tools, makerOn(anchor)),
  ...ofOtherDays(anchor, makerOn(anchor)),
];

function ofEveryType(goods: readonly Good[], tools: readonly Good[], activity: Maker): readonly Body[] {
  const paint = goods.find(({ family }) => family === 'paint')?.code ?? '';
  const [roller = '', brush = ''] = tools.map(({ code }) => code);
  return [
    activity('P001', '内墙漆买十赠一', given, {
      scopes: [{ side: 'product', dimension: 'material', code: paint, excludeFlag: '0' }],
    }),
    activity(
      'P002',
      '满十二件赠工具礼包',
      {
        leastNumber: '12',
        giveType: '3',
        giveCode: 'GP002',
        giveDynamicFlag: '0',
        giveMaxNumber: '10',
        giveMaxAmount: '300',
      },
      { scopes: onBrand('wood') },
    ),
    activity('P003', '墙面焕新满减', [off('10000', '600'), off('20000', '1500'), off('30000', '2800')], {
      priority: 10,
      budgetAmount: '400000',
      scopes: onBrand('paint'),
    }),
    activity('P004', '满额送滚筒', {
      leastAmount: '8000',
      canChangeBuyType: '2',
      freePackageFlag: '1',
      changeBuyType: '3',
      changeProductCode: roller,
      changeBuyMaxNumber: '1',
    }),
    activity('P005', '三折换购工具', {
      leastNumber: '10',
      buyNumber: '10',
      canChangeBuyType: '1',
      changeBuyType: '3',
      changeProductCode: [roller, brush].join(','),
      changeBuyRate: '30',
      addMoneyChangeBuyLimitType: '1',
      changeBuyMaxNumber: '2',
    }),
    activity('P006', '每满五千返五十', credit, { limitTimes: 20, stackFlag: '1' }),
    activity(
      'P007',
      '内衣第二件半价',
      { startNumber: '2', disRate: '50', giveDynamicFlag: '1' },
      {
        scopes: onBrand('lingerie'),
      },
    ),
  ];
}

function ofOtherDays(anchor: string, activity: Maker): readonly Body[] {
  const over = { startDate: dayAfter(anchor, -120), endDate: dayAfter(anchor, -60) };
  const toCome = { startDate: dayAfter(anchor, 46), endDate: dayAfter(anchor, 76) };
  const worth: Body = { leastAmount: '3000', giveType: '3', giveCode: 'GP003', giveDynamicFlag: '2', giveNumber: '50' };
  return [
    activity('P003', '木器漆清仓专享', rate('80'), { exclusiveFlag: '1', priority: 5, scopes: onBrand('wood') }),
    activity('P003', '服装九五折', rate('95'), { scopes: onBrand('apparel') }),
    activity('P001', '春季买十赠一', given, over),
    activity('P003', '春季满减', off('5000', '200'), over),
    activity('P006', '春季返利', credit, over),
    activity('P003', '新春满减', off('5000', '300'), toCome),
    activity('P002', '新春赠画册', worth, toCome),
  ];
}
