import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import type { QuotedPromotions } from '#sales/model/order/quote.ts';
import type { OneSimulation } from '#sales/model/simulation/simulation.ts';
import { Explanation } from '#sales/web/promotion/promotion-panel.tsx';
import { toldByQuote } from '#sales/web/promotion/promotion-told.ts';
import { simulationTexts as texts } from './simulation-texts.ts';
import { moneyText } from './simulation-words.ts';

/** One order: its lines, what it gets with the activity and why, and what it would get without. */
export function OneAnswer({ answer }: { readonly answer: OneSimulation }): ReactNode {
  const { order, lines, costs, gave } = answer;
  return (
    <>
      <section className="card simulation-card" data-testid="simulation-one">
        <header className="simulation-head">
          <h2>{order.code ?? order.customerName}</h2>
          <span className="quiet">
            {[order.code === null ? '' : (order.customerName ?? ''), order.billDate]
              .filter((text) => text !== '')
              .join(' · ')}
          </span>
          <span className="simulation-head-right">
            <strong data-testid="simulation-worth">{say(texts.worth, { cost: moneyText(costs.cost) })}</strong>
            {gave !== null && <span className="quiet"> · {say(texts.gaveThen, { gave: moneyText(gave) })}</span>}
          </span>
        </header>
        <div className="simulation-scroll">
          <table className="plain-table simulation-table">
            <thead>
              <tr>
                <th>{say(texts.product)}</th>
                <th className="number">{say(texts.number)}</th>
                <th className="number">{say(texts.amount)}</th>
                <th className="number">{say(texts.off)}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ lineNo, productCode, productName, number, amount, off }) => (
                <tr key={lineNo}>
                  <td className="simulation-cut" title={productName}>
                    {productCode} {productName}
                  </td>
                  <td className="number">{number}</td>
                  <td className="number">{moneyText(amount)}</td>
                  <td className="number">
                    <strong>{moneyText(off)}</strong>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <div className="simulation-row simulation-halves">
        <Half title={say(texts.withIt)} promotions={answer.with} />
        <Half title={say(texts.withoutIt)} promotions={answer.without} />
      </div>
      <p className="simulation-foot">{say(texts.unknowable)}</p>
    </>
  );
}

const Half = ({
  title,
  promotions,
}: {
  readonly title: string;
  readonly promotions: QuotedPromotions | null;
}): ReactNode => (
  <section className="card simulation-card">
    <header className="simulation-head">
      <h2>{title}</h2>
    </header>
    <div className="simulation-told">
      <Explanation told={promotions === null ? null : toldByQuote(promotions)} line={null} />
    </div>
  </section>
);
