import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { Tone } from '#platform/model/field.ts';
import { homeCards, type HomeCard } from '#platform/model/home/home-card.ts';
import { get } from '#platform/web/api/client.ts';
import { instantText, StatusTag, today } from '#platform/web/cell/cell.tsx';
import { ListLink } from '#platform/web/link/list-link.tsx';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { AnimatedNumber } from './animated-number.tsx';
import { MoneyTiles, useHasWaiting, Waiting } from './home-figures.tsx';
import { homeTexts } from './home-texts.ts';
import { pageName } from '#platform/web/route/menu.ts';
import './home.css';

interface Screen {
  readonly noun: string;
  readonly name: string;
  readonly url: string;
}
interface HomeData {
  readonly todos: readonly (Screen & { readonly count: number })[];
  readonly recent: readonly (Screen & {
    readonly id: string;
    readonly code: string;
    readonly creatorName: string;
    readonly createDate: string;
    readonly status: { readonly label: string; readonly tone: Tone | null };
  })[];
  readonly notices: readonly {
    readonly id: string;
    readonly title: string;
    readonly senderName: string | null;
    readonly senderDate: string;
    readonly isUnread: boolean;
  }[];
  readonly news: readonly {
    readonly id: string;
    readonly title: string;
    readonly summary: string | null;
    readonly publishDate: string | null;
  }[];
  readonly shortcuts: readonly Screen[];
  readonly charts: readonly (Screen & {
    readonly days: number;
    readonly points: readonly { readonly date: string; readonly count: number }[];
  })[];
}
interface Homepage {
  readonly layout: { readonly cards?: readonly string[] } | null;
}

const dataQuery = {
  queryKey: ['list', 'home', 'data'],
  queryFn: () => get<HomeData>('/home/data', undefined, { isSilent: true }),
} as const;
const pageQuery = {
  queryKey: ['homepage'],
  queryFn: () => get<Homepage | null>('/sys/tenant/homepage/current', undefined, { isSilent: true }),
} as const;

/**
 * The cards that the tenant chose for the user's role, each with what the user may see. `menu` is drawn by the page
 * around.
 */
export function HomeCards({
  menu,
  screens,
}: {
  readonly menu: ReactNode;
  readonly screens: ReadonlySet<string>;
}): ReactNode {
  const { data, isError, refetch, isFetching } = useQuery(dataQuery);
  const { data: homepage, isPending } = useQuery(pageQuery);
  const isKnown = (card: string): card is HomeCard => Object.hasOwn(homeCards, card);
  const cards = homepage?.layout?.cards?.filter(isKnown) ?? (Object.keys(homeCards) as HomeCard[]);
  if (isPending) return <Skeleton active className="card home-card" />;
  const shown = cards.filter((card) => card !== 'menu' && card !== 'figures');
  return (
    <>
      {isError && (
        <p className="quiet home-failed">
          {say(homeTexts.failed)}{' '}
          <Button type="link" size="small" data-verb="retry" loading={isFetching} onClick={() => void refetch()}>
            {say(texts.retry)}
          </Button>
        </p>
      )}
      {cards.includes('figures') && <MoneyTiles />}
      {!isError && shown.length > 0 && (
        <div className="home-cards" data-testid="home-cards">
          {data === undefined ? (
            <Skeleton active className="card home-card" />
          ) : (
            shown.map((card) => <Card key={card} card={card} data={data} screens={screens} />)
          )}
        </div>
      )}
      {cards.includes('menu') && menu}
    </>
  );
}

function Card({
  card,
  data,
  screens,
}: {
  readonly card: HomeCard;
  readonly data: HomeData;
  readonly screens: ReadonlySet<string>;
}): ReactNode {
  const hasWaiting = useHasWaiting();
  const content = card === 'waiting' && !hasWaiting ? null : contentOf(card, data, screens);
  return content === null ? null : (
    <section className="card home-card" data-card={card}>
      <h2>{say(homeCards[card])}</h2>
      {content}
    </section>
  );
}

/** Null where the user has nothing to do with it: a card that is always empty only takes room. */
function contentOf(
  card: HomeCard,
  { todos, recent, notices, news, shortcuts, charts }: HomeData,
  screens: ReadonlySet<string>,
): ReactNode {
  switch (card) {
    case 'waiting':
      return <Waiting />;
    case 'todo':
      return todos.length === 0 ? null : <Todos todos={todos} />;
    case 'recent':
      return charts.length === 0 ? null : <Recent recent={recent} />;
    case 'charts':
      return charts.length === 0 ? null : busiest(charts).map((chart) => <Days key={chart.noun} {...chart} />);
    case 'notices':
      return <Notices notices={notices} canOpen={screens.has(noticePage)} />;
    case 'news':
      return news.length === 0 ? null : (
        <ul className="home-list">
          {news.map(({ id, title, summary, publishDate }) => (
            <li key={id}>
              <span className="home-grow" title={summary ?? title}>
                {title}
              </span>
              <span className="quiet">{publishDate === null ? '' : instantText(publishDate).slice(0, 10)}</span>
            </li>
          ))}
        </ul>
      );
    case 'shortcuts':
      return shortcuts.length === 0 ? null : (
        <div className="home-links">
          {shortcuts.map(({ noun, name, url }) => (
            <ListLink key={noun} to={pageName(url)}>
              {name}
            </ListLink>
          ))}
        </div>
      );
    // Drawn by themselves, above and below.
    case 'figures':
    case 'menu':
      return null;
  }
}

/** Three kinds of documents, those of which most were written. */
const busiest = (charts: HomeData['charts']): HomeData['charts'] =>
  charts.toSorted((a, b) => written(b) - written(a)).slice(0, 3);
const written = ({ points }: HomeData['charts'][number]): number => points.reduce((sum, { count }) => sum + count, 0);

function Todos({ todos }: { readonly todos: HomeData['todos'] }): ReactNode {
  if (todos.every(({ count }) => count === 0)) return <p className="quiet home-empty">{say(homeTexts.nothingToDo)}</p>;
  return (
    <div className="home-todos">
      {todos
        .filter(({ count }) => count > 0)
        .map(({ noun, name, url, count }) => (
          <ListLink key={noun} to={pageName(url)}>
            <strong>{count > 99 ? '99+' : <AnimatedNumber value={count} />}</strong>
            <span>{name}</span>
            <span className="quiet">{say(homeTexts.toAudit)}</span>
          </ListLink>
        ))}
    </div>
  );
}

function Recent({ recent }: { readonly recent: HomeData['recent'] }): ReactNode {
  if (recent.length === 0) return <p className="quiet home-empty">{say(homeTexts.nothingRecent)}</p>;
  return (
    <ul className="home-list">
      {recent.map(({ id, noun, name, url, code, creatorName, createDate, status: { label, tone } }) => (
        <li key={`${noun} ${id}`}>
          <RecordLink noun={{ name: noun, url }} id={id}>
            {code}
          </RecordLink>
          <span className="home-grow quiet" title={`${name} · ${creatorName}`}>
            {name} · {creatorName}
          </span>
          {tone === null ? label : <StatusTag tone={tone}>{label}</StatusTag>}
          <span className="quiet">{instantText(createDate).slice(5, 10)}</span>
        </li>
      ))}
    </ul>
  );
}

const noticePage = 'sys-mynotice';

function Notices({
  notices,
  canOpen,
}: {
  readonly notices: HomeData['notices'];
  readonly canOpen: boolean;
}): ReactNode {
  if (notices.length === 0) return <p className="quiet home-empty">{say(homeTexts.nothingNew)}</p>;
  return (
    <ul className="home-list">
      {notices.map(({ id, title, senderName, senderDate, isUnread }) => (
        <li key={id} className={isUnread ? 'home-unread' : ''}>
          <span className="home-grow" title={title}>
            {canOpen ? <ListLink to={noticePage}>{title}</ListLink> : title}
          </span>
          <span className="quiet">
            {senderName} {instantText(senderDate).slice(5, 10)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A bar a day; a day without documents has none. */
function Days({ name, days, points }: HomeData['charts'][number]): ReactNode {
  const counts = new Map(points.map(({ date, count }) => [date, count]));
  const most = Math.max(1, ...counts.values());
  const dates = lastDays(days);
  return (
    <figure className="home-days">
      <figcaption>
        <span>{name}</span>
        <span className="quiet">
          {say(homeTexts.inAll, { count: points.reduce((sum, { count }) => sum + count, 0) })}
        </span>
      </figcaption>
      <div role="img" aria-label={name}>
        {dates.map((date) => (
          <span
            key={date}
            title={say(homeTexts.dayCount, { date, count: counts.get(date) ?? 0 })}
            style={{ height: `${Math.round(((counts.get(date) ?? 0) / most) * 100)}%` }}
          />
        ))}
      </div>
    </figure>
  );
}

function lastDays(count: number): string[] {
  return Array.from({ length: count }, (_day, at) => today(new Date(Date.now() - (count - 1 - at) * 86_400_000)));
}
