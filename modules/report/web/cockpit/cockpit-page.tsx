import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { get } from '#platform/web/api/client.ts';
import { meQuery } from '#platform/web/api/me.ts';
import { toggleFullScreen } from '#platform/web/frame/full-screen.ts';
import { useConfig } from '#platform/web/look/branding.ts';
import { AppearancePort } from '#platform/web/look/density.ts';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import type { Cockpit } from '#report/model/cockpit.ts';
import { Cartogram } from './cartogram.tsx';
import { CockpitBar } from './cockpit-bar.tsx';
import { cockpitTexts as texts } from './cockpit-texts.ts';
import { CockpitTiles } from './cockpit-tiles.tsx';
import { Pace } from './pace.tsx';
import { daysIn, type Period } from './period.ts';
import { Ageing, Channels, Credit, Ranking } from './rankings.tsx';
import { LatestOrders, PromotionCard } from './side.tsx';
import './cockpit.css';

const everyMinute = 60_000;

/** The cockpit stands outside the frame and fills the window: nothing of it scrolls. */
export function CockpitPage(): ReactNode {
  const { data: me } = useQuery(meQuery);
  const config = useConfig();
  const [period, setPeriod] = useState<Period>('month');
  const [isPaused, setPaused] = useState(false);
  const days = daysIn(period);
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: ['cockpit', days],
    queryFn: () => get<Cockpit>('/dashboard/data', days, { isSilent: true }),
    // Figures change in place; a tab that nobody looks at asks for nothing.
    placeholderData: keepPreviousData,
    refetchInterval: isPaused ? false : everyMinute,
    refetchOnWindowFocus: !isPaused,
  });
  useKeys();
  return (
    <div className="cockpit" aria-busy={isFetching}>
      <AppearancePort />
      <CockpitBar
        who={[me?.user.tenantName ?? config?.globalAppName ?? '', me?.user.organizeName ?? '']}
        {...{ period, isPaused, dataUpdatedAt, isFetching }}
        hasFailed={error !== null}
        today={data?.today ?? ''}
        every={everyMinute}
        onPeriod={setPeriod}
        onPause={() => {
          setPaused(!isPaused);
        }}
      />
      {data === undefined ? (
        error === null ? (
          <Skeleton active className="card cockpit-first" paragraph={{ rows: 12 }} />
        ) : (
          <div className="card cockpit-first" role="alert">
            {say(texts.failed)}：{error.message} <Button onClick={() => void refetch()}>{say(texts.again)}</Button>
          </div>
        )
      ) : (
        <Sheet data={data} />
      )}
    </div>
  );
}

/** F fills the screen, Esc leaves. */
function useKeys(): void {
  useEffect(() => {
    const press = ({ key, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): void => {
      if (ctrlKey || metaKey || altKey || defaultPrevented) return;
      if (key.toLowerCase() === 'f') void toggleFullScreen();
      if (key === 'Escape' && document.fullscreenElement === null) go('home');
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
    };
  }, []);
}

function Sheet({ data }: { readonly data: Cockpit }): ReactNode {
  const { cards, charts, rankings } = data;
  return (
    <>
      <CockpitTiles cards={cards} />
      <main className="cockpit-body">
        <div className="cockpit-left">
          <div className="cockpit-middle">
            <Pace pace={charts.pace} />
            <Cartogram provinces={charts.provinces} />
          </div>
          <div className="cockpit-bottom">
            <Channels channels={charts.channels} />
            <Ranking name="topCustomers" ranking={rankings.customers} />
            <Ranking name="topProducts" ranking={rankings.products} />
            <div className="cockpit-pair">
              <Ageing ageing={charts.ageing} />
              <Credit credit={charts.credit} />
            </div>
          </div>
        </div>
        <div className="cockpit-right">
          <PromotionCard promotion={charts.promotion} />
          <LatestOrders orders={rankings.orders} />
        </div>
      </main>
    </>
  );
}
