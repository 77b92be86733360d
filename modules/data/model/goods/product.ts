import { defineEntity } from '#platform/model/entity.ts';
import { choice, image, price, ref, text } from '#platform/model/field.ts';
import { code, enabled, locked, name, remark, sort } from '#platform/model/preset.ts';
import { brand } from './brand.ts';
import { groupFlag, shelfStatus, taxRate } from '#data/model/value/choices.ts';
import { materialLine } from './material-trait.ts';
import { material } from './material.ts';
import { unit } from './unit.ts';

export const productClass = defineEntity({
  name: 'data:productclass',
  label: ['产品分类', '產品分類', 'Product class'],
  path: '/data/bd/product/class',
  slim: ['lockFlag'],
  tree: true,
  fields: {
    code: code(),
    name: name(),
    imageUrl: image(['图片', '圖片', 'Image']),
    lockFlag: locked(),
    sort: sort(),
    status: enabled(),
    remark: remark(),
  },
  list: {
    columns: ['code', 'name', 'parentName', 'lockFlag', 'sort', 'status', 'creatorName', 'createDate'],
    filters: ['code', 'name', 'status'],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/productclass',
    sort: 65,
    title: ['产品分类', '產品分類', 'Product classes'],
    byTenantFlag: true,
  },
});

export const product = defineEntity({
  name: 'data:product',
  label: ['产品', '產品', 'Product'],
  path: '/data/bd/product',
  slim: ['groupFlag', 'spec', 'model', 'taxRate', 'shelfStatus', 'imageUrl'],
  groupedBy: 'classCode',
  fields: {
    code: code(),
    name: name(),
    classCode: ref(['分类编码', '分類編碼', 'Class code'], () => productClass, { required: true }),
    brandCode: ref(['品牌编码', '品牌編碼', 'Brand code'], () => brand),
    materialCode: ref(['物料编码', '物料編碼', 'Material code'], () => material),
    materialLineCode: ref(['产品线编码', '產品線編碼', 'Product line code'], () => materialLine),
    groupFlag: choice(['组合标志', '組合標誌', 'Combination'], groupFlag, { default: '0' }),
    spec: text(['规格', '規格', 'Spec']),
    model: text(['型号', '型號', 'Model']),
    barcode: text(['条码', '條碼', 'Barcode'], { max: 50 }),
    mainUnitCode: ref(['主单位编码', '主單位編碼', 'Main unit code'], () => unit, {
      required: true,
      columnBy: ['SYS007', '2'],
    }),
    price: price(['单价', '單價', 'Unit price'], { guarded: true }),
    retailPrice: price(['零售价', '零售價', 'Retail price'], { guarded: true, columnBy: ['SD003', '1'] }),
    taxRate: choice(['税率', '稅率', 'Tax rate'], taxRate),
    shelfStatus: choice(['上架状态', '上架狀態', 'Listing status'], shelfStatus, { default: '2' }),
    imageUrl: image(['图片', '圖片', 'Image']),
    detail: text(['详情', '詳情', 'Detail'], { max: 100_000, format: 'html' }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
  },
  list: {
    aliases: ['/bd/bdproduct/page'],
    columns: [
      'code',
      'name',
      'brandName',
      'className',
      'mainUnitName',
      'spec',
      'model',
      'groupFlag',
      'barcode',
      'price',
      'taxRate',
      'materialCode',
      'shelfStatus',
      'retailPrice',
      'status',
      'creatorName',
      'createDate',
    ],
    filters: [
      'code',
      'name',
      'brandCode',
      'classCode',
      'materialCode',
      'mainUnitCode',
      'groupFlag',
      'taxRate',
      'shelfStatus',
      'status',
    ],
  },
  distributed: true,
  screen: {
    area: 'masterData',
    url: 'data/product',
    sort: 54,
    title: ['产品', '產品', 'Products'],
    byTenantFlag: true,
  },
  picker: {
    columns: ['className', 'code', 'name', 'brandName', 'mainUnitName', 'remark'],
    filters: ['classCode', 'code', 'name', 'brandCode', 'status'],
    width: '90%',
  },
});
