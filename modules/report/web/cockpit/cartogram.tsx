import { useState, type ReactNode } from 'react';
import { minus, plus } from '#platform/model/decimal.ts';
import { openList } from '#platform/web/narrowing/list-opening.ts';
import { say } from '#platform/web/text/language.ts';
import type { CockpitRow, CockpitRows } from '#report/model/cockpit.ts';
import { growthOf } from '#report/web/shown/figure-text.ts';
import { Growth } from '#report/web/shown/growth.tsx';
import { cockpitTexts as texts } from './cockpit-texts.ts';
import { drawn, inTenThousands, shareText } from './money.ts';
import { Part } from './part.tsx';
import { stepOf, stepsFor, tiles } from './tiles.ts';

/** Provinces as equal tiles, the darker the more was sold there. */
export function Cartogram({ provinces }: { readonly provinces: CockpitRows | null }): ReactNode {
  const [pointed, setPointed] = useState<string | null>(null);
  if (provinces === null) return <Part name="provinces" title={say(texts.provinces)} isLocked />;
  const known = new Map(provinces.rows.map((row) => [row.key ?? '', row]));
  const steps = stepsFor(Math.max(...tiles.map(({ code }) => drawn(known.get(code)?.now ?? null))));
  const inland = tiles.reduce((sum, { code }) => plus(sum, known.get(code)?.now ?? '0'), '0');
  const rest = minus(provinces.sum, inland);
  const shown = known.get(pointed ?? '') ?? provinces.rows.find(({ key }) => tiles.some(({ code }) => code === key));
  return (
    <Part
      name="provinces"
      title={say(texts.provinces)}
      unit={`${say(texts.unit)} · ${inTenThousands(provinces.sum)}`}
      aside={
        drawn(rest) !== 0 && <span className="quiet">{say(texts.elsewhere, { value: inTenThousands(rest) })}</span>
      }
    >
      <div className="cartogram">
        <div className="cartogram-told">
          {shown !== undefined && <Told row={shown} sum={provinces.sum} />}
          <Legend steps={steps} />
        </div>
        {tiles.map(({ code, row, column, label }) => {
          const found = known.get(code);
          const step = stepOf(drawn(found?.now ?? null), steps);
          return (
            <button
              key={code}
              type="button"
              data-province={code}
              data-step={step}
              disabled={found === undefined}
              style={{ gridRow: row, gridColumn: column }}
              aria-label={`${found?.name ?? say(label)} ${inTenThousands(found?.now ?? '0')}`}
              onPointerEnter={() => {
                setPointed(code);
              }}
              onFocus={() => {
                setPointed(code);
              }}
              onClick={() => {
                openList(provinces.to.page, { ...provinces.to.where, open: code, openName: found?.name ?? code });
              }}
            >
              <span>{say(label)}</span>
              <b>{found === undefined ? '' : short(drawn(found.now))}</b>
            </button>
          );
        })}
      </div>
    </Part>
  );
}

const short = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 1 : 0 });

/** The province that is pointed at, else the one that sells most. */
const Told = ({ row, sum }: { readonly row: CockpitRow; readonly sum: string }): ReactNode => (
  <p>
    <strong>{row.name ?? row.key}</strong> <b>{inTenThousands(row.now)}</b>{' '}
    <Growth value={growthOf(row.now, row.before)} />{' '}
    <span className="quiet">{say(texts.share, { value: shareText(row.now, sum) })}</span>
  </p>
);

const Legend = ({ steps }: { readonly steps: readonly number[] }): ReactNode => (
  <div className="cartogram-legend" aria-hidden>
    {[0, ...steps].map((from, at) => (
      <span key={from}>
        <i data-step={at + 1} />
        {at === 0 ? `<${short(steps[0] ?? 0)}` : short(from)}
      </span>
    ))}
  </div>
);
