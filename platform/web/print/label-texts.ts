import type { Label } from '#platform/model/label.ts';

export const labelTexts = {
  labels: ['打印条码标签', '列印條碼標籤', 'Print labels'],
  title: ['打印条码标签（{count} 项）', '列印條碼標籤（{count} 項）', 'Print labels of {count} {count:record|records}'],
  sheet: ['标签纸', '標籤紙', 'Label stock'],
  copies: ['每项份数', '每項份數', 'Copies of each'],
  skipped: ['首张已用标签数', '首張已用標籤數', 'Labels used on the first sheet'],
  source: ['条码内容', '條碼內容', 'Bars show'],
  fromBarcode: ['条码（无则用编码）', '條碼（無則用編碼）', 'Barcode, else the code'],
  fromCode: ['编码', '編碼', 'Code'],
  shown: ['标签上显示', '標籤上顯示', 'On the label'],
  spec: ['规格', '規格', 'Spec'],
  price: ['零售价', '零售價', 'Retail price'],
  count: ['份数', '份數', 'Copies'],
  bars: ['条码', '條碼', 'Bars'],
  noBars: ['不能编成条码', '不能編成條碼', 'cannot be drawn as bars'],
  wrongArticle: [
    'EAN校验位错误，按Code 128打印',
    'EAN校驗位錯誤，按Code 128列印',
    'wrong EAN check digit, drawn as Code 128',
  ],
  tooDense: ['标签太窄，可能扫不出', '標籤太窄，可能掃不出', 'too dense for this label'],
  total: [
    '共 {labels} 张标签，{pages} 页',
    '共 {labels} 張標籤，{pages} 頁',
    '{labels} {labels:label|labels} on {pages} {pages:page|pages}',
  ],
  tooMany: ['一次最多{max}张标签', '一次最多{max}張標籤', 'At most {max} labels at a time'],
  print: ['打印', '列印', 'Print'],
} as const satisfies Readonly<Record<string, Label>>;
