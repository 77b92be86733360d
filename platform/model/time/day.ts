/** Days as `yyyy-MM-dd`, reckoned without a zone: a business day has none. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Whether the calendar has this day: the database refuses 30 February, and whoever asked would hear of a fault. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export const monthStart = (day: string): string => `${day.slice(0, 7)}-01`;

/** The same day of another year; 29 February is the 28th where there is none. */
export function addYears(day: string, years: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const other = String(Number.parseInt(year, 10) + years).padStart(4, '0');
  const isLeap = new Date(`${other}-02-29T00:00:00Z`).getUTCMonth() === 1;
  return month === '02' && date === '29' && !isLeap ? `${other}-02-28` : `${other}-${month}-${date}`;
}
