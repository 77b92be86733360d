import { LockOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { grouped } from '#platform/model/decimal.ts';
import { say } from '#platform/web/text/language.ts';
import type { CardKey, CockpitCard } from '#report/model/cockpit.ts';
import { growthOf } from '#report/web/shown/figure-text.ts';
import { Growth } from '#report/web/shown/growth.tsx';
import { cockpitTexts as texts } from './cockpit-texts.ts';
import { inTenThousands } from './money.ts';
import { Lead } from './part.tsx';

/** Sales, what waits, money and goods. */
const groups: readonly (readonly CardKey[])[] = [
  ['salesToday', 'sales', 'orders'],
  ['toApprove', 'toShip', 'toSign'],
  ['receivable', 'overdue', 'stock'],
];
const bad: ReadonlySet<CardKey> = new Set(['receivable', 'overdue', 'toApprove', 'toShip', 'toSign']);

export const CockpitTiles = ({ cards }: { readonly cards: readonly CockpitCard[] }): ReactNode => (
  <div className="cockpit-tiles">
    {groups.map((keys) => (
      <div key={keys[0]} className="cockpit-group">
        {cards
          .filter(({ key }) => keys.includes(key))
          .map((card) => (
            <Tile key={card.key} card={card} />
          ))}
      </div>
    ))}
  </div>
);

function Tile({ card }: { readonly card: CockpitCard }): ReactNode {
  const { key, value, to } = card;
  return (
    <div className="card cockpit-tile" data-card={key} data-value={value ?? ''}>
      {value === null || to === null ? (
        <>
          <span className="cockpit-tile-name">{say(texts[key])}</span>
          <span className="cockpit-locked">
            <LockOutlined /> {say(texts.locked)}
          </span>
        </>
      ) : (
        <Lead to={to}>
          <span className="cockpit-tile-name">
            {say(texts[key])}
            <i aria-hidden>›</i>
          </span>
          <Value card={card} value={value} />
          <span className="cockpit-tile-foot">
            {card.of !== null && (
              <>
                <Growth value={growthOf(value, card.before)} isBad={bad.has(key)} />
                <span>{say(card.of === 'year' ? texts.ofYear : texts.ofWeekday)}</span>
              </>
            )}
            <Beside card={card} />
          </span>
        </Lead>
      )}
    </div>
  );
}

function Value({ card: { key, kind }, value }: { readonly card: CockpitCard; readonly value: string }): ReactNode {
  const [text, unit] =
    kind === 'amount'
      ? [inTenThousands(value), texts.unit]
      : [grouped(value, 0), kind === 'count' ? texts.paper : texts.piece];
  return (
    <span className={key === 'overdue' && value !== '0' ? 'cockpit-value cockpit-bad' : 'cockpit-value'}>
      <strong>{text}</strong>
      <small>{say(unit)}</small>
    </span>
  );
}

/** A second figure, where there is room. */
function Beside({ card: { beside, of } }: { readonly card: CockpitCard }): ReactNode {
  if (beside === null) return null;
  const { key, value } = beside;
  const text = key === 'amount' || key === 'worth' ? inTenThousands(value) : value;
  return (
    <span className={of === null ? undefined : 'cockpit-second'}>
      {of === null ? '' : '· '}
      {say(texts[key], { value: text })}
    </span>
  );
}
