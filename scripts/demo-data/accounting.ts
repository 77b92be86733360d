import type { Load } from './people.ts';
import { streamOf } from './stream.ts';
import { createLevels, type TreeRow } from './tree.ts';

const priceClasses = ['标准价', '省级经销价', '工程价', '零售价'];
/** Codes and meanings are those of the capital pool. */
const accountTypes: readonly (readonly [code: string, name: string, isGift?: true])[] = [
  ['A001', '预存款'],
  ['A002', '授信'],
  ['A003', '返利'],
  ['A004', '保证金'],
  ['A005', '市场费用', true],
  ['A006', '赠品账户', true],
];

const taxCodes: readonly TreeRow[] = [
  { code: '1070000000000000000', name: '化学工业产品', abbreviation: '化工产品' },
  {
    code: '1070213000000000000',
    name: '涂料及类似产品',
    abbreviation: '涂料',
    taxRate: '13',
    parent: '1070000000000000000',
  },
  {
    code: '1070214000000000000',
    name: '颜料及色浆',
    abbreviation: '颜料',
    taxRate: '13',
    parent: '1070000000000000000',
  },
  { code: '1080000000000000000', name: '手工工具及用品', abbreviation: '工具', taxRate: '13' },
  { code: '1040000000000000000', name: '纺织及服装产品', abbreviation: '服装', taxRate: '13' },
  { code: '1060000000000000000', name: '印刷品', abbreviation: '印刷品', taxRate: '9' },
  { code: '3040000000000000000', name: '现代服务', abbreviation: '现代服务', taxRate: '6' },
];
/** Of a class of materials, by the first two places of its code. */
export const taxCodeOf = (classCode: string): string | undefined =>
  ({
    '01': '1070213000000000000',
    '02': '1070213000000000000',
    '03': '1070214000000000000',
    '04': '1080000000000000000',
    '05': '1040000000000000000',
    '06': '1040000000000000000',
    '08': '3040000000000000000',
  })[classCode.slice(0, 2)];

const budgetHeads = ['销售费用', '管理费用', '物流费用', '研发费用'];
const budgetNames: readonly (readonly [head: number, name: string])[] = [
  [0, '广告费'],
  [0, '差旅费'],
  [1, '办公费'],
  [2, '运输费'],
  [3, '试验费'],
  [0, '业务招待费'],
  [0, '市场推广费'],
  [0, '样品费'],
  [0, '展会费'],
  [1, '水电费'],
  [1, '租赁费'],
  [1, '培训费'],
  [1, '通讯费'],
  [1, '会议费'],
  [2, '装卸费'],
  [2, '仓储费'],
  [2, '包装费'],
  [3, '检测费'],
];

/** Before goods and partners, which refer to it: tax codes, price classes, kinds of money. */
export async function createTerms({ admin }: Load): Promise<void> {
  await Promise.all([
    createLevels(admin, '/invoice/electronmain/taxcode', taxCodes),
    ...priceClasses.map((name, i) =>
      admin.post('/channelsale/console/priceClass', { code: `PC0${i + 1}`, name, sort: i + 1 }),
    ),
    ...accountTypes.map(([code, name, isGift], i) =>
      admin.post('/channelsale/accountType', { code, name, giftFlag: isGift === true ? '1' : '0', sort: i + 1 }),
    ),
  ]);
}

/** What the accountants of a tenant keep: where money lies, and on what it is spent. */
export async function createAccounting({ admin, plan, share }: Load): Promise<void> {
  const chance = streamOf(`accounting ${plan.code}`);
  const names = budgetNames.slice(0, Math.max(5, Math.round(budgetNames.length * share)));
  const banks = [
    ['ICBC', '中国工商银行'],
    ['CCB', '中国建设银行'],
    ['CMB', '招商银行'],
    ['ABC', '中国农业银行'],
  ] as const;
  await Promise.all([
    ...plan.organizations.map(({ code, name }, i) => {
      const [bankType, bank] = chance.pick(banks);
      return admin.post('/data/bd/finance/bankaccount', {
        code: `YH${String(i + 1).padStart(2, '0')}`,
        name: `${name}基本户`,
        bankType,
        bankAccount: `62${chance.digits(17)}`,
        openingBank: `${bank}${name.slice(0, 2)}支行`,
        defaultFlag: i === 0 ? '1' : '0',
        organizeCode: code,
      });
    }),
    spend(),
  ]);

  async function spend(): Promise<void> {
    const budgets = await createLevels(admin, '/data/console/budgetAccount', [
      ...budgetHeads.map((name, i): TreeRow => ({ code: `YS${i + 1}`, name, control: '0' })),
      ...names.map(([head, name], i): TreeRow => ({
        code: `YS${head + 1}${String(i + 1).padStart(2, '0')}`,
        name,
        parent: `YS${head + 1}`,
        control: String(i % 3),
      })),
    ]);
    await createLevels(admin, '/data/bd/finnance/costsubj', [
      ...budgetHeads.map((name, i): TreeRow => ({ code: `66${i + 1}`, name, budgetAccountCode: `YS${i + 1}` })),
      ...names.map(([head, name], i): TreeRow => ({
        code: `66${head + 1}${String(i + 1).padStart(2, '0')}`,
        name,
        parent: `66${head + 1}`,
        budgetAccountCode: `YS${head + 1}${String(i + 1).padStart(2, '0')}`,
      })),
    ]);
    for (const [code, id] of budgets)
      await admin.put('/data/console/budgetAccount', { id, costSubjectCode: code.replace('YS', '66') });
  }
}
