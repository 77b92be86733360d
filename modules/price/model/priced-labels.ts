import type { Label } from '#platform/model/label.ts';

/** What the fields of a line that decide its price are called, on every document that is priced. */
export const pricedLabels = {
  productCode: ['产品编码', '產品編碼', 'Product code'],
  number: ['数量', '數量', 'Quantity'],
  price: ['单价', '單價', 'Unit price'],
  freeTermCode: ['色卡编码', '色卡編碼', 'Colour card code'],
} as const satisfies Readonly<Record<string, Label>>;
