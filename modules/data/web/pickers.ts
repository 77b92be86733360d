import type { Label } from '#platform/model/label.ts';
import type { Picker, PickerRules } from '#platform/web/registry/picker-rules.ts';
import { pickerTexts } from '#platform/web/picker/texts.ts';

const deptLocked: Label = [
  '部门已锁定，无法选择！',
  '部門已鎖定，無法選擇！',
  'The department is locked and cannot be chosen!',
];
const managing = { manageFlag: '1' };
const warehouse: PickerRules = { title: ['仓库选择', '倉庫選擇', 'Warehouse picker'] };
const logistics: PickerRules = { title: ['物流商选择', '物流商選擇', 'Carrier picker'] };
const shipping: PickerRules = {
  title: ['收货地点选择', '收貨地點選擇', 'Delivery site picker'],
  filters: ['organizeCodes', 'name', 'status'],
};

/** By the names of the specification (001 §2.6–2.10); the first of a noun is the one that its references open. */
export const dataPickers = {
  warehouse: { noun: 'data:depot', rules: warehouse },
  storage: {
    noun: 'data:depot',
    rules: { ...warehouse, title: ['仓库弹窗', '倉庫彈窗', 'Warehouse picker'], width: '80%' },
  },
  subWarehouse: {
    noun: 'data:depot',
    rules: {
      ...warehouse,
      title: ['子仓库选择', '子倉庫選擇', 'Sub-warehouse picker'],
      filters: ['code', 'name', 'organizeCode', 'status'],
      sends: { powerFlag: '1' },
    },
  },
  supplier: {
    noun: 'data:supplier',
    rules: {
      title: ['供应商选择', '供應商選擇', 'Supplier picker'],
      filters: ['organizeCodes', 'classCode', 'code', 'name', 'status'],
      offers: { organizeCodes: managing },
    },
  },
  logisticsProvider: { noun: 'data:logistics', rules: logistics },
  logistics: {
    noun: 'data:logistics',
    rules: { ...logistics, title: ['物流商弹窗', '物流商彈窗', 'Carrier picker'] },
  },
  customer: {
    noun: 'data:customer',
    rules: {
      title: ['客户选择', '客戶選擇', 'Customer picker'],
      filters: [
        'salesmanCode',
        'organizeCode',
        'classCode',
        'code',
        'name',
        'abbreviation',
        'customerType',
        'status',
        'customerGroupCode',
        'deptCodes',
        'relTenantFlag',
        'organizeCodes',
      ],
      locked: [
        '客户分类已锁定，无法选择！',
        '客戶分類已鎖定，無法選擇！',
        'The customer category is locked and cannot be chosen!',
      ],
    },
  },
  shippingLocation: { noun: 'data:site', rules: shipping },
  shipping: {
    noun: 'data:site',
    rules: { ...shipping, title: ['收货地点弹窗', '收貨地點彈窗', 'Delivery site picker'] },
  },
  externalStandard: {
    noun: 'data:externalstandard',
    rules: { title: ['外部标准选择', '外部標準選擇', 'External-standard picker'] },
  },
  dept: {
    noun: 'data:dept',
    rules: {
      title: ['部门选择', '部門選擇', 'Department picker'],
      locked: deptLocked,
      tooMany: pickerTexts.onlyOne,
      none: ['请选择部门', '請選擇部門', 'Please choose a department'],
    },
  },
  recipeNo: {
    noun: 'data:recipeno',
    rules: { title: ['配方号选择', '配方號選擇', 'Formula picker'], tooMany: pickerTexts.onlyOne },
  },
  materialLine: {
    noun: 'data:materialline',
    rules: { title: ['产品线选择', '產品線選擇', 'Product line picker'], tooMany: pickerTexts.onlyOne },
  },
  personnel: {
    noun: 'data:personnel',
    rules: {
      title: ['人员选择', '人員選擇', 'Personnel picker'],
      offers: { organizeCode: managing },
      locked: deptLocked,
    },
  },
  freeTerm: {
    noun: 'data:freeterm',
    rules: {
      title: ['色卡选择', '色卡選擇', 'Colour card picker'],
      linkKey: 'code',
      isFresh: true,
      locked: [
        '色卡分类已锁定，无法选择！',
        '色卡分類已鎖定，無法選擇！',
        'colour card category locked, cannot select',
      ],
    },
  },
  // Funds accounts are a noun of sales; a picker names its noun and needs nothing of it.
  capitalAccount: {
    noun: 'sale:capitalaccount',
    rules: {
      title: ['资金账户选择', '資金帳戶選擇', 'Funds account picker'],
      filters: ['accountCode', 'customerCodes', 'accountType', 'status', 'organizeCodes', 'brandCode'],
    },
  },
  account: {
    noun: 'sale:capitalaccount',
    rules: {
      title: ['账户选择', '帳戶選擇', 'Account picker'],
      filters: ['accountCode', 'customerCodes', 'accountType', 'status', 'organizeCodes', 'brandCode'],
    },
  },
  invoiceInfo: {
    noun: 'data:customerinvoice',
    rules: {
      title: ['开票信息选择', '開票資訊選擇', 'Invoice-info picker'],
      key: 'id',
      pageSize: 15,
      pageSizes: [10, 15, 20, 50, 100],
    },
  },
} as const satisfies Readonly<Record<string, Picker>>;

/** What the generic selector calls them (001 §2.10). */
export const selectorTypes = {
  storage: dataPickers.storage,
  customer: dataPickers.customer,
  personnel: dataPickers.personnel,
  dept: dataPickers.dept,
  supplier: dataPickers.supplier,
  account: dataPickers.capitalAccount,
  logistic: dataPickers.logisticsProvider,
  externalStandard: dataPickers.externalStandard,
  recipeNo: dataPickers.recipeNo,
  materialLine: dataPickers.materialLine,
} as const satisfies Readonly<Record<string, Picker>>;
export type SelectorType = keyof typeof selectorTypes;
