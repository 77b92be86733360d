import dayjs from 'dayjs';

export const periods = ['today', 'month', 'quarter', 'year'] as const;
export type Period = (typeof periods)[number];

/** From the first day of the period to today. */
export function daysIn(period: Period): { readonly startDate: string; readonly endDate: string } {
  const today = dayjs().format('YYYY-MM-DD');
  const month = today.slice(0, 7);
  const quarter = ['01', '04', '07', '10'].findLast((first) => first <= today.slice(5, 7)) ?? '01';
  const first = {
    today,
    month: `${month}-01`,
    quarter: `${today.slice(0, 5)}${quarter}-01`,
    year: `${today.slice(0, 4)}-01-01`,
  };
  return { startDate: first[period], endDate: today };
}
