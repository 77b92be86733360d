import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { compare, grouped } from '#platform/model/decimal.ts';
import { StatusTag } from '#platform/web/cell/cell.tsx';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { say } from '#platform/web/text/language.ts';
import type { CockpitOrder, CockpitPromotion } from '#report/model/cockpit.ts';
import { cockpitTexts as texts } from './cockpit-texts.ts';
import { inTenThousands, partOf } from './money.ts';
import { Lead, Part } from './part.tsx';

/** The activity that brings the most in these days. */
export function PromotionCard({ promotion }: { readonly promotion: CockpitPromotion | null }): ReactNode {
  if (promotion === null) return <Part name="promotion" title={say(texts.promotion)} isLocked />;
  const { name, startDate, endDate, budget, spent, sales, orders, costRate, running, to } = promotion;
  return (
    <Part
      name="promotion"
      title={say(texts.promotion)}
      aside={
        <Lead to={to}>
          {say(texts.running, { n: running })} <i aria-hidden>›</i>
        </Lead>
      }
    >
      {name === null ? (
        <p className="cockpit-nothing">{say(texts.noPromotion)}</p>
      ) : (
        <div className="cockpit-promotion">
          <strong title={name}>{name}</strong>
          <span className="quiet cockpit-second">{startDate === null ? '' : `${startDate} ~ ${endDate ?? ''}`}</span>
          <dl>
            <Fact label={say(texts.promoSales)} value={`${inTenThousands(sales)} ${say(texts.unit)}`} />
            <Fact label={say(texts.promoOrders)} value={grouped(orders, 0)} />
            <Fact label={say(texts.costRate)} value={costRate === null ? '—' : `${grouped(costRate, 1)}%`} />
          </dl>
          {budget !== null && compare(budget, '0') > 0 && (
            <>
              <span>{say(texts.budget, { spent: inTenThousands(spent), budget: inTenThousands(budget) })}</span>
              <span className="cockpit-bullet" aria-hidden>
                <i style={{ width: `${partOf(spent, budget)}%` }} />
              </span>
            </>
          )}
        </div>
      )}
    </Part>
  );
}

const Fact = ({ label, value }: { readonly label: string; readonly value: string }): ReactNode => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

/** The latest twenty, as they come in. */
export function LatestOrders({ orders }: { readonly orders: readonly CockpitOrder[] | null }): ReactNode {
  if (orders === null) return <Part name="latest" title={say(texts.latest)} isLocked />;
  return (
    <Part name="latest" title={say(texts.latest)}>
      <ul className="cockpit-orders">
        {orders.map(({ id, code, customerName, amount, time, status: { label, tone } }) => (
          <li key={id} data-order={code}>
            <span className="quiet">{timeText(time)}</span>
            <span className="cockpit-rank-name" title={`${code} ${customerName ?? ''}`}>
              {customerName ?? code}
            </span>
            <RecordLink noun={{ name: 'order:order', url: 'order/order' }} id={id}>
              <b>{grouped(amount, 2)}</b>
            </RecordLink>
            <span className="cockpit-second">{tone === null ? label : <StatusTag tone={tone}>{label}</StatusTag>}</span>
          </li>
        ))}
      </ul>
      {orders.length === 0 && <p className="cockpit-nothing">{say(texts.nothing)}</p>}
    </Part>
  );
}

/** Today by the hour, what is older by its day. */
const timeText = (time: string): string => {
  const at = dayjs(time);
  return at.isSame(dayjs(), 'day') ? at.format('HH:mm') : at.format('MM-DD');
};
