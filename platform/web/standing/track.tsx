import type { ReactNode } from 'react';
import type { StandingStep } from '#platform/model/life.ts';
import { say } from '#platform/web/text/language.ts';
import { momentWords, shortMoment } from '#platform/web/date/moment.ts';
import { standingTexts } from './standing-texts.ts';

/** The way of a document as a line of steps: done with who and when, the one it has come to, those to come. */
export function Track({ steps }: { readonly steps: readonly StandingStep[] }): ReactNode {
  return (
    <ol className="track">
      {steps.map(({ key, label, status, by, at }) => (
        <li
          key={key}
          className={`track-step track-${status}`}
          data-step={key}
          data-status={status}
          {...(status === 'now' ? { 'aria-current': 'step' } : {})}
          title={at === null ? label : [label, by ?? '', momentWords(at)].filter((each) => each !== '').join(' · ')}
        >
          <i className="track-dot" aria-hidden="true" />
          <span className="track-label">{label}</span>
          <small>{status === 'now' ? say(standingTexts.now) : deedOf(by, at)}</small>
        </li>
      ))}
    </ol>
  );
}

const deedOf = (by: string | null, at: string | null): string =>
  [by ?? '', at === null ? '' : shortMoment(at)].join(' ').trim();
