import { Alert, Tag } from 'antd';
import type { ReactNode } from 'react';
import { CallError, post } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { wfModel } from '#workflow/model/definition.ts';
import type { Rehearsal } from '#workflow/model/engine/rehearsal.ts';
import { designerTexts as texts } from './texts.ts';

/** The drawing played over what was submitted in the last quarter. Nothing of it happens. */
export async function openDryRun(modelXml: string): Promise<void> {
  try {
    const rehearsal = await post<Rehearsal>(`${wfModel.path}/dryRun`, { modelXml }, { isSilent: true });
    void openDialog((close) => (
      <RehearsalDialog
        rehearsal={rehearsal}
        onClose={() => {
          close();
        }}
      />
    ));
  } catch (error) {
    feedback.error(error instanceof CallError ? error.message : String(error));
  }
}

function RehearsalDialog({
  rehearsal,
  onClose,
}: {
  readonly rehearsal: Rehearsal;
  readonly onClose: () => void;
}): ReactNode {
  const { of, bills, found, steps, withoutApprover, stuck, dead } = rehearsal;
  return (
    <Dialog
      centered
      width="min(820px, 92%)"
      className="rehearsal"
      title={say(texts.dryRun)}
      footer={null}
      onCancel={onClose}
    >
      <p className="rehearsal-lead">
        {bills === 0 ? say(texts.noneReplayed) : say(texts.replayed, { n: bills })}
        {found > bills && ` · ${say(texts.replayedOf, { found })}`}
        {bills > 0 && of === 'documents' && ` · ${say(texts.replayedDocuments)}`}
      </p>
      {bills > 0 && (
        <>
          <Figures rehearsal={rehearsal} />
          <h3>{say(texts.whoApproves)}</h3>
          <Approvers steps={steps} />
          <h3>{say(texts.withoutApprover)}</h3>
          {withoutApprover.length === 0 ? (
            <p className="quiet">{say(texts.everybodyFound)}</p>
          ) : (
            <Bills rows={withoutApprover.map(({ billCode, step }) => [billCode, step])} second={say(texts.step)} />
          )}
          {stuck.length > 0 && (
            <>
              <h3>{say(texts.stuck)}</h3>
              <Bills rows={stuck.map(({ billCode, reason }) => [billCode, reason])} second={say(texts.reason)} />
            </>
          )}
          <h3>{say(texts.dead)}</h3>
          {dead.length === 0 ? (
            <p className="quiet">{say(texts.nothingDead)}</p>
          ) : (
            <Alert type="warning" showIcon title={dead.map(({ name }) => name).join('、')} data-testid="dead" />
          )}
        </>
      )}
    </Dialog>
  );
}

function Figures({
  rehearsal: { completed, meanSteps, withoutApprover, stuck },
}: {
  readonly rehearsal: Rehearsal;
}): ReactNode {
  return (
    <dl className="rehearsal-figures">
      <div>
        <dt>{say(texts.completed)}</dt>
        <dd data-figure="completed">{completed}</dd>
      </div>
      <div>
        <dt>{say(texts.meanSteps)}</dt>
        <dd data-figure="meanSteps">{meanSteps}</dd>
      </div>
      <div>
        <dt>{say(texts.withoutApprover)}</dt>
        <dd data-figure="withoutApprover">{withoutApprover.length}</dd>
      </div>
      <div>
        <dt>{say(texts.stuck)}</dt>
        <dd data-figure="stuck">{stuck.length}</dd>
      </div>
    </dl>
  );
}

function Approvers({ steps }: { readonly steps: Rehearsal['steps'] }): ReactNode {
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th>{say(texts.step)}</th>
          <th className="number">{say(texts.times)}</th>
          <th>{say(texts.people)}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ element, name, times, people }) => (
          <tr key={element} data-step={element}>
            <td>{name}</td>
            <td className="number">{times}</td>
            <td>
              {people.map((person) => (
                <Tag key={person.name}>
                  {person.name} × {person.times}
                </Tag>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bills({
  rows,
  second,
}: {
  readonly rows: readonly (readonly [string, string])[];
  readonly second: string;
}): ReactNode {
  return (
    <div className="rehearsal-bills">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{say(texts.document)}</th>
            <th>{second}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([bill, why]) => (
            <tr key={bill}>
              <td>{bill}</td>
              <td>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
