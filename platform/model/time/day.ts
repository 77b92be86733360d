/** Days as `yyyy-MM-dd`, reckoned without a zone: a business day has none. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;

/** The same day of another year; 29 February is the 28th where there is none. */
export function addYears(day: string, years: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const other = String(Number.parseInt(year, 10) + years).padStart(4, '0');
  const isLeap = new Date(`${other}-02-29T00:00:00Z`).getUTCMonth() === 1;
  return month === '02' && date === '29' && !isLeap ? `${other}-02-28` : `${other}-${month}-${date}`;
}
