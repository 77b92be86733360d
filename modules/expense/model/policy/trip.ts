/** Days from `startDate` to `endDate`, both counted. */
export const daysOf = ({ startDate, endDate }: Span): readonly string[] => {
  const [first, last] = [startDate, endDate].map((day) => Date.parse(`${day}T00:00:00Z`)) as [number, number];
  return Array.from({ length: Math.max(0, Math.round((last - first) / oneDay) + 1) }, (_each, at) =>
    new Date(first + at * oneDay).toISOString().slice(0, 10),
  );
};

/** Each by the day on which it begins: a day trip has none (PL05). */
export const nightsOf = (span: Span): readonly string[] => daysOf(span).slice(0, -1);

export interface Span {
  readonly startDate: string;
  readonly endDate: string;
}

/** Another trip of the same person that has a day of this one: days are inclusive (D5a). */
export const overlapping = <Trip extends Span>(trip: Span, others: readonly Trip[]): Trip | undefined =>
  others.find(({ startDate, endDate }) => startDate <= trip.endDate && trip.startDate <= endDate);

const oneDay = 86_400_000;
