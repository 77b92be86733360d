import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { compare, decimalPattern, grouped, minus, round, scaleOf } from '#platform/model/decimal.ts';
import { say } from '#platform/web/text/language.ts';
import type { Row } from '#platform/web/value/row.ts';
import type { RuleType } from '#promotion/model/engine/rule.ts';
import { shareOf, trialOf, type Trial } from '#promotion/model/trial/rule-trial.ts';
import { trialTexts as texts, trialTitles } from './trial-texts.ts';
import './trial.css';

export interface RuleTrialProps {
  readonly type: RuleType;
  readonly rules: readonly Row[];
}

/** What tiers bring as a stair, and what one amount would bring. Where one line cannot tell it, nothing is drawn. */
export function RuleTrial({ type, rules }: RuleTrialProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const trial = trialOf(type, rules);
  if (trial === null) return null;
  const text = typed ?? usualOf(trial);
  const bought = decimalPattern.test(text) && compare(text, '0') >= 0 ? text : '0';
  return (
    <section className="rule-trial" aria-label={say(trialTitles[trial.worth])}>
      <h3>
        {say(trialTitles[trial.worth])} <small>{say(trial.worth === 'gifts' ? texts.pieces : texts.yuan)}</small>
      </h3>
      <Stair trial={trial} bought={bought} />
      <label className="rule-trial-line">
        <span>{say(texts.buy)}</span>
        <Input
          className="number"
          inputMode="decimal"
          value={text}
          data-trial
          onChange={(event) => {
            setTyped(event.target.value.trim());
          }}
        />
        <span>{say(trial.axis === 'number' ? texts.pieces : texts.yuan)}</span>
        <output>
          <strong>{resultOf(trial, bought)}</strong> <span className="quiet">{nextOf(trial, bought)}</span>
        </output>
      </label>
    </section>
  );
}

/** Between the middle tiers: a stair is read best from where one stands on it. */
const usualOf = ({ tiers }: Trial): string => {
  const middle = tiers[Math.floor((tiers.length - 1) / 2)] ?? '0';
  return compare(middle, '0') > 0 ? middle : '1000';
};

const shown = (figure: string): string => {
  const short = round(figure, 2);
  return grouped(short, scaleOf(short));
};
const resultOf = ({ worth, worthOf }: Trial, bought: string): string => {
  const gained = worthOf(bought);
  return say(texts[worth], { worth: shown(gained), paid: shown(minus(bought, gained)) });
};
function nextOf({ tiers }: Trial, bought: string): string {
  const at = tiers.findIndex((tier) => compare(tier, bought) > 0);
  const next = tiers[at];
  return next === undefined ? say(texts.last) : say(texts.next, { more: shown(minus(next, bought)), tier: at + 1 });
}

const [width, height, left, bottom, top] = [330, 150, 52, 20, 16];

/** Plain lines: the steps, the worth of each tier, and the place of the trial. */
function Stair({ trial, bought }: { readonly trial: Trial; readonly bought: string }): ReactNode {
  const { points, tiers, worthOf, worth } = trial;
  const end = largest(points.map((point) => point.bought));
  const most = largest([...points.map((point) => point.worth), '1']);
  const x = (value: string): number => left + (sizeOf(value) / sizeOf(end)) * (width - left - 14);
  const y = (value: string): number => height - bottom - (sizeOf(value) / sizeOf(most)) * (height - bottom - top);
  const line = points.map((point) => `${x(point.bought).toFixed(1)},${y(point.worth).toFixed(1)}`).join(' ');
  const place = compare(bought, end) > 0 ? end : bought;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={spoken(trial)}>
      {[0, 0.5, 1].map((part) => (
        <g key={part} className="rule-trial-grid">
          <line x1={left} x2={width - 4} y1={y(part === 0 ? '0' : half(most, part))} y2={y(half(most, part))} />
          <text x={left - 6} y={y(half(most, part)) + 4} textAnchor="end">
            {shown(half(most, part))}
          </text>
        </g>
      ))}
      <polygon className="rule-trial-area" points={`${x('0')},${y('0')} ${line} ${x(end)},${y('0')}`} />
      <polyline className="rule-trial-stair" points={line} />
      {tiers.map((tier) => (
        <g key={tier}>
          <circle className="rule-trial-tier" cx={x(tier)} cy={y(worthOf(tier))} r={3} />
          <text x={x(tier)} y={height - 5} textAnchor="middle">
            {shown(tier)}
          </text>
          <text className="rule-trial-worth" x={x(tier) - 4} y={y(worthOf(tier)) - 5} textAnchor="end">
            {labelOf(worth, worthOf(tier), tier)}
          </text>
        </g>
      ))}
      <g className="rule-trial-here">
        <path d={`M ${x(place)} ${y(worthOf(place)) - 5} l 5 5 l -5 5 l -5 -5 z`} />
      </g>
    </svg>
  );
}

/** Only to draw: a picture has no cents. */
const sizeOf = (value: string): number => Number.parseFloat(value); // not money
const half = (most: string, part: number): string => String(sizeOf(most) * part);
const largest = (values: readonly string[]): string =>
  values.reduce((most, value) => (compare(value, most) > 0 ? value : most), '0');

const labelOf = (worth: Trial['worth'], gained: string, bought: string): string => {
  const share = worth === 'gifts' ? null : shareOf(gained, bought);
  return [shown(gained), ...(share === null ? [] : [`${round(share, 1)}%`])].join('  ');
};
/** The stair in words, for whoever does not see it. */
const spoken = ({ tiers, worthOf }: Trial): string =>
  tiers.map((tier) => say(texts.corner, { bought: shown(tier), worth: shown(worthOf(tier)) })).join('; ');
