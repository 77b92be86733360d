import { CheckCircleFilled } from '@ant-design/icons';
import { Segmented, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { CallError } from '#platform/web/api/client.ts';
import { LateRangeInput } from '#platform/web/date/late-dates.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { say } from '#platform/web/text/language.ts';
import { isUnderWay, type SimulationRun } from '#sales/model/simulation/background.ts';
import type { PeriodSimulation } from '#sales/model/simulation/simulation.ts';
import { Again } from './again.tsx';
import { Alternatives } from './alternatives.tsx';
import { tooManyCode } from './background-query.ts';
import { BackgroundRuns, Working } from './background-runs.tsx';
import { backgroundTexts } from './background-texts.ts';
import { CostBars } from './cost-bars.tsx';
import { OrderTable } from './order-table.tsx';
import type { AskedPeriod } from './simulation-query.ts';
import { simulationTexts as texts } from './simulation-texts.ts';
import { Tiers } from './tiers.tsx';
import { Tiles } from './tiles.tsx';
import { TooMany } from './too-many.tsx';
import { usePastOrders } from './use-past-orders.ts';

interface PastOrdersProps {
  readonly activity: string;
  readonly modes: ReactNode;
  readonly isEditable: boolean;
  readonly onAdopted: () => void;
  /** An order of the table is looked at alone. */
  readonly onOrder: (code: string) => void;
}

export function PastOrders({ activity, modes, isEditable, onAdopted, onOrder }: PastOrdersProps): ReactNode {
  const { asked, shown, run, runs, answer, error, isBusy, done, ...act } = usePastOrders(activity);
  const giveUp = (given: SimulationRun): void => void act.giveUp(given);
  return (
    <>
      <div className="card simulation-bar">
        {modes}
        <AskedBar asked={asked} onChange={act.change} />
        <Done text={done} isBusy={isBusy} />
        <Again isBusy={isBusy} onAgain={act.again} />
        {isBusy && <span className="simulation-busy" />}
      </div>
      <Answer answer={answer} error={error} run={run} onCancel={giveUp} onStart={act.start} onRetry={act.again}>
        {(told) => (
          <Result
            answer={told}
            asked={asked}
            isEditable={isEditable}
            onAdopted={() => {
              onAdopted();
              act.again();
            }}
            onOrder={onOrder}
            onAlternatives={(alternatives) => {
              act.change({ alternatives });
            }}
          />
        )}
      </Answer>
      <BackgroundRuns runs={runs} shown={shown} onOpen={act.open} onCancel={giveUp} />
    </>
  );
}

interface AskedBarProps {
  readonly asked: AskedPeriod;
  readonly onChange: (more: Partial<AskedPeriod>) => void;
}
const AskedBar = ({ asked, onChange }: AskedBarProps): ReactNode => (
  <>
    <label htmlFor="simulation-days">{say(texts.ofDays)}</label>
    <span className="simulation-days">
      <LateRangeInput
        id="simulation-days"
        from={asked.from}
        to={asked.to}
        onChange={(from, to) => {
          if (from !== '' && to !== '') onChange({ from, to });
        }}
      />
    </span>
    <span>{say(texts.ordersOf)}</span>
    <span>{say(texts.beside)}</span>
    <Segmented<string>
      value={asked.isTogether ? 'together' : 'alone'}
      options={(['together', 'alone'] as const).map((value) => ({ value, label: say(texts[value]) }))}
      onChange={(value) => {
        onChange({ isTogether: value === 'together' });
      }}
    />
  </>
);

interface AnswerProps {
  readonly answer: PeriodSimulation | undefined;
  readonly error: Error | null;
  /** In the background, where it is looked at. */
  readonly run: SimulationRun | null;
  readonly onCancel: (run: SimulationRun) => void;
  readonly onStart: () => Promise<void>;
  readonly onRetry: () => void;
  readonly children: (answer: PeriodSimulation) => ReactNode;
}
function Answer({ answer, error, run, onCancel, onStart, onRetry, children }: AnswerProps): ReactNode {
  if (run !== null && isUnderWay(run)) return <Working run={run} onCancel={onCancel} />;
  if (run !== null && (run.state === 'cancelled' || run.state === 'failed')) {
    const title = say(backgroundTexts[run.state], { error: run.error ?? '' });
    return <TooMany title={title} text="" onStart={onStart} />;
  }
  if (error instanceof CallError && error.code === tooManyCode)
    return <TooMany title={say(backgroundTexts.many)} text={error.message} onStart={onStart} />;
  if (error !== null) return <Failed text={error.message} onRetry={onRetry} />;
  if (answer === undefined) return <Skeleton active className="card" paragraph={{ rows: 12 }} />;
  return children(answer);
}

interface DoneProps {
  readonly text: string | null;
  readonly isBusy: boolean;
}
const Done = ({ text, isBusy }: DoneProps): ReactNode => (
  <span className="simulation-done" role="status" data-testid="simulation-done">
    {isBusy && say(texts.running)}
    {!isBusy && text !== null && (
      <>
        <CheckCircleFilled className="simulation-good" /> {text}
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
