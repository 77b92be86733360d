import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { Page } from '#platform/model/envelope.ts';
import { get } from '#platform/web/api/client.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { measureOf, measures, type Measure, type MeasureKey } from '#report/model/measure.ts';
import { figureText } from '#report/web/shown/figure-text.ts';
import { Growth } from '#report/web/shown/growth.tsx';
import { reportTexts as texts } from '#report/web/shown/report-texts.ts';
import type { View } from './report-view.ts';
import { askedOf, rowsAPage, type Place } from './use-pivot.ts';

/** Columns of the list of a report, and of statistics: whatever is counted, a file and a list have the same heads. */
const heads = {
  report: ['dimension', 'dimensionName', 'orderCount', 'number', 'amount', 'costAmount', 'profitAmount', 'ratio'],
  statistics: ['dimension', 'dimensionName', 'period', 'value', 'lastValue', 'growthRate', 'ratio'],
} as const;

interface ReportListProps {
  readonly place: Place;
  readonly view: View;
  readonly today: string;
  readonly onChange: (next: Partial<View>) => void;
}

/** A report as a plain list: one row of each value of its dimension. */
export function ReportList({ place, view, today, onChange }: ReportListProps): ReactNode {
  const { name } = useTab();
  const asked = { ...askedOf(place, view, today), columns: '', page: String(view.page), limit: String(rowsAPage) };
  const { data } = useQuery({
    queryKey: ['list', name, 'rows', asked],
    queryFn: () => get<Page<Row>>(`/${place.area}/data/page`, asked),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return <Skeleton className="card" active paragraph={{ rows: 8 }} />;
  return (
    <div className="card report-body">
      <div className="pivot-scroll">
        <table className="pivot">
          <thead>
            <tr>
              {heads[place.area].map((key) => (
                <th key={key} scope="col" data-head={key} className={isWord(key) ? 'word' : undefined}>
                  {headText(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.list.map((row) => (
              <tr key={textAt(row, 'id')} data-row-key={textAt(row, 'id')}>
                {heads[place.area].map((key) => (
                  <td key={key} className={isWord(key) ? 'word' : undefined}>
                    <Value name={key} row={row} measure={measureOf(view.measure)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.list.length === 0 && <p className="report-empty">{say(texts.nothing)}</p>}
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

type Head = (typeof heads)['report' | 'statistics'][number];
const isMeasure = (key: string): key is MeasureKey => Object.hasOwn(measures, key);
const isWord = (key: Head): boolean => key === 'dimension' || key === 'dimensionName' || key === 'period';

const own = {
  dimension: texts.dimension,
  dimensionName: texts.dimensionName,
  ratio: texts.share,
  period: texts.period,
  value: texts.value,
  lastValue: texts.byYear,
  growthRate: texts.growth,
} as const;
const headText = (key: Head): string => say(isMeasure(key) ? measureOf(key).label : own[key]);

interface ValueProps {
  readonly name: Head;
  readonly row: Row;
  /** What is counted by `value`. */
  readonly measure: Measure;
}

function Value({ name, row, measure }: ValueProps): ReactNode {
  const text = textAt(row, name);
  if (isWord(name)) return text === '' && name === 'dimensionName' ? say(texts.none) : text;
  if (name === 'growthRate') return <Growth value={text === '' ? null : text} isBad={measure.isBad === true} />;
  if (text === '') return '—';
  if (name === 'ratio') return `${text}%`;
  return figureText(text, isMeasure(name) ? measureOf(name) : measure, false);
}
