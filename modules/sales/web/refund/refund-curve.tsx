import type { ReactNode } from 'react';
import { compare, isZero, plus, round } from '#platform/model/decimal.ts';
import { say } from '#platform/web/text/language.ts';
import { dropsAt, net, type CurvePoint } from '#sales/model/refund/refund-curve.ts';
import { moneyText } from '#sales/web/promotion/promotion-told.ts';
import { refundTexts } from './refund-texts.ts';
import './refund.css';

interface Props {
  readonly curve: readonly CurvePoint[];
  readonly name: string;
  readonly chosen: string;
  /** Where it can be changed: a bar chooses its number. */
  readonly onChoose?: (number: string) => void;
}

/** What each number of pieces would give back: where a tier is lost, one piece more gives back less. */
export function RefundCurve({ curve, name, chosen, onChoose }: Props): ReactNode {
  if (curve.length < 2) return null;
  const values = curve.map((point) => Number(net(point))); // not money: heights of bars
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const scale = high === low ? 0 : 100 / (high - low);
  return (
    <section className="refund-curve" data-testid="refund-curve">
      <h4>{say(refundTexts.curve, { name })}</h4>
      <ol>
        {curve.map((point, at) => {
          const value = values[at] ?? 0;
          const isChosen = compare(point.number, isZero(chosen) ? '0' : chosen) === 0;
          const isDrop = dropsAt(curve, at);
          const told = say(refundTexts.curvePoint, { number: plus(point.number), amount: moneyText(net(point)) });
          const bar = (
            <>
              <span className="refund-figure">{moneyText(round(net(point), 0)).replace(/\.00$/, '')}</span>
              <span className="refund-way">
                <span
                  style={{
                    bottom: `${(Math.min(0, value) - low) * scale}%`,
                    height: `${Math.abs(value) * scale}%`,
                  }}
                />
              </span>
              <span className="refund-label">{plus(point.number)}</span>
            </>
          );
          return (
            <li key={point.number} data-chosen={isChosen || undefined} data-drop={isDrop || undefined} title={told}>
              {onChoose === undefined ? (
                <span className="refund-bar">{bar}</span>
              ) : (
                <button
                  type="button"
                  className="refund-bar"
                  aria-label={told}
                  aria-pressed={isChosen}
                  onClick={() => {
                    onChoose(plus(point.number));
                  }}
                >
                  {bar}
                </button>
              )}
            </li>
          );
        })}
      </ol>
      {curve.some((_, at) => dropsAt(curve, at)) && <p className="quiet">{say(refundTexts.curveDrop)}</p>}
    </section>
  );
}
