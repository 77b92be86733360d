import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import type { Document } from '#platform/model/document.ts';
import { useCan } from '#platform/web/api/me.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { saleBalance } from '#funds/model/sale-balance.ts';
import { delivery } from '#sales/model/delivery.ts';
import type { CustomerFigures } from '#sales/model/order/customer-figures.ts';
import { order } from '#sales/model/order/order.ts';
import { CustomerList } from './customer-list.tsx';
import { sectionQueries, unsigned } from './customer-queries.ts';
import { customerTexts as texts } from './customer-texts.ts';
import { DrawerSection } from './section.tsx';
import { shareOf } from './share.ts';

const money = { measure: 'amount' } as const;
const pieces = { measure: 'quantity' } as const;

interface BoxProps {
  readonly code: string;
  readonly onOpened: () => void;
}

/** This month, twelve months, and how long he takes to pay. */
export function FigureBoxes({ code, onOpened }: BoxProps): ReactNode {
  const can = useCan();
  const [mayOrders, mayMoney] = [can('order:order:page'), can('sale:balance:page')];
  const figures = useQuery({ ...sectionQueries.figures(code), enabled: mayOrders });
  if (!mayOrders && !mayMoney) return null;
  return (
    <div className="customer-figures">
      {mayOrders && (
        <>
          <DrawerSection name="month" title={say(texts.thisMonth)} query={figures} rows={1}>
            {(data) => <ThisMonth code={code} figures={data} onOpened={onOpened} />}
          </DrawerSection>
          <DrawerSection name="year" title={say(texts.twelveMonths)} query={figures} rows={1}>
            {({ months, today }) => (
              <>
                <CustomerList of={order} code={code} where={ordered(twelve(today)[0], today)} onOpened={onOpened}>
                  <b>{measureText(plus('0', ...months.map(({ amount }) => amount)), money)}</b>
                </CustomerList>
                <Spark
                  amounts={twelve(today).map((month) => months.find((each) => each.month === month)?.amount ?? '0')}
                />
              </>
            )}
          </DrawerSection>
        </>
      )}
      {mayMoney && <PayDays code={code} onOpened={onOpened} />}
    </div>
  );
}

/** Orders of the days that a figure counts: from the first of a month up to today. */
const ordered = (month: string | undefined, today: string): Row => ({
  billDateStart: `${month ?? today.slice(0, 7)}-01`,
  billDateEnd: today,
});

interface ThisMonthProps extends BoxProps {
  readonly figures: CustomerFigures;
}
function ThisMonth({ code, figures: { today, months }, onOpened }: ThisMonthProps): ReactNode {
  const [before = '', now = ''] = twelve(today).slice(-2);
  const amount = months.find(({ month }) => month === now)?.amount ?? '0';
  const earlier = months.find(({ month }) => month === before)?.amountToDay ?? '0';
  const change = compare(earlier, '0') > 0 ? shareOf(minus(amount, earlier), earlier) * 100 : null;
  return (
    <>
      <CustomerList of={order} code={code} where={ordered(now, today)} onOpened={onOpened}>
        <b>{measureText(amount, money)}</b>
      </CustomerList>
      <small className={change === null ? 'quiet' : change < 0 ? 'customer-down' : 'customer-up'}>
        {change === null
          ? say(texts.nothingBefore)
          : say(change < 0 ? texts.down : texts.up, { share: Math.abs(change).toFixed(1) })}
      </small>
    </>
  );
}

/** The last twelve months, yyyy-MM, up to that of the day. */
export function twelve(day: string): readonly string[] {
  const [year = 0, month = 0] = day.split('-').map((part) => Number.parseInt(part, 10));
  return Array.from({ length: 12 }, (_each, at) => {
    const index = year * 12 + month - 1 - (11 - at);
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  });
}

function Spark({ amounts }: { readonly amounts: readonly string[] }): ReactNode {
  const most = amounts.reduce((a, b) => (compare(a, b) < 0 ? b : a), '1');
  const points = amounts.map((amount, at) => `${(at * 160) / 11},${20 - Math.max(0, shareOf(amount, most)) * 18}`);
  return (
    <svg className="customer-spark" viewBox="0 0 160 22" preserveAspectRatio="none" aria-hidden>
      <polyline points={points.join(' ')} />
    </svg>
  );
}

/** Of somebody who was charged for less than a month nobody knows how he pays. */
const fewestDays = 30;

function PayDays({ code, onOpened }: BoxProps): ReactNode {
  const query = useQuery(sectionQueries.ageing(code));
  const head = useQuery(sectionQueries.head(code));
  const term = Number.parseInt(textAt(head.data, 'creditDays'), 10);
  return (
    <DrawerSection name="payDays" title={say(texts.payDays)} query={query} rows={1}>
      {(ageing) => {
        if (ageing === null || compare(ageing.charged, '0') <= 0 || ageing.days < fewestDays)
          return <span className="quiet">–</span>;
        const days = Math.round(shareOf(ageing.total, ageing.charged) * ageing.days);
        return (
          <>
            <span title={say(texts.payDaysHow)}>
              <CustomerList of={saleBalance} code={code} onOpened={onOpened}>
                <b>{say(texts.days, { days })}</b>
              </CustomerList>
            </span>
            {term > 0 && (
              <small className={days > term ? 'customer-slow' : 'quiet'}>
                {say(days > term ? texts.slower : texts.term, { days: term, late: days - term })}
              </small>
            )}
          </>
        );
      }}
    </DrawerSection>
  );
}

interface RowsProps extends BoxProps {
  readonly most: number;
}

/** His last orders, newest first. */
export function Orders({ code, most, onOpened }: RowsProps): ReactNode {
  const may = useCan()('order:order:page');
  const query = useQuery({ ...sectionQueries.orders(code, most), enabled: may });
  if (!may) return null;
  return (
    <DrawerSection
      name="orders"
      title={say(texts.lastOrders)}
      extra={
        query.data !== undefined && (
          <CustomerList of={order} code={code} onOpened={onOpened}>
            {say(texts.allOrders, { count: query.data.total })}
          </CustomerList>
        )
      }
      query={query}
      rows={3}
    >
      {({ list }) => (
        <BillRows of={order} rows={list} onOpened={onOpened}>
          {(row) => (
            <>
              <span>{textAt(row, 'billDate')}</span>
              <span className="customer-grow">
                <Cell field={order.head.orderStatus} value={textAt(row, 'orderStatus')} />
              </span>
              <b className="number">{measureText(textAt(row, 'payableAmount') || '0', money)}</b>
            </>
          )}
        </BillRows>
      )}
    </DrawerSection>
  );
}

/** Deliveries that nobody has signed for. */
export function Underway({ code, most, onOpened }: RowsProps): ReactNode {
  const may = useCan()('order:delivery:page');
  const query = useQuery({ ...sectionQueries.deliveries(code, most), enabled: may });
  if (!may) return null;
  return (
    <DrawerSection
      name="underway"
      title={say(texts.underway)}
      extra={
        query.data !== undefined && (
          <CustomerList of={delivery} code={code} where={unsigned} onOpened={onOpened}>
            {say(texts.deliveries, { count: query.data.total })}
          </CustomerList>
        )
      }
      query={query}
      rows={2}
    >
      {({ list }) => (
        <BillRows of={delivery} rows={list} onOpened={onOpened}>
          {(row) => (
            <>
              <Cell field={delivery.head.receiptStatus} value={textAt(row, 'receiptStatus')} />
              <span className="customer-grow quiet">
                {[textAt(row, 'logisticsName'), textAt(row, 'trackingNumber')].filter((part) => part !== '').join(' ')}
              </span>
              <span className="number">{measureText(textAt(row, 'totalNumber') || '0', pieces)}</span>
            </>
          )}
        </BillRows>
      )}
    </DrawerSection>
  );
}

interface BillRowsProps {
  readonly of: Document;
  readonly rows: readonly Row[];
  readonly onOpened: () => void;
  /** What stands behind the number. */
  readonly children: (row: Row) => ReactNode;
}
function BillRows({ of, rows, onOpened, children }: BillRowsProps): ReactNode {
  if (rows.length === 0) return <p className="quiet">{say(texts.nothing)}</p>;
  return (
    <ul className="customer-rows">
      {rows.map((row) => (
        <li key={textAt(row, 'id')}>
          <RecordLink noun={of.name} id={textAt(row, 'id')} onOpened={onOpened}>
            {textAt(row, 'code')}
          </RecordLink>
          {children(row)}
        </li>
      ))}
    </ul>
  );
}

/** Whom to call; contact data is told to whoever may list customers. */
export function Contacts({ code }: { readonly code: string }): ReactNode {
  const query = useQuery(sectionQueries.head(code));
  return (
    <DrawerSection name="contacts" title={say(texts.contacts)} query={query} rows={4}>
      {(record) => (
        <dl className="customer-pairs">
          {(['linkman', 'phone', 'email', 'address'] as const).map((key) => (
            <div key={key}>
              <dt>{say(texts[key])}</dt>
              <dd>{textAt(record, key) || '–'}</dd>
            </div>
          ))}
        </dl>
      )}
    </DrawerSection>
  );
}
