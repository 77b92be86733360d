import type { Label } from '#platform/model/label.ts';

export const promotionTexts = {
  rules: ['规则', '規則', 'Rules'],
  changing: [
    '换类型会清空不属于新类型的字段',
    '換類型會清空不屬於新類型的欄位',
    'Another type clears the fields it does not use',
  ],
  change: ['换成{type}？', '換成{type}？', 'Change to {type}?'],
  tiers: [
    '同类型的规则是一组档，达到的最高一档生效',
    '同類型的規則是一組檔，達到的最高一檔生效',
    'Rules of one type are tiers: the highest that is reached applies',
  ],
  chooseType: ['先选择规则类型', '先選擇規則類型', 'Choose a rule type first'],
  tier: ['档', '檔', 'Tier'],
  reads: ['读作', '讀作', 'Reads'],
  add: ['添加一档', '新增一檔', 'Add a tier'],
  remove: ['删除第{at}档', '刪除第{at}檔', 'Remove tier {at}'],
  version: ['第 {n} 版', '第 {n} 版', 'Version {n}'],
  uses: ['各类型要填什么', '各類型要填什麼', 'What each type needs'],
  shown: ['显示', '顯示', 'shown'],
  depends: ['看别的项', '看別的項', 'depends on others'],
  addLine: ['添加产品', '新增產品', 'Add goods'],
  removeLine: ['删除第{at}行', '刪除第{at}列', 'Remove row {at}'],
  noLines: ['还没有产品', '還沒有產品', 'No goods yet'],
} as const satisfies Readonly<Record<string, Label>>;

export const giftTexts = {
  title: ['礼包明细选择', '禮包明細選擇', 'Gift detail dialog'],
  search: ['产品编码或名称', '產品編碼或名稱', 'Product code or name'],
  maxNumber: ['数量', '數量', 'Quantity'],
  maxAmount: ['金额', '金額', 'Amount'],
  all: ['全选', '全選', 'All'],
} as const satisfies Readonly<Record<string, Label>>;
