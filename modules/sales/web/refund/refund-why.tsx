import type { ReactNode } from 'react';
import { compare, isZero, minus } from '#platform/model/decimal.ts';
import { say } from '#platform/web/text/language.ts';
import type { RefundRecord } from '#sales/model/refund/refund-record.ts';
import { moneyText } from '#sales/web/promotion/promotion-told.ts';
import { backNumber, backShare, barsOf, giftCharge, keptLoss, keptPaid, type Bar } from './refund-told.ts';
import { refundTexts } from './refund-texts.ts';
import './refund.css';

interface WhyProps {
  readonly record: RefundRecord;
  readonly isEstimate?: boolean;
  /** Below a form: the figures and the reasons, without what is kept line by line. */
  readonly isShort?: boolean;
}
/** Some of the order is kept, and was reckoned again. */
export const hasKept = ({ basis, kept }: RefundRecord): boolean => basis === 'kept' && kept.length > 0;

export function RefundWhy({ record, isEstimate = false, isShort = false }: WhyProps): ReactNode {
  return (
    <div className="refund-why" data-testid="refund-why" data-short={isShort ? true : undefined}>
      <p className="refund-sum">
        <strong data-testid="refund-amount">{moneyText(record.refund)}</strong>
        {isEstimate && <span className="refund-mark">{say(refundTexts.estimate)}</span>}
        {record.basis === 'kept' && (
          <span>{say(refundTexts.sum, { position: moneyText(record.position), owed: moneyText(record.owed) })}</span>
        )}
      </p>
      <Bars bars={barsOf(record)} number={backNumber(record)} isLast={record.basis === 'last'} />
      <Steps record={record} />
      {!isShort && hasKept(record) && <KeptTable record={record} />}
      <p className="refund-note">{say(notes[record.basis])}</p>
    </div>
  );
}

const notes = {
  kept: refundTexts.note,
  share: refundTexts.shareBasis,
  unkept: refundTexts.unkeptBasis,
  last: refundTexts.lastBasis,
} as const;

const barTexts = {
  share: refundTexts.share,
  before: refundTexts.before,
  gifts: refundTexts.giftsKept,
  refund: refundTexts.refund,
  charged: refundTexts.charged,
} as const;

/** The way from what was paid for what comes back to what comes back of it. */
interface BarsProps {
  readonly bars: readonly Bar[];
  readonly number: string;
  /** At what the customer paid last: of which order the goods are nobody knows. */
  readonly isLast: boolean;
}
function Bars({ bars, number, isLast }: BarsProps): ReactNode {
  const ends = bars.flatMap(({ from, to }) => [Number(from), Number(to)]); // not money: heights of bars
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const scale = high === low ? 0 : 100 / (high - low);
  return (
    <ol className="refund-bars">
      {bars.map(({ key, amount, from, to }) => {
        const [a, b] = [Number(from), Number(to)]; // not money: heights of bars
        const text =
          key === 'kept'
            ? compare(amount, '0') < 0
              ? refundTexts.lost
              : refundTexts.gained
            : key === 'share' && isLast
              ? refundTexts.lastShare
              : barTexts[key];
        return (
          <li key={key} data-bar={key}>
            <span className="refund-figure">{moneyText(amount)}</span>
            <span className="refund-way">
              <span style={{ bottom: `${(Math.min(a, b) - low) * scale}%`, height: `${Math.abs(b - a) * scale}%` }} />
            </span>
            <span className="refund-label">{say(text, { number })}</span>
          </li>
        );
      })}
    </ol>
  );
}

function Steps({ record }: { readonly record: RefundRecord }): ReactNode {
  const { gifts, credit, points } = record;
  return (
    <ol className="refund-steps">
      <li>
        {say(record.basis === 'last' ? refundTexts.lastStep : refundTexts.backStep, {
          number: backNumber(record),
          amount: moneyText(backShare(record)),
        })}
        <p>
          {record.back
            .map(
              ({ productName, productCode, number, share }) =>
                `${productName ?? productCode} × ${number} = ${moneyText(share)}`,
            )
            .join('；')}
        </p>
      </li>
      {record.basis === 'kept' && !isZero(keptLoss(record)) && (
        <li>
          {say(refundTexts.keptStep, {
            owed: moneyText(minus(record.owed, giftCharge(record))),
            paid: moneyText(keptPaid(record)),
          })}
        </li>
      )}
      {gifts
        .filter(({ charge }) => !isZero(charge))
        .map(({ lineId, productName, productCode, had, earned, price, charge }) => (
          <li key={lineId}>
            {say(refundTexts.giftStep, {
              name: productName ?? productCode,
              number: minus(had, earned),
              price: moneyText(price),
              amount: moneyText(charge),
            })}
          </li>
        ))}
      {credit !== null && !isZero(credit.taken) && (
        <li>
          {say(refundTexts.creditStep, { granted: moneyText(credit.granted), taken: moneyText(credit.taken) })}
          {!isZero(credit.charged) && <p>{say(refundTexts.creditCharged, { amount: moneyText(credit.charged) })}</p>}
        </li>
      )}
      {points != null && !isZero(points.claw) && (
        <li data-testid="refund-points">
          {say(refundTexts.pointsStep, { earned: points.earned, earnable: points.earnable, claw: points.claw })}
          {!isZero(points.debt) && <p>{say(refundTexts.pointsOwed, { points: points.debt })}</p>}
        </li>
      )}
    </ol>
  );
}

function KeptTable({ record: { kept } }: { readonly record: RefundRecord }): ReactNode {
  return (
    <table className="plain-table refund-kept">
      <thead>
        <tr>
          <th>{say(refundTexts.kept)}</th>
          <th className="number" />
          <th className="number">{say(refundTexts.paid)}</th>
          <th className="number">{say(refundTexts.owed)}</th>
        </tr>
      </thead>
      <tbody>
        {kept.map(({ lineId, productName, productCode, number, paid, owed }) => (
          <tr key={lineId} data-changed={compare(paid, owed) === 0 ? undefined : true}>
            <td>{productName ?? productCode}</td>
            <td className="number">{number}</td>
            <td className="number">{moneyText(paid)}</td>
            <td className="number">{moneyText(owed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
