import type { ReactNode } from 'react';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { say } from '#platform/web/text/language.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import { isHad } from '#promotion/model/calendar/activity-calendar.ts';
import { calendarTexts, clashTexts as texts } from './calendar-texts.ts';
import { daysText, scopeText, winnerText } from './calendar-words.ts';
import { barIdOf, sentenceIdOf, type NumberedConflict } from './numbered-conflicts.ts';

/** What cannot be had together, in words: who wins, and whether there is still time to mend it. */
export function ConflictList({
  conflicts,
  today,
}: {
  readonly conflicts: readonly NumberedConflict[];
  readonly today: string;
}): ReactNode {
  return (
    <section className="card calendar-conflicts" aria-label={say(texts.title)}>
      <div className="calendar-title">
        <h2>{say(texts.title)}</h2>
        {conflicts.length > 0 && <span className="calendar-clashes">{say(texts.count, { n: conflicts.length })}</span>}
        <span className="calendar-count">{say(conflicts.length === 0 ? texts.none : texts.meaning)}</span>
        {conflicts.length > 0 && <span className="calendar-keys">{say(calendarTexts.keys)}</span>}
      </div>
      {conflicts.length > 0 && (
        <ol>
          {conflicts.map((conflict) => (
            <Conflict key={conflict.number} conflict={conflict} today={today} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Conflict({ conflict, today }: { readonly conflict: NumberedConflict; readonly today: string }): ReactNode {
  const { number, first, second } = conflict;
  const [tone, standing] = standingOf(conflict, today);
  // What both are about is what the narrower one is about.
  const narrow = second.products.count > 0 ? second : first;
  const what = scopeText(narrow.products, calendarTexts.everything);
  return (
    <li data-conflict={number}>
      <button
        type="button"
        id={sentenceIdOf(number)}
        className="calendar-number"
        data-locate={number}
        aria-label={say(texts.locate, { n: number })}
        onClick={() => {
          const bar = document.getElementById(barIdOf(first));
          bar?.scrollIntoView({ block: 'nearest' });
          bar?.querySelector('a')?.focus();
        }}
      >
        {number}
      </button>
      <span className="calendar-when">{daysText(conflict, today)}</span>
      <span className="calendar-what" title={what}>
        {what}
      </span>
      <span className="calendar-pair">
        <Named of={first} /> {say(texts.with)} <Named of={second} />
      </span>
      <span className="calendar-winner">{winnerText(conflict, first, second)}</span>
      <span className={`status status-${tone}`}>{say(standing)}</span>
    </li>
  );
}

const Named = ({ of: { id, name } }: { readonly of: NumberedConflict['first'] }): ReactNode => (
  <RecordLink noun={promotionActivity.name} id={id}>
    {name}
  </RecordLink>
);

const standingOf = ({ first, second, from, to }: NumberedConflict, today: string) =>
  !isHad(first.standing) || !isHad(second.standing)
    ? (['orange', texts.mend] as const)
    : from <= today && today <= to
      ? (['blue', texts.now] as const)
      : (['grey', texts.later] as const);
