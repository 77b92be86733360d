import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '#platform/web/api/client.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import type { Detail, Pivot } from '#report/model/answer.ts';
import type { DimensionKey } from '#report/model/dimension.ts';
import type { Figure } from '#report/model/figure.ts';
import { figures, type FigureKey } from '#report/model/figures.ts';
import type { OwnReport } from '#report/model/own-report.ts';
import { daysOf, type View } from './report-view.ts';

export interface Place {
  readonly area: 'report' | 'statistics';
  readonly code: string;
  /** Of a report that people put together: which one, and where the view that it names is shown. */
  readonly own?: OwnPlace;
}
export interface OwnPlace {
  readonly id: string;
  readonly title: string;
  readonly figure: Figure;
  readonly report: OwnReport;
}

/** What a place counts by a view. */
export const figureAt = ({ own }: Place, key: FigureKey): Figure => own?.figure ?? figures[key];

/** What is asked of the server for a view. */
export const askedOf = ({ code, own }: Place, view: View, today: string): Readonly<Record<string, string>> => ({
  code,
  ...(own === undefined ? {} : { definition: own.id }),
  figure: view.figure,
  rows: view.rows,
  columns: view.columns ?? '',
  measure: view.measure,
  compare: view.compare,
  organizeCode: view.organize,
  ...daysOf(view, figures[view.figure], today),
});

export const rowsAPage = 50;

export function usePivot(place: Place, view: View, today: string) {
  const { name } = useTab();
  const asked = { ...askedOf(place, view, today), page: String(view.page), limit: String(rowsAPage) };
  return useQuery({
    queryKey: ['list', name, 'pivot', asked],
    queryFn: () => get<Pivot>(`/${place.area}/data/pivot`, asked, { isSilent: true }),
    placeholderData: keepPreviousData,
  });
}

/** A cell that was opened: of which row and which column. */
export interface Opened {
  readonly row: string | null | undefined;
  readonly column: string | null | undefined;
  readonly title: string;
}

export function useDetail(place: Place, view: View, today: string, opened: Opened) {
  const { name } = useTab();
  const narrowed = (key: DimensionKey | null, value: string | null | undefined): Readonly<Record<string, string>> =>
    key === null || value === undefined ? {} : { [`by_${key}`]: value === null || value === '' ? '-' : value };
  const asked = {
    ...askedOf(place, view, today),
    ...narrowed(view.rows, opened.row),
    ...narrowed(view.columns, opened.column),
    limit: '20',
  };
  return useQuery({
    queryKey: ['list', name, 'detail', asked],
    queryFn: () => get<Detail>(`/${place.area}/data/detail`, asked, { isSilent: true }),
    placeholderData: keepPreviousData,
  });
}
