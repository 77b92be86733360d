import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import { useCan } from '#platform/web/api/me.ts';
import { NumberLink } from '#platform/web/link/record-link.tsx';
import { say } from '#platform/web/text/language.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt } from '#platform/web/value/row.ts';
import type { Ageing, AgeingBucket } from '#funds/model/ageing.ts';
import { creditChange } from '#funds/model/credit-change.ts';
import { creditInfo } from '#funds/model/credit-info.ts';
import { saleBalance } from '#funds/model/sale-balance.ts';
import { BucketLink, documentsIn } from './bucket-link.tsx';
import { CustomerList } from './customer-list.tsx';
import { sectionQueries } from './customer-queries.ts';
import { customerTexts as texts } from './customer-texts.ts';
import { DrawerSection } from './section.tsx';
import { shareOf } from './share.ts';

const money = { measure: 'amount' } as const;
const text = (amount: string): string => measureText(amount, money);
/** Of a bar, in per cent; a share that is there is seen. */
const widthOf = (part: string, whole: string): number =>
  compare(part, '0') <= 0 ? 0 : Math.min(100, Math.max(2, shareOf(part, whole) * 100));

interface BoxProps {
  readonly code: string;
  readonly onOpened: () => void;
}

/** How far he may still be credited, in all organisations that the reader has power over. */
export function CreditBox({ code, onOpened }: BoxProps): ReactNode {
  const can = useCan();
  const may = can('sale:creditinfo:page');
  const query = useQuery({ ...sectionQueries.credit(code), enabled: may });
  if (!may) return null;
  return (
    <DrawerSection
      name="credit"
      title={say(texts.credit)}
      extra={
        can('sale:creditchange:page') && (
          <CustomerList of={creditChange} code={code} onOpened={onOpened}>
            {say(texts.changeLimit)}
          </CustomerList>
        )
      }
      query={query}
      rows={4}
    >
      {({ list }) => {
        if (list.length === 0) return <p className="quiet">{say(texts.noCredit)}</p>;
        const sum = (key: string): string => plus(...list.map((row) => textAt(row, key) || '0'));
        const [limit, used, left] = [sum('creditAmount'), sum('usedAmount'), sum('balanceAmount')];
        const listed = (amount: string): ReactNode => (
          <CustomerList of={creditInfo} code={code} onOpened={onOpened}>
            {text(amount)}
          </CustomerList>
        );
        return (
          <>
            <p className="customer-left">
              {say(texts.creditLeft)} {listed(left)}
            </p>
            <span className={compare(left, '0') < 0 ? 'customer-bar customer-bar-bad' : 'customer-bar'}>
              <i style={{ width: `${widthOf(used, limit)}%` }} />
            </span>
            <dl className="customer-pairs">
              <dt>{say(texts.used)}</dt>
              <dd>{listed(used)}</dd>
              <dt>{say(texts.limit)}</dt>
              <dd>{listed(limit)}</dd>
            </dl>
          </>
        );
      }}
    </DrawerSection>
  );
}

const buckets = [
  ['current', texts.notDue, 'good'],
  ['upTo30', texts.upTo30, 'look'],
  ['upTo60', texts.upTo60, 'look'],
  ['upTo90', texts.upTo90, 'bad'],
  ['beyond', texts.beyond, 'bad'],
] as const satisfies readonly (readonly [AgeingBucket, unknown, string])[];

/** What he owes by how late it is. */
export function AgeingBox({ code, onOpened }: BoxProps): ReactNode {
  const can = useCan();
  const may = can('sale:balance:page');
  const query = useQuery({ ...sectionQueries.ageing(code), enabled: may });
  if (!may) return null;
  const total = query.data?.total;
  return (
    <DrawerSection
      name="ageing"
      title={say(texts.ageing)}
      extra={
        total !== undefined && (
          <CustomerList of={saleBalance} code={code} onOpened={onOpened}>
            {say(texts.receivable, { amount: text(total) })}
          </CustomerList>
        )
      }
      query={query}
      rows={5}
    >
      {(ageing) => (ageing === null ? null : <Buckets code={code} ageing={ageing} onOpened={onOpened} />)}
    </DrawerSection>
  );
}

interface BucketsProps extends BoxProps {
  readonly ageing: Ageing;
}
function Buckets({ code, ageing, onOpened }: BucketsProps): ReactNode {
  const late = minus(ageing.total, ageing.current);
  return (
    <>
      <ul className="customer-ages">
        {buckets.map(([key, label, tone]) => (
          <li key={key}>
            <span>{say(label)}</span>
            <span className={`customer-age customer-age-${tone}`}>
              <i style={{ width: `${widthOf(ageing[key], ageing.total)}%` }} />
            </span>
            <span className="number">
              {compare(ageing[key], '0') === 0 ? (
                '–'
              ) : (
                <BucketLink code={code} documents={documentsIn(ageing, key)} label={label} onOpened={onOpened}>
                  {text(ageing[key])}
                </BucketLink>
              )}
            </span>
          </li>
        ))}
      </ul>
      {compare(late, '0') > 0 && (
        <p className="customer-late">
          {say(texts.overdue, { amount: text(late) })}{' '}
          {ageing.earliest !== null && <NumberLink code={ageing.earliest} />}
        </p>
      )}
    </>
  );
}
