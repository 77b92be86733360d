import type { Label } from '#platform/model/label.ts';

/** Ranges of dates that move with the calendar: kept by name, "this month" is next month another one. */
export const periods = {
  today: ['今天', '今天', 'Today'],
  yesterday: ['昨天', '昨天', 'Yesterday'],
  thisWeek: ['本周', '本週', 'This week'],
  lastWeek: ['上周', '上週', 'Last week'],
  thisMonth: ['本月', '本月', 'This month'],
  lastMonth: ['上月', '上月', 'Last month'],
  last14Days: ['近 14 天', '近 14 天', 'Last 14 days'],
  last30Days: ['近 30 天', '近 30 天', 'Last 30 days'],
  thisYear: ['今年', '今年', 'This year'],
} as const satisfies Readonly<Record<string, Label>>;
export type Period = keyof typeof periods;

export const isPeriod = (text: string): text is Period => Object.hasOwn(periods, text);

/** First and last day, both counted. A week begins on Monday. */
export function boundsOf(period: Period, today: string): readonly [from: string, to: string] {
  const now = new Date(`${today}T00:00:00Z`);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const days = (from: number, to: number) => [dayAt(year, month, day + from), dayAt(year, month, day + to)] as const;
  switch (period) {
    case 'today':
      return days(0, 0);
    case 'yesterday':
      return days(-1, -1);
    case 'thisWeek':
      return days(-sinceMonday, 6 - sinceMonday);
    case 'lastWeek':
      return days(-sinceMonday - 7, -sinceMonday - 1);
    case 'thisMonth':
      return [dayAt(year, month, 1), dayAt(year, month + 1, 0)];
    case 'lastMonth':
      return [dayAt(year, month - 1, 1), dayAt(year, month, 0)];
    case 'last14Days':
      return days(-13, 0);
    case 'last30Days':
      return days(-29, 0);
    case 'thisYear':
      return [dayAt(year, 0, 1), dayAt(year, 11, 31)];
  }
}

/** The period that these days are today, if they are one. */
export const periodOf = (from: string, to: string, today: string): Period | undefined =>
  (Object.keys(periods) as Period[]).find((period) => {
    const [first, last] = boundsOf(period, today);
    return first === from && last === to;
  });

const dayAt = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
