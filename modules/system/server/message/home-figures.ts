import type { ShownFigure } from '#platform/model/home/home-figure.ts';
import { statement } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { figureRead, maySee, shownFigure, type HomeFigure } from '#platform/server/list/home-figure.ts';

/** Figures of the modules, each for whoever may open the list that it is taken from. */
export const homeFiguresRoute = (figures: readonly HomeFigure[]): Route => ({
  method: 'GET',
  path: '/home/figures',
  permission: 'session',
  effect: 'none',
  summary: 'What the user is measured by, what waits for him and what is about to go wrong, with the lists behind it',
  handle: (call) => homeFigures(figures, call),
});

/** Nothing here is wider than the list it leads to: the same permission, the same filters, the same scope. */
async function homeFigures(figures: readonly HomeFigure[], call: Call): Promise<readonly ShownFigure[]> {
  const { rows } = await call.read({
    granted: statement({ permission: 'text' }, 'select sec.my_permissions() as permission'),
    today: statement({ day: 'text' }, `select to_char(${todaySql}, 'YYYY-MM-DD') as day`),
  });
  const held = new Set(rows.granted.map(({ permission }) => permission));
  const day = { today: rows.today[0]?.day ?? '', language: call.language };
  const seen = figures.filter((figure) => maySee(figure, held));
  if (seen.length === 0) return [];
  const read = await call.read(Object.fromEntries(seen.map((figure) => [figure.key, figureRead(figure, day.today)])));
  return seen.flatMap((figure) => (read.rows[figure.key] ?? []).map((row) => shownFigure(figure, row, day)));
}
