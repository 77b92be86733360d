import type { Label } from '#platform/model/label.ts';

export const jobTexts = {
  chooseJob: ['请选择任务', '請選擇任務', 'Choose a job'],
  chooseFirst: ['先选择任务', '先選擇任務', 'Choose the job first'],
  noParams: ['这个任务不需要参数', '這個任務不需要參數', 'This job takes no parameters'],
  perTenant: ['每个租户执行一次', '每個租戶執行一次', 'Runs once for every tenant'],
  cronHelp: [
    '分 时 日 月 周，可在前面加秒；例如 30 2 * * 1-5',
    '分 時 日 月 週，可在前面加秒；例如 30 2 * * 1-5',
    'minute hour day month weekday, seconds may go first; for example 30 2 * * 1-5',
  ],
  nextRuns: ['接下来五次（{zone}）', '接下來五次（{zone}）', 'Next five runs ({zone})'],
  changes: ['变更内容', '變更內容', 'What changed'],
  subject: ['对象', '對象', 'Subject'],
  noChanges: ['没有字段变更', '沒有欄位變更', 'No field changed'],
  filter: ['条件', '條件', 'Filter'],
} as const satisfies Readonly<Record<string, Label>>;
