import type { Pivot } from '#report/model/answer.ts';
import type { FigureKey } from '#report/model/figures.ts';
import { reportScreens, statisticsScreens } from '#report/model/shown-figures.ts';
import type { Session, World } from '#tests/world.ts';

const screenWith = (figure: FigureKey): readonly [area: string, code: string] => {
  const areas = { report: reportScreens, statistics: statisticsScreens };
  for (const [area, screens] of Object.entries(areas))
    for (const [code, { shows }] of Object.entries(screens))
      if ((shows as readonly string[]).includes(figure)) return [area, code];
  throw new Error(`no screen shows ${figure}`);
};

/** A report as a page asks for it. */
export function askPivot(
  session: Session,
  figure: FigureKey,
  params: Readonly<Record<string, string>> = {},
): Promise<Pivot> {
  const [area, code] = screenWith(figure);
  const asked = new URLSearchParams({ code, figure, limit: '500', ...params });
  return session.must('GET', `/${area}/data/pivot?${asked.toString()}`);
}

/** Figures of a test are small. */
export const plain = (value: unknown): number => Number(value ?? 0); // not money

/** One measure of every row by its key, nothing left out but what is nought. */
export const byKey = ({ list, measures }: Pivot, measure: string): Record<string, number> =>
  Object.fromEntries(
    list
      .map(({ key, now }) => [key ?? '-', plain(now[(measures as readonly string[]).indexOf(measure)])] as const)
      .filter(([, value]) => value !== 0),
  );
export const sumOf = ({ sum, measures }: Pivot, measure: string): number =>
  plain(sum.now[(measures as readonly string[]).indexOf(measure)]);

/** The same figures by a statement that knows nothing of the report. */
export async function told(world: World, text: string): Promise<Record<string, number>> {
  const rows = await world.sql<{ key: string | null; value: string | null }>(text);
  return Object.fromEntries(
    rows.map(({ key, value }) => [key ?? '-', plain(value)]).filter(([, value]) => value !== 0),
  );
}
