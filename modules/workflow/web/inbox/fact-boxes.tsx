import { ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { ApprovalFact, Sentence } from '#platform/model/approval/facts.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { say } from '#platform/web/text/language.ts';
import { inboxTexts } from './inbox-texts.ts';

/** Figure, gauge, sentence: what somebody may not know has no box. */
export function FactBoxes({ facts }: { readonly facts: readonly ApprovalFact[] }): ReactNode {
  if (facts.length === 0) return null;
  return (
    <div className="facts" data-testid="facts">
      {facts.map((fact) => (
        <div key={fact.key} className="fact" data-fact={fact.key} data-tone={fact.tone}>
          <span className="fact-label">{fact.label}</span>
          <strong className={fact.tone === 'blocked' ? 'tone-blocked' : ''}>
            {fact.measure === undefined ? fact.value : measureText(fact.value, { measure: fact.measure })}
          </strong>
          {fact.gauge !== undefined && <Gauge gauge={fact.gauge} tone={fact.tone} />}
          <span className={`fact-note tone-${fact.tone}`}>{fact.note}</span>
        </div>
      ))}
    </div>
  );
}

const mostCells = 24;

function Gauge({ gauge, tone }: Required<Pick<ApprovalFact, 'gauge' | 'tone'>>): ReactNode {
  if ('cells' in gauge)
    return (
      <span className="gauge-cells" aria-hidden="true">
        {gauge.cells.slice(0, mostCells).map((cell, at) => (
          <i key={at} className={cell === 'plain' ? '' : `fill-${cell}`} />
        ))}
      </span>
    );
  return (
    <span className="gauge" aria-hidden="true">
      <i className={`fill-${tone}`} style={{ width: `${Math.round(gauge.share * 100)}%` }} />
      {gauge.mark !== undefined && <b style={{ left: `${Math.round(gauge.mark * 100)}%` }} />}
    </span>
  );
}

/** In sentences; without one the box is absent. */
export function Unusual({ sentences }: { readonly sentences: readonly Sentence[] }): ReactNode {
  if (sentences.length === 0) return null;
  return (
    <section className="unusual" data-testid="unusual">
      <h3>{say(inboxTexts.unusual, { n: sentences.length })}</h3>
      <ul>
        {sentences.slice(0, mostSentences).map(({ tone, parts }, at) => (
          <li key={at}>
            {tone === 'plain' ? (
              <InfoCircleFilled className="quiet" />
            ) : (
              <ExclamationCircleFilled className={`tone-${tone}`} />
            )}
            <span>
              {parts.map(({ text, isFigure }, part) =>
                isFigure === true ? <strong key={part}>{text}</strong> : <span key={part}>{text}</span>,
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
const mostSentences = 8;
