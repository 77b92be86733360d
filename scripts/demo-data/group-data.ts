import { colourCards, externalStandards, recipeNumbers } from './colours.ts';
import { createLevels, type TreeRow } from './tree.ts';
import type { Body, Session } from './product.ts';
import { areas } from '#scripts/seed/reference.ts';
import { dayAfter } from './stream.ts';

/**
 * Records that the brand owner keeps for the whole group, in the order in which they can be written and handed down.
 */
interface FamilyOfGroup {
  readonly path: string;
  readonly rows: readonly TreeRow[];
  /** The distributor of clothes has no use for colours. */ readonly isForCoatings?: true;
}

/**
 * Written once by the brand owner and handed to the tenants below it, as it happens in life: there they are copies that
 * say where they came from.
 */
export async function createGroupData(
  owner: Session,
  below: { readonly all: readonly string[]; readonly coatings: readonly string[] },
  { share, anchor }: { readonly share: number; readonly anchor: string },
): Promise<void> {
  const families = familiesOf(share, anchor);
  // What refers to another family waits for it; within a family the rows go together.
  for (const { path, rows } of families) await createLevels(owner, path, rows);
  for (const { path, rows, isForCoatings } of families) {
    const failed = (await handDown(owner, path, isForCoatings === true ? below.coatings : below.all, rows)).filter(
      ({ result }) => result === 'failed',
    );
    if (failed.length > 0)
      throw new Error(`${path}: ${failed.length} records did not arrive, the first ${JSON.stringify(failed[0])}`);
  }
}

interface Handed {
  readonly result: string;
  readonly code: string;
  readonly tenantCode: string;
  readonly msg: string | null;
}
const handDown = (
  owner: Session,
  path: string,
  tenantCodeArrays: readonly string[],
  rows: readonly TreeRow[],
): Promise<readonly Handed[]> =>
  owner.ask<readonly Handed[]>(`${path}/pushDown`, { tenantCodeArrays, codes: rows.map(({ code }) => code) });

function familiesOf(share: number, anchor: string): readonly FamilyOfGroup[] {
  return [
    { path: '/data/bd/finance/balatype', rows: balanceTypes },
    {
      path: '/data/bd/sale/type',
      rows: named('XS', ['普通销售', '特价销售', '退货', '换货', '样品销售']).map((row, i) => ({
        ...row,
        orderType: ['0', '1', '2', '5', '0'][i],
      })),
    },
    {
      path: '/data/bd/personnel/type',
      rows: named('PT', ['管理人员', '销售人员', '仓储人员', '财务人员', '技术人员', '外聘人员']),
    },
    {
      path: '/data/bd/customer/level',
      rows: named('L', ['战略客户', '重点客户', '普通客户', '潜在客户']).map((row, i) => ({
        ...row,
        sort: i + 1,
        discountRate: ['0.85', '0.9', '0.95', '1'][i],
      })),
    },
    {
      path: '/data/bd/customer/group',
      rows: named('KG', [
        '华东大区',
        '华南大区',
        '华北大区',
        '华中大区',
        '西部大区',
        '连锁家装',
        '地产集采',
        '电商平台',
      ]),
    },
    {
      path: '/data/bd/customer/trade',
      rows: named('HY', [
        '建材零售',
        '家装公司',
        '房地产开发',
        '工程施工',
        '家具制造',
        '汽车修补',
        '服装零售',
        '百货商超',
        '电子商务',
        '进出口贸易',
      ]),
    },
    { path: '/data/bd/customer/area', rows: salesAreas(Math.max(12, Math.round(120 * share))) },
    { path: '/data/bd/material/tag', rows: tags },
    {
      path: '/data/bd/material/line',
      rows: named('CX', ['家装墙面', '工程墙面', '木器涂装', '调色服务', '施工工具', '男女服饰', '贴身内衣']).map(
        (row, i) => ({ ...row, sort: i + 1 }),
      ),
    },
    { path: '/data/bd/material/restrict/rule', rows: restrictions(anchor) },
    ...externalStandards(share),
    ...recipeNumbers(share),
    ...colourCards(share),
  ];
}

const named = (prefix: string, names: readonly string[]): (TreeRow & Body)[] =>
  names.map((name, i) => ({ code: `${prefix}${String(i + 1).padStart(2, '0')}`, name }));

const balanceTypes: readonly TreeRow[] = [
  { code: 'JS01', name: '款到发货', payMode: 'transfer', creditFlag: '0', days: 0 },
  { code: 'JS02', name: '货到付款', payMode: 'cash', creditFlag: '0', days: 0 },
  { code: 'JS03', name: '月结30天', payMode: 'transfer', creditFlag: '1', days: 30 },
  { code: 'JS04', name: '季结90天', payMode: 'acceptance', creditFlag: '1', days: 90 },
  { code: 'JS05', name: '扫码支付', payMode: 'wechat', creditFlag: '0', days: 0 },
  { code: 'JS06', name: '账期60天', payMode: 'credit', creditFlag: '1', days: 60 },
];
/** By how a customer is to pay (dictionary receiving). */
export const balanceTypeOf: Readonly<Record<string, string>> = { 0: 'JS01', 1: 'JS02', 2: 'JS03', 3: 'JS06' };

const tags: readonly TreeRow[] = [
  { code: 'BQ01', name: '新品', color: '#52c41a' },
  { code: 'BQ02', name: '热销', color: '#f5222d' },
  { code: 'BQ03', name: '环保', color: '#13c2c2' },
  { code: 'BQ04', name: '清仓', color: '#8c8c8c' },
  { code: 'BQ05', name: '工程专供', color: '#1677ff' },
  { code: 'BQ06', name: '年度流行色', color: '#eb2f96' },
];

const restrictions = (anchor: string): readonly TreeRow[] => [
  {
    code: 'XG01',
    name: '工程漆整托起订',
    minNumber: '24',
    multipleNumber: '24',
    customerScope: '0',
    startDate: dayAfter(anchor, -180),
  },
  {
    code: 'XG02',
    name: '新品限购',
    minNumber: '1',
    maxNumber: '50',
    customerScope: '1',
    startDate: dayAfter(anchor, -30),
    endDate: dayAfter(anchor, 60),
  },
  {
    code: 'XG03',
    name: '促销物料限领',
    maxNumber: '10',
    customerScope: '2',
    startDate: dayAfter(anchor, -90),
    endDate: dayAfter(anchor, -1),
  },
  { code: 'XG04', name: '电商渠道整箱销售', multipleNumber: '12', customerScope: '3', startDate: dayAfter(anchor, 15) },
];

const regions: readonly (readonly [code: string, name: string, provinces: readonly string[]])[] = [
  ['QY1', '华北', ['11', '12', '13', '14', '15']],
  ['QY2', '东北', ['21', '22', '23']],
  ['QY3', '华东', ['31', '32', '33', '34', '35', '36', '37']],
  ['QY4', '华中', ['41', '42', '43']],
  ['QY5', '华南', ['44', '45', '46']],
  ['QY6', '西南', ['50', '51', '52', '53', '54']],
  ['QY7', '西北', ['61', '62', '63', '64', '65']],
];
/** Where the group's customers are comes first, so that a small demo knows their cities. */
const served = ['31', '32', '33', '44', '35', '11', '37', '42', '51'];

/** Regions, the 31 provinces and so many cities: the first of every province, then the second and so on. */
function salesAreas(cityCount: number): readonly TreeRow[] {
  const provinces = regions.flatMap(([parent, , codes]) =>
    codes.map((code) => ({ code, parent, name: nameOf(`${code}0000`) })),
  );
  const cities = provinces
    .flatMap(({ code, name }) =>
      areas
        .filter(({ parent }) => parent === `${code}0000`)
        .map((city, rank) => ({
          code: city.code.slice(0, 4),
          name: city.name === '市辖区' ? `${name}市区` : city.name,
          parent: code,
          rank,
        })),
    )
    .toSorted((a, b) => a.rank - b.rank || orderOf(a.parent) - orderOf(b.parent))
    .slice(0, cityCount)
    .map(({ code, name, parent }) => ({ code, name, parent }));
  return [...regions.map(([code, name]) => ({ code, name })), ...provinces, ...cities];
}

const nameOf = (code: string): string => areas.find((area) => area.code === code)?.name ?? code;
const orderOf = (province: string): number =>
  served.includes(province) ? served.indexOf(province) : 100 + Number.parseInt(province, 10);

/** The area of a customer: its city where that is one, else its province. */
export function areaFinder(share: number): (cityCode: string) => string {
  const known = new Set(salesAreas(Math.max(12, Math.round(120 * share))).map(({ code }) => code));
  return (cityCode) => (known.has(cityCode.slice(0, 4)) ? cityCode.slice(0, 4) : cityCode.slice(0, 2));
}
