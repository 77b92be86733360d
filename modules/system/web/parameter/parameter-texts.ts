import type { Label } from '#platform/model/label.ts';

export const parameterTexts = {
  byArea: ['按业务', '按業務', 'By area'],
  asRecords: ['记录', '記錄', 'Records'],
  view: ['显示方式', '顯示方式', 'View'],
  find: ['按名称或作用查找', '按名稱或作用尋找', 'Find by name or effect'],
  onlySet: ['只看改过的', '只看改過的', 'Changed ones only'],
  nothing: ['没有这样的参数', '沒有這樣的參數', 'No such parameter'],
  nothingSet: ['还没有改过的参数', '還沒有改過的參數', 'No parameter was changed yet'],
  byDefault: ['产品默认值', '產品預設值', 'Product default'],
  fromSystem: ['沿用系统参数', '沿用系統參數', 'As the system parameters say'],
  asDelivered: ['随产品提供', '隨產品提供', 'As delivered'],
  changed: ['{name} · {time}', '{name} · {time}', '{name} · {time}'],
  backTo: ['恢复为：{value}', '恢復為：{value}', 'Back to: {value}'],
  reset: ['恢复', '恢復', 'Reset'],
  organisation: ['{name} 另设', '{name} 另設', 'At {name}'],
  posting: [
    '影响记账，只有管理员可以修改',
    '影響記帳，只有管理員可以修改',
    'Decides postings; only administrators change it',
  ],
  branding: ['品牌与外观', '品牌與外觀', 'Branding'],
  inGlobalConfig: ['在全局配置中维护', '在全域設定中維護', 'Kept in the global config'],
  others: ['其他', '其他', 'Others'],
  unknown: ['产品不使用此参数', '產品不使用此參數', 'The product does not use it'],
  on: ['开', '開', 'On'],
  off: ['关', '關', 'Off'],
} as const satisfies Readonly<Record<string, Label>>;
