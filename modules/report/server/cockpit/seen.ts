import { permissionOf } from '#platform/model/permission.ts';
import type { CockpitTarget } from '#report/model/cockpit.ts';
import { figures, type FigureKey } from '#report/model/figures.ts';
import { screensOf } from '#report/model/shown-figures.ts';
import type { Span } from '#report/model/span.ts';

/** The screens that show a report, the first that a person may open. */
export function screenFor(figure: FigureKey, held: ReadonlySet<string>): string | null {
  for (const area of ['report', 'statistics'] as const)
    for (const [code, { noun, shows }] of Object.entries(screensOf(area)))
      if (shows.includes(figure) && held.has(permissionOf({ name: noun }, 'page'))) return `${area}-view?code=${code}`;
  return null;
}

/** Where a figure of a report leads: the report, with the same days and counted by the same thing. */
export function targetOf(
  figure: FigureKey,
  held: ReadonlySet<string>,
  { from, to }: Span,
  more: Readonly<Record<string, string>> = {},
): CockpitTarget | null {
  const page = screenFor(figure, held);
  if (page === null) return null;
  const days = figures[figure].time === 'now' ? {} : { span: 'own', from, to };
  return { page, where: { figure, measure: figures[figure].opens.measure, ...days, ...more } };
}
