import { Button, Form, Input, Progress } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { StatusTag } from '#platform/web/cell/cell.tsx';
import { firstWithin } from '#platform/web/list/first-within.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { clickPause, longestOpinion, opinionRows } from './approval-comments.tsx';
import { approveInTurn, type RunItem } from './bulk-run.ts';
import { taskTexts } from './task-texts.ts';
import './task.css';

/**
 * Several documents, one request after another. Stopping takes effect before the next one: what was sent stays
 * approved, the rest is untouched and can be gone on with. True when at least one was approved.
 */
export async function approveMany(items: readonly RunItem[]): Promise<boolean> {
  return (await openDialog<boolean>((close) => <RunDialog items={items} onClose={close} />)) === true;
}

/** By key: null once approved, else why not. What is not in it was not sent. */
type Outcomes = ReadonlyMap<string, string | null>;

function RunDialog({
  items,
  onClose,
}: {
  readonly items: readonly RunItem[];
  readonly onClose: (isDone?: boolean) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const run = useRun(items);
  const { hasBegun, isRunning, done } = run;
  const leave = (): void => {
    onClose(done > 0);
  };
  return (
    <Dialog
      centered
      width={600}
      className="approval-comments"
      closable={!isRunning}
      keyboard={!isRunning}
      onCancel={leave}
      title={say(taskTexts.title, {
        verb: say(taskTexts.approve),
        what: say(taskTexts.documents, { count: items.length }),
      })}
      footer={<RunButtons run={run} onClose={leave} onRun={() => void run.go(text.trim())} />}
    >
      {hasBegun ? (
        <RunProgress items={items} run={run} />
      ) : (
        <Form layout="vertical">
          <Form.Item label={say(taskTexts.opinion)}>
            <Input.TextArea
              data-field="operateMsg"
              aria-label={say(taskTexts.opinion)}
              rows={opinionRows}
              maxLength={longestOpinion}
              value={text}
              autoFocus
              onChange={({ target }) => {
                setText(target.value);
              }}
            />
          </Form.Item>
        </Form>
      )}
    </Dialog>
  );
}

interface Run {
  readonly outcomes: Outcomes;
  readonly left: readonly RunItem[];
  readonly done: number;
  readonly failed: number;
  readonly isRunning: boolean;
  readonly hasBegun: boolean;
  readonly go: (operateMsg: string) => Promise<void>;
  readonly stop: () => void;
}

function useRun(items: readonly RunItem[]): Run {
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const [isFirst] = useState(() => firstWithin(clickPause));
  // Closing the tab takes the dialog away: nothing more is sent then.
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);
  const stop = (): void => {
    isStopped.current = true;
  };
  const left = items.filter(({ key }) => !outcomes.has(key));
  const failed = [...outcomes.values()].filter((outcome) => outcome !== null).length;
  const done = outcomes.size - failed;
  const go = async (operateMsg: string): Promise<void> => {
    if (isRunning || !isFirst()) return;
    isStopped.current = false;
    setRunning(true);
    await approveInTurn(left, {
      operateMsg,
      isStopped: () => isStopped.current,
      onOutcome: (key, outcome) => {
        setOutcomes((before) => new Map([...before, [key, outcome]]));
      },
    });
    setRunning(false);
    void listsChanged();
  };
  return { outcomes, left, done, failed, isRunning, hasBegun: outcomes.size > 0 || isRunning, go, stop };
}

function RunButtons({
  run: { left, isRunning, hasBegun, stop },
  onClose,
  onRun,
}: {
  readonly run: Run;
  readonly onClose: () => void;
  readonly onRun: () => void;
}): ReactNode {
  return (
    <div data-dialog="bulkApproval" className="dialog-footer">
      {isRunning && (
        <Button data-verb="stop" onClick={stop}>
          {say(taskTexts.stopRun)}
        </Button>
      )}
      {!isRunning && (
        <Button data-verb="close" onClick={onClose}>
          {say(hasBegun ? taskTexts.close : texts.cancel)}
        </Button>
      )}
      {!isRunning && left.length > 0 && (
        <Button type="primary" data-verb={hasBegun ? 'goOn' : 'confirm'} onClick={onRun}>
          {hasBegun ? say(taskTexts.goOn, { count: left.length }) : say(taskTexts.begin)}
        </Button>
      )}
    </div>
  );
}

function RunProgress({ items, run }: { readonly items: readonly RunItem[]; readonly run: Run }): ReactNode {
  const { outcomes, left, done, failed, isRunning } = run;
  return (
    <>
      <div className="run-head">
        <strong data-testid="remaining" data-remaining={left.length} aria-live="polite">
          {say(taskTexts.remaining, { count: left.length })}
        </strong>
        <Progress
          percent={Math.round((outcomes.size / items.length) * 100)}
          size="small"
          showInfo={false}
          status={isRunning ? 'active' : 'normal'}
        />
      </div>
      {!isRunning && <p data-testid="run-summary">{say(taskTexts.summary, { done, failed, left: left.length })}</p>}
      {!isRunning && <Results items={items} outcomes={outcomes} />}
    </>
  );
}

/** What failed first: the rest needs no reading. */
function Results({ items, outcomes }: { readonly items: readonly RunItem[]; readonly outcomes: Outcomes }): ReactNode {
  const rank = (key: string): number => (outcomes.get(key) == null ? (outcomes.has(key) ? 2 : 1) : 0);
  return (
    <div className="run-results" data-testid="run-results">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{say(taskTexts.billCode)}</th>
            <th>{say(taskTexts.result)}</th>
          </tr>
        </thead>
        <tbody>
          {items
            .toSorted((a, b) => rank(a.key) - rank(b.key))
            .map(({ key, code }) => {
              const outcome = outcomes.get(key);
              return (
                <tr key={key} data-outcome={outcome === undefined ? 'left' : outcome === null ? 'done' : 'failed'}>
                  <td className="nowrap">{code}</td>
                  <td className="run-reason">
                    <Outcome outcome={outcome} />
                  </td>
                </tr>
              );
            })}
        </tbody>
      </table>
    </div>
  );
}

function Outcome({ outcome }: { readonly outcome: string | null | undefined }): ReactNode {
  if (outcome === undefined) return <StatusTag tone="grey">{say(taskTexts.untouched)}</StatusTag>;
  return outcome === null ? (
    <StatusTag tone="green">{say(taskTexts.approved)}</StatusTag>
  ) : (
    <StatusTag tone="red">{outcome}</StatusTag>
  );
}
