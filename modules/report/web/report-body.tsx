import { Button, Pagination, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Chart } from '#platform/web/chart/chart.tsx';
import type { ChartPlan } from '#platform/web/chart/chart-plan.ts';
import { say } from '#platform/web/text/language.ts';
import type { Pivot } from '#report/model/answer.ts';
import { dimensionOf } from '#report/model/dimension.ts';
import type { Figure } from '#report/model/figure.ts';
import { measureOf } from '#report/model/measure.ts';
import { figureText, growthOf, shareOf, valueName } from '#report/web/shown/figure-text.ts';
import { Growth } from '#report/web/shown/growth.tsx';
import { PivotTable } from './pivot-table.tsx';
import { reportTexts as texts } from '#report/web/shown/report-texts.ts';
import type { View } from './report-view.ts';
import { rowsAPage, usePivot, type Opened, type Place } from './use-pivot.ts';

interface ReportBodyProps {
  readonly place: Place;
  readonly view: View;
  readonly figure: Figure;
  readonly today: string;
  readonly opened: Opened | null;
  readonly onChange: (next: Partial<View>) => void;
  readonly onOpen: (opened: Opened) => void;
}

/** Sum, chart and sheet. Old figures stay while new ones are read. */
export function ReportBody({ place, view, figure, today, opened, onChange, onOpen }: ReportBodyProps): ReactNode {
  const { data, error, isPlaceholderData, refetch } = usePivot(place, view, today);
  if (error !== null && data === undefined)
    return (
      <div className="card report-empty" role="alert">
        {say(texts.failed)}：{error.message}
        <Button
          onClick={() => {
            void refetch();
          }}
        >
          {say(texts.again)}
        </Button>
      </div>
    );
  if (data === undefined) return <Skeleton className="card" active paragraph={{ rows: 8 }} />;
  const plan = chartOf(data, view, figure);
  return (
    <div className="card report-body" data-loading={isPlaceholderData} aria-busy={isPlaceholderData}>
      {figure.time === 'day' && <p className="report-note">{say(texts.asOfDay, { day: data.span.to })}</p>}
      {place.own !== undefined && data.hidden.length > 0 && (
        <p className="report-note" data-hidden-figures>
          {say(texts.hidden, { names: data.hidden.map((key) => say(measureOf(key).label)).join('、') })}
        </p>
      )}
      <Headline data={data} view={view} />
      {figure.chart === 'ageing' ? <AgeingBar data={data} /> : plan !== null && <Chart plan={plan} height={190} />}
      {data.list.length === 0 ? (
        <p className="report-empty">{say(texts.nothing)}</p>
      ) : (
        <PivotTable {...{ data, view, figure, opened, onOpen }} />
      )}
      {data.total > rowsAPage && (
        <Pagination
          size="small"
          className="report-pages"
          current={view.page}
          pageSize={rowsAPage}
          total={data.total}
          showSizeChanger={false}
          onChange={(page) => {
            onChange({ page });
          }}
        />
      )}
    </div>
  );
}

/** The sum of all, and what it was. */
function Headline({ data, view }: { readonly data: Pivot; readonly view: View }): ReactNode {
  const at = Math.max(0, data.measures.indexOf(view.measure));
  const measure = measureOf(data.measures[at] ?? view.measure);
  const [now, before] = [data.sum.now[at], data.sum.before?.[at]];
  return (
    <p className="report-headline" data-headline>
      <span className="quiet">{say(measure.label)}</span>
      <strong>{figureText(now, measure, view.isTenThousand)}</strong>
      {measure.kind === 'amount' && (
        <span className="quiet">{say(view.isTenThousand ? texts.tenThousand : texts.plain)}</span>
      )}
      {data.before !== null && (
        <>
          <span className="quiet">
            {say(texts.against, {
              label: say(view.compare === 'year' ? texts.byYear : texts.bySpan),
              value: figureText(before, measure, view.isTenThousand),
            })}
          </span>
          {before != null && <Growth value={growthOf(now, before)} isBad={measure.isBad === true} />}
        </>
      )}
    </p>
  );
}

/** Columns of a chart: the greatest, and all others as one. */
const mostBars = 12;

export function chartOf(data: Pivot, view: View, figure: Figure): ChartPlan | null {
  if (figure.chart === 'none' || figure.chart === 'ageing' || data.list.length === 0 || view.page > 1) return null;
  const at = Math.max(0, data.measures.indexOf(view.measure));
  const measure = measureOf(data.measures[at] ?? view.measure);
  // Bars of nought alone are an empty field above the sheet that says so.
  if (data.list.every(({ now }) => (number(now[at]) ?? 0) === 0)) return null;
  const isTime = dimensionOf(data.rows).isTime === true;
  const shown = isTime ? data.list : data.list.slice(0, data.list.length > mostBars ? mostBars - 1 : mostBars);
  const rest = data.list.length > shown.length && measure.kind !== 'rate';
  const left = (side: 'now' | 'before'): number | null => {
    const whole = number(data.sum[side]?.[at]);
    return whole === null ? null : whole - shown.reduce((sum, row) => sum + (number(row[side]?.[at]) ?? 0), 0);
  };
  return {
    kind: isTime || figure.chart === 'line' ? 'line' : figure.chart === 'share' ? 'share' : 'bar',
    label: `${say(figure.label)}：${say(measure.label)}`,
    isRest: rest,
    names: [...shown.map(({ key, name }) => valueName(data.rows, key, name)), ...(rest ? [say(texts.rest)] : [])],
    now: [...shown.map(({ now }) => number(now[at])), ...(rest ? [left('now')] : [])],
    ...(data.before === null
      ? {}
      : { before: [...shown.map(({ before }) => number(before?.[at])), ...(rest ? [left('before')] : [])] }),
    nowLabel: say(measure.label),
    beforeLabel: say(view.compare === 'year' ? texts.byYear : texts.bySpan),
    format: (value) => figureText(String(Math.round(value * 100) / 100), measure, view.isTenThousand),
  };
}

/** For a bar only: what is read is written by `figureText`. */
function number(value: string | null | undefined): number | null {
  return value == null ? null : Number.parseFloat(value); // not money
}

const ages = ['notDue', 'upTo30', 'upTo60', 'upTo90', 'beyond'] as const;

/** What is open to scale, by how late it is. */
function AgeingBar({ data }: { readonly data: Pivot }): ReactNode {
  const of = (key: (typeof ages)[number]): string =>
    data.sum.now[(data.measures as readonly string[]).indexOf(key)] ?? '0';
  const open = ages.reduce((sum, key) => sum + Number.parseFloat(of(key)), 0); // not money
  return (
    <div className="ageing">
      <div className="ageing-bar" aria-hidden>
        {ages.map((key, i) => (
          <i key={key} style={{ flexGrow: Number.parseFloat(of(key)), background: `var(--age-${i})` }} /> // not money
        ))}
      </div>
      <div className="ageing-heads">
        {ages.map((key, i) => (
          <div key={key}>
            <span>
              <i style={{ background: `var(--age-${i})` }} aria-hidden />
              {say(measureOf(key).label)}
            </span>
            <strong>{figureText(of(key), measureOf(key), false)}</strong>
            <span className="quiet">{shareOf(of(key), String(open)) ?? '0.0'}%</span>
          </div>
        ))}
      </div>
    </div>
  );
}
