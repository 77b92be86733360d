import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { instantText } from '#platform/web/cell/cell.tsx';
import { say } from '#platform/web/text/language.ts';
import { isUnderWay, keptDays, type SimulationRun } from '#sales/model/simulation/background.ts';
import { backgroundTexts as texts } from './background-texts.ts';
import { simulationTexts } from './simulation-texts.ts';
import { countText } from './simulation-words.ts';

interface RunProps {
  readonly run: SimulationRun;
  readonly onCancel: (run: SimulationRun) => void;
}
interface BackgroundRunsProps extends Pick<RunProps, 'onCancel'> {
  readonly runs: readonly SimulationRun[];
  /** The one whose answer is on the screen. */
  readonly shown: string | null;
  readonly onOpen: (run: SimulationRun) => void;
}

/** The own simulations of this activity that nobody waited for: how far they are, and what came of them. */
export function BackgroundRuns({ runs, shown, onOpen, onCancel }: BackgroundRunsProps): ReactNode {
  if (runs.length === 0) return null;
  return (
    <section className="card simulation-card" data-testid="simulation-runs">
      <header className="simulation-head">
        <h2>{say(texts.title)}</h2>
        <span className="simulation-head-right">{say(texts.mine, { days: keptDays })}</span>
      </header>
      <div className="simulation-scroll">
        <table className="plain-table simulation-table simulation-runs">
          <thead>
            <tr>
              {(['period', 'beside', 'plans', 'asked', 'state'] as const).map((key) => (
                <th key={key} className={key === 'plans' ? 'number' : ''}>
                  {say(texts[key])}
                </th>
              ))}
              <th aria-hidden />
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id} data-run={run.id} data-state={run.state}>
                <td>
                  {run.from} ~ {run.to}
                </td>
                <td>{say(simulationTexts[run.isTogether ? 'together' : 'alone'])}</td>
                <td className="number">{run.alternatives.length + 1}</td>
                <td>{instantText(run.createDate)}</td>
                <td className="simulation-state">
                  <HowFar {...run} />
                </td>
                <td className="simulation-verbs">
                  {isUnderWay(run) && <CancelButton run={run} onCancel={onCancel} />}
                  {run.state === 'done' &&
                    (run.id === shown ? (
                      <span className="simulation-now">{say(texts.isOpen)}</span>
                    ) : (
                      <Button
                        type="link"
                        size="small"
                        data-verb="openRun"
                        onClick={() => {
                          onOpen(run);
                        }}
                      >
                        {say(texts.open)}
                      </Button>
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const CancelButton = ({ run, onCancel }: RunProps): ReactNode => (
  <Button
    type="link"
    size="small"
    data-verb="cancelRun"
    onClick={() => {
      onCancel(run);
    }}
  >
    {say(texts.cancel)}
  </Button>
);

/** Under way on the screen of whoever asked for it: he may stay, go, or give it up. */
export const Working = ({ run, onCancel }: RunProps): ReactNode => (
  <section className="card simulation-working" data-testid="simulation-working" role="status">
    <h2>{say(texts.working)}</h2>
    <Progress percent={partOf(run)} status="active" showInfo={false} aria-hidden />
    <p>
      <HowFar {...run} />
    </p>
    <p className="quiet">{say(texts.manyHint, { days: keptDays })}</p>
    <CancelButton run={run} onCancel={onCancel} />
  </section>
);

const partOf = ({ done, total }: SimulationRun): number =>
  total === null || total === 0 ? 0 : Math.floor((done / total) * 100);

function HowFar(run: SimulationRun): ReactNode {
  const { state, done, total, error } = run;
  switch (state) {
    case 'waiting':
    case 'cancelled':
      return <span className="quiet">{say(texts[state])}</span>;
    case 'running':
      return total === null ? (
        say(texts.counting)
      ) : (
        <>
          {say(texts.running, { done: countText(done), total: countText(total) })} · {partOf(run)}%
        </>
      );
    case 'done':
      return say(texts.done, { total: countText(total ?? 0) });
    case 'failed':
      return <span className="simulation-warn">{say(texts.failed, { error: error ?? '' })}</span>;
  }
}
