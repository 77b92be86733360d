import type { Session } from '#scripts/demo-data/product.ts';
import { createLevels } from '#scripts/demo-data/tree.ts';

/** One material: what stock counts. Several materials of one style are one product. */
interface Good {
  readonly code: string;
  readonly style: string;
  readonly styleName: string;
  readonly name: string;
  readonly classCode: string;
  readonly productClass: string;
  readonly brandCode: string;
  readonly spec: string;
  readonly sizeCode?: string;
  readonly unit: string;
  readonly price: string;
}

const brands = [
  ['LC', '澜彩', 'Lancai', '1'],
  ['MY', '木语', 'Muyu', '1'],
  ['ZY', '织野', 'Zhiye', '1'],
  ['ZN', '织野内衣', 'Zhiye Intimates', '1'],
  ['LCX', '澜彩经典', 'Lancai Classic', '0'],
] as const;
const units = [
  ['GUAN', '罐', 0],
  ['TONG', '桶', 0],
  ['PING', '瓶', 0],
  ['GE', '个', 0],
  ['JIAN', '件', 0],
  ['XIANG', '箱', 0],
  ['KG', '公斤', 3],
] as const;
const materialClasses = [
  { code: '01', name: '墙面涂料' },
  { code: '0101', name: '内墙漆', parent: '01' },
  { code: '0102', name: '外墙漆', parent: '01' },
  { code: '02', name: '木器漆' },
  { code: '0201', name: '水性木器漆', parent: '02' },
  { code: '04', name: '工具与物料' },
  { code: '05', name: '服饰' },
  { code: '0501', name: '上装', parent: '05' },
  { code: '06', name: '内衣' },
  { code: '09', name: '历史分类', lockFlag: '1' },
];
const productClasses = [
  ['P1', '墙面漆'],
  ['P2', '木器漆'],
  ['P4', '工具与物料'],
  ['P5', '服饰'],
  ['P6', '内衣'],
] as const;

const packs = [
  ['A', '1L', 'GUAN', '38'],
  ['B', '5L', 'TONG', '174.8'],
  ['C', '18L', 'TONG', '589'],
  ['D', '20kg', 'TONG', '501.6'],
] as const;
const paints = (style: string, styleName: string, classCode: string): Good[] =>
  packs.map(([suffix, spec, unit, price]) => ({
    code: style + suffix,
    style,
    styleName,
    name: `${styleName} ${spec}`,
    classCode,
    productClass: 'P1',
    brandCode: 'LC',
    spec,
    unit,
    price,
  }));
const clothes = (
  style: string,
  styleName: string,
  more: Pick<Good, 'classCode' | 'productClass' | 'brandCode' | 'price'>,
  colours: readonly string[],
  sizes: readonly string[],
): Good[] =>
  colours.flatMap((colour, i) =>
    sizes.map((size) => ({
      code: `${style}${i + 1}${size}`,
      style,
      styleName,
      name: `${styleName} ${colour} ${size}`,
      spec: `${colour} ${size}`,
      sizeCode: size,
      unit: 'JIAN',
      ...more,
    })),
  );
const tops = { classCode: '0501', productClass: 'P5', brandCode: 'ZY' } as const;
const letters = ['S', 'M', 'L', 'XL', '2XL', '3XL', '4XL'];

/** Shown the other way round: the newest stand first. */
export const goods: readonly Good[] = [
  ...paints('PT001', '净味内墙乳胶漆', '0101'),
  ...paints('PT002', '儿童房内墙面漆', '0101'),
  ...paints('PT003', '竹炭抗甲醛全效合一净味内墙乳胶漆（高遮盖）', '0101'),
  ...paints('PT004', '耐擦洗外墙乳胶漆', '0102'),
  ...paints('PT005', '弹性外墙漆', '0102'),
  ...paints('PT006', '工程外墙漆', '0102'),
  ...[
    ['A', '1kg', 'GUAN', '58'],
    ['B', '3kg', 'TONG', '162.4'],
    ['C', '10kg', 'TONG', '498.8'],
  ].map(([suffix = '', spec = '', unit = '', price = '']) => ({
    code: `WD001${suffix}`,
    style: 'WD001',
    styleName: '清味水性木器面漆',
    name: `清味水性木器面漆 ${spec}`,
    classCode: '0201',
    productClass: 'P2',
    brandCode: 'MY',
    spec,
    unit,
    price,
  })),
  ...['滚筒刷', '羊毛刷', '批刀', '砂纸'].map((name, i) => ({
    code: `TL00${i + 1}`,
    style: `TL00${i + 1}`,
    styleName: name,
    name,
    classCode: '04',
    productClass: 'P4',
    brandCode: 'LC',
    spec: '通用',
    unit: 'GE',
    price: `${9 - i}.8`,
  })),
  ...clothes(
    'LG001',
    '无钢圈文胸',
    { classCode: '06', productClass: 'P6', brandCode: 'ZN', price: '79' },
    ['肤色', '黑色'],
    ['70', '75', '80', '85'].flatMap((band) => ['A', 'B', 'C'].map((cup) => band + cup)),
  ),
  ...clothes('AP002', '翻领POLO衫', { ...tops, price: '69' }, ['黑色', '米白', '藏青'], letters),
  ...clothes('AP001', '圆领T恤', { ...tops, price: '45' }, ['黑色', '米白', '藏青'], letters),
];

const named = (code: string): Good => {
  const found = goods.find((good) => good.code === code);
  if (found === undefined) throw new Error(`the house has no ${code}`);
  return found;
};
/** Three hundred of each lie in SHF01. */
export const [paint, pail] = [named('PT001A'), named('PT001B')];
export const barcodeOf = (code: string): string => articleNumber(goods.indexOf(named(code)) + 1);
/** In colours and sizes. */
export const shirt = named('AP0013S');
/** Three hundred of each lie in GZF01, and nothing else does. */
export const lacquers = goods.filter(({ classCode }) => classCode === '0201');
/** Sold by the piece: they have no second unit. */
export const tools = goods.filter(({ classCode }) => classCode === '04');
/** None is left anywhere. */
export const soldOut = named('TL004');

/** Brands, units, classes, materials, products; prices of the first two classes; what lies in the warehouses. */
export async function stockGoods(owner: Session): Promise<void> {
  for (const [i, [code, name, enName, status]] of brands.entries())
    await owner.post('/data/bd/brand', { code, name, enName, sort: i + 1, status });
  for (const [code, name, precision] of units) await owner.post('/data/bd/unit', { code, name, precision });
  await createLevels(owner, '/data/bd/material/class', materialClasses);
  for (const [i, [code, name]] of productClasses.entries())
    await owner.post('/data/bd/product/class', { code, name, sort: i + 1 });
  for (const [i, { code, name, classCode, brandCode, spec, sizeCode, style, unit, price }] of goods.entries())
    await owner.post('/data/bd/material', {
      code,
      name,
      classCode,
      brandCode,
      spec,
      sizeCode: sizeCode ?? null,
      model: `${style.slice(0, 2)}-${Number.parseInt(style.slice(2), 10)}`,
      barcode: articleNumber(i + 1),
      mainUnitCode: unit,
      ...(style.startsWith('TL') ? {} : { assistUnitCode: 'XIANG', rate: '4' }),
      taxRate: '13',
      price,
      shelfStatus: '1',
    });
  const styles = [...new Map(goods.toReversed().map((good) => [good.style, good])).values()].toReversed();
  for (const [i, { style, styleName, productClass, brandCode, code, spec, unit, price }] of styles.entries())
    await owner.post('/data/bd/product', {
      code: `P${style}`,
      name: styleName,
      classCode: productClass,
      brandCode,
      materialCode: code,
      spec,
      model: `${style.slice(0, 2)}-${Number.parseInt(style.slice(2), 10)}`,
      mainUnitCode: unit,
      price,
      taxRate: '13',
      shelfStatus: i % 3 === 1 ? '2' : '1',
      sort: i + 1,
    });
  await priceGoods(owner);
  await fillWarehouses(owner);
}

async function priceGoods(owner: Session): Promise<void> {
  for (const [i, name] of ['标准价', '省级经销价', '工程价', '零售价'].entries())
    await owner.post('/channelsale/console/priceClass', { code: `PC0${i + 1}`, name, sort: i + 1 });
  const id = await owner.post('/channelsale/price/change', {
    effectiveDate: '2024-01-01',
    reason: '年度价格表',
    lines: goods.flatMap(({ code: productCode, price: newPrice }) =>
      ['PC01', 'PC02'].map((priceClassCode) => ({ productCode, priceClassCode, newPrice })),
    ),
  });
  await owner.put('/channelsale/price/change/audit', [id]);
}

/** Three hundred of everything where it belongs; of the fourth tool nothing is left. */
async function fillWarehouses(owner: Session): Promise<void> {
  const of = (...prefixes: readonly string[]) =>
    goods.filter(({ code }) => prefixes.some((prefix) => code.startsWith(prefix)) && code !== soldOut.code);
  for (const [organizeCode, storageCode, held] of [
    ['SHF', 'SHF01', of('PT', 'TL')],
    ['GZF', 'GZF01', of('WD')],
    ['HZF', 'HZF01', of('AP', 'LG')],
    ['DCC', 'DCC01', of('PT001')],
  ] as const) {
    const id = await owner.post('/stock/inout', {
      organizeCode,
      storageCode,
      moveType: '3',
      lines: held.map(({ code, price }) => ({ productCode: code, number: '300', price })),
    });
    await owner.put('/stock/inout/audit', [id]);
  }
}

/** EAN-13 of the numbers that are for use inside a house. */
function articleNumber(number: number): string {
  const body = `21${String(number).padStart(10, '0')}`;
  const sum = [...body].reduce((total, digit, i) => total + Number.parseInt(digit, 10) * (i % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
