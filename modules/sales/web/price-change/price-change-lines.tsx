import type { ReactNode } from 'react';
import { compare } from '#platform/model/decimal.ts';
import { price as priceField } from '#platform/model/field.ts';
import { post } from '#platform/web/api/client.ts';
import { openNarrowed } from '#platform/web/narrowing/list-opening.ts';
import type { LiveAnswer, LiveLine, LiveLines } from '#platform/web/registry/live-lines.ts';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { LineImpact, PriceImpact } from '#sales/model/price-impact.ts';
import { priceChangeTexts } from './price-change-texts.ts';
import './price-change.css';

const price = priceField(priceChangeTexts.difference);

/** What a new price changes: against the one in force, the cost, and orders that are not approved yet. */
export const priceChangeLines: LiveLines = {
  headKeys: ['organizeCode', 'effectiveDate'],
  lineKeys: ['id', 'productCode', 'priceClassCode', 'newPrice'],
  ask,
  isAskedInRead: true,
  filledIn: () => ({}),
  // What a price changes is seen without scrolling on a small laptop, too.
  yielding: ['spec', 'mainUnitName', 'floorPrice', 'remark'],
  yieldingInRead: ['productCode'],
  columns: [
    {
      // While it is written; what is only read has the price that was kept.
      key: '$oldPrice',
      label: priceChangeTexts.oldPrice,
      after: 'priceClassCode',
      width: 98,
      align: 'right',
      textOf: (_row, facts) => oldPriceText(impactIn(facts)),
      render: (_row, facts) => oldPriceText(impactIn(facts)),
    },
    {
      key: '$difference',
      label: priceChangeTexts.difference,
      after: 'newPrice',
      width: 128,
      align: 'right',
      isInRead: true,
      textOf: (_row, facts) => differenceText(impactIn(facts)),
      render: (_row, facts) => <Difference impact={impactIn(facts)} />,
    },
    {
      key: '$margin',
      label: priceChangeTexts.margin,
      after: '$difference',
      width: 72,
      align: 'right',
      isInRead: true,
      textOf: (_row, facts) => marginText(impactIn(facts)),
      render: (_row, facts) => <Margin impact={impactIn(facts)} />,
    },
    {
      key: '$orders',
      label: priceChangeTexts.orders,
      after: '$margin',
      width: 104,
      align: 'right',
      isInRead: true,
      textOf: (_row, facts) => String(impactIn(facts)?.orders?.count ?? ''),
      render: (row, facts) => <Orders row={row} impact={impactIn(facts)} />,
      open: (row, facts) => showOrders(row, impactIn(facts)),
    },
  ],
};

async function ask(head: Row, lines: readonly Row[]): Promise<LiveAnswer> {
  const { lines: told } = await post<PriceImpact>(
    '/channelsale/price/change/impact',
    { ...head, lines },
    { isSilent: true },
  );
  return {
    lines: lines.map((_line, at): LiveLine => {
      const impact = told[at];
      return { fills: {}, follows: impact === undefined ? {} : { oldPrice: impact.oldPrice }, facts: impact };
    }),
  };
}

const impactIn = (facts: unknown): LineImpact | undefined => facts as LineImpact | undefined;

const signed = (figure: string, text: string): string => (compare(figure, '0') > 0 ? `+${text}` : text);
const oldPriceText = (impact: LineImpact | undefined): string =>
  impact?.oldPrice == null ? '' : measureText(impact.oldPrice, price);
function differenceText(impact: LineImpact | undefined): string {
  if (impact?.difference == null) return '';
  const amount = signed(impact.difference, measureText(impact.difference, price));
  return impact.percent === null ? amount : `${amount} (${signed(impact.percent, impact.percent)}%)`;
}
const marginText = (impact: LineImpact | undefined): string => (impact?.margin == null ? '' : `${impact.margin}%`);

/** A price that falls is looked at; colour alone says nothing, the sign does. */
function Difference({ impact }: { readonly impact: LineImpact | undefined }): ReactNode {
  const isDown = impact?.difference != null && compare(impact.difference, '0') < 0;
  return <span className={isDown ? 'price-falls' : ''}>{differenceText(impact)}</span>;
}

function Margin({ impact }: { readonly impact: LineImpact | undefined }): ReactNode {
  const isLoss = impact?.margin != null && compare(impact.margin, '0') < 0;
  return <span className={isLoss ? 'price-loses' : ''}>{marginText(impact)}</span>;
}

function Orders({ row, impact }: { readonly row: Row; readonly impact: LineImpact | undefined }): ReactNode {
  const count = impact?.orders?.count ?? 0;
  if (count === 0) return <span className="quiet">{impact?.orders === undefined ? '' : '0'}</span>;
  return (
    <button
      type="button"
      className="grid-link"
      tabIndex={-1}
      title={say(priceChangeTexts.showOrders, { count })}
      onClick={() => showOrders(row, impact)}
    >
      {count}
    </button>
  );
}

function showOrders(row: Row, impact: LineImpact | undefined): boolean {
  const codes = impact?.orders?.codes ?? [];
  if (codes.length === 0) return false;
  const product = textAt(row, 'productName') || textAt(row, 'productCode');
  openNarrowed('order-order', {
    label: say(priceChangeTexts.ordersOf, { product }),
    filters: { codes: codes.join(',') },
  });
  return true;
}
