import { defineEntity } from '#platform/model/entity.ts';
import {
  choice,
  decimal,
  flag,
  image,
  integer,
  json,
  price,
  quantity,
  rate,
  ref,
  text,
} from '#platform/model/field.ts';
import { code, enabled, locked, name, remark } from '#platform/model/preset.ts';
import { organization } from '#system/model/organization.ts';
import { brand } from './brand.ts';
import { groupFlag, shelfStatus, taxRate } from '#data/model/value/choices.ts';
import { externalStandard } from './external-standard.ts';
import { materialLine, materialTag, packageSpec } from './material-trait.ts';
import { recipeNo } from './recipe-no.ts';
import { taxCode } from './tax-code.ts';
import { unit } from './unit.ts';

export const materialClass = defineEntity({
  name: 'data:materialclass',
  label: ['物料分类', '物料分類', 'Material class'],
  path: '/data/bd/material/class',
  slim: ['lockFlag'],
  tree: true,
  fields: {
    code: code(),
    name: name(),
    taxCode: ref(['税收编码', '稅收編碼', 'Tax code'], () => taxCode),
    lockFlag: locked(),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'parentName', 'lockFlag', 'taxCode', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'taxCode', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/materialclass',
    sort: 48,
    title: ['物料分类', '物料分類', 'Material classes'],
    byTenantFlag: true,
  },
});

const unitDecimals = { kept: true, virtual: true, hidden: true } as const;

/** What stock counts and documents carry, under the field name productCode. What the shop shows is a product. */
export const material = defineEntity({
  name: 'data:material',
  label: ['物料', '物料', 'Material'],
  path: '/data/bd/material',
  // Everybody who writes a line chooses goods by what they are; the product radio dialog shows the price.
  slim: [
    'groupFlag',
    'spec',
    'model',
    'figureNumber',
    'simplifyModel',
    'sizeCode',
    'packageSpec',
    'rate',
    'unitChangeFlag',
    'libertiesFlag',
    'taxRate',
    'price',
    'shelfStatus',
    'imageUrl',
    'number',
    'erpStockNumber',
    'specPropObj',
    'productList',
  ],
  groupedBy: 'classCode',
  fields: {
    code: code(),
    name: name(),
    classCode: ref(['分类编码', '分類編碼', 'Class code'], () => materialClass, { required: true }),
    brandCode: ref(['品牌编码', '品牌編碼', 'Brand code'], () => brand),
    groupFlag: choice(['组合标志', '組合標誌', 'Combination'], groupFlag, { default: '0' }),
    spec: text(['规格', '規格', 'Spec']),
    model: text(['型号', '型號', 'Model']),
    figureNumber: text(['图号', '圖號', 'Drawing no.'], { max: 50, labelBy: 'SYS018' }),
    simplifyModel: text(['简化型号', '簡化型號', 'Simplified model']),
    barcode: text(['条码', '條碼', 'Barcode'], { max: 50 }),
    storeCode: text(['存货编码', '存貨編碼', 'Inventory code'], { max: 50 }),
    sizeCode: text(['尺码编码', '尺碼編碼', 'Size code'], { max: 50 }),
    tagCode: ref(['标签编码', '標籤編碼', 'Tag code'], () => materialTag),
    materialLineCode: ref(['产品线编码', '產品線編碼', 'Product line code'], () => materialLine),
    packageSpecCode: ref(['包装规格编码', '包裝規格編碼', 'Packing spec code'], () => packageSpec),
    packageSpec: text(['包装规格', '包裝規格', 'Packing spec']),
    externalStandardCode: ref(['外部标准编码', '外部標準編碼', 'External standard code'], () => externalStandard),
    recipeNoCode: ref(['配方号编码', '配方號編碼', 'Formula code'], () => recipeNo),
    mainUnitCode: ref(['主单位编码', '主單位編碼', 'Main unit code'], () => unit, {
      required: true,
      columnBy: ['SYS007', '2'],
      brings: { mainUnitPrecision: 'precision' },
    }),
    assistUnitCode: ref(['辅助单位编码', '輔助單位編碼', 'Auxiliary unit code'], () => unit, {
      shownBy: ['SYS006', '1'],
      brings: { assistUnitPrecision: 'precision' },
    }),
    rate: rate(['换算率', '換算率', 'Conversion rate'], { shownBy: ['SYS006', '1'] }),
    unitChangeFlag: flag(['单位可换算', '單位可換算', 'Unit convertible']),
    libertiesFlag: flag(['自由项', '自由項', 'Custom attributes'], { labelBy: 'SYS014' }),
    taxCode: ref(['税收编码', '稅收編碼', 'Tax code'], () => taxCode),
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate),
    price: price(['单价', '單價', 'Unit price']),
    retailPrice: price(['零售价', '零售價', 'Retail price'], { guarded: true, columnBy: ['SD003', '1'] }),
    weight: decimal(['重量', '重量', 'Weight']),
    volume: decimal(['体积', '體積', 'Volume']),
    exchangePointNum: quantity(['兑换积分', '兌換積分', 'Exchange points']),
    onceExchangeMaxNum: quantity(['单次兑换上限', '單次兌換上限', 'Max per exchange']),
    shelfStatus: choice(['上架状态', '上架狀態', 'Listing status'], shelfStatus, { default: '2' }),
    organizeCode: ref(['组织编码', '組織編碼', 'Organisation code'], () => organization),
    imageUrl: image(['图片', '圖片', 'Image']),
    status: enabled(),
    remark: remark(),
    // CombinationItems of a kit (groupFlag 1): what one holds. A kit without them is counted like any goods.
    combination: json(['组合明细', '組合明細', 'Combination items'], { guarded: true }),
    // Decimals of its units, with the row that is read anyway: numbers on documents are held to them (A13).
    mainUnitPrecision: integer(['主单位小数位', '主單位小數位', 'Main unit decimals'], unitDecimals),
    assistUnitPrecision: integer(['辅助单位小数位', '輔助單位小數位', 'Auxiliary unit decimals'], unitDecimals),
    // Answers of the product dialog: what is in stock, the grid of quantities, the products sold from this material.
    number: quantity(['数量', '數量', 'Quantity'], { kept: true, virtual: true }),
    erpStockNumber: quantity(['ERP库存', 'ERP庫存', 'ERP stock'], { kept: true, virtual: true }),
    specPropObj: json(['规格数量', '規格數量', 'Quantities by spec'], { kept: true, virtual: true }),
    productList: json(['关联产品', '關聯產品', 'Linked products'], { kept: true, virtual: true }),
  },
  list: {
    path: '/data/bd/material/all/page',
    method: 'POST',
    columns: [
      'code',
      'name',
      'brandName',
      'className',
      'groupFlag',
      'tagName',
      'spec',
      'model',
      'figureNumber',
      'simplifyModel',
      'materialLineName',
      'packageSpec',
      'mainUnitName',
      'assistUnitName',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: [
      'code',
      'name',
      'brandCode',
      'classCode',
      'tagCode',
      'materialLineCode',
      'groupFlag',
      'taxRate',
      'shelfStatus',
      'status',
    ],
    anyOf: {
      specModel: ['spec', 'model'],
      productCodeOrName: ['code', 'name'],
      spec: ['spec'],
      model: ['model'],
      simplifyModel: ['simplifyModel'],
      figureNumber: ['figureNumber'],
    },
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/material',
    sort: 49,
    title: ['物料', '物料', 'Materials'],
    byTenantFlag: true,
  },
  picker: {
    columns: ['className', 'code', 'name', 'brandName', 'mainUnitName', 'remark'],
    filters: ['classCode', 'code', 'name', 'brandCode', 'status', 'organizeCode'],
    width: '90%',
  },
});
