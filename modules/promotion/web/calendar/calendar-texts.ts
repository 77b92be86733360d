import type { Label } from '#platform/model/label.ts';
import type { Standing } from '#promotion/model/calendar/activity-calendar.ts';
import type { Zoom } from './calendar-days.ts';

export const calendarTexts = {
  title: ['活动日历', '活動日曆', 'Activity calendar'],
  customer: ['客户', '客戶', 'Customer'],
  by: ['分组', '分組', 'Group by'],
  zoom: ['时间范围', '時間範圍', 'Days shown'],
  products: ['产品范围', '產品範圍', 'Products'],
  type: ['类型', '類型', 'Type'],
  customers: ['客户范围', '客戶範圍', 'Customers'],
  everything: ['全部产品', '全部產品', 'All products'],
  everybody: ['全部客户', '全部客戶', 'All customers'],
  more: ['{names} 等 {n} 项', '{names} 等 {n} 項', '{names} and others, {n} in all'],
  and: ['、', '、', ', '],
  today: ['今天', '今天', 'Today'],
  onToday: ['今天 {day}', '今天 {day}', 'Today {day}'],
  back: ['往前', '往前', 'Earlier'],
  on: ['往后', '往後', 'Later'],
  add: ['新增活动', '新增活動', 'New activity'],
  activity: ['活动', '活動', 'Activity'],
  perDay: ['当天能享的活动数', '當天能享的活動數', 'Activities on a day'],
  onDays: ['{days}：{n} 个', '{days}：{n} 個', '{days}: {n}'],
  all: ['{n} 个', '{n} 個', '{n} in all'],
  nothing: ['这段时间没有活动', '這段時間沒有活動', 'No activity on these days'],
  failed: ['没能读到活动', '沒能讀到活動', 'The activities could not be read'],
  again: ['重试', '重試', 'Try again'],
  cut: [
    '太多了，只显示了一部分；请缩短时间范围或选一个客户',
    '太多了，只顯示了一部分；請縮短時間範圍或選一個客戶',
    'Too many to show all of them: choose fewer days or a customer',
  ],
  spent: ['已花 {spent} / {budget}', '已花 {spent} / {budget}', 'Spent {spent} / {budget}'],
  tenThousand: ['{n} 万', '{n} 萬', '{n}'],
  used: ['用了 {n} 次', '用了 {n} 次', 'Used {n} times'],
  exclusive: ['独占', '獨佔', 'exclusive'],
  stackable: ['可叠加', '可疊加', 'stackable'],
  revised: ['修订中', '修訂中', 'being revised'],
  clash: ['重叠且不能同享', '重疊且不能同享', 'Overlap, not both'],
  keys: ['← → 移动 · T 今天 · ↑ ↓ 选', '← → 移動 · T 今天 · ↑ ↓ 選', '← → move · T today · ↑ ↓ choose'],
} as const satisfies Readonly<Record<string, Label>>;

export const zoomTexts: Readonly<Record<Zoom, Label>> = {
  month: ['月', '月', 'Month'],
  quarter: ['季', '季', 'Quarter'],
  year: ['年', '年', 'Year'],
};

/** What an activity is in a word; the same words count them above the calendar. */
export const standingTexts: Readonly<Record<Standing, Label>> = {
  running: ['进行中', '進行中', 'Running'],
  coming: ['未开始', '未開始', 'Not begun'],
  unpublished: ['未发布', '未發布', 'Not published'],
  draft: ['草稿', '草稿', 'Draft'],
  spent: ['预算用完', '預算用完', 'Budget used up'],
  disabled: ['已停用', '已停用', 'Disabled'],
  ended: ['已结束', '已結束', 'Ended'],
  closed: ['已关闭', '已關閉', 'Closed'],
};

export const clashTexts = {
  title: ['重叠', '重疊', 'Overlaps'],
  count: ['{n} 处', '{n} 處', '{n}'],
  meaning: [
    '产品、客户、日期都碰到，又不能叠加的活动；谁先用看优先级',
    '產品、客戶、日期都碰到，又不能疊加的活動；誰先用看優先順序',
    'Activities that meet in products, customers and days and cannot be stacked: priority says who comes first',
  ],
  none: ['没有不能同享的活动', '沒有不能同享的活動', 'Nothing that cannot be had together'],
  with: ['与', '與', 'and'],
  locate: ['第 {n} 处重叠，到日历里看', '第 {n} 處重疊，到日曆裡看', 'Overlap {n}: show it in the calendar'],
  lead: ['第 {n} 处重叠', '第 {n} 處重疊', 'Overlap {n}'],
  now: ['进行中', '進行中', 'Now'],
  later: ['未开始', '未開始', 'To come'],
  mend: ['审核前处理', '審核前處理', 'Settle before approval'],
} as const satisfies Readonly<Record<string, Label>>;

/** Who wins and why: the sentence of an overlap. */
export const winnerTexts = {
  priority: [
    '「{first}」优先级 {a}，先用；「{second}」在这些行不生效',
    '「{first}」優先順序 {a}，先用；「{second}」在這些列不生效',
    '“{first}” has priority {a} and comes first; “{second}” does not apply there',
  ],
  benefit: [
    '同为优先级 {a}：谁省得多用谁，一样多用「{first}」',
    '同為優先順序 {a}：誰省得多用誰，一樣多用「{first}」',
    'Both have priority {a}: the one that saves more applies, “{first}” if they save the same',
  ],
  code: [
    '同为优先级 {a}：先用编号小的「{first}」；「{second}」在这些行不生效',
    '同為優先順序 {a}：先用編號小的「{first}」；「{second}」在這些列不生效',
    'Both have priority {a}: “{first}” has the smaller number and comes first; “{second}” does not apply there',
  ],
  phase: [
    '先算价、再算赠、后返利：「{first}」先用；「{second}」在这些行不生效',
    '先算價、再算贈、後返利：「{first}」先用；「{second}」在這些列不生效',
    'Prices come before gifts, gifts before credit: “{first}” comes first; “{second}” does not apply there',
  ],
  exclusive: ['「{name}」独占。', '「{name}」獨佔。', '“{name}” is exclusive. '],
} as const satisfies Readonly<Record<string, Label>>;
