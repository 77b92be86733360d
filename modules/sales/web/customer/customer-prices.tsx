import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { compare, minus } from '#platform/model/decimal.ts';
import { useCan } from '#platform/web/api/me.ts';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import type { Row } from '#platform/web/value/row.ts';
import type { QuotedLine } from '#sales/model/order/quote.ts';
import { stepText } from '#sales/web/order/price-trace.tsx';
import { sectionQueries } from './customer-queries.ts';
import { customerTexts as texts } from './customer-texts.ts';
import { DrawerSection } from './section.tsx';
import { shareOf } from './share.ts';

const priceField = { measure: 'price' } as const;
const pieces = { measure: 'quantity' } as const;

interface PricesProps {
  readonly code: string;
  readonly head: Row | undefined;
  readonly most: number;
}

/** What he usually buys, what he paid last, what it costs him now and why. */
export function Prices({ code, head, most }: PricesProps): ReactNode {
  const can = useCan();
  const may = can('order:order:page') && (can('order:order:view') || can('order:order:save'));
  const asked = sectionQueries.prices(code, head);
  const query = useQuery({ ...asked, enabled: may && asked.enabled });
  if (!may) return null;
  return (
    <DrawerSection name="prices" title={say(texts.usual)} query={query} rows={4}>
      {(goods) =>
        goods.length === 0 ? (
          <p className="quiet">{say(texts.nothing)}</p>
        ) : (
          <table className="customer-prices">
            <thead>
              <tr>
                <th>{say(texts.product)}</th>
                <th className="number">{say(texts.ninetyDays)}</th>
                <th className="number">{say(texts.lastPrice)}</th>
                <th className="number">{say(texts.priceNow)}</th>
                <th aria-hidden />
                <th>{say(texts.why)}</th>
              </tr>
            </thead>
            <tbody>
              {goods.slice(0, most).map(({ good, quoted }) => (
                <tr key={good.productCode}>
                  <td className="customer-product" title={good.productCode}>
                    {good.productName ?? good.productCode}
                  </td>
                  <td className="number">
                    {measureText(good.number, pieces)} {good.unitName}
                  </td>
                  <td className="number">
                    {quoted?.lastPrice == null ? '–' : measureText(quoted.lastPrice, priceField)}
                  </td>
                  <td className="number">
                    <b>{quoted?.price == null ? '–' : measureText(quoted.price, priceField)}</b>
                  </td>
                  <td className="quiet">{changeOf(quoted)}</td>
                  <td className="customer-why" title={whyLong(quoted)}>
                    {whyShort(quoted)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </DrawerSection>
  );
}

function changeOf(quoted: QuotedLine | undefined): string {
  if (quoted?.price == null || quoted.lastPrice === null || compare(quoted.lastPrice, '0') <= 0) return '';
  const change = shareOf(minus(quoted.price, quoted.lastPrice), quoted.lastPrice) * 100;
  return Math.abs(change) < 0.05 ? '' : `${change < 0 ? '↓' : '↑'} ${Math.abs(change).toFixed(1)}%`;
}

/** The step that decided, by the name that people gave it. */
function whyShort(quoted: QuotedLine | undefined): string {
  if (quoted?.price == null) return say(texts.unpriced);
  const step = quoted.trace.find(({ kind }) => kind === 'strategy' || kind === 'benchmark');
  if (step?.kind === 'strategy') return quoted.names[step.strategy] ?? step.strategy;
  if (step?.kind === 'benchmark') return say(texts.benchmark);
  return '';
}

const whyLong = (quoted: QuotedLine | undefined): string =>
  (quoted?.trace ?? []).map((step) => stepText(step, quoted?.names ?? {})).join('\n');
