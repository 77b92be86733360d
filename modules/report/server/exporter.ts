import { exportedOf } from '#platform/server/export/columns.ts';
import type { Exporter } from '#platform/server/export/plan.ts';
import type { Statement } from '#platform/server/db/statement.ts';
import { valuesFrom, type Asked } from '#platform/server/list/filter.ts';
import { notFound } from '#platform/model/refusal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { measureOf, type MeasureKey } from '#report/model/measure.ts';
import { costReport } from '#report/model/screens.ts';
import { figureOn, screensOf, type Area, type ShownFigures } from '#report/model/shown-figures.ts';
import * as screens from '#report/model/screens.ts';
import { nameSql } from '#report/server/engine/dimension-sql.ts';
import { sideOf } from '#report/server/engine/pivot.ts';
import { questionOf } from '#report/server/engine/question.ts';
import { sources } from '#report/server/engine/sources.ts';

/** Every report screen as a list that becomes a file. */
export const reportExporters = (): readonly Exporter[] =>
  (['report', 'statistics'] as const).flatMap((area) =>
    Object.values(screensOf(area)).map((shown) => exporterOf(area, shown)),
  );

export function exporterOf(_area: Area, shown: ShownFigures): Exporter {
  const noun = Object.values(screens).find(({ name }) => name === shown.noun) ?? costReport;
  const keys = ['dimension', 'dimensionName', 'second', 'secondName', ...measuresOf(shown)];
  return {
    name: noun.name,
    title: noun.label,
    permissions: [permissionOf(noun, 'export')],
    columns: exportedOf(noun.fields, keys),
    rows: (asked) => rowsOf(shown, asked),
  };
}

const measuresOf = (shown: ShownFigures): readonly MeasureKey[] => [
  ...new Set(shown.shows.flatMap((key) => figureOn(shown, key)?.measures ?? [])),
];

/**
 * Every group of what is asked for, by both dimensions. Costs are told to whom the session says may see them: SQL knows
 * it when the file is made, whoever makes it.
 */
function rowsOf(shown: ShownFigures, asked: Asked): Statement {
  const figure = figureOn(shown, typeof asked['figure'] === 'string' ? asked['figure'] : null);
  if (figure === undefined) throw notFound();
  const today = new Date().toISOString().slice(0, 10);
  const question = { ...questionOf(figure, asked, { today, mayCost: true, opens: shown.rows }), before: null };
  const values = valuesFrom();
  const { rows, columns } = question;
  const sql = sources[figure.source].measures;
  const own: ReadonlySet<string> = new Set(figure.measures);
  const list = measuresOf(shown).map((key) => {
    const value = own.has(key) ? (sql[key] ?? 'null::numeric') : 'null::numeric';
    const seen =
      measureOf(key).isCost === true
        ? `case when (select sec.may('${permissionOf(costReport, 'view')}')) then ${value} end`
        : value;
    return `${seen} as ${snake(key)}`;
  });
  const side = sideOf({ ...question, measures: figure.measures }, question.span, 0, values);
  return {
    text: `
      select x.a as dimension, ${nameSql(rows, 'x.a')} as dimension_name, x.b as second,
        ${columns === null ? 'null::text' : nameSql(columns, 'x.b')} as second_name,
        ${measuresOf(shown)
          .map((key) => `x.${snake(key)}`)
          .join(', ')}
      from (select s.a, s.b, ${list.join(', ')} from (${side}) s group by s.a, s.b) x
      order by x.a, x.b`,
    values: values.list,
  };
}

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
