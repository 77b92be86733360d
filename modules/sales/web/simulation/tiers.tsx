import { BulbFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { isZero } from '#platform/model/decimal.ts';
import { say } from '#platform/web/text/language.ts';
import type { NamedRule, Tier } from '#sales/model/simulation/simulation.ts';
import { simulationTexts as texts } from './simulation-texts.ts';
import { countText, moneyText, tierText } from './simulation-words.ts';

interface TiersProps {
  readonly tiers: readonly Tier[];
  readonly rules: readonly NamedRule[];
  readonly near: number;
}

/** Only drawn. */
const drawn = (sales: string): number => Number(sales); // not money
const widthOf = (sales: string, most: number): string => `${(drawn(sales) / most) * 100}%`;

/** Where orders fall: a table whose bars show the sales behind each tier. */
export function Tiers({ tiers, rules, near }: TiersProps): ReactNode {
  const most = Math.max(1, ...tiers.map(({ sales }) => drawn(sales)));
  return (
    <section className="card simulation-card" data-chart="tiers">
      <header className="simulation-head">
        <h2>{say(texts.tiers)}</h2>
        <span className="quiet">{say(texts.tiersBy)}</span>
        {near > 0 && (
          <span className="simulation-head-right">
            <BulbFilled className="simulation-warn" /> {say(texts.nearOf, { count: countText(near) })}
          </span>
        )}
      </header>
      <div className="simulation-tier-room">
        <table className="simulation-tiers">
          <thead className="simulation-unseen">
            <tr>
              {[texts.tier, texts.count, texts.sales, texts.sales, texts.costs, texts.ratio].map((label, at) => (
                <th key={at}>{say(label)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tiers.map(({ ruleNo, orders, sales, cost, ratio }) => (
              <tr key={ruleNo ?? 'below'} data-tier={ruleNo ?? 'below'}>
                <td title={tierText(rules, ruleNo)}>{tierText(rules, ruleNo)}</td>
                <td className="number">
                  {countText(orders)} {say(texts.orders)}
                </td>
                <td className="simulation-bar-cell" aria-hidden>
                  <i className={ruleNo === null ? 'simulation-below' : ''} style={{ width: widthOf(sales, most) }} />
                </td>
                <td className="number">{moneyText(sales)}</td>
                <td className="number">
                  <strong>{isZero(cost) ? moneyText(cost) : `−${moneyText(cost)}`}</strong>
                </td>
                <td className="number quiet">{ratio === null || isZero(cost) ? '—' : `${ratio}%`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
