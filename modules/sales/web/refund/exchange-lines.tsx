import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { compare, minus } from '#platform/model/decimal.ts';
import { spokenLabel } from '#platform/model/field.ts';
import { cents } from '#platform/model/share.ts';
import { openPicker } from '#platform/web/field/open-picker.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt } from '#platform/web/value/row.ts';
import { material } from '#data/model/goods/material.ts';
import type { ExchangeQuote, RefundQuote } from '#sales/model/refund/refund-record.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { moneyText } from '#sales/web/promotion/promotion-told.ts';
import { refundTexts } from './refund-texts.ts';
import './refund.css';

/** Goods that go out in an exchange, as they are chosen. */
export interface NewGoods {
  readonly productCode: string;
  readonly productName: string;
  readonly unit: string;
  readonly number: string;
}

interface Props {
  readonly goods: readonly NewGoods[];
  readonly quote: ExchangeQuote | null;
  readonly onChange: (goods: readonly NewGoods[]) => void;
}

/** What goes out for goods that come back, and what that leaves to be paid. */
export const ExchangePart = ({
  goods,
  data,
  onChange,
}: Pick<Props, 'goods' | 'onChange'> & { readonly data: RefundQuote | undefined }): ReactNode => (
  <>
    <NewLines goods={goods} quote={data?.exchange ?? null} onChange={onChange} />
    {data?.exchange != null && data.record !== null && (
      <ExchangeSum newAmount={data.exchange.newAmount} backAmount={data.record.refund} />
    )}
  </>
);

function NewLines({ goods, quote, onChange }: Props): ReactNode {
  const pick = async (): Promise<void> => {
    const rows = (await openPicker(material, {})) ?? [];
    const known = new Set(goods.map(({ productCode }) => productCode));
    onChange([
      ...goods,
      ...rows
        .filter((row) => !known.has(textAt(row, 'code')))
        .map((row) => ({
          productCode: textAt(row, 'code'),
          productName: textAt(row, 'name'),
          unit: textAt(row, 'mainUnitName'),
          number: '1',
        })),
    ]);
  };
  return (
    <section className="exchange-goods" data-testid="exchange-goods">
      <header>
        <h3>{say(refundTexts.newGoods)}</h3>
        <Button size="small" data-testid="pick-new" onClick={() => void pick()}>
          {say(refundTexts.pick)}
        </Button>
      </header>
      {goods.length === 0 ? (
        <p className="quiet">{say(refundTexts.noGoods)}</p>
      ) : (
        <NewTable goods={goods} quote={quote} onChange={onChange} />
      )}
      {quote?.refusals.map((text) => (
        <p key={text} className="exchange-refused" role="alert">
          {text}
        </p>
      ))}
    </section>
  );
}

function NewTable({ goods, quote, onChange }: Props): ReactNode {
  const costs = Map.groupBy(quote?.lines ?? [], ({ productCode }) => productCode);
  return (
    <div className="return-lines">
      <table className="sign-lines">
        <thead>
          <tr>
            <th>{say(spokenLabel(refund.lines.productCode))}</th>
            <th className="number">{say(refundTexts.amount)}</th>
            <th>{say(refundTexts.out)}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {goods.map(({ productCode, productName, unit, number }, at) => (
            <tr key={productCode} data-product={productCode}>
              <td>
                <span className="sign-product">{productName}</span>
                <span className="sign-code">{productCode}</span>
              </td>
              <td className="number">
                {(costs.get(productCode) ?? []).map(({ amount, isReplaced }) => (
                  <span key={String(isReplaced)} className="exchange-cost">
                    {isReplaced && <span className="return-gift">{say(refundTexts.replaced)}</span>}
                    {moneyText(amount)}
                  </span>
                ))}
              </td>
              <td className="exchange-number">
                <Input
                  size="small"
                  inputMode="decimal"
                  suffix={unit}
                  aria-label={`${productCode} ${say(refundTexts.out)}`}
                  value={number}
                  onChange={({ target }) => {
                    onChange(goods.map((each, i) => (i === at ? { ...each, number: target.value.trim() } : each)));
                  }}
                />
              </td>
              <td>
                <Button
                  size="small"
                  type="link"
                  onClick={() => {
                    onChange(goods.filter((_, i) => i !== at));
                  }}
                >
                  {say(refundTexts.remove)}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What goes out, what comes back, and what is to be paid of it or stays with the customer. */
export function ExchangeSum({
  newAmount,
  backAmount,
}: {
  readonly newAmount: string;
  readonly backAmount: string;
}): ReactNode {
  const rest = cents(minus(newAmount, backAmount));
  const way = compare(rest, '0');
  return (
    <div className="exchange-sum" data-testid="exchange-sum">
      <dl>
        <div>
          <dt>{say(refundTexts.newAmount)}</dt>
          <dd data-testid="exchange-new">{moneyText(newAmount)}</dd>
        </div>
        <div>
          <dt>{say(refundTexts.backAmount)}</dt>
          <dd data-testid="exchange-back">{moneyText(backAmount)}</dd>
        </div>
        <div data-rest>
          <dt>{say(way > 0 ? refundTexts.toPay : way < 0 ? refundTexts.stays : refundTexts.even)}</dt>
          <dd data-testid="exchange-rest">{moneyText(way < 0 ? cents(minus(backAmount, newAmount)) : rest)}</dd>
        </div>
      </dl>
      <p className="refund-note">{say(refundTexts.payNote)}</p>
    </div>
  );
}
