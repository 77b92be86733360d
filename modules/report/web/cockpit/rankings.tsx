import type { ReactNode } from 'react';
import { grouped, plus } from '#platform/model/decimal.ts';
import { say } from '#platform/web/text/language.ts';
import type { CockpitAgeing, CockpitCredit, CockpitRows } from '#report/model/cockpit.ts';
import { growthOf } from '#report/web/shown/figure-text.ts';
import { Growth } from '#report/web/shown/growth.tsx';
import { cockpitTexts as texts } from './cockpit-texts.ts';
import { inTenThousands, partOf, shareText } from './money.ts';
import { Lead, Part } from './part.tsx';

const Nothing = (): ReactNode => <p className="cockpit-nothing">{say(texts.nothing)}</p>;

interface RankingProps {
  readonly name: 'topCustomers' | 'topProducts';
  readonly ranking: CockpitRows | null;
}

/** The greatest ten, with their share of all. */
export function Ranking({ name, ranking }: RankingProps): ReactNode {
  if (ranking === null) return <Part name={name} title={say(texts[name])} isLocked />;
  const { rows, sum, to } = ranking;
  const top = rows.reduce((total, { now }) => plus(total, now ?? '0'), '0');
  return (
    <Part
      name={name}
      title={say(texts[name])}
      unit={say(texts.unit)}
      aside={<span className="quiet">{say(texts.ofAll, { value: shareText(top, sum) })}</span>}
    >
      {rows.length === 0 && <Nothing />}
      <ol className="cockpit-ranks">
        {rows.map((row, at) => (
          <li key={row.key} data-rank={row.key}>
            <Lead to={to} row={row}>
              <span className="quiet">{at + 1}</span>
              <span className="cockpit-rank-name" title={row.name ?? row.key ?? ''}>
                {row.name ?? row.key ?? say(texts.none)}
              </span>
              <span className="cockpit-rank-bar">
                <i style={{ width: `${partOf(row.now, rows[0]?.now ?? null)}%` }} />
              </span>
              <b>{inTenThousands(row.now)}</b>
              <Growth value={growthOf(row.now, row.before)} />
            </Lead>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** One bar of a hundred percent and a list: five slices of a pie cannot be compared. */
export function Channels({ channels }: { readonly channels: CockpitRows | null }): ReactNode {
  if (channels === null) return <Part name="channels" title={say(texts.channels)} isLocked />;
  const { rows, sum, to } = channels;
  return (
    <Part name="channels" title={say(texts.channels)} unit={say(texts.unit)}>
      <div className="cockpit-whole" aria-hidden>
        {rows.map(({ key, now }, at) => (
          <i key={key} data-part={at} style={{ flexGrow: partOf(now, sum) }} />
        ))}
      </div>
      {rows.length === 0 && <Nothing />}
      <ul className="cockpit-shares">
        {rows.map((row, at) => (
          <li key={row.key}>
            <Lead to={to} row={row}>
              <i data-part={at} />
              <span className="cockpit-rank-name">{row.name ?? row.key ?? say(texts.none)}</span>
              <b>{shareText(row.now, sum)}%</b>
              <span>{inTenThousands(row.now)}</span>
              <Growth value={growthOf(row.now, row.before)} />
            </Lead>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const ages = [texts.age0, texts.age1, texts.age2, texts.age3] as const;

export function Ageing({ ageing }: { readonly ageing: CockpitAgeing | null }): ReactNode {
  if (ageing === null) return <Part name="ageing" title={say(texts.ageing)} isLocked />;
  const { numbers, sum, to } = ageing;
  return (
    <Part name="ageing" title={say(texts.ageing)} unit={say(texts.piece)}>
      <ul className="cockpit-ages">
        {ages.map((label, at) => (
          <li key={label[2]} data-age={at}>
            <Lead to={to}>
              <span>{say(label)}</span>
              <span className="cockpit-rank-bar">
                <i style={{ width: `${partOf(numbers[at] ?? '0', sum)}%`, background: `var(--age-${at})` }} />
              </span>
              <b>{grouped(numbers[at] ?? '0', 0)}</b>
              <span className="quiet">{shareText(numbers[at] ?? '0', sum)}%</span>
            </Lead>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function Credit({ credit }: { readonly credit: CockpitCredit | null }): ReactNode {
  if (credit === null) return <Part name="credit" title={say(texts.credit)} isLocked />;
  const { usage, limit, near, over, to } = credit;
  return (
    <Part name="credit" title={say(texts.credit)}>
      <Lead to={to}>
        <span className="cockpit-credit">
          <strong>{usage === null ? '—' : `${grouped(usage, 1)}%`}</strong>
          <span className="quiet">{say(texts.limit, { value: inTenThousands(limit) })}</span>
        </span>
        <span className="cockpit-bullet" aria-hidden>
          <i style={{ width: `${partOf(usage, '100')}%` }} />
          <em style={{ left: '85%' }} />
        </span>
        <span className="cockpit-credit">
          <span className={near > 0 ? 'cockpit-warn' : 'quiet'}>▲ {say(texts.near, { n: near })}</span>
          <span className={over > 0 ? 'cockpit-bad' : 'quiet'}>■ {say(texts.over, { n: over })}</span>
        </span>
      </Lead>
    </Part>
  );
}
