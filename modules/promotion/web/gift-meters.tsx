import type { ReactNode } from 'react';
import { compare, isZero, minus, over, round, times } from '#platform/model/decimal.ts';
import { amount as amountField, quantity } from '#platform/model/field.ts';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { totalsOf, type GiftLimits, type GiftRow } from '#promotion/model/gift-choice.ts';
import { giftTexts as texts } from './promotion-texts.ts';

const number = quantity(texts.maxNumber);
const amount = amountField(texts.maxAmount);
export const piecesText = (value: string): string => measureText(value, number);
export const moneyText = (value: string): string => measureText(value, amount);

export const sumText = (rows: readonly GiftRow[]): string => {
  const totals = totalsOf(rows);
  return say(texts.sum, {
    kinds: rows.filter(({ isChosen }) => isChosen).length,
    number: piecesText(totals.number),
    amount: moneyText(totals.amount),
  });
};

export const limitsText = ({ maxNumber, maxAmount }: GiftLimits): string =>
  [
    ...(maxNumber === null ? [] : [say(texts.atMostPieces, { most: piecesText(maxNumber) })]),
    ...(maxAmount === null ? [] : [say(texts.atMostMoney, { most: moneyText(maxAmount) })]),
  ].join(' · ');

/** How much of what may be chosen was: beyond it the bar is full and red. */
export function Meters({ rows, of }: { readonly rows: readonly GiftRow[]; readonly of: GiftLimits }): ReactNode {
  const totals = totalsOf(rows);
  return (
    <div className="gift-meters">
      <Meter name="number" total={totals.number} most={of.maxNumber} shown={piecesText} />
      <Meter name="amount" total={totals.amount} most={of.maxAmount} shown={moneyText} />
    </div>
  );
}

interface MeterProps {
  readonly name: 'number' | 'amount';
  readonly total: string;
  readonly most: string | null;
  readonly shown: (value: string) => string;
}
function Meter({ name, total, most, shown }: MeterProps): ReactNode {
  const label = say(name === 'number' ? texts.maxNumber : texts.maxAmount);
  const isOver = most !== null && compare(total, most) > 0;
  const share = most === null ? null : isOver ? '100' : isZero(most) ? '0' : round(times(over(total, most), '100'), 2);
  return (
    <div className="gift-meter" data-meter={name} data-over={isOver ? '' : undefined}>
      <span>
        {label} <strong>{shown(total)}</strong> {most !== null && say(texts.most, { most: shown(most) })}
      </span>
      {most !== null && (
        <span className="gift-left">
          {isOver
            ? say(texts.over, { over: shown(minus(total, most)) })
            : say(texts.left, { left: shown(minus(most, total)) })}
        </span>
      )}
      {share !== null && (
        <span
          className="gift-bar"
          role="meter"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Number.parseFloat(share)} // not money
        >
          <span style={{ width: `${share}%` }} />
        </span>
      )}
    </div>
  );
}
