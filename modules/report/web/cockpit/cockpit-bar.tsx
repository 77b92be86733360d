import { CloseOutlined, FullscreenOutlined, PauseOutlined, CaretRightOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState, type ReactNode } from 'react';
import { toggleFullScreen } from '#platform/web/frame/full-screen.ts';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { cockpitTexts as texts } from './cockpit-texts.ts';
import { periods, type Period } from './period.ts';

interface CockpitBarProps {
  readonly who: readonly string[];
  readonly period: Period;
  readonly today: string;
  readonly isPaused: boolean;
  readonly isFetching: boolean;
  readonly hasFailed: boolean;
  readonly dataUpdatedAt: number;
  readonly every: number;
  readonly onPeriod: (period: Period) => void;
  readonly onPause: () => void;
}

export function CockpitBar(props: CockpitBarProps): ReactNode {
  const { who, period, today, isPaused, onPeriod, onPause } = props;
  return (
    <header className="cockpit-bar">
      <h1>{say(texts.title)}</h1>
      <span className="cockpit-who">{who.filter((each) => each !== '').join(' · ')}</span>
      <Segmented<Period>
        className="cockpit-period"
        value={period}
        options={periods.map((value) => ({ value, label: say(texts[value]) }))}
        onChange={onPeriod}
      />
      <span className="cockpit-space" />
      {today !== '' && <span className="cockpit-date">{say(texts.businessDate, { date: today })}</span>}
      <Age {...props} />
      <BarButton verb="pause" label={say(isPaused ? texts.resume : texts.pause)} onClick={onPause}>
        {isPaused ? <CaretRightOutlined /> : <PauseOutlined />}
      </BarButton>
      <BarButton verb="fullScreen" label={`${say(texts.full)} F`} onClick={() => void toggleFullScreen()}>
        <FullscreenOutlined />
      </BarButton>
      <BarButton
        verb="leave"
        label={`${say(texts.leave)} Esc`}
        onClick={() => {
          go('home');
        }}
      >
        <CloseOutlined />
      </BarButton>
    </header>
  );
}

interface BarButtonProps {
  readonly verb: string;
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}
const BarButton = ({ verb, label, onClick, children }: BarButtonProps): ReactNode => (
  <button type="button" data-verb={verb} aria-label={label} title={label} onClick={onClick}>
    {children}
    <span>{label}</span>
  </button>
);

/** Figures older than this are told from fresh ones. */
const staleAfter = 120_000;

/** How old the figures are, and when they are read again. */
function Age({ isPaused, hasFailed, dataUpdatedAt, every }: CockpitBarProps): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  if (dataUpdatedAt === 0) return null;
  const time = dayjs(dataUpdatedAt).format('HH:mm:ss');
  const left = Math.max(0, Math.ceil((dataUpdatedAt + every - now) / 1000));
  const isStale = hasFailed || now - dataUpdatedAt > staleAfter;
  return (
    <span className="cockpit-age" data-stale={isStale} role="status">
      {hasFailed
        ? say(texts.failedSince, { time })
        : `${say(texts.updated, { time })} · ${isPaused ? say(texts.paused) : say(texts.next, { n: left })}`}
    </span>
  );
}
