import { plus, round, times } from '#platform/model/decimal.ts';
import { streamOf } from './stream.ts';
import type { TreeRow } from './tree.ts';

interface FamilyOfCoatings {
  readonly path: string;
  readonly rows: readonly TreeRow[];
  readonly isForCoatings: true;
}

const cardClasses: readonly TreeRow[] = [
  { code: 'SK1', name: '内墙色卡' },
  { code: 'SK11', name: '浅色系', parent: 'SK1' },
  { code: 'SK12', name: '深色系', parent: 'SK1' },
  { code: 'SK2', name: '外墙色卡' },
  { code: 'SK3', name: '木器色卡' },
  { code: 'SK9', name: '停用色卡', lockFlag: '1' },
];
const hues: readonly (readonly [name: string, degrees: number])[] = [
  ['红', 2],
  ['橙', 24],
  ['黄', 48],
  ['黄绿', 74],
  ['绿', 132],
  ['青', 176],
  ['蓝', 212],
  ['靛', 236],
  ['紫', 272],
  ['粉', 338],
  ['棕', 30],
  ['灰', 210],
];
const moods = [
  '晨雾',
  '初雪',
  '山茶',
  '远山',
  '暮云',
  '秋水',
  '银杏',
  '琥珀',
  '月白',
  '黛石',
  '梨花',
  '松烟',
  '沙洲',
  '茶褐',
  '荷风',
  '麦浪',
  '海盐',
  '苔痕',
  '陶土',
  '墨竹',
];

/** Twelve groups of hues; in the full demo 240 cards, every eighth of them cheaper the more is asked of it. */
export function colourCards(share: number): readonly FamilyOfCoatings[] {
  const chance = streamOf('colour cards');
  const count = Math.max(24, Math.round(240 * share));
  const cards = Array.from({ length: count }, (_, i): TreeRow => {
    const [hue, degrees] = hues[i % hues.length] ?? ['', 0];
    const step = Math.floor(i / hues.length);
    const light = 88 - (step % 10) * 6;
    const fee = round(plus('4', times('0.6', String(step % 20))), 2);
    const hasLadder = i % 8 === 3;
    return {
      code: `LC${String(i + 1).padStart(4, '0')}`,
      name: `${moods[step % moods.length] ?? ''}${hue}`,
      classCode: i % 5 === 4 ? 'SK3' : i % 5 === 3 ? 'SK2' : light > 60 ? 'SK11' : 'SK12',
      freeTermGroupCode: `SG${String((i % hues.length) + 1).padStart(2, '0')}`,
      price: fee,
      colorValue: hexOf(degrees, hue === '灰' ? 6 : hue === '棕' ? 34 : 52, light),
      ...(chance.chance(15) ? { tagCode: 'BQ06' } : {}),
      ...(hasLadder
        ? {
            ladderFlag: '1',
            ladderList: [
              ['1', '1'],
              ['50', '0.9'],
              ['200', '0.8'],
            ].map(([startNumber, part = '1']) => ({ startNumber, price: round(times(fee, part), 4) })),
          }
        : {}),
    };
  });
  return [
    { path: '/data/bd/free/term/class', rows: cardClasses, isForCoatings: true },
    {
      path: '/data/bd/free/term/group',
      rows: hues.map(([name], i) => ({ code: `SG${String(i + 1).padStart(2, '0')}`, name: `${name}色系` })),
      isForCoatings: true,
    },
    { path: '/data/bd/free/term', rows: cards, isForCoatings: true },
  ];
}

const recipeClasses = ['乳胶漆配方', '木器漆配方', '色浆配方', '工程漆配方'];

/** Classes stand in the same table as what they hold; a record names its class by its code. */
export function recipeNumbers(share: number): readonly FamilyOfCoatings[] {
  const count = Math.max(8, Math.round(60 * share));
  const numbers = Array.from({ length: count }, (_, i): TreeRow => ({
    code: recipeOf(i),
    name: `${recipeClasses[i % recipeClasses.length]?.replace('配方', '') ?? ''} 第${i + 1}版配方`,
    parentCode: `PF${(i % recipeClasses.length) + 1}`,
  }));
  return [
    {
      path: '/data/bd/recipe/no',
      rows: recipeClasses.map((name, i) => ({ code: `PF${i + 1}`, name, rootDataFlag: '1' })),
      isForCoatings: true,
    },
    { path: '/data/bd/recipe/no', rows: numbers, isForCoatings: true },
  ];
}
export const recipeOf = (i: number): string => `PF${(i % recipeClasses.length) + 1}-${String(i + 1).padStart(3, '0')}`;

const standardClasses = [
  ['WB1', '国家标准'],
  ['WB2', '行业标准'],
  ['WB3', '团体与企业标准'],
] as const;
const standards: readonly (readonly [code: string, name: string, parent: string])[] = [
  ['GB18582', '建筑用墙面涂料中有害物质限量', 'WB1'],
  ['GB18581', '木器涂料中有害物质限量', 'WB1'],
  ['GB9756', '合成树脂乳液内墙涂料', 'WB1'],
  ['GB9755', '合成树脂乳液外墙涂料', 'WB1'],
  ['GB24408', '建筑用外墙涂料中有害物质限量', 'WB1'],
  ['GB23999', '室内装饰装修用水性木器涂料', 'WB1'],
  ['GB9779', '复层建筑涂料', 'WB1'],
  ['GB18401', '国家纺织产品基本安全技术规范', 'WB1'],
  ['GB31701', '婴幼儿及儿童纺织产品安全技术规范', 'WB1'],
  ['HJ2537', '环境标志产品技术要求 水性涂料', 'WB2'],
  ['JG210', '建筑内外墙用底漆', 'WB2'],
  ['JG172', '弹性建筑涂料', 'WB2'],
  ['HG3950', '抗菌涂料', 'WB2'],
  ['HG4344', '水性复合岩片仿花岗岩涂料', 'WB2'],
  ['FZ73020', '针织休闲服装', 'WB2'],
  ['FZ73012', '文胸', 'WB2'],
  ['FZ81007', '单、夹服装', 'WB2'],
  ['TCNCIA01', '儿童房装饰用水性内墙涂料', 'WB3'],
  ['QLC001', '澜彩净味墙面漆', 'WB3'],
  ['QLC002', '澜彩艺术涂料', 'WB3'],
];

export function externalStandards(share: number): readonly FamilyOfCoatings[] {
  const count = Math.max(6, Math.round(standards.length * share));
  return [
    {
      path: '/data/bd/external/standard',
      rows: standardClasses.map(([code, name]) => ({ code, name, rootDataFlag: '1' })),
      isForCoatings: true,
    },
    {
      path: '/data/bd/external/standard',
      rows: standards
        .slice(0, count)
        .map(([code, name, parentCode]) => ({ code, name, parentCode, content: `适用范围与技术要求见《${name}》。` })),
      isForCoatings: true,
    },
  ];
}

function hexOf(hue: number, saturation: number, light: number): string {
  const spread = (saturation / 100) * Math.min(light / 100, 1 - light / 100);
  const part = (n: number): string => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (light / 100 - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}
