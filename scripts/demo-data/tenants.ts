/** Who there is: a brand owner, two distributors below it and one below the first of them. */

export type Family = 'paint' | 'wood' | 'colour' | 'tool' | 'apparel' | 'lingerie';

export interface OrganizationPlan {
  readonly code: string;
  readonly name: string;
  readonly type: '0' | '1';
  readonly manageFlag: '0' | '1';
  readonly parent?: string;
  /** What it sells and to whom; an organisation that sells nothing has no customers. */
  readonly sells: readonly Family[];
  readonly provinces: readonly string[];
}

export interface StoragePlan {
  readonly code: string;
  readonly name: string;
  readonly type: '0' | '1' | '2' | '3';
  readonly organizeCode: string;
  readonly holds: readonly Family[];
  readonly city: string;
}

export interface DepartmentPlan {
  readonly code: string;
  readonly name: string;
  readonly organizeCode: string;
  readonly parent?: string;
  readonly isSales?: true;
}

export interface TenantPlan {
  readonly code: string;
  readonly name: string;
  readonly parent: string | null;
  readonly distributorLevel: '0' | '1' | '2';
  readonly username: string;
  /** The domain of its e-mail addresses. */
  readonly mail: string;
  readonly organizations: readonly OrganizationPlan[];
  readonly storages: readonly StoragePlan[];
  readonly departments: readonly DepartmentPlan[];
  readonly families: readonly Family[];
  /** How much of the catalogue it carries, 0 to 1. */
  readonly range: number;
  /** How many of each there are in the full demo. */
  readonly full: {
    readonly customers: number;
    readonly personnel: number;
    readonly orders: number;
    readonly salespeople: number;
    readonly buyers: number;
    readonly logistics: number;
    readonly vehicles: number;
    readonly drivers: number;
    readonly loans: number;
    /** Customers who get one every month. */ readonly stated: number;
  };
}

const coatings = ['paint', 'wood', 'colour', 'tool'] as const;
const clothes = ['apparel', 'lingerie'] as const;
const everywhere = ['11', '31', '32', '33', '35', '37', '42', '44', '51'];

const organization = (code: string, name: string, more: Partial<OrganizationPlan> = {}): OrganizationPlan => ({
  code,
  name,
  type: '0',
  manageFlag: '1',
  sells: [],
  provinces: [],
  ...more,
});
const storage = (
  code: string,
  name: string,
  type: StoragePlan['type'],
  holds: readonly Family[],
  city: string,
): StoragePlan => ({ code, name, type, organizeCode: code.slice(0, 3), holds, city });
const department = (code: string, name: string, organizeCode: string, parent?: string): DepartmentPlan => ({
  code,
  name,
  organizeCode,
  ...(parent === undefined ? {} : { parent }),
});

/** A sales department with its teams, and the people of the warehouse. */
const working = (organizeCode: string, teams: readonly string[]): DepartmentPlan[] => [
  { code: `${organizeCode}-XS`, name: '销售部', organizeCode, isSales: true },
  ...teams.map((name, i): DepartmentPlan => ({
    code: `${organizeCode}-XS${i + 1}`,
    name,
    organizeCode,
    parent: `${organizeCode}-XS`,
    isSales: true,
  })),
  department(`${organizeCode}-CC`, '仓储物流部', organizeCode),
];

export const tenants: readonly TenantPlan[] = [
  {
    code: '1000',
    name: '澜彩集团',
    parent: null,
    distributorLevel: '0',
    username: 'lancai',
    mail: 'lancai.example',
    range: 1,
    families: [...coatings, ...clothes],
    organizations: [
      organization('HQ0', '澜彩集团总部', { type: '1' }),
      organization('PPC', '品牌运营中心', { type: '1', parent: 'HQ0' }),
      organization('SHF', '上海涂料工厂', { parent: 'HQ0', sells: ['paint', 'colour', 'tool'], provinces: everywhere }),
      organization('GZF', '广州木器漆工厂', { parent: 'HQ0', sells: ['wood', 'tool'], provinces: everywhere }),
      organization('HZF', '杭州服饰工厂', { parent: 'PPC', sells: clothes, provinces: everywhere }),
      organization('DCC', '集团配送中心', { parent: 'HQ0', manageFlag: '0' }),
    ],
    storages: [
      storage('SHF01', '上海成品仓', '0', ['paint', 'colour', 'tool'], '310100'),
      storage('SHF02', '上海残次仓', '1', ['paint'], '310100'),
      storage('GZF01', '广州成品仓', '0', ['wood', 'tool'], '440100'),
      storage('GZF02', '广州在途仓', '2', [], '440100'),
      storage('HZF01', '杭州服饰仓', '0', clothes, '330100'),
      storage('HZF02', '织野旗舰店虚拟仓', '3', ['apparel'], '330100'),
      storage('DCC01', '集团配送仓', '0', ['paint', 'wood'], '420100'),
      storage('DCC02', '集团配送在途仓', '2', [], '420100'),
    ],
    departments: [
      department('HQ0-ZJ', '总经办', 'HQ0'),
      department('HQ0-CW', '财务部', 'HQ0'),
      department('HQ0-CW1', '应收组', 'HQ0', 'HQ0-CW'),
      department('HQ0-RS', '人力行政部', 'HQ0'),
      department('HQ0-XX', '信息部', 'HQ0'),
      department('PPC-PP', '品牌部', 'PPC'),
      department('PPC-DS', '电商部', 'PPC'),
      ...working('SHF', ['渠道组', '工程组']),
      ...working('GZF', ['渠道组', '工程组']),
      ...working('HZF', ['渠道组', '门店组']),
      department('DCC-CC', '仓储物流部', 'DCC'),
    ],
    full: {
      customers: 140,
      personnel: 70,
      orders: 2400,
      salespeople: 5,
      buyers: 7,
      logistics: 4,
      vehicles: 10,
      drivers: 12,
      loans: 5,
      stated: 10,
    },
  },
  {
    code: '1001',
    name: '华东澜彩',
    parent: '1000',
    distributorLevel: '1',
    username: 'huadong',
    mail: 'huadong.example',
    range: 1,
    families: coatings,
    organizations: [
      organization('HDS', '华东上海公司', { sells: coatings, provinces: ['31', '33'] }),
      organization('HDN', '华东南京公司', { parent: 'HDS', sells: coatings, provinces: ['32'] }),
    ],
    storages: [
      storage('HDS01', '华东上海仓', '0', coatings, '310100'),
      storage('HDS02', '华东上海残次仓', '1', ['paint'], '310100'),
      storage('HDN01', '华东南京仓', '0', coatings, '320100'),
      storage('HDN02', '华东门店寄售仓', '3', ['tool'], '320100'),
    ],
    departments: [
      department('HDS-ZJ', '总经办', 'HDS'),
      department('HDS-CW', '财务部', 'HDS'),
      ...working('HDS', ['渠道组', '工程组']),
      ...working('HDN', []),
    ],
    full: {
      customers: 150,
      personnel: 45,
      orders: 1500,
      salespeople: 3,
      buyers: 5,
      logistics: 3,
      vehicles: 6,
      drivers: 7,
      loans: 3,
      stated: 6,
    },
  },
  {
    code: '1002',
    name: '华南澜彩',
    parent: '1000',
    distributorLevel: '1',
    username: 'huanan',
    mail: 'huanan.example',
    range: 1,
    families: coatings,
    organizations: [
      organization('HNG', '华南广州公司', { sells: coatings, provinces: ['44'] }),
      organization('HNX', '华南厦门公司', { parent: 'HNG', sells: coatings, provinces: ['35'] }),
    ],
    storages: [
      storage('HNG01', '华南广州仓', '0', coatings, '440100'),
      storage('HNG02', '华南广州在途仓', '2', [], '440100'),
      storage('HNX01', '华南厦门仓', '0', coatings, '350200'),
      storage('HNX02', '华南厦门残次仓', '1', ['wood'], '350200'),
    ],
    departments: [
      department('HNG-ZJ', '总经办', 'HNG'),
      department('HNG-CW', '财务部', 'HNG'),
      ...working('HNG', ['渠道组', '工程组']),
      ...working('HNX', []),
    ],
    full: {
      customers: 150,
      personnel: 45,
      orders: 1500,
      salespeople: 3,
      buyers: 5,
      logistics: 3,
      vehicles: 6,
      drivers: 7,
      loans: 3,
      stated: 6,
    },
  },
  {
    code: '100101',
    name: '杭州织野',
    parent: '1001',
    distributorLevel: '2',
    username: 'hangzhou',
    mail: 'hangzhou.example',
    range: 0.3,
    families: clothes,
    organizations: [organization('HZZ', '杭州织野门店公司', { sells: clothes, provinces: ['33'] })],
    storages: [
      storage('HZZ01', '杭州门店总仓', '0', clothes, '330100'),
      storage('HZZ02', '杭州寄售虚拟仓', '3', ['apparel'], '330100'),
    ],
    departments: [department('HZZ-ZJ', '总经办', 'HZZ'), ...working('HZZ', ['门店组'])],
    full: {
      customers: 60,
      personnel: 20,
      orders: 600,
      salespeople: 2,
      buyers: 3,
      logistics: 2,
      vehicles: 3,
      drivers: 4,
      loans: 1,
      stated: 2,
    },
  },
];
