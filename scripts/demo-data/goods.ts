import { round, times } from '#platform/model/decimal.ts';
import { taxCodeOf } from './accounting.ts';
import { recipeOf } from './colours.ts';
import type { Session } from './product.ts';
import { streamOf, type Stream } from './stream.ts';
import type { Family, TenantPlan } from './tenants.ts';
import { createLevels } from './tree.ts';
import { barcodeOf } from './words.ts';

/** One material: what stock counts. Several materials of one style are one product. */
export interface Good {
  readonly code: string;
  readonly style: string;
  readonly styleName: string;
  readonly name: string;
  readonly family: Family;
  readonly classCode: string;
  readonly spec: string;
  readonly model: string;
  readonly sizeCode: string | null;
  readonly unit: string;
  /** Main units in one box. */
  readonly rate: string;
  readonly price: string;
  readonly weight: string | null;
}

interface Variant {
  readonly suffix: string;
  readonly spec: string;
  readonly rate: string;
  readonly factor: string;
  readonly unit: string;
  readonly size?: string;
  readonly weight?: string;
}
interface Range {
  readonly family: Family;
  readonly prefix: string;
  readonly series: readonly string[];
  /** Name and class. */
  readonly kinds: readonly (readonly [name: string, classCode: string, basePrice: string])[];
  readonly variants: readonly Variant[];
  /** Styles in the full demo. */
  readonly styles: number;
}

const pack = (suffix: string, spec: string, unit: string, rate: string, factor: string, weight: string): Variant => ({
  suffix,
  spec,
  unit,
  rate,
  factor,
  weight,
});
const sizes = (colours: readonly string[], letters: readonly string[]): Variant[] =>
  colours.flatMap((colour, i) =>
    letters.map((size): Variant => ({
      suffix: `${i + 1}${size}`,
      spec: `${colour} ${size}`,
      unit: 'JIAN',
      rate: '40',
      factor: '1',
      size,
    })),
  );

const ranges: readonly Range[] = [
  {
    family: 'paint',
    prefix: 'PT',
    styles: 60,
    series: ['净味', '抗甲醛', '儿童房', '竹炭', '全效', '防霉', '耐擦洗', '五合一', '工程', '艺术'],
    kinds: [
      ['内墙乳胶漆', '0101', '38'],
      ['内墙面漆', '0101', '32'],
      ['外墙乳胶漆', '0102', '45'],
      ['弹性外墙漆', '0102', '52'],
      ['抗碱底漆', '0103', '24'],
      ['界面底漆', '0103', '21'],
    ],
    variants: [
      pack('A', '1L', 'GUAN', '12', '1', '1.35'),
      pack('B', '5L', 'TONG', '4', '4.6', '6.8'),
      pack('C', '18L', 'TONG', '1', '15.5', '24.5'),
      pack('D', '20kg', 'TONG', '1', '13.2', '20'),
    ],
  },
  {
    family: 'wood',
    prefix: 'WD',
    styles: 40,
    series: ['清味', '家装', '户外', '高硬', '哑光'],
    kinds: [
      ['水性木器面漆', '0201', '58'],
      ['水性木器底漆', '0201', '46'],
      ['水性白面漆', '0201', '62'],
      ['木蜡油', '0202', '88'],
      ['户外木油', '0202', '76'],
      ['地板漆', '0201', '66'],
      ['封闭底漆', '0201', '42'],
      ['硝基清漆', '0201', '51'],
    ],
    variants: [
      pack('A', '1kg', 'GUAN', '12', '1', '1.1'),
      pack('B', '3kg', 'TONG', '4', '2.8', '3.3'),
      pack('C', '10kg', 'TONG', '1', '8.6', '10.6'),
    ],
  },
  {
    family: 'colour',
    prefix: 'CL',
    styles: 40,
    series: ['水性', '通用', '耐候', '高浓'],
    kinds: [
      ['铁红色浆', '03', '46'],
      ['铁黄色浆', '03', '44'],
      ['酞青蓝色浆', '03', '68'],
      ['酞青绿色浆', '03', '70'],
      ['炭黑色浆', '03', '39'],
      ['钛白色浆', '03', '42'],
      ['大红色浆', '03', '82'],
      ['紫红色浆', '03', '96'],
      ['柠檬黄色浆', '03', '78'],
      ['群青色浆', '03', '74'],
    ],
    variants: [pack('A', '1L', 'PING', '12', '1', '1.4')],
  },
  {
    family: 'tool',
    prefix: 'TL',
    styles: 100,
    series: ['标准型', '加宽型', '专业型', '家用型', '工程型'],
    kinds: [
      ['滚筒刷', '0401', '9.8'],
      ['羊毛刷', '0401', '6.5'],
      ['猪鬃刷', '0401', '5.2'],
      ['批刀', '0401', '8.6'],
      ['砂纸', '0401', '1.2'],
      ['美纹纸', '0401', '3.4'],
      ['保护膜', '0401', '12.5'],
      ['搅拌杆', '0401', '18'],
      ['涂料盘', '0401', '7.2'],
      ['喷枪', '0401', '268'],
      ['伸缩杆', '0401', '32'],
      ['阴阳角抹子', '0401', '15.6'],
      ['色卡册', '0402', '25'],
      ['样板盒', '0402', '36'],
      ['促销帐篷', '0402', '420'],
      ['广告围裙', '0402', '14'],
      ['施工服', '0402', '48'],
      ['鸭舌帽', '0402', '9.5'],
      ['手提袋', '0402', '2.8'],
      ['展示架', '0402', '198'],
    ],
    variants: [{ suffix: '', spec: '通用', unit: 'GE', rate: '24', factor: '1' }],
  },
  {
    family: 'apparel',
    prefix: 'AP',
    styles: 60,
    series: ['简约', '通勤', '户外', '复古', '运动'],
    kinds: [
      ['圆领T恤', '0501', '45'],
      ['翻领POLO衫', '0501', '69'],
      ['长袖衬衫', '0501', '89'],
      ['针织衫', '0501', '98'],
      ['卫衣', '0501', '109'],
      ['休闲长裤', '0502', '96'],
      ['牛仔裤', '0502', '118'],
      ['运动短裤', '0502', '58'],
      ['半身裙', '0502', '86'],
      ['薄夹克', '0503', '168'],
      ['风衣', '0503', '258'],
      ['轻羽绒服', '0503', '328'],
    ],
    variants: sizes(['黑色', '米白', '藏青'], ['S', 'M', 'L', 'XL', '2XL', '3XL', '4XL']),
  },
  {
    family: 'lingerie',
    prefix: 'LG',
    styles: 10,
    series: ['轻薄', '无痕'],
    kinds: [
      ['无钢圈文胸', '06', '79'],
      ['蕾丝文胸', '06', '96'],
      ['运动文胸', '06', '88'],
      ['聚拢文胸', '06', '108'],
      ['哺乳文胸', '06', '99'],
    ],
    variants: sizes(
      ['肤色', '黑色'],
      ['70', '75', '80', '85'].flatMap((band) => ['A', 'B', 'C'].map((cup) => band + cup)),
    ),
  },
];

/** The whole catalogue, cut down to a part of its styles. */
export function catalogueOf(share: number): readonly Good[] {
  return ranges.flatMap(({ family, prefix, series, kinds, variants, styles }) =>
    Array.from({ length: Math.max(1, Math.round(styles * share)) }, (_, i) => i).flatMap((i) => {
      const [kind, classCode, base] = kinds[i % kinds.length] ?? ['', '', '0'];
      const line = Math.floor(i / kinds.length);
      const style = `${prefix}${String(i + 1).padStart(3, '0')}`;
      const styleName = `${series[line % series.length] ?? ''}${kind}`;
      return variants.map((variant): Good => ({
        code: style + variant.suffix,
        style,
        styleName,
        name: variant.spec === '通用' ? styleName : `${styleName} ${variant.spec}`,
        family,
        classCode,
        spec: variant.spec,
        model: `${prefix}-${i + 1}`,
        sizeCode: variant.size ?? null,
        unit: variant.unit,
        rate: variant.rate,
        // A later series of the same kind is dearer.
        price: round(times(times(base, variant.factor), `1.${String(line * 4).padStart(2, '0')}`), 2),
        weight: variant.weight ?? null,
      }));
    }),
  );
}

export const brandOf: Readonly<Record<Family, string>> = {
  paint: 'LC',
  wood: 'MY',
  colour: 'LC',
  tool: 'LC',
  apparel: 'ZY',
  lingerie: 'ZN',
};
const brands = [
  ['LC', '澜彩', 'Lancai'],
  ['MY', '木语', 'Muyu'],
  ['ZY', '织野', 'Zhiye'],
  ['ZN', '织野内衣', 'Zhiye Intimates'],
  ['LCX', '澜彩经典', 'Lancai Classic'],
] as const;
const units = [
  ['GUAN', '罐', 0],
  ['TONG', '桶', 0],
  ['PING', '瓶', 0],
  ['GE', '个', 0],
  ['JIAN', '件', 0],
  ['XIANG', '箱', 0],
  ['KG', '公斤', 3],
  ['L', '升', 3],
  ['CI', '次', 0],
] as const;
const materialClasses: readonly (readonly [code: string, name: string, parent?: string])[] = [
  ['01', '墙面涂料'],
  ['0101', '内墙漆', '01'],
  ['0102', '外墙漆', '01'],
  ['0103', '底漆', '01'],
  ['02', '木器漆'],
  ['0201', '水性木器漆', '02'],
  ['0202', '木蜡油', '02'],
  ['03', '色浆'],
  ['04', '工具与物料'],
  ['0401', '涂装工具', '04'],
  ['0402', '宣传物料', '04'],
  ['05', '服饰'],
  ['0501', '上装', '05'],
  ['0502', '下装', '05'],
  ['0503', '外套', '05'],
  ['06', '内衣'],
  ['08', '服务'],
  ['09', '历史分类'],
];
const productClasses = [
  ['P1', '墙面漆', 'paint'],
  ['P2', '木器漆', 'wood'],
  ['P3', '色浆', 'colour'],
  ['P4', '工具与物料', 'tool'],
  ['P5', '服饰', 'apparel'],
  ['P6', '内衣', 'lingerie'],
] as const;

/** Creates brands, units, classes, materials and products of a tenant; answers the materials that are sold. */
export async function createGoods(admin: Session, plan: TenantPlan, share: number): Promise<readonly Good[]> {
  const goods = catalogueOf(share * plan.range).filter(({ family }) => plan.families.includes(family));
  const chance = streamOf(`goods ${plan.code}`);
  await createGroups(admin);
  const packs = packsOf(plan, share);
  await Promise.all(
    packs.map(({ family: _family, suffix: _suffix, ...pack }) => admin.post('/data/bd/package/spec', pack)),
  );
  await createMaterials(admin, goods, { packs, chance, traits: streamOf(`goods traits ${plan.code}`) });
  // Sold by the hour, never in stock: the one article whose tax rate is that of services.
  await admin.post('/data/bd/material', {
    code: 'FW001',
    name: '现场调色服务',
    classCode: '08',
    mainUnitCode: 'CI',
    spec: '按次',
    taxRate: '6',
    taxCode: taxCodeOf('08'),
    price: '60',
    status: '1',
  });
  await createProducts(admin, goods, chance);
  return goods;
}

/** What goods are sorted by: brands, units, and the classes of the house and of the shop. */
async function createGroups(admin: Session): Promise<void> {
  await Promise.all([
    ...brands.map(([code, name, enName], i) =>
      admin.post('/data/bd/brand', { code, name, enName, sort: i + 1, status: code === 'LCX' ? '0' : '1' }),
    ),
    ...units.map(([code, name, precision]) => admin.post('/data/bd/unit', { code, name, precision })),
    ...productClasses.map(([code, name], i) => admin.post('/data/bd/product/class', { code, name, sort: i + 1 })),
    createLevels(
      admin,
      '/data/bd/material/class',
      materialClasses.map(([code, name, parent]) => ({
        code,
        name,
        parent,
        lockFlag: code === '09' ? '1' : '0',
        taxCode: taxCodeOf(code),
      })),
    ),
  ]);
}

async function createMaterials(
  admin: Session,
  goods: readonly Good[],
  {
    packs,
    chance,
    traits,
  }: { readonly packs: ReturnType<typeof packsOf>; readonly chance: Stream; readonly traits: Stream },
): Promise<void> {
  const traitsOf = (good: Good) => ({
    materialLineCode: lineOf(good),
    ...(traits.chance(25) ? { tagCode: traits.pick(['BQ01', 'BQ02', 'BQ03', 'BQ05']) } : {}),
  });
  await Promise.all(
    goods.map((good, i) =>
      admin.post('/data/bd/material', {
        code: good.code,
        name: good.name,
        classCode: good.classCode,
        brandCode: brandOf[good.family],
        spec: good.spec,
        model: good.model,
        figureNumber: `T-${good.style}`,
        simplifyModel: good.style,
        sizeCode: good.sizeCode,
        barcode: barcodeOf(i + 1),
        mainUnitCode: good.unit,
        assistUnitCode: 'XIANG',
        rate: good.rate,
        taxRate: good.classCode === '0402' && good.styleName.includes('色卡') ? '9' : '13',
        price: good.price,
        retailPrice: round(times(good.price, '1.4'), 2),
        weight: good.weight,
        shelfStatus: chance.weighted(['1', '2', '0'], (_status, at) => [80, 15, 5][at] ?? 0),
        ...traitsOf(good),
        ...packedAs(packs, good),
        taxCode: taxCodeOf(good.classCode),
        ...(good.family === 'paint' || good.family === 'wood' ? madeBy(traits, good) : {}),
      }),
    ),
  );
}

/** The shop shows one product for each style. */
async function createProducts(admin: Session, goods: readonly Good[], chance: Stream): Promise<void> {
  const firstOfStyle = new Map(goods.toReversed().map((good) => [good.style, good]));
  await Promise.all(
    [...firstOfStyle.values()].toReversed().map((good, i) =>
      admin.post('/data/bd/product', {
        code: `P${good.style}`,
        name: good.styleName,
        classCode: productClasses.find(([, , family]) => family === good.family)?.[0] ?? 'P4',
        brandCode: brandOf[good.family],
        materialCode: good.code,
        spec: good.spec,
        model: good.model,
        barcode: barcodeOf(500_000 + i),
        mainUnitCode: good.unit,
        price: good.price,
        retailPrice: round(times(good.price, '1.4'), 2),
        taxRate: '13',
        shelfStatus: chance.chance(80) ? '1' : '2',
        sort: i + 1,
        materialLineCode: lineOf(good),
      }),
    ),
  );
}

const lines: Readonly<Record<Family, string>> = {
  paint: 'CX01',
  wood: 'CX03',
  colour: 'CX04',
  tool: 'CX05',
  apparel: 'CX06',
  lingerie: 'CX07',
};
const lineOf = ({ family, styleName }: Good): string =>
  styleName.includes('工程') && family === 'paint' ? 'CX02' : lines[family];

/** What a coating is made by and measured against; the first of each there is in every size of demo. */
const madeBy = (traits: Stream, { family }: Good) => ({
  externalStandardCode: family === 'paint' ? traits.pick(['GB18582', 'GB9756', 'GB9755']) : 'GB18581',
  recipeNoCode: recipeOf(family === 'paint' ? traits.pick([0, 4]) : traits.pick([1, 5])),
});

interface Pack {
  readonly code: string;
  readonly name: string;
  readonly number: string;
  readonly unitCode: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly weight: string;
  readonly family?: Family;
  readonly suffix?: string;
}
const packed = (
  code: string,
  name: string,
  number: string,
  unitCode: string,
  [length, width, height, weight]: readonly [string, string, string, string],
  family?: Family,
  suffix?: string,
): Pack => ({
  code,
  name,
  number,
  unitCode,
  length,
  width,
  height,
  weight,
  ...(family === undefined ? {} : { family }),
  ...(suffix === undefined ? {} : { suffix }),
});
/** Centimetres and kilograms of the outer pack. */
const packagings: readonly Pack[] = [
  packed('BZ01', '1L×12罐', '12', 'GUAN', ['42', '32', '26', '17'], 'paint', 'A'),
  packed('BZ02', '5L×4桶', '4', 'TONG', ['44', '44', '24', '28'], 'paint', 'B'),
  packed('BZ03', '18L单桶', '1', 'TONG', ['32', '32', '38', '25'], 'paint', 'C'),
  packed('BZ04', '20kg单桶', '1', 'TONG', ['32', '32', '38', '21'], 'paint', 'D'),
  packed('BZ05', '1kg×12罐', '12', 'GUAN', ['40', '30', '24', '14'], 'wood', 'A'),
  packed('BZ06', '3kg×4桶', '4', 'TONG', ['40', '40', '22', '14'], 'wood', 'B'),
  packed('BZ07', '10kg单桶', '1', 'TONG', ['28', '28', '30', '11'], 'wood', 'C'),
  packed('BZ08', '1L×12瓶', '12', 'PING', ['38', '28', '26', '18'], 'colour'),
  packed('BZ09', '24个/箱', '24', 'GE', ['60', '40', '40', '9'], 'tool'),
  packed('BZ10', '40件/箱', '40', 'JIAN', ['60', '50', '40', '16'], 'apparel'),
  packed('BZ11', '40件/内衣箱', '40', 'JIAN', ['50', '40', '30', '6'], 'lingerie'),
  packed('BZ12', '托盘48桶', '48', 'TONG', ['120', '100', '160', '1020']),
  packed('BZ13', '托盘32桶', '32', 'TONG', ['120', '100', '120', '690']),
  packed('BZ14', '礼盒2罐', '2', 'GUAN', ['26', '14', '18', '3']),
  packed('BZ15', '散装', '1', 'GE', ['1', '1', '1', '1']),
];
/** A small demo has only what its goods are packed in. */
const packsOf = ({ families }: TenantPlan, share: number): readonly Pack[] =>
  packagings.filter(({ family }) => (family === undefined ? share === 1 : families.includes(family)));
function packedAs(
  packs: readonly Pack[],
  { family, code, style }: Good,
): { readonly packageSpecCode?: string; readonly packageSpec?: string } {
  const pack = packs.find(
    (each) => each.family === family && (each.suffix === undefined || each.suffix === code.slice(style.length)),
  );
  return pack === undefined ? {} : { packageSpecCode: pack.code, packageSpec: pack.name };
}
