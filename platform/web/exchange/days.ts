import type { Label } from '#platform/model/label.ts';

/** The longest range that is asked for at once; the default is exactly this long (001 §9). */
export const mostDays = 7;

/** Ranges by name, in months and years of the calendar (001 §2.12). */
export const shortcuts = {
  thisMonth: ['本月', '本月', 'This month'],
  lastMonth: ['前一个月', '前一個月', 'Previous month'],
  lastTwoMonths: ['前两个月', '前兩個月', 'Previous two months'],
  lastThreeMonths: ['前三个月', '前三個月', 'Previous three months'],
  thisYear: ['今年', '今年', 'This year'],
  lastYear: ['去年', '去年', 'Last year'],
} as const satisfies Readonly<Record<string, Label>>;
export type Shortcut = keyof typeof shortcuts;
export const shortcutNames = Object.keys(shortcuts) as Shortcut[];

/** First and last day, both counted; months before this one end with the last. */
export function daysOf(shortcut: Shortcut, today: string): readonly [start: string, last: string] {
  const [year = 0, month = 0] = today.split('-').map((part) => Number.parseInt(part, 10));
  const monthsBack = (count: number): readonly [string, string] => [
    dayAt(year, month - 1 - count, 1),
    dayAt(year, month - 1, 0),
  ];
  switch (shortcut) {
    case 'thisMonth':
      return [dayAt(year, month - 1, 1), dayAt(year, month, 0)];
    case 'lastMonth':
      return monthsBack(1);
    case 'lastTwoMonths':
      return monthsBack(2);
    case 'lastThreeMonths':
      return monthsBack(3);
    case 'thisYear':
      return [dayAt(year, 0, 1), dayAt(year, 11, 31)];
    case 'lastYear':
      return [dayAt(year - 1, 0, 1), dayAt(year - 1, 11, 31)];
  }
}

/** The last days that end today. */
export function lastDays(today: string): readonly [start: string, last: string] {
  return [new Date(Date.parse(today) - mostDays * day).toISOString().slice(0, 10), today];
}

export const isTooLong = (start: string, last: string): boolean =>
  Date.parse(last) - Date.parse(start) > mostDays * day;

const day = 86_400_000;
const dayAt = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
