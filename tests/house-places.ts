/** Everybody who is in the house, or in the demo of the browser tests, has it. */
export const password = 'House2026test';

/** Who there is: a brand owner, two distributors below it and one below the first of them. */
export const tenants = [
  {
    code: '1000',
    name: '澜彩集团',
    parent: null,
    level: '0',
    username: 'lancai',
    realName: '何雅婷',
    organization: { code: 'HQ0', name: '澜彩集团总部' },
  },
  {
    code: '1001',
    name: '华东澜彩',
    parent: '1000',
    level: '1',
    username: 'huadong',
    realName: '陈国栋',
    organization: { code: 'HDS', name: '华东上海公司' },
  },
  {
    code: '1002',
    name: '华南澜彩',
    parent: '1000',
    level: '1',
    username: 'huanan',
    realName: '林晓燕',
    organization: { code: 'HNG', name: '华南广州公司' },
  },
  {
    code: '100101',
    name: '杭州织野',
    parent: '1001',
    level: '2',
    username: 'hangzhou',
    realName: '沈思琪',
    organization: { code: 'HZZ', name: '杭州织野门店公司' },
  },
] as const;

/** Below the head office, which comes with the tenant. The distribution centre manages nothing. */
export const organizations = [
  { code: 'PPC', name: '品牌运营中心', type: '1', manageFlag: '1', parent: 'HQ0', sort: 2 },
  { code: 'SHF', name: '上海涂料工厂', type: '0', manageFlag: '1', parent: 'HQ0', sort: 3 },
  { code: 'GZF', name: '广州木器漆工厂', type: '0', manageFlag: '1', parent: 'HQ0', sort: 4 },
  { code: 'HZF', name: '杭州服饰工厂', type: '0', manageFlag: '1', parent: 'PPC', sort: 5 },
  { code: 'DCC', name: '集团配送中心', type: '0', manageFlag: '0', parent: 'HQ0', sort: 6 },
] as const;

/** Where the buyer and most of the people belong. */
export const plant = organizations[1];

export const storages = [
  { code: 'SHF01', name: '上海成品仓', type: '0', organizeCode: 'SHF', provinceCode: '310000', cityCode: '310100' },
  { code: 'SHF02', name: '上海残次仓', type: '1', organizeCode: 'SHF', provinceCode: '310000', cityCode: '310100' },
  { code: 'GZF01', name: '广州成品仓', type: '0', organizeCode: 'GZF', provinceCode: '440000', cityCode: '440100' },
  { code: 'GZF02', name: '广州在途仓', type: '2', organizeCode: 'GZF', provinceCode: '440000', cityCode: '440100' },
  { code: 'HZF01', name: '杭州服饰仓', type: '0', organizeCode: 'HZF', provinceCode: '330000', cityCode: '330100' },
  {
    code: 'HZF02',
    name: '织野旗舰店虚拟仓',
    type: '3',
    organizeCode: 'HZF',
    provinceCode: '330000',
    cityCode: '330100',
  },
  { code: 'DCC01', name: '集团配送仓', type: '0', organizeCode: 'DCC', provinceCode: '420000', cityCode: '420100' },
] as const;

const working = (organizeCode: string, teams: readonly string[]) => [
  { code: `${organizeCode}-XS`, name: '销售部', organizeCode },
  ...teams.map((name, i) => ({
    code: `${organizeCode}-XS${i + 1}`,
    name,
    organizeCode,
    parent: `${organizeCode}-XS`,
  })),
  { code: `${organizeCode}-CC`, name: '仓储物流部', organizeCode },
];
export const departments = [
  { code: 'HQ0-ZJ', name: '总经办', organizeCode: 'HQ0' },
  { code: 'HQ0-CW', name: '财务部', organizeCode: 'HQ0' },
  { code: 'HQ0-CW1', name: '应收组', organizeCode: 'HQ0', parent: 'HQ0-CW' },
  { code: 'HQ0-RS', name: '人力行政部', organizeCode: 'HQ0' },
  { code: 'PPC-PP', name: '品牌部', organizeCode: 'PPC' },
  ...working('SHF', ['渠道组', '工程组']),
  ...working('GZF', ['渠道组', '工程组']),
  ...working('HZF', ['渠道组', '门店组']),
  { code: 'DCC-CC', name: '仓储物流部', organizeCode: 'DCC' },
];

interface Post {
  readonly code: string;
  readonly name: string;
  readonly organizeCode: string;
  readonly deptCode: string;
  readonly isSalesman?: boolean;
  readonly account?: { readonly username: string; readonly role: string };
}
/** The staff list of the brand owner; those with a role can log in. */
export const people: readonly Post[] = [
  {
    code: 'E1000001',
    name: '王建国',
    organizeCode: 'HQ0',
    deptCode: 'HQ0-ZJ',
    account: { username: 'gm_1000', role: 'GENERAL_MANAGER' },
  },
  {
    code: 'E1000002',
    name: '李敏',
    organizeCode: 'SHF',
    deptCode: 'SHF-XS',
    isSalesman: true,
    account: { username: 'manager_1000', role: 'SALES_MANAGER' },
  },
  {
    code: 'E1000003',
    name: '张海燕',
    organizeCode: 'SHF',
    deptCode: 'SHF-XS',
    account: { username: 'clerk_1000', role: 'SALES_CLERK' },
  },
  {
    code: 'E1000004',
    name: '刘志强',
    organizeCode: 'SHF',
    deptCode: 'SHF-CC',
    account: { username: 'keeper_1000', role: 'WAREHOUSE' },
  },
  {
    code: 'E1000005',
    name: '欧阳文博',
    organizeCode: 'HQ0',
    deptCode: 'HQ0-CW',
    account: { username: 'staff_1000', role: 'EMPLOYEE' },
  },
  {
    code: 'E1000006',
    name: '赵振宇',
    organizeCode: 'SHF',
    deptCode: 'SHF-XS1',
    isSalesman: true,
    account: { username: 'sales_1000', role: 'SALESPERSON' },
  },
  { code: 'E1000007', name: '黄嘉豪', organizeCode: 'GZF', deptCode: 'GZF-XS', isSalesman: true },
  { code: 'E1000008', name: '周佳慧', organizeCode: 'HZF', deptCode: 'HZF-XS', isSalesman: true },
];
export const salesman = people[1]!;
