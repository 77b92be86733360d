import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { compare, minus, over, round, times } from '#platform/model/decimal.ts';
import type { ShownFigure } from '#platform/model/home/home-figure.ts';
import { get } from '#platform/web/api/client.ts';
import { ListLink } from '#platform/web/link/list-link.tsx';
import { pageName } from '#platform/web/route/menu.ts';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { homeTexts } from './home-texts.ts';
import { Spark } from './spark.tsx';

const figuresQuery = {
  queryKey: ['list', 'home', 'figures'],
  queryFn: () => get<readonly ShownFigure[]>('/home/figures', undefined, { isSilent: true }),
} as const;

/** As many tiles as stand in one row of a usual window. */
const mostTiles = 6;

/** What the role is measured by: one row of tiles, each a link to the list it is taken from. */
export function MoneyTiles(): ReactNode {
  const { data } = useQuery(figuresQuery);
  if (data === undefined) return <Skeleton active className="card home-card" paragraph={{ rows: 2 }} />;
  const tiles = data.filter(({ place }) => place === 'money').slice(0, mostTiles);
  if (tiles.length === 0) return null;
  return (
    <section className="home-tiles" data-card="figures">
      {tiles.map((figure) => (
        <Tile key={figure.key} figure={figure} />
      ))}
    </section>
  );
}

function Tile({ figure }: { readonly figure: ShownFigure }): ReactNode {
  const { label, amount, count, days, isBad, url, where } = figure;
  const [value, unit] = shortMoney(amount ?? '0');
  return (
    <div className="card home-tile" data-figure={figure.key}>
      <ListLink to={pageName(url)} where={where}>
        <span className="home-tile-name">
          {label}
          <i aria-hidden>›</i>
        </span>
        <span className={isBad && compare(amount ?? '0', '0') > 0 ? 'home-tile-value home-bad' : 'home-tile-value'}>
          <strong title={measureText(amount ?? '0', { measure: 'amount' })}>{value}</strong>
          <small>{unit}</small>
        </span>
        {days !== null && <Spark days={days} />}
        <span className="home-tile-foot">
          <Change figure={figure} />
          <span>{say(days === null && figure.before === null ? homeTexts.partners : homeTexts.papers, { count })}</span>
        </span>
      </ListLink>
    </div>
  );
}

/** More of what we are paid is good: figures that are bad are never compared. */
function Change({ figure: { amount, before } }: { readonly figure: ShownFigure }): ReactNode {
  if (before === null || amount === null) return null;
  const of = say(before.of === 'year' ? homeTexts.yearBefore : homeTexts.weekBefore);
  if (compare(before.amount, '0') <= 0) return <span className="quiet">— {of}</span>;
  const change = times(over(minus(amount, before.amount), before.amount), '100');
  const isLess = compare(change, '0') < 0;
  return (
    <span className={isLess ? 'home-bad' : 'home-good'}>
      {isLess ? '▼' : '▲'} {round(change, 1).replace('-', '')}% {of}
    </span>
  );
}

/** What waits and what is about to go wrong, each with its number and its money; nothing that is nought. */
export function Waiting(): ReactNode {
  const { data } = useQuery(figuresQuery);
  const rows = (data ?? []).filter(({ place, count }) => place !== 'money' && count > 0);
  if (data === undefined) return <Skeleton active paragraph={{ rows: 3 }} />;
  if (rows.length === 0) return <p className="quiet home-empty">{say(homeTexts.nothingWaits)}</p>;
  return (
    <ul className="home-queue">
      {rows.map((figure) => (
        <li key={figure.key} data-figure={figure.key}>
          <ListLink to={pageName(figure.url)} where={figure.where}>
            <span className="home-grow">
              {figure.label}
              <small className="quiet">{besides(figure)}</small>
            </span>
            <strong className={figure.place === 'warning' ? 'home-bad' : ''}>
              {figure.isCapped ? `${figure.count}+` : figure.count}
            </strong>
            <i aria-hidden>›</i>
          </ListLink>
        </li>
      ))}
    </ul>
  );
}

/** Whether there is anything for this card to show is known once the figures are here. */
export function useHasWaiting(): boolean {
  const { data } = useQuery(figuresQuery);
  return data === undefined || data.some(({ place }) => place !== 'money');
}

function besides({ since, amount }: ShownFigure): string {
  const parts = [
    ...(since === null ? [] : [say(homeTexts.since, { date: since.slice(5) })]),
    ...(amount === null ? [] : [shortMoney(amount).join(' ')]),
  ];
  return parts.join(' · ');
}

/** Ten thousands, as figures are read here; in English thousands are. */
function shortMoney(amount: string): readonly [value: string, unit: string] {
  const isSmall = compare(amount.replace('-', ''), '10000') < 0;
  if (isSmall) return [measureText(round(amount, 2), { measure: 'amount' }), say(homeTexts.yuan)];
  const [per, unit] = say(homeTexts.tenThousand) === 'k' ? ['1000', 'k'] : ['10000', say(homeTexts.tenThousand)];
  return [measureText(round(over(amount, per), 2), { measure: 'amount' }), unit];
}
