/** How long points live (JF003): '0' for ever, '1' so many months (JF004), '2' to the end of the next year. */
export interface PointsLife {
  readonly mode: string;
  readonly months: number;
}

/** The last day of points that are earned on a day; null where they never lapse. */
export function lapseDate(earned: string, { mode, months }: PointsLife): string | null {
  if (mode === '0') return null;
  if (mode === '1') return monthsAfter(earned, months);
  return `${Number.parseInt(earned.slice(0, 4), 10) + 1}-12-31`;
}

/** The same day of a later month, or its last day where it has no such day. */
function monthsAfter(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map((part) => Number.parseInt(part, 10));
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}
