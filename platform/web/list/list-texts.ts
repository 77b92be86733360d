import type { Label } from '#platform/model/label.ts';

/** What stands around the rows of a list: tabs, verbs, the row's own menu, what an empty one says. */
export const listTexts = {
  states: ['状态', '狀態', 'Status'],
  allDays: ['全部日期', '全部日期', 'All dates'],
  since: ['{day} 起', '{day} 起', 'Since {day}'],
  until: ['至 {day}', '至 {day}', 'Until {day}'],
  tickFirst: ['先勾选记录，再{verb}', '先勾選記錄，再{verb}', 'Select rows first: {verb}'],
  notInState: ['所选记录的状态不能{verb}', '所選記錄的狀態不能{verb}', 'Not possible for the selected rows: {verb}'],
  notThisRow: ['此记录的状态不能{verb}', '此記錄的狀態不能{verb}', 'Not possible for this row: {verb}'],
  moreVerbs: ['更多操作', '更多操作', 'More actions'],
  rowActions: ['此行的操作', '此列的操作', 'Actions of this row'],
  tickToAct: ['勾选后可批量操作', '勾選後可批次操作', 'Select rows to act on them'],
  preview: ['预览窗格（空格）', '預覽窗格（空白鍵）', 'Preview pane (Space)'],
  open: ['打开', '開啟', 'Open'],
  noneYet: ['还没有{noun}', '還沒有{noun}', 'No {noun} yet'],
  noneWithin: ['{days}没有{noun}', '{days}沒有{noun}', 'No {noun}: {days}'],
  noneInState: ['没有{state}的{noun}', '沒有{state}的{noun}', 'No {noun} is {state}'],
} as const satisfies Readonly<Record<string, Label>>;
