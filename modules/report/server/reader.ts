import { permissionOf } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { todayIn } from '#platform/server/command/command.ts';
import type { Caller } from '#platform/server/db/door.ts';
import { sendNamed, statement, type Reads, type RowsOf } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import { askedOf, type Asked } from '#platform/server/list/filter.ts';
import type { DimensionKey } from '#report/model/dimension.ts';
import type { Figure } from '#report/model/figure.ts';
import { figureOf, ownReportIn, placesShowing, type OwnReport, type Titled } from '#report/model/own-report.ts';
import { costReport } from '#report/model/screens.ts';
import { figureOn, ownCode, screensOf, type Area, type ShownFigures } from '#report/model/shown-figures.ts';
import { spanNamed } from '#report/model/span.ts';
import { questionOf, type Question } from './engine/question.ts';

export interface Reader {
  readonly question: Question;
  readonly today: string;
  readonly mayCost: boolean;
  readonly read: <Named extends Reads>(reads: Named) => Promise<RowsOf<Named>>;
}

/** A report that is asked for: what it counts, who may see it, and what it says where the asking says nothing. */
interface Meant {
  readonly figure: Figure;
  /** Of which one must be open to whoever asks. */
  readonly screens: readonly { readonly noun: string }[];
  readonly opens?: DimensionKey | undefined;
  readonly own?: OwnReport;
}

/**
 * Whoever asks holds the permission of this report, and not only of any of them; costs are asked for softly in the same
 * breath. Figures are read on the lane of reports.
 */
export async function readerOf(area: Area, call: Call): Promise<Reader> {
  const asked = askedOf(call);
  if (area === 'report' && asked['code'] === ownCode) return readerFor(call, asked, await meantBy(call, asked));
  const shown = shownIn(area, asked);
  const figure = figureOn(shown, typeof asked['figure'] === 'string' ? asked['figure'] : null);
  if (figure === undefined) throw notFound();
  // Statistics tell what it was a year ago, asked or not.
  const compared = area === 'statistics' && asked['compare'] === undefined ? { ...asked, compare: 'year' } : asked;
  return readerFor(call, compared, { figure, screens: [shown], opens: shown.rows });
}

export function shownIn(area: Area, asked: Asked): ShownFigures {
  const { code } = asked;
  const screens = screensOf(area);
  if (typeof code !== 'string') return whole(Object.values(screens)[0]);
  // Any object has a `constructor`.
  return whole(Object.hasOwn(screens, code) ? screens[code] : undefined);
}

function whole(shown: ShownFigures | undefined): ShownFigures {
  if (shown === undefined) throw notFound();
  return shown;
}

/** The definition that is asked for, as it stands now: one that was switched off answers nobody. */
async function meantBy(call: Call, asked: Asked): Promise<Meant> {
  const { definition } = asked;
  const id = typeof definition === 'string' && /^[\da-f-]{36}$/i.test(definition) ? definition : null;
  const { results } = await call.door.report(call.caller, [
    statement(
      { name: 'text', chartType: 'text', dataSource: 'text', columns: 'json', filters: 'json?' },
      `
        select name, chart_type, data_source, columns, filters
        from app.report_definition
        where id = $1::uuid and status = '1'`,
      [id],
    ),
  ]);
  const found = results[0][0];
  const own = found === undefined ? 'dataSource' : ownReportIn(found);
  if (found === undefined || typeof own === 'string') throw notFound();
  return meantWith(own, found);
}

export const meantWith = (own: OwnReport, of: Titled): Meant => ({
  figure: figureOf(own, of),
  screens: placesShowing(own.view),
  own,
});

export async function readerFor(call: Call, asked: Asked, { figure, screens, opens, own }: Meant): Promise<Reader> {
  const caller: Caller = {
    ...call.caller,
    permissions: screens.map(({ noun }) => permissionOf({ name: noun }, 'page')),
    soft: permissionOf(costReport, 'view'),
  };
  const { identity } = await call.door.report(caller, []);
  const today = todayIn(identity.zone);
  const mayCost = identity.isFull;
  const question =
    own === undefined
      ? questionOf(figure, asked, { today, mayCost, opens })
      : askFigure(figure, own, { asked, today, mayCost });
  return {
    question,
    today,
    mayCost,
    read: (reads) => sendNamed(reads, async (statements) => (await call.door.report(caller, statements)).results),
  };
}

interface Asking {
  readonly asked: Asked;
  readonly today: string;
  readonly mayCost: boolean;
}

/** The question of a definition: whoever asks may ask for other days and narrow its rows, and never widen them. */
function askFigure(figure: Figure, own: OwnReport, { asked, ...told }: Asking): Question {
  const question = questionOf(figure, { ...wordsOf(own, told.today), ...asked }, told);
  return { ...question, filters: [...own.where, ...question.filters] };
}

export const askOwn = (own: OwnReport, of: Titled, asking: Asking): Question =>
  askFigure(figureOf(own, of), own, asking);

function wordsOf({ rows, columns, measure, compare, span }: OwnReport, today: string): Asked {
  const { from, to } = spanNamed(span, today);
  return { rows, columns: columns ?? '', measure, compare, startDate: from, endDate: to };
}
