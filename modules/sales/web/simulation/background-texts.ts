import type { Label } from '#platform/model/label.ts';

export const backgroundTexts = {
  run: ['在后台模拟', '在背景模擬', 'Run in the background'],
  many: ['订单较多，要在后台算', '訂單較多，要在背景算', 'So many orders are tried in the background'],
  manyHint: [
    '不用等在这里：算的时候可以做别的，算完的结果保留 {days} 天',
    '不用等在這裡：算的時候可以做別的，算完的結果保留 {days} 天',
    'No need to wait here: do something else meanwhile. The answer is kept for {days} days',
  ],
  title: ['后台模拟', '背景模擬', 'In the background'],
  mine: ['只有自己看得到，保留 {days} 天', '只有自己看得到，保留 {days} 天', 'Only you see them, for {days} days'],
  period: ['订单日期', '訂單日期', 'Orders of'],
  beside: ['和现有活动', '和現有活動', 'Activities that run'],
  plans: ['方案', '方案', 'Plans'],
  asked: ['开始时间', '開始時間', 'Asked at'],
  state: ['进度', '進度', 'Progress'],
  waiting: ['排队中', '排隊中', 'Waiting'],
  counting: ['正在读取订单…', '正在讀取訂單…', 'Reading orders…'],
  running: ['{done} / {total} 张', '{done} / {total} 張', '{done} of {total} orders'],
  done: ['完成，{total} 张订单', '完成，{total} 張訂單', 'Done, {total} orders'],
  failed: ['没有算完：{error}', '沒有算完：{error}', 'Failed: {error}'],
  cancelled: ['已取消', '已取消', 'Cancelled'],
  open: ['打开', '開啟', 'Open'],
  isOpen: ['正在看', '正在看', 'open now'],
  cancel: ['取消模拟', '取消模擬', 'Cancel'],
  working: ['正在后台模拟', '正在背景模擬', 'Working in the background'],
  keptOf: [
    '{count} 张订单，{at} 在后台算的',
    '{count} 張訂單，{at} 在背景算的',
    '{count} orders, tried in the background at {at}',
  ],
} as const satisfies Readonly<Record<string, Label>>;
