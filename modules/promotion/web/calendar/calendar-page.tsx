import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { get } from '#platform/web/api/client.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import type { ActivityCalendar as Calendar, Standing } from '#promotion/model/calendar/activity-calendar.ts';
import { CalendarBar } from './calendar-bar.tsx';
import { calendarTexts as texts, standingTexts } from './calendar-texts.ts';
import { change, move, spanOf, useCalendarView } from './calendar-view.ts';
import { ConflictList } from './conflict-list.tsx';
import { numberedConflicts } from './numbered-conflicts.ts';
import { TimeGrid } from './time-grid.tsx';
import './calendar.css';

export interface CalendarProps {
  /** The way back to the list. */
  readonly views: ReactNode;
}

/** What runs when, for whom, and what cannot be had together. */
export function ActivityCalendar({ views }: CalendarProps): ReactNode {
  const { name: tab } = useTab();
  const view = useCalendarView();
  const span = spanOf(view);
  const { customerCode } = view;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    // As of a list: every command of the page makes it stale, and making the tab anew forgets it.
    queryKey: ['list', tab, 'calendar', span.from, span.to, customerCode],
    queryFn: () => get<Calendar>(`${promotionActivity.path}/calendar`, { ...span, customerCode }, { isSilent: true }),
    placeholderData: keepPreviousData,
  });
  const today = data?.today ?? view.day;
  return (
    <div
      className="calendar-page"
      onKeyDown={(event) => {
        takeKey(event, today);
      }}
    >
      <CalendarBar views={views} view={view} span={span} today={today} />
      {error !== null ? (
        <div className="card empty-list" role="alert">
          <strong>{say(texts.failed)}</strong>
          {error.message}{' '}
          <Button type="link" size="small" data-verb="retry" onClick={() => void refetch()}>
            {say(texts.again)}
          </Button>
        </div>
      ) : data === undefined ? (
        <Skeleton className="card" active />
      ) : (
        <Shown calendar={data} isOld={isPlaceholderData} />
      )}
    </div>
  );
}

function Shown({ calendar, isOld }: { readonly calendar: Calendar; readonly isOld: boolean }): ReactNode {
  const view = useCalendarView();
  const span = spanOf(view);
  const { activities, isCut } = calendar;
  const conflicts = numberedConflicts(calendar);
  return (
    <>
      <section className={isOld ? 'card calendar-card calendar-old' : 'card calendar-card'} aria-busy={isOld}>
        <div className="calendar-title">
          <h1>{say(texts.title)}</h1>
          <span className="calendar-count">{countText(activities.map(({ standing }) => standing))}</span>
          <Legend />
        </div>
        {isCut && <p className="calendar-cut">{say(texts.cut)}</p>}
        {activities.length === 0 ? (
          <p className="empty-list">{say(texts.nothing)}</p>
        ) : (
          <TimeGrid calendar={calendar} span={span} view={view} conflicts={conflicts} />
        )}
      </section>
      {activities.length > 0 && <ConflictList conflicts={conflicts} today={calendar.today} />}
    </>
  );
}

const standings = Object.keys(standingTexts) as readonly Standing[];
function countText(all: readonly Standing[]): string {
  const counts = standings
    .map((standing) => [say(standingTexts[standing]), all.filter((each) => each === standing).length] as const)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`);
  return [say(texts.all, { n: all.length }), ...counts].join(' · ');
}

const drawn = [
  ['running', 'calendar-running'],
  ['coming', 'calendar-coming'],
  ['draft', 'calendar-draft'],
  ['ended', 'calendar-past'],
] as const satisfies readonly (readonly [Standing, string])[];
const Legend = (): ReactNode => (
  <span className="calendar-legend">
    {drawn.map(([standing, form]) => (
      <span key={standing}>
        <i className={form} />
        {say(standingTexts[standing])}
      </span>
    ))}
    <span>
      <i className="calendar-clash" />
      {say(texts.clash)}
    </span>
  </span>
);

/** Keys belong to whatever is written in; elsewhere arrows move through the days and along the bars. */
function takeKey(event: KeyboardEvent<HTMLElement>, today: string): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, textarea, .ant-segmented') !== null)
    return;
  const act: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => {
      move(-1);
    },
    ArrowRight: () => {
      move(1);
    },
    ArrowDown: () => {
      step(event.currentTarget, 1);
    },
    ArrowUp: () => {
      step(event.currentTarget, -1);
    },
    t: () => {
      change({ day: today });
    },
  };
  const done = act[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (done === undefined) return;
  event.preventDefault();
  done();
}

/** From bar to bar, and on to the sentences below. */
function step(page: HTMLElement, by: 1 | -1): void {
  const stops = [...page.querySelectorAll<HTMLElement>('.calendar-bar > a, [data-locate]')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[at < 0 ? (by === 1 ? 0 : stops.length - 1) : at + by]?.focus();
}
