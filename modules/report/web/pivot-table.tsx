import type { ReactNode } from 'react';
import { fixed, isZero } from '#platform/model/decimal.ts';
import { say } from '#platform/web/text/language.ts';
import type { Cell, Pivot } from '#report/model/answer.ts';
import { dimensionOf } from '#report/model/dimension.ts';
import type { Figure } from '#report/model/figure.ts';
import { measureOf, type Measure, type MeasureKey } from '#report/model/measure.ts';
import { figureText, growthOf, isLess, shareOf, valueName } from '#report/web/shown/figure-text.ts';
import { Growth } from '#report/web/shown/growth.tsx';
import { reportTexts as texts } from '#report/web/shown/report-texts.ts';
import type { View } from './report-view.ts';
import type { Opened } from './use-pivot.ts';

interface PivotTableProps {
  readonly data: Pivot;
  readonly view: View;
  readonly figure: Figure;
  readonly opened: Opened | null;
  readonly onOpen: (opened: Opened) => void;
}

/** A column of the sheet: a value of the second dimension, or a measure. */
interface Column {
  readonly id: string;
  readonly title: string;
  readonly measure: Measure;
  readonly key: string | null | undefined;
  readonly isSum: boolean;
  /** What it was stands beside it: beside every measure it would be a wall of percents. */
  readonly isCompared: boolean;
  readonly of: (row: Pivot['list'][number]) => Figures;
  readonly sum: Figures;
}
interface Figures {
  readonly now: string | null | undefined;
  readonly before: string | null | undefined;
}

/** Rows by what is asked for, with sums of the whole; every figure leads to its documents. */
export function PivotTable({ data, view, figure, opened, onOpen }: PivotTableProps): ReactNode {
  const columns = columnsOf(data, view.measure);
  const growth = say(view.compare === 'year' ? texts.growth : texts.growthSpan);
  const most = greatestOf(data);
  return (
    <div className="pivot-scroll" tabIndex={0} role="region" aria-label={say(figure.label)}>
      <table className="pivot" data-pivot>
        <thead>
          <tr>
            <th scope="col">{say(dimensionOf(data.rows).label)}</th>
            {columns.map((column) => (
              <HeadCells key={column.id} column={column} growth={growth} />
            ))}
            {data.columns !== null && <th scope="col">{say(texts.share)}</th>}
            {figure.isRanked === true && <th scope="col">{say(texts.soFar)}</th>}
            {figure.isRanked === true && <th scope="col">{say(texts.grade)}</th>}
          </tr>
        </thead>
        <tbody>
          {data.list.map((row) => (
            <PivotLine key={row.place} {...{ row, data, columns, view, figure, opened, onOpen, most }} />
          ))}
        </tbody>
        <tfoot>
          <tr data-row="sum">
            <th scope="row">
              {say(texts.sum)} <span className="quiet">{say(texts.all, { n: data.total })}</span>
            </th>
            {columns.map((column) => (
              <FigureCells key={column.id} {...{ column, view }} figures={column.sum} tint={0} isOpened={false} />
            ))}
            {data.columns !== null && <td>100%</td>}
            {figure.isRanked === true && <td />}
            {figure.isRanked === true && <td />}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface PivotLineProps extends PivotTableProps {
  readonly row: Pivot['list'][number];
  readonly columns: readonly Column[];
  readonly most: string;
}

function PivotLine({ row, data, columns, view, figure, opened, onOpen, most }: PivotLineProps): ReactNode {
  const name = valueName(data.rows, row.key, row.name);
  const main = columns.at(-1);
  const open = ({ key, title }: Column): void => {
    onOpen({
      row: row.key,
      column: data.columns === null ? undefined : key,
      title: key === undefined ? name : `${name} × ${title}`,
    });
  };
  return (
    <tr data-row={row.key ?? ''}>
      <th scope="row" title={name} data-value={row.key ?? ''}>
        {name}
      </th>
      {columns.map((column) => (
        <FigureCells
          key={column.id}
          {...{ column, view }}
          figures={column.of(row)}
          tint={data.columns === null || column.isSum ? 0 : tintOf(column.of(row).now, most)}
          isOpened={opened !== null && opened.row === row.key && opened.column === column.key}
          onOpen={
            figure.drill === undefined
              ? undefined
              : () => {
                  open(column);
                }
          }
        />
      ))}
      {data.columns !== null && <td className="quiet">{percent(shareOf(main?.of(row).now, main?.sum.now))}</td>}
      {figure.isRanked === true && (
        <td className="quiet">{percent(row.soFar === null ? null : fixed(row.soFar, 1))}</td>
      )}
      {figure.isRanked === true && <td>{gradeOf(row.soFar)}</td>}
    </tr>
  );
}

const HeadCells = ({ column, growth }: { readonly column: Column; readonly growth: string }): ReactNode => (
  <>
    <th scope="col" data-value={column.key ?? undefined}>
      {column.title}
    </th>
    {column.isCompared && <th scope="col">{growth}</th>}
  </>
);

interface FigureCellsProps {
  readonly column: Column;
  readonly figures: Figures;
  readonly view: View;
  readonly tint: number;
  readonly isOpened: boolean;
  readonly onOpen?: (() => void) | undefined;
}

function FigureCells({ column, figures, view, tint, isOpened, onOpen }: FigureCellsProps): ReactNode {
  const text = figureText(figures.now, column.measure, view.isTenThousand);
  return (
    <>
      <td
        className={isOpened ? 'pivot-open' : undefined}
        style={tint === 0 ? undefined : { background: `color-mix(in srgb, var(--chart-1) ${tint}%, transparent)` }}
      >
        {onOpen === undefined || figures.now == null || isZero(figures.now) ? (
          <span className={isNought(figures.now) ? 'quiet' : undefined}>{text}</span>
        ) : (
          <button type="button" data-cell={column.id} onClick={onOpen}>
            {text}
          </button>
        )}
      </td>
      {column.isCompared && (
        <td>
          <Growth value={growthOf(figures.now, figures.before)} isBad={column.measure.isBad === true} />
        </td>
      )}
    </>
  );
}

const isNought = (value: string | null | undefined): boolean => value == null || isZero(value);

/**
 * A share changes by points, not by percents of itself; and where nothing was before, columns of dashes would say it a
 * hundred times: the sum above the sheet says it once.
 */
const isCompared = (data: Pivot, { kind }: Measure): boolean =>
  data.before !== null &&
  kind !== 'rate' &&
  [data.sum, ...data.list].some(({ before }) => before?.some((value) => !isNought(value)) === true);

function columnsOf(data: Pivot, main: MeasureKey): readonly Column[] {
  if (data.columns === null)
    return data.measures.map((key, i): Column => {
      const measure = measureOf(key);
      const of = (cell: Cell): Figures => ({ now: cell.now[i], before: cell.before?.[i] });
      return {
        id: key,
        title: say(measure.label),
        measure,
        key: undefined,
        isSum: false,
        isCompared: key === main && isCompared(data, measure),
        of,
        sum: of(data.sum),
      };
    });
  const [first] = data.measures;
  if (first === undefined) return [];
  const measure = measureOf(first);
  const of = (cell: Cell | undefined): Figures => ({ now: cell?.now[0], before: cell?.before?.[0] });
  const by = data.columns;
  return [
    ...data.heads.map((head): Column => ({
      id: head.key ?? '-',
      title: valueName(by, head.key, head.name),
      measure,
      key: head.key,
      isSum: false,
      isCompared: isCompared(data, measure),
      of: (row) => of(row.cells[head.key ?? '']),
      sum: of(head),
    })),
    {
      id: 'sum',
      title: say(texts.sum),
      measure,
      key: undefined,
      isSum: true,
      isCompared: isCompared(data, measure),
      of,
      sum: of(data.sum),
    },
  ];
}

/** The greatest cell is tinted the most, by a fifth. */
const mostTint = 20;
function greatestOf({ list }: Pivot): string {
  return list
    .flatMap(({ cells }) => Object.values(cells).map(({ now }) => now[0] ?? '0'))
    .reduce((most, value) => (isLess(most, value) ? value : most), '0');
}
function tintOf(value: string | null | undefined, most: string): number {
  if (value == null || !isLess('0', value) || !isLess('0', most)) return 0;
  return Math.round((mostTint * Number.parseFloat(value)) / Number.parseFloat(most)); // not money
}

const percent = (value: string | null): string => (value === null ? '—' : `${value}%`);
/** A up to 80 percent of the whole, B up to 95, C the rest. */
const gradeOf = (soFar: string | null): string =>
  soFar === null ? '' : !isLess('80', soFar) ? 'A' : !isLess('95', soFar) ? 'B' : 'C';
