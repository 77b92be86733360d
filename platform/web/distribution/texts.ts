import type { Label } from '#platform/model/label.ts';

export const distributionTexts = {
  title: ['下发{noun}（{count} 条）', '下發{noun}（{count} 筆）', 'Distribute {noun} ({count})'],
  hint: ['所引用的分类、品牌、单位等会一并下发；下级租户自己的字段不受影响。', '所引用的分類、品牌、單位等會一併下發；下級租戶自己的欄位不受影響。', 'Classes, brands, units and whatever else they refer to go along; fields of the receiver’s own stay as they are.'],
  tenant: ['下级租户', '下級租戶', 'Tenant'],
  arrived: ['已下发', '已下發', 'Has'],
  all: ['全选', '全選', 'All'],
  none: ['没有下级租户', '沒有下級租戶', 'There are no tenants below this one'],
  resting: ['已停用', '已停用', 'Disabled'],
  record: ['记录', '記錄', 'Record'],
  result: ['结果', '結果', 'Result'],
  why: ['说明', '說明', 'Note'],
  done: ['新增', '新增', 'Created'],
  updated: ['更新', '更新', 'Updated'],
  unchanged: ['无变化', '無變化', 'Unchanged'],
  failed: ['失败', '失敗', 'Failed'],
  summary: ['新增 {done}，更新 {updated}，无变化 {unchanged}，失败 {failed}', '新增 {done}，更新 {updated}，無變化 {unchanged}，失敗 {failed}', '{done} created, {updated} updated, {unchanged} unchanged, {failed} failed'],
  close: ['关闭', '關閉', 'Close'],
  failures: ['只看失败', '只看失敗', 'Failures only'],
} as const satisfies Readonly<Record<string, Label>>;
