import { GiftOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { compare } from '#platform/model/decimal.ts';
import { amount as amountField, quantity } from '#platform/model/field.ts';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import type { QuotedGift } from '#sales/model/order/quote.ts';
import { promotionTexts } from './promotion-texts.ts';
import './promotion-strip.css';

const number = quantity(promotionTexts.given);
const amount = amountField(promotionTexts.given);

/** Lines that a save will add, right below those that are written: nobody edits them. */
export function GivenStrip({ given }: { readonly given: readonly QuotedGift[] }): ReactNode {
  if (given.length === 0) return null;
  return (
    <ul className="given-strip" data-testid="given" aria-label={say(promotionTexts.given)}>
      {given.map((gift, at) => (
        <li key={at} data-given={gift.productCode}>
          <GiftOutlined />
          <span>{gift.productCode}</span>
          <b>{say(promotionTexts.gift, { name: gift.productName, number: measureText(gift.number, number) })}</b>
          {compare(gift.amount, '0') > 0 && <span>{measureText(gift.amount, amount)}</span>}
          {gift.sources[0] !== undefined && (
            <span className="quiet">{say(promotionTexts.withLine, { line: gift.sources[0] })}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
