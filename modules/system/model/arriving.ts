import { text, type RefTarget, type TextField } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';

/**
 * Nouns that fields already point at and that a later issue declares. Until then their fields hold plain codes.
 * When one arrives, delete its row: the compiler then shows every field that becomes a reference.
 */
export const arriving = {
  accountType: ['资金账户类型', '資金帳戶類型', 'Account type (funds)'],
  balanceType: ['结算方式', '結算方式', 'Balance (settlement) type'],
  capitalAccount: ['资金账户', '資金帳戶', 'Capital (funds) account'],
  customerArea: ['客户区域', '客戶區域', 'Customer area'],
  customerGroup: ['客户组', '客戶組', 'Customer group'],
  customerLevel: ['客户等级', '客戶等級', 'Customer rank'],
  customerTrade: ['客户行业', '客戶行業', 'Customer industry'],
  externalStandard: ['外部标准', '外部標準', 'External standard'],
  freeTerm: ['色卡（自由项）', '色卡（自由項）', 'Free term (colour card)'],
  giftPackage: ['礼包', '禮包', 'Gift package'],
  manager: ['客户经理', '客戶經理', 'Manager'],
  materialLine: ['产品线', '產品線', 'Material (product) line'],
  materialTag: ['物料标签', '物料標籤', 'Material tag'],
  packageSpec: ['包装规格', '包裝規格', 'Packing spec'],
  personnelType: ['人员类型', '人員類型', 'Personnel type'],
  priceClass: ['价格级别', '價格級別', 'Price class'],
  promotionActivity: ['促销活动', '促銷活動', 'Promotion activity'],
  recipeNo: ['配方号', '配方號', 'Recipe number'],
  saleType: ['销售类型', '銷售類型', 'Sale type'],
  shippingLocation: ['收货地点（站点）', '收貨地點（站點）', 'Shipping location (site)'],
  taxCode: ['税收编码', '稅收編碼', 'Tax code'],
} as const satisfies Readonly<Record<string, Label>>;

/**
 * Nouns of the data module that accounts, roles and tenants point at. Modules are ordered system < data < stock < sales,
 * and data imports organisations and users from here: importing back would close a circle between two modules.
 * The targets carry no fields, so whatever needs a field of the target must live in data.
 */
export const upward = {
  brand: target('data:brand', '/data/bd/brand', ['品牌', '品牌', 'Brand']),
  channel: target('data:channel', '/data/bd/channel', ['渠道', '渠道', 'Channel']),
  customer: target('data:customer', '/data/customer/manage', ['客户', '客戶', 'Customer']),
  dept: target('data:dept', '/data/bd/dept', ['部门', '部門', 'Department']),
  personnel: target('data:personnel', '/data/bd/personnel', ['人员', '人員', 'Personnel']),
  supplier: target('data:supplier', '/data/bd/supplier', ['供应商', '供應商', 'Supplier']),
  storage: target('data:depot', '/data/storage', ['仓库', '倉庫', 'Warehouse (depot)']),
} as const;

export type Arriving = keyof typeof arriving | keyof typeof upward;

/** The code (or id) of a noun listed above. */
export function arrivingCode(label: Label, _noun: Arriving): TextField<false> {
  return text(label, { max: 50 });
}

/** The name beside such a code: empty until the noun arrives, declared so that the list already has its column. */
export function arrivingName(label: Label, _noun: Arriving): TextField<false> & { readonly virtual: true } {
  return { ...text(label, { kept: true }), virtual: true };
}

function target(name: string, path: string, label: Label): RefTarget {
  return { name, path, label, codeField: 'code', nameField: 'name', fields: {} };
}
