import { byKey, askPivot, plain } from '#tests/report-desk.ts';
import type { Session } from '#tests/world.ts';
import { figures, type FigureKey } from '#report/model/figures.ts';
import { goodsTruths } from './goods.ts';
import { houseTruths } from './house.ts';
import { moneyTruths } from './money.ts';
import { salesTruths } from './sales.ts';
import type { Books, FigureTruth } from './statement.ts';

/** Every report told again from documents and ledgers. */
export const truths: Readonly<Record<string, FigureTruth>> = {
  ...salesTruths,
  ...goodsTruths,
  ...moneyTruths,
  ...houseTruths,
};

/** Every measure of every report, as it is declared. */
export const declaredMeasures = (): readonly (readonly [figure: FigureKey, measure: string])[] =>
  Object.values(figures).flatMap(({ code, measures }) => measures.map((measure) => [code, measure] as const));

interface Told {
  readonly measure: string;
  readonly key: string | null;
  readonly value: string | null;
}
export type Ask = (text: string) => Promise<readonly Told[]>;

/** Where reports and ledgers differ, and of which measures there was anything to compare. */
export async function compareWithLedgers(
  session: Session,
  ask: Ask,
  { only = Object.keys(truths), ...books }: Books & { readonly only?: readonly string[] },
): Promise<{ readonly wrong: readonly string[]; readonly seen: readonly string[] }> {
  const wrong: string[] = [];
  const seen: string[] = [];
  for (const figure of only) {
    const { by, told } = truths[figure] as FigureTruth;
    const report = await askPivot(session, figure as FigureKey, { rows: by, startDate: books.from, endDate: books.to });
    const rows = await ask(
      Object.entries(told)
        .map(([measure, truth]) => `select '${measure}' as measure, x.key, x.value::text from (${truth(books)}) x`)
        .join(' union all '),
    );
    for (const measure of Object.keys(told)) {
      const wanted = withoutNoughts(rows.filter((row) => row.measure === measure));
      const got = byKey(report, measure);
      if (Object.keys(wanted).length > 0) seen.push(`${figure} ${measure}`);
      for (const key of new Set([...Object.keys(wanted), ...Object.keys(got)]))
        if (wanted[key] !== got[key])
          wrong.push(
            `${figure} ${measure} of ${key} from ${books.from} to ${books.to}: ` +
              `${got[key] ?? 0} in the report, ${wanted[key] ?? 0} by the ledgers`,
          );
    }
  }
  return { wrong, seen };
}

const withoutNoughts = (rows: readonly Told[]): Record<string, number> =>
  Object.fromEntries(
    rows.map(({ key, value }) => [key ?? '-', plain(value)] as const).filter(([, value]) => value !== 0),
  );
