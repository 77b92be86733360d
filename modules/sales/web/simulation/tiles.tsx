import { LockOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { fixed, over, times } from '#platform/model/decimal.ts';
import { say } from '#platform/web/text/language.ts';
import type { PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import { simulationTexts as texts } from './simulation-texts.ts';
import { countText, moneyText } from './simulation-words.ts';

interface TileProps {
  readonly name: string;
  readonly title: string;
  readonly figure: string;
  readonly unit: string;
  readonly about: ReactNode;
  readonly isWarning?: boolean;
}
function Tile({ name, title, figure, unit, about, isWarning = false }: TileProps): ReactNode {
  return (
    <div className="card simulation-tile" data-tile={name}>
      <h2>{title}</h2>
      <p className={isWarning ? 'simulation-figure simulation-warn' : 'simulation-figure'}>
        <strong>{figure}</strong> <small>{unit}</small>
      </p>
      <p className="simulation-about-figure">{about}</p>
    </div>
  );
}

/** What it costs, what of that is new, its share of sales, whom it reaches, and what must be sold to earn it back. */
export function Tiles({ answer }: { readonly answer: PeriodSimulation }): ReactNode {
  const { total, counted } = answer;
  const [off, gifts, credit] = [total.off, total.gifts, total.credit].map(moneyText);
  const part = fixed(times(over(String(total.orders), String(counted)), '100'), 1);
  return (
    <div className="simulation-tiles">
      <Tile
        name="cost"
        title={say(texts.cost)}
        figure={moneyText(total.cost)}
        unit={say(texts.yuan)}
        about={say(texts.costOf, { off, gifts, credit })}
      />
      <Tile
        name="net"
        title={say(texts.net)}
        figure={moneyText(total.net)}
        unit={say(texts.yuan)}
        about={say(texts.replacedOf, { replaced: moneyText(total.replaced) })}
      />
      <Tile
        name="ratio"
        title={say(texts.ratio)}
        figure={total.ratio ?? '—'}
        unit={total.ratio === null ? '' : '%'}
        about={say(texts.ratioOf, { sales: moneyText(total.sales) })}
      />
      <Tile
        name="orders"
        title={say(texts.touched)}
        figure={countText(total.orders)}
        unit={say(texts.orders)}
        about={say(texts.touchedOf, { customers: countText(total.customers), counted: countText(counted), part })}
      />
      <EvenTile {...answer} />
    </div>
  );
}

function EvenTile({ breakEven }: Pick<PeriodSimulation, 'breakEven'>): ReactNode {
  const common = { name: 'breakEven', title: say(texts.breakEven) };
  if (breakEven === undefined)
    return (
      <Tile
        {...common}
        figure="—"
        unit=""
        about={
          <>
            <LockOutlined /> {say(texts.costHidden)}
          </>
        }
      />
    );
  if (breakEven === null) return <Tile {...common} figure="—" unit="" about={say(texts.noCost)} />;
  const { extraSales, extraPercent, known } = breakEven;
  if (extraSales === null) return <Tile {...common} figure="—" unit="" isWarning about={say(texts.neverEven)} />;
  const sales = moneyText(extraSales);
  return (
    <Tile
      {...common}
      figure={`+${extraPercent ?? '0.0'}`}
      unit="%"
      isWarning
      about={known === '100.0' ? say(texts.breakEvenOf, { sales }) : say(texts.breakEvenPart, { sales, known })}
    />
  );
}
