import type { Session } from '#scripts/demo-data/product.ts';
import { createLevels } from '#scripts/demo-data/tree.ts';

const channels = [
  ['FX', '分销渠道'],
  ['GC', '工程渠道'],
  ['LS', '零售渠道'],
] as const;
const classes = [
  { code: 'K1', name: '经销商' },
  { code: 'K11', name: '省级经销商', parent: 'K1' },
  { code: 'K12', name: '市级经销商', parent: 'K1' },
  { code: 'K2', name: '工程客户' },
  { code: 'K3', name: '零售门店' },
];

/** The first buys most; the last is closed. None of the first ten is looked at for credit. */
export const customers = [
  '上海锦程建材贸易有限公司',
  '苏州鸿达装饰材料有限公司',
  '杭州盛源建材有限公司',
  '南京华泰商贸有限公司',
  '宁波瑞辉装饰材料经营部',
  '合肥恒洋建设工程有限公司',
  '无锡金图装饰工程有限公司',
  '常州嘉腾专卖店',
  '南通宏业五金商行',
  '呼和浩特市永成国际装饰材料与涂料产品批发贸易有限责任公司（内蒙古东部区总代理）',
  '广州泰信木业有限公司',
  '佛山德诚家具有限公司',
  '东莞兴发木器漆经营部',
  '深圳安隆家居生活馆',
  '杭州正和服饰有限公司',
  '绍兴新顺百货商行',
  '温州美昌服装有限公司',
  '金华佳彩专卖店',
  '嘉兴百艺商贸有限公司',
  '湖州万居家居生活馆',
  '台州千家建材有限公司',
  '衢州益悦装饰材料有限公司',
  '丽水润域商行（停用）',
].map((name, i) => {
  const organizeCode = i < 10 || i >= 19 ? 'SHF' : i < 14 ? 'GZF' : 'HZF';
  return {
    code: `C1000${String(i + 1).padStart(4, '0')}`,
    name,
    classCode: ['K11', 'K12', 'K12', 'K2', 'K3'][i % 5],
    customerType: ['0', '0', '0', '1', '2'][i % 5],
    organizeCode,
    deptCode: `${organizeCode}-XS`,
    salesmanCode: { SHF: 'E1000002', GZF: 'E1000007', HZF: 'E1000008' }[organizeCode],
    channelCode: ['FX', 'FX', 'FX', 'GC', 'LS'][i % 5],
    creditControlFlag: i < 10 ? '0' : '1',
    receiveType: i < 10 ? '3' : '2',
    creditDays: 30,
    status: i === 22 ? '0' : '1',
  };
});

/** The first: of SHF, pays the list price, buys on account without limit. */
export const buyer = { ...customers[0]!, organizeCode: 'SHF', storageCode: 'SHF01' } as const;

export const suppliers = [
  ['S001', '上海钛白粉供应有限公司', 'SHF'],
  ['S002', '广州树脂化工有限公司', 'GZF'],
  ['S003', '杭州纺织面料有限公司', 'HZF'],
] as const;

export const recipe = { code: 'PF1-001', name: '乳胶漆 第1版配方', parentCode: 'PF1' } as const;
export const colour = { code: 'LC0001', name: '晨雾红', classCode: 'SK1', price: '4' } as const;

/** Customers with their accounts, suppliers, carriers, and the small lists that forms refer to. */
export async function keepPartners(owner: Session): Promise<void> {
  for (const [i, [code, name]] of channels.entries()) await owner.post('/data/bd/channel', { code, name, sort: i + 1 });
  await createLevels(owner, '/data/bd/customer/class', classes);
  for (const customer of customers)
    await owner.post('/data/customer/manage', {
      ...customer,
      abbreviation: customer.name.slice(0, 4),
      priceClassCode: 'PC01',
      linkman: '孙经理',
      phone: '10012345678',
      provinceCode: '310000',
      cityCode: '310100',
      address: '上海市人民路100号',
      taxRate: '13',
    });
  await owner.post('/data/bd/supplier/class', { code: 'G1', name: '原料供应商' });
  for (const [code, name, organizeCode] of suppliers)
    await owner.post('/data/bd/supplier', { code, name, classCode: 'G1', organizeCode });
  await owner.post('/data/bd/recipe/no', { code: recipe.parentCode, name: '乳胶漆配方', rootDataFlag: '1' });
  await owner.post('/data/bd/recipe/no', recipe);
  await owner.post('/data/bd/free/term/class', { code: colour.classCode, name: '内墙色卡' });
  await owner.post('/data/bd/free/term', colour);
}
