import { useMemo, type ReactNode } from 'react';
import { Chart } from '#platform/web/chart/chart.tsx';
import type { PacePlan } from '#platform/web/chart/chart-plan.ts';
import { say } from '#platform/web/text/language.ts';
import type { CockpitPace } from '#report/model/cockpit.ts';
import { cockpitTexts as texts } from './cockpit-texts.ts';
import { drawn, inTenThousands } from './money.ts';
import { Lead, Part } from './part.tsx';

/** What was sold so far beside the year before, the target and where it leads. */
export function Pace({ pace }: { readonly pace: CockpitPace | null }): ReactNode {
  const plan = useMemo(() => (pace === null ? null : planOf(pace)), [pace]);
  return (
    <Part
      name="pace"
      title={say(texts.pace)}
      unit={say(texts.unit)}
      isLocked={pace === null}
      aside={pace !== null && <Gap pace={pace} />}
    >
      {plan !== null && <Chart plan={plan} height="100%" />}
    </Part>
  );
}

/** The sum leads to its report, and says how far it is from the pace. */
function Gap({ pace }: { readonly pace: CockpitPace }): ReactNode {
  const { sum, target, gone, to } = pace;
  const gap = target === null || drawn(target) === 0 ? null : drawn(sum) - drawn(target) * gone;
  return (
    <>
      <Lead to={to}>
        <b data-pace-sum>{inTenThousands(sum)}</b>
      </Lead>
      {gap !== null && (
        <span className={gap < 0 ? 'cockpit-bad' : 'cockpit-good'}>
          {say(gap < 0 ? texts.behind : texts.ahead, { value: two(Math.abs(gap)) })}
        </span>
      )}
    </>
  );
}

const two = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 });
const achieved = (value: number, aim: number | null): string => (aim === null ? '' : ` ${short((100 * value) / aim)}%`);
const short = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 });

function planOf({ steps, sum, target, gone, unit }: CockpitPace): PacePlan {
  const forecast = gone <= 0 ? null : drawn(sum) / gone;
  const aim = target === null || drawn(target) === 0 ? null : drawn(target);
  return {
    kind: 'pace',
    names: steps.map(({ name }) => (unit === 'day' ? String(Number.parseInt(name.slice(8), 10)) : name.slice(5))),
    now: steps.map(({ now }) => (now === null ? null : drawn(now))),
    before: steps.map(({ before }) => drawn(before)),
    target: aim,
    forecast:
      forecast === null
        ? null
        : {
            value: forecast,
            text: `${say(texts.forecast)} ${short(forecast)}${achieved(forecast, aim)}`,
          },
    words: {
      now: say(texts.now),
      before: say(texts.before),
      target: say(texts.aim),
      forecast: say(texts.forecast),
    },
    format: short,
    label: `${say(texts.pace)}：${inTenThousands(sum)} ${say(texts.unit)}`,
  };
}
