import { Fragment, type ReactNode } from 'react';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { language, say } from '#platform/web/text/language.ts';
import {
  isHad,
  type ActivityCalendar,
  type CalendarActivity,
  type Standing,
} from '#promotion/model/calendar/activity-calendar.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import { typeCards } from '#promotion/model/type-cards.ts';
import { monthsIn, placedIn, runsIn, weeksIn, type Placing, type Span, type Zoom } from './calendar-days.ts';
import { calendarTexts as texts, clashTexts, standingTexts } from './calendar-texts.ts';
import type { Grouping, useCalendarView } from './calendar-view.ts';
import { labelsOf, type Frame } from './clash-labels.ts';
import { daysText, figureOf, scopeText, tagOf } from './calendar-words.ts';
import { barIdOf, sentenceIdOf, type NumberedConflict } from './numbered-conflicts.ts';

interface TimeGridProps {
  readonly calendar: ActivityCalendar;
  readonly span: Span;
  readonly view: ReturnType<typeof useCalendarView>;
  readonly conflicts: readonly NumberedConflict[];
}

/** A row per activity, its bar over its days. */
export function TimeGrid({ calendar: { today, activities }, span, view, conflicts }: TimeGridProps): ReactNode {
  const now = placedIn(span, { from: today, to: today });
  return (
    <div className="calendar-grid" tabIndex={0} role="group" aria-label={say(texts.title)} title={say(texts.keys)}>
      <Days span={span} zoom={view.zoom} activities={activities} />
      {groupsOf(activities, view.grouping).map(([name, own]) => (
        <Fragment key={name}>
          <h2 className="calendar-group">
            {name} <small>{own.length}</small>
          </h2>
          {own.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} span={span} today={today} conflicts={conflicts} />
          ))}
        </Fragment>
      ))}
      <div className="calendar-lines" aria-hidden="true">
        {linesOf(span, view.zoom).map((left) => (
          <i key={left} style={{ left: `${left}%` }} />
        ))}
        {now !== null && (
          <b className={now.left > 85 ? 'is-late' : undefined} style={{ left: `${now.left + now.width / 2}%` }}>
            <span>{say(texts.onToday, { day: today.slice(5) })}</span>
          </b>
        )}
      </div>
    </div>
  );
}

const linesOf = (span: Span, zoom: Zoom): readonly number[] =>
  (zoom === 'year' ? monthsIn(span) : weeksIn(span)).map(({ left }) => left);

function Days({
  span,
  zoom,
  activities,
}: {
  readonly span: Span;
  readonly zoom: Zoom;
  readonly activities: readonly CalendarActivity[];
}): ReactNode {
  const ticks = zoom === 'month' ? weeksIn(span) : monthsIn(span);
  return (
    <div className="calendar-days">
      <div className="calendar-name">
        <span>{say(texts.activity)}</span>
        <small>{say(texts.perDay)}</small>
      </div>
      <div className="calendar-track">
        {ticks.map(({ day, left }) => (
          <span key={day} className="calendar-tick" style={{ left: `${left}%` }}>
            {zoom === 'month' ? day.slice(5) : monthText(day)}
          </span>
        ))}
        <PerDay span={span} activities={activities} />
      </div>
    </div>
  );
}

const monthText = (day: string): string =>
  new Intl.DateTimeFormat(language(), { month: 'short', timeZone: 'UTC' }).format(new Date(day));

/** How many activities somebody can have on each day; a table of it is in the words of its parts. */
function PerDay({
  span,
  activities,
}: {
  readonly span: Span;
  readonly activities: readonly CalendarActivity[];
}): ReactNode {
  const runs = runsIn(
    span,
    activities
      .filter(({ standing }) => isHad(standing))
      .map(({ startDate, endDate }) => ({ from: startDate, to: endDate })),
  );
  const most = Math.max(1, ...runs.map(({ count }) => count));
  return (
    <ul className="calendar-per-day" aria-label={say(texts.perDay)}>
      {runs.map(({ from, to, left, width, count }) => {
        const told = say(texts.onDays, { days: daysText({ from, to }, span.to), n: count });
        return (
          <li
            key={from}
            title={told}
            data-count={count}
            style={{ left: `${left}%`, width: `${width}%`, height: `${(count / most) * 100}%` }}
          >
            <span className="calendar-unseen">{told}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** By what they are for; what is for everything comes last. */
function groupsOf(
  activities: readonly CalendarActivity[],
  grouping: Grouping,
): readonly (readonly [string, readonly CalendarActivity[]])[] {
  const nameOf = (activity: CalendarActivity): string =>
    grouping === 'type'
      ? say(typeCards[activity.type][0])
      : grouping === 'products'
        ? scopeText(activity.products, texts.everything)
        : scopeText(activity.customers, texts.everybody);
  const isAll = ({ products, customers }: CalendarActivity): boolean =>
    grouping !== 'type' && (grouping === 'products' ? products : customers).count === 0;
  return [...Map.groupBy(activities, nameOf)].toSorted(
    ([, [a]], [, [b]]) => Number(a !== undefined && isAll(a)) - Number(b !== undefined && isAll(b)), // not money
  );
}

interface RowProps {
  readonly activity: CalendarActivity;
  readonly span: Span;
  readonly today: string;
  readonly conflicts: readonly NumberedConflict[];
}
function ActivityRow({ activity, span, today, conflicts }: RowProps): ReactNode {
  const { id, name, standing, startDate, endDate, isRevised } = activity;
  const placing = placedIn(span, { from: startDate, to: endDate });
  const tag = tagOf(activity);
  const figure = isRevised ? `${figureOf(activity)} · ${say(texts.revised)}` : figureOf(activity);
  const days = daysText({ from: startDate, to: endDate }, today);
  const told = [name, days, say(standingTexts[standing]), figure].filter((text, at, all) => all.indexOf(text) === at);
  return (
    <div className="calendar-row" data-activity={activity.code}>
      <div className="calendar-name">
        <span className="calendar-label" title={name}>
          <RecordLink noun={promotionActivity.name} id={id} isInGrid>
            {name}
          </RecordLink>
        </span>
        <small className="calendar-tag" title={tag}>
          {tag}
        </small>
      </div>
      <div className="calendar-track">
        {placing !== null && (
          <span
            id={barIdOf(activity)}
            className={`calendar-bar ${formOf(standing)}`}
            data-standing={standing}
            style={styleOf(placing)}
            title={told.join(' · ')}
          >
            <RecordLink noun={promotionActivity.name} id={id}>
              <span className="calendar-unseen">{`${name} ${days} `}</span>
              <span className={placing.width < leastWidth ? 'calendar-unseen' : undefined}>{figure}</span>
            </RecordLink>
          </span>
        )}
        <Clashes activity={activity} span={span} conflicts={conflicts} />
      </div>
    </div>
  );
}

/** In hundredths: below it a figure is three letters and dots, and is told to whoever points at the bar. */
const leastWidth = 6;

const styleOf = ({ left, width }: Placing): { readonly left: string; readonly width: string } => ({
  left: `${left}%`,
  width: `${width}%`,
});

/** Full: it runs. Outline: approved and to come. Dashed: a draft. Pale: over, off or used up. */
function formOf(standing: Standing): string {
  switch (standing) {
    case 'running':
      return 'calendar-running';
    case 'coming':
    case 'unpublished':
      return 'calendar-coming';
    case 'draft':
      return 'calendar-draft';
    default:
      return standing === 'spent' ? 'calendar-spent' : 'calendar-past';
  }
}

/** Frames over the days on which it meets what it cannot stand beside; one for all that have the same days. */
function Clashes({ activity, span, conflicts }: Omit<RowProps, 'today'>): ReactNode {
  const own = conflicts.filter(({ first, second }) => first.id === activity.id || second.id === activity.id);
  const frames = [...Map.groupBy(own, ({ from, to }) => `${from} ${to}`)].flatMap(([days, same]) => {
    const [{ from, to } = { from: '', to: '' }] = same;
    const placing = placedIn(span, { from, to });
    return placing === null
      ? []
      : [{ days, placing, right: placing.left + placing.width, numbers: same.map(({ number }) => number) }];
  });
  return (
    <>
      {frames.map(({ days, placing }) => (
        <span key={days} className="calendar-clash" style={styleOf(placing)} />
      ))}
      {labelsOf(frames).map(({ right, numbers }) => (
        <ClashNumbers key={right} right={right} numbers={numbers} />
      ))}
    </>
  );
}

const mostNumbers = 4;
const ClashNumbers = ({ right, numbers }: Frame): ReactNode => (
  <span className="calendar-numbers" style={{ right: `${100 - right}%` }}>
    {numbers.slice(0, mostNumbers).map((number) => (
      <button
        key={number}
        type="button"
        tabIndex={-1}
        aria-label={say(clashTexts.lead, { n: number })}
        onClick={() => {
          document.getElementById(sentenceIdOf(number))?.focus();
        }}
      >
        {number}
      </button>
    ))}
    {numbers.length > mostNumbers && (
      <span title={numbers.slice(mostNumbers).join(' ')}>{`+${numbers.length - mostNumbers}`}</span>
    )}
  </span>
);
