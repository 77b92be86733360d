import type { ReactNode } from 'react';
import { compare, grouped } from '#platform/model/decimal.ts';
import { say } from '#platform/web/text/language.ts';
import type { PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import { simulationTexts as texts } from './simulation-texts.ts';
import { moneyText } from './simulation-words.ts';

type Days = PeriodSimulation['days'];

/** The end of the scale: one of 1, 2, 3, 4, 6 or 8 with zeros behind, so that three lines stand at round figures. */
export function scaleTop(most: number): number {
  if (most <= 0) return 2;
  const size = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 3, 4, 6, 8].find((step) => step * size >= most) ?? 10) * size;
}

const shownMonth = (date: string): string => date.slice(5);
/** Only drawn. */
const heightOf = (cost: string): number => Number(cost); // not money

/** So many days get their date below: more would run into each other. */
const labelled = 5;

export function CostBars({ days }: { readonly days: Days }): ReactNode {
  const dearest = days.reduce<Days[number] | undefined>(
    (top, day) => (top === undefined || compare(day.cost, top.cost) > 0 ? day : top),
    undefined,
  );
  const top = scaleTop(heightOf(dearest?.cost ?? '0'));
  const every = Math.max(1, Math.ceil((days.length - 1) / (labelled - 1)));
  const sentence = days
    .map(({ date, cost }) => say(texts.dayCost, { day: shownMonth(date), cost: moneyText(cost) }))
    .join(say(texts.between));
  return (
    <section className="card simulation-card" data-chart="days">
      <header className="simulation-head">
        <h2>{say(texts.daily)}</h2>
        <span className="quiet">{say(texts.yuan)}</span>
        {dearest !== undefined && heightOf(dearest.cost) > 0 && (
          <span className="simulation-head-right">
            {say(texts.dearest, { day: shownMonth(dearest.date), cost: moneyText(dearest.cost) })}
          </span>
        )}
      </header>
      <div
        className="simulation-plot"
        role="img"
        aria-label={say(texts.chartOf, { title: say(texts.daily), days: sentence })}
      >
        {[1, 0.5, 0].map((part) => (
          <span key={part} className="simulation-line" style={{ bottom: `${part * 100}%` }}>
            <small>{grouped(String(top * part), 0)}</small>
          </span>
        ))}
        <div className="simulation-bars">
          {days.map(({ date, cost }, at) => (
            <span
              key={date}
              className="simulation-day"
              title={say(texts.dayCost, { day: date, cost: moneyText(cost) })}
            >
              <i style={{ height: `${(heightOf(cost) / top) * 100}%` }} />
              {at % every === 0 && <small>{shownMonth(date)}</small>}
            </span>
          ))}
        </div>
      </div>
    </section>
  );
}
