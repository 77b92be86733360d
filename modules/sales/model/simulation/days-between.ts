const dayLength = 86_400_000;

/** Every day from one to the other, both with it. */
export function daysBetween(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayLength)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

export const dayBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * dayLength).toISOString().slice(0, 10);
