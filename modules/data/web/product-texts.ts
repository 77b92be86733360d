import type { Label } from '#platform/model/label.ts';

export const productTexts = {
  chooseProduct: ['产品选择', '產品選擇', 'Product selection'],
  chooseMaterial: ['物料选择', '物料選擇', 'Material selection'],
  chooseOne: ['产品单选', '產品單選', 'Choose a product'],
  matrix: ['按尺码录入', '按尺碼錄入', 'Size matrix'],
  matrixFor: ['物料二维选择：{name}', '物料二維選擇：{name}', 'Material matrix: {name}'],
  quantities: ['规格数量', '規格數量', 'Quantities by spec'],
  noneChosen: ['选择产品后在此录入数量', '選擇產品後在此錄入數量', 'Choose products, then type their quantities here'],
  classLocked: [
    '产品分类已锁定，无法选择！',
    '產品分類已鎖定，無法選擇！',
    'The product category is locked and cannot be chosen!',
  ],
  onlyOne: ['只能选择一个', '只能選擇一個', 'Only one may be chosen'],
  repeat: ['可重复添加', '可重複加入', 'Allow repeats'],
  repeatHint: ['同一产品每次点击新增一条', '同一產品每次點選新增一筆', 'Every click adds the product once more'],
  style: ['产品', '產品', 'Product'],
  colour: ['颜色/规格', '顏色/規格', 'Colour/spec'],
  number: ['数量', '數量', 'Quantity'],
  specModel: ['规格型号', '規格型號', 'Spec / model'],
  stockQueryType: ['库存查询方式', '庫存查詢方式', 'Stock query type'],
  listing: ['上架状态', '上架狀態', 'Listing status'],
  andProducts: ['{name}等{n}个产品', '{name}等{n}個產品', '{name} and {n} products'],
  kept: ['{lines} 行，共 {number}', '{lines} 列，共 {number}', '{lines} {lines:line|lines}, {number} in all'],
  noSize: ['没有尺码 {size} 的物料', '沒有尺碼 {size} 的物料', 'No material in size {size}'],
  noColour: ['没有颜色“{colour}”的物料', '沒有顏色「{colour}」的物料', 'No material in “{colour}”'],
  severalColours: [
    '有 {count} 种颜色，请加颜色列或填写物料编码',
    '有 {count} 種顏色，請加顏色欄或填寫物料編碼',
    'Comes in {count} {count:colour|colours}: add a colour column or use material codes',
  ],
  severalSpecs: [
    '是一款，有 {count} 个规格：请加尺码列或按 F4 选择',
    '是一款，有 {count} 個規格：請加尺碼欄或按 F4 選擇',
    'A style of {count} {count:material|materials}: add size columns or press F4',
  ],
  noSuch: ['没有匹配的物料，按 F4 选择', '沒有符合的物料，按 F4 選擇', 'No such material. Press F4 to choose'],
  specs: ['同款规格', '同款規格', 'Specs of the style'],
} as const satisfies Readonly<Record<string, Label>>;

/** What sheets call the column that names a material, the surest first. */
export const leadTitles: readonly Label[] = [
  ['产品编码', '產品編碼', 'Product code'],
  ['物料编码', '物料編碼', 'Material code'],
  ['编码', '編碼', 'Code'],
  ['条码', '條碼', 'Barcode'],
  ['款号', '款號', 'Style no.'],
  ['型号', '型號', 'Model'],
  ['产品', '產品', 'Product'],
  ['物料', '物料', 'Material'],
  ['产品名称', '產品名稱', 'Product name'],
  ['物料名称', '物料名稱', 'Material name'],
  ['名称', '名稱', 'Name'],
  ['品名', '品名', 'Item'],
];
export const colourTitles: readonly Label[] = [
  ['颜色', '顏色', 'Colour'],
  ['颜色', '顏色', 'Colour'],
  ['颜色/规格', '顏色/規格', 'Colour/spec'],
];
