import { Cron } from 'croner';
import type { Label } from '#platform/model/label.ts';
import { defaultZone } from '#platform/model/zone.ts';

/** More often than this nothing is scheduled: a job is no timer. */
const leastSeconds = 60;
const lookAhead = 60;

/** Five fields, or six with seconds in front. Names, steps, lists, ranges, L, W and #; no dates, nicknames or years. */
const written = /^[\d*,/\-?#A-Z]+(?: +[\d*,/\-?#A-Z]+){4,5}$/i;

const parsed = (expression: string, zone: string): Cron =>
  new Cron(expression, { timezone: zone, paused: true, mode: '5-or-6-parts' });

export function nextRuns(
  expression: string,
  count: number,
  { from = new Date(), zone = defaultZone }: { readonly from?: Date; readonly zone?: string } = {},
): Date[] {
  return parsed(expression, zone).nextRuns(count, from);
}

export const cronFaults = {
  format: [
    '格式错误，应为5段或6段（秒在前）',
    '格式錯誤，應為5段或6段（秒在前）',
    'must have five fields, or six with seconds first',
  ],
  never: ['没有将来的执行时间', '沒有將來的執行時間', 'is never due'],
  tooOften: ['两次执行至少间隔60秒', '兩次執行至少間隔60秒', 'is due more than once a minute'],
} as const satisfies Readonly<Record<string, Label>>;

/** Why an expression is no schedule, or null. */
export function cronFault(expression: string): Label | null {
  if (expression.length > 100 || !written.test(expression)) return cronFaults.format;
  let runs: Date[];
  try {
    runs = nextRuns(expression, lookAhead);
  } catch {
    return cronFaults.format;
  }
  if (runs.length === 0) return cronFaults.never;
  return runs.some((run, i) => i > 0 && run.getTime() - (runs[i - 1]?.getTime() ?? 0) < leastSeconds * 1000)
    ? cronFaults.tooOften
    : null;
}
