import type { Label } from '#platform/model/label.ts';

export const templateTexts = {
  title: ['订单模板', '訂單範本', 'Order templates'],
  saveAs: ['将当前明细存为模板', '將目前明細存為範本', 'Save these lines as a template'],
  nameOf: ['模板名称', '範本名稱', 'Name of the template'],
  forAll: ['所有人可用', '所有人可用', 'For everybody'],
  replace: ['覆盖', '覆蓋', 'Replace'],
  none: ['还没有模板', '還沒有範本', 'No templates yet'],
  lines: ['{count} 行', '{count} 行', '{count} {count:line|lines}'],
  own: ['我的', '我的', 'Mine'],
  shared: ['公用', '公用', 'Shared'],
  use: ['使用', '使用', 'Use'],
  rename: ['重命名【{name}】', '重新命名【{name}】', 'Rename {name}'],
  remove: ['删除【{name}】', '刪除【{name}】', 'Delete {name}'],
  removeAsk: [
    '所有人都将不能再使用公用模板【{name}】，确定删除？',
    '所有人都將不能再使用公用範本【{name}】，確定刪除？',
    'Nobody can use the shared template {name} any more. Delete it?',
  ],
  full: [
    '最多保存 {most} 个自己的模板，且总量有限，请先删除不用的',
    '最多儲存 {most} 個自己的範本，且總量有限，請先刪除不用的',
    'There is no room for more of your own ({most} at most): delete one first',
  ],
  tooLong: ['模板最多 {most} 行', '範本最多 {most} 行', 'A template has at most {most} lines'],
  product: ['产品', '產品', 'Product'],
  number: ['数量', '數量', 'Quantity'],
  fromOrder: [
    '在销售订单的明细上方保存模板',
    '在銷售訂單的明細上方儲存範本',
    'Templates are saved above the lines of an order',
  ],
} as const satisfies Readonly<Record<string, Label>>;
