import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { decimalPattern, minus } from '#platform/model/decimal.ts';
import { price as priceField } from '#platform/model/field.ts';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { partsOf, type LineSum } from './line-parts.ts';
import { moneyText, piecesText } from './promotion-told.ts';
import { promotionTexts } from './promotion-texts.ts';
import './line-sum.css';

/** From what the goods of a line cost to what is paid for them. */
export const LineSumCard = ({ sum, children }: { readonly sum: LineSum; readonly children: ReactNode }): ReactNode => (
  <Popover open placement="bottomRight" content={<Sum sum={sum} />}>
    {children}
  </Popover>
);

const price = priceField(promotionTexts.listed);
function Sum({
  sum: { lineNo, number, price: each, amount, off, trace, names },
}: {
  readonly sum: LineSum;
}): ReactNode {
  const paid = minus(amount, off);
  const isKnown = decimalPattern.test(number) && decimalPattern.test(each);
  return (
    <table className="line-sum" data-testid="line-sum">
      <caption>
        <b>{say(promotionTexts.sumOf, { line: lineNo, amount: moneyText(paid) })}</b>
        <span className="quiet">{say(promotionTexts.sumKeys)}</span>
      </caption>
      <tbody>
        <tr>
          <td>{say(promotionTexts.listed)}</td>
          <td>{isKnown && `${piecesText(number)} × ${measureText(each, price)}`}</td>
          <td>{moneyText(amount)}</td>
        </tr>
        {partsOf(trace, names, lineNo).map((part) => (
          <tr key={`${part.seq} ${part.given ?? ''}`} data-part>
            <td colSpan={2}>{part.name}</td>
            <td className="promo-good">
              {part.off === null
                ? say(promotionTexts.gives, { number: piecesText(part.given ?? '0') })
                : `−${moneyText(part.off)}`}
            </td>
          </tr>
        ))}
        <tr className="line-sum-paid">
          <td colSpan={2}>{say(promotionTexts.paid)}</td>
          <td>{moneyText(paid)}</td>
        </tr>
      </tbody>
    </table>
  );
}
