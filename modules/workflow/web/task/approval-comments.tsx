import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import { ImpactPreview } from '#platform/web/action/impact-preview.tsx';
import type { Impact } from '#platform/web/action/impact.ts';
import { get, isUnanswered } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { instantText } from '#platform/web/cell/cell.tsx';
import { firstWithin } from '#platform/web/list/first-within.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { Changes } from '#platform/web/history/changes.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { unseenSaves, type LogEntry } from './since-approval.ts';
import { previewComplete } from './task-calls.ts';
import { taskTexts } from './task-texts.ts';
import { reviewersIn, trailQuery, type Reviewer } from './trail.ts';
import '#platform/web/history/history.css';
import './task.css';

/** Whatever a dialog asks for beside the opinion: to whom, before or after. */
export interface Further {
  /** False when something is missing, which it has told. */
  readonly isComplete: () => boolean;
  readonly fields: ReactNode;
  /** With what was chosen. */
  readonly send: (operateMsg: string) => Promise<unknown>;
}

export interface Asked {
  /** What it is called in the page. */
  readonly verb: string;
  readonly title: string;
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly isRequired?: boolean;
  /** What the text is called where it is no opinion. */
  readonly label?: string;
  /** Of the process it belongs to: who decided before. */
  readonly processInstanceId?: string;
  readonly reviewers?: readonly Reviewer[];
  /** The document it is about, for what changed since it was last approved. */
  readonly bill?: { readonly document: Document; readonly id: string };
  readonly useFurther?: () => Further;
  /** The task whose approval is foretold: what it would change, or why it would be refused. */
  readonly impactOf?: string;
  /** Where nothing further is asked for. */
  readonly send?: (operateMsg: string) => Promise<unknown>;
}

/**
 * The approval comments dialog (001 §2.11). Answers the opinion once it was sent; undefined when the dialog was left.
 */
export function askOpinion(asked: Asked): Promise<{ readonly operateMsg: string } | undefined> {
  return openDialog<{ readonly operateMsg: string }>((close) => <OpinionDialog asked={asked} onClose={close} />);
}

/** Buttons of the workflow take one click in this time (000 §9). */
export const clickPause = 1000;
export const longestOpinion = 500;
export const opinionRows = 4;
const useNothing = (): Further | undefined => undefined;

function OpinionDialog({
  asked,
  onClose,
}: {
  readonly asked: Asked;
  readonly onClose: (opinion?: { readonly operateMsg: string }) => void;
}): ReactNode {
  const { title, isRequired = false, processInstanceId = '', bill, useFurther = useNothing } = asked;
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const [isFirst] = useState(() => firstWithin(clickPause));
  const { isBusy, failure, sent } = useSending();
  const { data: trail } = useQuery(trailQuery(processInstanceId));
  const further = useFurther();
  const leave = (): void => {
    onClose();
  };
  const submit = async (): Promise<void> => {
    if (isBusy || !isFirst()) return;
    const operateMsg = text.trim();
    setMissing(isRequired && operateMsg === '');
    const isComplete = further?.isComplete() ?? true;
    if (!isComplete || (isRequired && operateMsg === '')) return;
    if (await sent(async () => (further?.send ?? asked.send)?.(operateMsg))) onClose({ operateMsg });
  };
  const reviewers = trail === undefined ? (asked.reviewers ?? []) : reviewersIn(trail);
  return (
    <Dialog
      centered
      width={600}
      className="approval-comments"
      title={title}
      onCancel={leave}
      footer={<DialogButtons asked={asked} isBusy={isBusy} onCancel={leave} onConfirm={() => void submit()} />}
    >
      {reviewers.length > 0 && <Reviewers rows={reviewers} />}
      {bill !== undefined && trail !== undefined && <Unseen {...bill} trail={trail} />}
      <Form layout="vertical">
        {further?.fields}
        <OpinionInput
          asked={asked}
          isMissing={missing}
          value={text}
          onChange={(next) => {
            setText(next);
            setMissing(false);
          }}
        />
      </Form>
      {asked.impactOf !== undefined && failure === '' && <Foretold taskId={asked.impactOf} />}
      {failure !== '' && <Alert type="error" showIcon title={failure} data-testid="refused" />}
    </Dialog>
  );
}

/** What the approval would do to stock and money; of a step that is not the last one, nothing. */
function Foretold({ taskId }: { readonly taskId: string }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['foretold', taskId],
    queryFn: () => previewComplete<Impact>({ taskId }),
    gcTime: 0,
    staleTime: 0,
  });
  if (error !== null && !isUnanswered(error))
    return <Alert type="warning" showIcon title={error.message} data-testid="foretold" />;
  return data === undefined || data.effects.length === 0 ? null : <ImpactPreview impact={data} />;
}

interface Sending {
  readonly isBusy: boolean;
  /** Why the last one was refused; '' when it was not. */
  readonly failure: string;
  /** True once it was taken and said so. */
  readonly sent: (send: () => Promise<unknown>) => Promise<boolean>;
}

function useSending(): Sending {
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const sent = async (send: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setFailure('');
    try {
      await send();
    } catch (error) {
      // Without a connection only the loading state ends (000 §8).
      if (!isUnanswered(error)) setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
      return false;
    }
    void listsChanged();
    await feedback.succeeded(say(texts.done));
    return true;
  };
  return { isBusy, failure, sent };
}

function DialogButtons({
  asked: { verb, confirm, isDanger = false },
  isBusy,
  onCancel,
  onConfirm,
}: {
  readonly asked: Asked;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}): ReactNode {
  return (
    <div data-dialog={verb} className="dialog-footer">
      <Button onClick={onCancel}>{say(texts.cancel)}</Button>
      <Button type="primary" danger={isDanger} data-verb="confirm" loading={isBusy} onClick={onConfirm}>
        {confirm}
      </Button>
    </div>
  );
}

function OpinionInput({
  asked: { label = say(taskTexts.opinion), isRequired = false },
  isMissing,
  value,
  onChange,
}: {
  readonly asked: Asked;
  readonly isMissing: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  return (
    <Form.Item
      label={label}
      required={isRequired}
      {...(isMissing ? { validateStatus: 'error' as const, help: say(taskTexts.commentRequired) } : {})}
    >
      <Input.TextArea
        data-field="operateMsg"
        aria-label={label}
        rows={opinionRows}
        maxLength={longestOpinion}
        value={value}
        autoFocus
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </Form.Item>
  );
}

export function Reviewers({ rows }: { readonly rows: readonly Reviewer[] }): ReactNode {
  return (
    <div className="reviewers" data-testid="reviewers">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{say(taskTexts.reviewer)}</th>
            <th>{say(taskTexts.reviewTime)}</th>
            <th>{say(taskTexts.opinion)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, date, msg }, at) => (
            <tr key={at}>
              <td>{name}</td>
              <td className="nowrap">{instantText(date)}</td>
              <td className="reviewer-msg">{msg}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What nobody who approved it has seen. Whoever may not read the log of the document is shown nothing. */
function Unseen({
  document,
  id,
  trail,
}: {
  readonly document: Document;
  readonly id: string;
  readonly trail: Parameters<typeof unseenSaves>[1];
}): ReactNode {
  const { data } = useQuery({
    queryKey: ['history', document.name, id],
    queryFn: () => get<readonly LogEntry[]>('/sys/history', { noun: document.name, id }, { isSilent: true }),
    gcTime: 0,
    staleTime: 0,
  });
  const saves = data === undefined ? [] : unseenSaves(data, trail);
  if (saves.length === 0) return null;
  return (
    <section className="unseen" data-testid="unseen">
      <h3>{say(taskTexts.changed)}</h3>
      {saves.map(({ id: key, by, at, changes }) => (
        <div key={key}>
          <p className="quiet">{say(taskTexts.changedBy, { name: by, date: instantText(at) })}</p>
          <Changes noun={document} changes={changes} />
        </div>
      ))}
    </section>
  );
}
