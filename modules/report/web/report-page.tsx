import dayjs from 'dayjs';
import { useEffect, useState, type ReactNode } from 'react';
import { setNamed, useFilterSets, withSet } from '#platform/web/list/filter-set.ts';
import { forgetListConditions, useListConditions } from '#platform/web/narrowing/list-opening.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { FigureKey } from '#report/model/figures.ts';
import type { Figure } from '#report/model/figure.ts';
import { screensOf, type Area, type ShownFigures } from '#report/model/shown-figures.ts';
import { DetailCard } from './detail-card.tsx';
import { ReportBar } from './report-bar.tsx';
import { ReportBody } from './report-body.tsx';
import { ReportList } from './report-list.tsx';
import { planOf, viewIn, viewOf, viewOfOwn, type View } from './report-view.ts';
import { figureAt, type Opened, type Place } from './use-pivot.ts';
import './report.css';

/** Every report: days and comparison, by what it is counted, chart, sheet, and the documents behind a figure. */
export function ReportPage(): ReactNode {
  const { page } = useTab();
  const [path = '', query = ''] = page.name.split('?');
  const area: Area = path.startsWith('statistics') ? 'statistics' : 'report';
  const code = new URLSearchParams(query).get('code') ?? '';
  const shown = screensOf(area)[code];
  const [, , isRead] = useFilterSets(page.name);
  // A plan that it opens with must be known first, or figures of another would be read and thrown away.
  return shown === undefined || !isRead ? null : <ReportOf place={{ area, code }} shown={shown} screen={page.name} />;
}

interface Beginning {
  readonly shown: ShownFigures;
  readonly screen: string;
  readonly kept: ReturnType<typeof useFilterSets>[0];
  readonly usual: View;
}

/** As it was asked for from elsewhere, as the plan that it opens with, or as usual. */
function useShown({ shown, screen, kept, usual }: Beginning) {
  const told = useListConditions(screen);
  const [view, setView] = useState<View>(() => {
    const plan = setNamed(kept, kept.opening);
    return told === undefined && plan === undefined ? usual : viewIn(told ?? plan?.filters ?? {}, shown, usual);
  });
  const [applied, setApplied] = useState<string | undefined>(told === undefined ? kept.opening : undefined);
  const [opened, setOpened] = useState<Opened | null>(() => openedIn(told));
  const [last, setLast] = useState(told);
  if (told !== undefined && told !== last) {
    setLast(told);
    setView(viewIn(told, shown, usual));
    setApplied(undefined);
    setOpened(openedIn(told));
  }
  useEffect(() => {
    if (told !== undefined) forgetListConditions(screen);
  }, [told, screen]);
  return { view, setView, applied, setApplied, opened, setOpened };
}

/** A figure elsewhere may lead to the documents of one row. */
const openedIn = (told: Row | undefined): Opened | null =>
  told === undefined || !Object.hasOwn(told, 'open')
    ? null
    : { row: textAt(told, 'open'), column: undefined, title: textAt(told, 'openName') };

interface ReportOfProps {
  readonly place: Place;
  readonly shown: ShownFigures;
  readonly screen: string;
}

export function ReportOf({ place, shown, screen }: ReportOfProps): ReactNode {
  const today = dayjs().format('YYYY-MM-DD');
  const [kept, keep] = useFilterSets(screen);
  const usual = place.own === undefined ? viewOf(shown, shown.shows[0], today) : viewOfOwn(place.own.report);
  const { view, setView, applied, setApplied, opened, setOpened } = useShown({ shown, screen, kept, usual });
  const [isList, setList] = useState(false);
  const figure: Figure = figureAt(place, view.figure);
  const change = (next: Partial<View>): void => {
    setView({ ...view, page: 1, ...next });
    setOpened(null);
  };
  const choose = (key: FigureKey): void => {
    const { span, from, to, isTenThousand } = view;
    setView({ ...viewOf(shown, key, today), span, from, to, isTenThousand });
    setOpened(null);
  };
  const plans = {
    kept,
    applied,
    onKeep: keep,
    onApply: (set: { readonly name: string; readonly filters: Readonly<Record<string, unknown>> }): void => {
      setView(viewIn(set.filters, shown, usual));
      setApplied(set.name);
      setOpened(null);
    },
    onSave: (name: string): void => {
      keep(withSet(kept, { name, filters: planOf(view) }));
      setApplied(name);
    },
  };
  return (
    <div className="report" data-report={place.code}>
      <ReportBar
        {...{ place, shown, view, figure, today, plans, isList }}
        onChange={change}
        onFigure={choose}
        onList={setList}
      />
      {isList ? (
        <ReportList {...{ place, view, today }} onChange={change} />
      ) : (
        <ReportBody {...{ place, view, figure, today, opened }} onChange={change} onOpen={setOpened} />
      )}
      {opened !== null && figure.drill !== undefined && (
        <DetailCard
          {...{ place, view, today, opened }}
          drill={figure.drill}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </div>
  );
}
