/**
 * The lists that every screen may use without asking again (000 §3, §7). One table: how a list is asked for is here,
 * how lists are loaded, refreshed and forgotten is in `load.ts`, for all of them alike.
 */
export interface RefList {
  readonly path: string;
  /** GET unless told otherwise. */
  readonly method?: 'POST';
  readonly params?: Readonly<Record<string, string | number>>;
  /** Turned into a tree by id and pid. */
  readonly isTree?: true;
  readonly sortBy?: string;
  /** Under which keys a row has its code and its name. */
  readonly code?: string;
  readonly name?: string;
  /** Stored whatever code the server answers. */
  readonly isUnchecked?: true;
  readonly isDict?: true;
}

const whole = { page: 1, limit: -1 } as const;
const enabled = { ...whole, status: '1' } as const;
const many = { page: 1, limit: 9999 } as const;

const page = (path: string, params: RefList['params'] = whole): RefList => ({ path, params });
const tree = (path: string, params?: RefList['params']): RefList => ({
  path,
  isTree: true,
  ...(params === undefined ? {} : { params }),
});
const tenant = { code: 'tenantCode', name: 'tenantName' } as const;

const masterLists = {
  userList: { path: '/sys/user/page', params: { limit: 9999 }, code: 'id', name: 'realName' },
  logisticsClassList: tree('/data/bd/logistics/provider/class/list'),
  logisticsList: page('/data/bd/logistics/provider/page', enabled),
  materialLineList: page('/data/bd/material/line/page', enabled),
  packageSpecList: page('/data/bd/package/spec/page', enabled),
  subOrganizationList: { ...tree('/sys/organization/powerList'), sortBy: 'tenantCode' },
  organizationAllList: tree('/sys/organization/allList', { type: '0' }),
  organizationList: tree('/sys/organization/list'),
  storageList: page('/data/storage/page', enabled),
  subStorageList: { ...page('/data/storage/page', { ...enabled, powerFlag: '1' }), sortBy: 'tenantCode' },
  customerLevelList: page('/data/bd/customer/level/page'),
  customerTradeList: page('/data/bd/customer/trade/page'),
  customerGroupList: page('/data/bd/customer/group/page'),
  customerAreaList: tree('/data/bd/customer/area/list'),
  customerClassList: tree('/data/bd/customer/class/list'),
  priceClassList: page('/channelsale/console/priceClass/page', enabled),
  carList: page('/tms/vehicle/list', many),
  driverList: page('/tms/driver/list', many),
  customerList: page('/data/customer/manage/page'),
  shippingLocationList: page('/data/bd/shipping/location/page'),
  materialClassList: tree('/data/bd/material/class/list'),
  materialList: { ...page('/data/bd/material/all/page'), method: 'POST' },
  materialTagList: page('/data/bd/material/tag/page'),
  productClassList: tree('/data/bd/product/class/list'),
  productList: page('/bd/bdproduct/page'),
  freeTermClassList: tree('/data/bd/free/term/class/list'),
  externalSystemList: page('/exchange/system/page', { ...whole, enableFlag: '1' }),
  billTypeList: page('/approve/modules/erp/bill/type/page', { ...whole, enableFlag: '1' }),
  taxCodeClassList: tree('/invoice/electronmain/taxcode/list'),
  areaList: tree('/sys/area/list'),
  regionTree: tree('/sys/region/tree'),
  priceQueryRuleList: page('/channelsale/query/price/rule/page', enabled),
  brandList: page('/data/bd/brand/page', enabled),
  channelList: page('/data/bd/channel/page', enabled),
  tenantList: { ...page('/sys/tenant/page'), ...tenant },
  tenantPowerList: { path: '/sys/tenant/list/power', params: { powerFlag: '0' }, ...tenant },
  tenantParamsList: { path: '/sys/tenant/params/list', isUnchecked: true },
  tenantHomepageList: page('/sys/tenant/homepage/page'),
  unitList: page('/data/bd/unit/page'),
  shopList: page('/data/shop/page'),
  personnelList: page('/data/bd/personnel/page'),
  deptList: tree('/data/bd/dept/list', { tenantFlag: '0' }),
  groupDeptList: tree('/data/bd/dept/list', { tenantFlag: '1' }),
  accountTypeList: page('/channelsale/accountType/page'),
  saleTypeList: page('/data/bd/sale/type/page'),
  personnelTypeList: page('/data/bd/personnel/type/page'),
  policyRuleTypeList: page('/channelsale/policy/rule/type/page'),
  flowNoTypeList: { path: '/sys/flownotype/noTreelist' },
  supplierClassList: tree('/data/bd/supplier/class/list'),
  supplierList: page('/data/bd/supplier/page'),
  balanceTypeList: page('/data/bd/finance/balatype/page'),
  // Spelled so on the wire.
  costSubjectList: tree('/data/bd/finnance/costsubj/list'),
  budgetAccountList: tree('/data/console/budgetAccount/list'),
  reimbursementPolicyList: page('/reimbursement/rule/policy/page', enabled),
  reimbursementItemList: page('/reimbursement/item/setting/page'),
  externalStandardClassList: {
    ...page('/data/bd/external/standard/page', { ...whole, rootDataFlag: '1' }),
    method: 'POST',
  },
  recipeNoClassList: {
    ...page('/data/bd/recipe/no/page', { ...whole, rootDataFlag: '1', tenantFlag: '1' }),
    method: 'POST',
  },
  recipeNoList: { ...page('/data/bd/recipe/no/page', { ...whole, rootDataFlag: '0' }), method: 'POST' },
  restrictRuleList: page('/data/bd/material/restrict/rule/page', enabled),
} as const satisfies Readonly<Record<string, RefList>>;

/** In the order of their fixed numbers, from 1001 (000 §9). */
const dictTypes = [
  'erp_organization',
  'logistics_company',
  'flow_number',
  'erp_product',
  'enable_flag',
  'interface_type',
  'database_type',
  'ui_type',
  'record_type',
  'execute_status',
  'is_checked',
  'action_type',
  'approve_result',
  'enable_flag_task',
  'flow_status',
  'message_type',
  'message_title',
  'yes_no',
  'log_type',
  'return_status',
  'version',
  'template_type',
  'chart_type',
  'report_type',
  'shop_type',
  'pos_type',
  'pay_mode',
  'market_term',
  'freight_for',
  'transport_mode',
  'industry_invoice',
  'economic_type',
  'receiving',
  'customer_type',
  'invoice_type',
  'pricing_mode',
  'inout_type',
  'bank_type',
  'vehicle',
  'currency',
  'tenant_params_type',
  'file_permission_control',
  'gender',
  'notice_type',
  'storage_type',
  'news_type',
] as const;
type DictType = (typeof dictTypes)[number];

const dictLists: Readonly<Record<string, RefList>> = Object.fromEntries(
  dictTypes.map((type, at): [string, RefList] => [
    `dict_${type}`,
    {
      path: '/sys/dict/data/page',
      params: { ...(type === 'tenant_params_type' ? many : whole), dictTypeId: String(1001 + at) },
      code: 'dictValue',
      name: 'dictLabel',
      isDict: true,
    },
  ]),
);

export type RefKey = keyof typeof masterLists | `dict_${DictType}`;

/** What the table says about a list; undefined for a dictionary that an administrator added later. */
export const refListAt = (key: string): RefList | undefined => refLists[key];
export const refLists: Readonly<Record<string, RefList>> = { ...masterLists, ...dictLists };
export const dictKeys: readonly string[] = Object.keys(dictLists);
export const dictKeyOf = (dictType: string): string => `dict_${dictType}`;
