import { CheckCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { today } from '#platform/web/cell/cell.tsx';
import { LateRangeInput } from '#platform/web/date/late-dates.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { say } from '#platform/web/text/language.ts';
import { dayBefore } from '#sales/model/simulation/days-between.ts';
import type { PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import { Again } from './again.tsx';
import { Alternatives } from './alternatives.tsx';
import { CostBars } from './cost-bars.tsx';
import { OrderTable } from './order-table.tsx';
import { periodQuery, type AskedPeriod, type Timed } from './simulation-query.ts';
import { simulationTexts as texts } from './simulation-texts.ts';
import { Tiers } from './tiers.tsx';
import { Tiles } from './tiles.tsx';

interface PastOrdersProps {
  readonly activity: string;
  readonly modes: ReactNode;
  readonly isEditable: boolean;
  readonly onAdopted: () => void;
  /** An order of the table is looked at alone. */
  readonly onOrder: (code: string) => void;
}

/** A month back, and two other plans to compare with: what most people try first. */
const first = (): AskedPeriod => ({
  from: dayBefore(today(), 30),
  to: dayBefore(today(), 1),
  isTogether: true,
  alternatives: [
    { threshold: '120', benefit: '100' },
    { threshold: '100', benefit: '90' },
  ],
});

export function PastOrders({ activity, modes, isEditable, onAdopted, onOrder }: PastOrdersProps): ReactNode {
  const [asked, setAsked] = useState(first);
  const { data, error, isFetching, refetch } = useQuery({
    ...periodQuery(activity, asked),
    placeholderData: (before) => before,
  });
  return (
    <>
      <div className="card simulation-bar">
        {modes}
        <label htmlFor="simulation-days">{say(texts.ofDays)}</label>
        <span className="simulation-days">
          <LateRangeInput
            id="simulation-days"
            from={asked.from}
            to={asked.to}
            onChange={(from, to) => {
              if (from !== '' && to !== '') setAsked((before) => ({ ...before, from, to }));
            }}
          />
        </span>
        <span>{say(texts.ordersOf)}</span>
        <span>{say(texts.beside)}</span>
        <Segmented<string>
          value={asked.isTogether ? 'together' : 'alone'}
          options={(['together', 'alone'] as const).map((value) => ({ value, label: say(texts[value]) }))}
          onChange={(value) => {
            setAsked((before) => ({ ...before, isTogether: value === 'together' }));
          }}
        />
        <Done timed={data} isBusy={isFetching} />
        <Again isBusy={isFetching} onAgain={() => void refetch()} />
        {isFetching && <span className="simulation-busy" />}
      </div>
      {error !== null && <Failed text={error.message} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton active className="card" paragraph={{ rows: 12 }} />}
      {error === null && data !== undefined && (
        <Result
          answer={data.answer}
          asked={asked}
          isEditable={isEditable}
          onAdopted={() => {
            onAdopted();
            void refetch();
          }}
          onOrder={onOrder}
          onAlternatives={(alternatives) => {
            setAsked((before) => ({ ...before, alternatives }));
          }}
        />
      )}
    </>
  );
}

interface DoneProps {
  readonly timed: Timed<PeriodSimulation> | undefined;
  readonly isBusy: boolean;
}
const Done = ({ timed, isBusy }: DoneProps): ReactNode => (
  <span className="simulation-done" role="status" data-testid="simulation-done">
    {isBusy && say(texts.running)}
    {!isBusy && timed !== undefined && (
      <>
        <CheckCircleFilled className="simulation-good" />{' '}
        {say(texts.done, { count: timed.answer.counted, seconds: timed.seconds })}
      </>
    )}
  </span>
);

interface ResultProps extends Pick<PastOrdersProps, 'isEditable' | 'onAdopted' | 'onOrder'> {
  readonly answer: PeriodSimulation;
  readonly asked: AskedPeriod;
  readonly onAlternatives: (alternatives: AskedPeriod['alternatives']) => void;
}
function Result({ answer, asked, isEditable, onAdopted, onOrder, onAlternatives }: ResultProps): ReactNode {
  if (answer.counted === 0)
    return (
      <p className="card empty-list" data-testid="simulation-empty">
        {say(texts.nothingSold, { from: answer.from, to: answer.to })}
      </p>
    );
  const { activity } = answer;
  const rules = activity?.rules ?? [];
  return (
    <>
      <Tiles answer={answer} />
      <div className="simulation-row simulation-charts">
        <CostBars days={answer.days} />
        <Tiers tiers={answer.tiers} rules={rules} near={answer.total.near} />
      </div>
      <div className="simulation-row simulation-tables">
        <OrderTable answer={answer} rules={rules} onOrder={onOrder} />
        <Alternatives
          answer={answer}
          asked={asked.alternatives}
          isEditable={isEditable}
          onAdopted={onAdopted}
          onAsked={onAlternatives}
        />
      </div>
      <p className="simulation-foot">{say(texts.unknowable)}</p>
    </>
  );
}
