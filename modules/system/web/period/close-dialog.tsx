import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { get, put } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { documentNamed } from '#platform/web/registry/registry.ts';
import { pageName } from '#platform/web/route/menu.ts';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import {
  accountingPeriod,
  settling,
  type BookFinding,
  type CheckLine,
  type Checklist,
  type WaitingDocument,
} from '#system/model/period.ts';
import { periodTexts } from './period-texts.ts';
import './close-dialog.css';

/** The check list of a period, and its close once nothing on it is left to do. False when it was not closed. */
export async function closePeriod([row]: readonly Row[]): Promise<boolean> {
  if (row === undefined) return false;
  return (await openDialog<boolean>((close) => <CloseDialog id={textAt(row, 'id')} onClose={close} />)) === true;
}

interface CloseDialogProps {
  readonly id: string;
  readonly onClose: (isDone?: boolean) => void;
}

function CloseDialog({ id: first, onClose }: CloseDialogProps): ReactNode {
  // An earlier month that comes first is closed in the same dialog, and then this one.
  const [id, setId] = useState(first);
  // The key begins with 'list': what is audited in another tab is checked again before anybody comes back.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['list', 'period-check', id],
    queryFn: () => get<Checklist>(`${accountingPeriod.path}/checklist`, { id }, { isSilent: true }),
    gcTime: 0,
    staleTime: 0,
  });
  const { isBusy, refusal, perform } = useClosing(id, () => {
    if (id === first) onClose(true);
    else setId(first);
  });
  return (
    <Dialog
      centered
      width={760}
      className="period-dialog"
      title={<Title checklist={data} />}
      onCancel={() => {
        onClose(id !== first);
      }}
      footer={
        <Footer
          checklist={data}
          isChecking={isFetching}
          isBusy={isBusy}
          onAgain={() => void refetch()}
          onClose={() => void perform()}
        />
      }
    >
      {refusal !== null && <Alert type="error" showIcon title={refusal} />}
      {error !== null && <Failed text={error.message} onRetry={() => void refetch()} />}
      {error === null && data === undefined && (
        <>
          <p className="quiet">{say(periodTexts.checking)}</p>
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        </>
      )}
      {data !== undefined && <Lines checklist={data} onEarlier={setId} />}
    </Dialog>
  );
}

interface Closing {
  readonly isBusy: boolean;
  /** Why it was not closed: somebody wrote a document meanwhile. */
  readonly refusal: string | null;
  readonly perform: () => Promise<void>;
}
function useClosing(id: string, onClosed: () => void): Closing {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const perform = async (): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    try {
      await put(`${accountingPeriod.path}/settle`, [id], { isSilent: true });
      onClosed();
    } catch (error) {
      note(`${accountingPeriod.path}/settle: ${id}`, error);
      setRefusal(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
      void listsChanged();
    }
  };
  return { isBusy, refusal, perform };
}

interface FooterProps {
  readonly checklist: Checklist | undefined;
  readonly isChecking: boolean;
  readonly isBusy: boolean;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}
function Footer({ checklist, isChecking, isBusy, onAgain, onClose }: FooterProps): ReactNode {
  const left = checklist?.lines.filter(({ state }) => state === 'todo').length ?? 0;
  return (
    <div data-dialog="settle" className="dialog-footer">
      {left > 0 && <span className="quiet">{say(periodTexts.left, { count: left })}</span>}
      <Button data-verb="again" loading={isChecking && checklist !== undefined} onClick={onAgain}>
        {say(periodTexts.again)}
      </Button>
      <Button
        type="primary"
        data-verb="confirm"
        loading={isBusy}
        disabled={checklist === undefined || left > 0 || isChecking}
        onClick={onClose}
      >
        {say(periodTexts.title, { period: checklist?.period ?? '' })}
      </Button>
    </div>
  );
}

function Title({ checklist }: { readonly checklist: Checklist | undefined }): ReactNode {
  if (checklist === undefined) return say(settling.label);
  const { period, organizeName, startDate, endDate } = checklist;
  return (
    <>
      {say(periodTexts.title, { period })}
      <span className="period-of">
        <span className="period-books">{organizeName ?? say(periodTexts.wholeTenant)}</span>
        <span className="period-days">
          {startDate} – {endDate}
        </span>
      </span>
    </>
  );
}

const groups = [
  { state: 'todo', title: periodTexts.mustDo },
  { state: 'look', title: periodTexts.mayLook },
  { state: 'ok', title: periodTexts.passed },
] as const;

interface LinesProps {
  readonly checklist: Checklist;
  readonly onEarlier: (id: string) => void;
}
function Lines({ checklist, onEarlier }: LinesProps): ReactNode {
  const { lines } = checklist;
  const has = (state: CheckLine['state']): boolean => lines.some((line) => line.state === state);
  return (
    <>
      {!has('todo') && (
        <div className="period-ready" data-testid="period-ready" data-state={has('look') ? 'look' : 'ok'} role="status">
          {icons[has('look') ? 'look' : 'ok']}
          <div>
            <strong>{say(has('look') ? periodTexts.readyToLook : periodTexts.ready)}</strong>
            <p className="quiet">{say(periodTexts.afterwards)}</p>
          </div>
        </div>
      )}
      <div className="period-lines">
        {groups
          .filter(({ state }) => has(state))
          .map(({ state, title }) => (
            <section key={state} data-state={state}>
              <h3>
                {say(title)}
                {state === 'look' && <span className="quiet">{say(periodTexts.mayLookHint)}</span>}
              </h3>
              <ul>
                {lines
                  .filter((line) => line.state === state)
                  .map((line, at) => (
                    <Line
                      key={line.kind + (line.noun ?? '')}
                      line={line}
                      isUnfolded={state === 'todo' && at === 0}
                      checklist={checklist}
                      onEarlier={onEarlier}
                    />
                  ))}
              </ul>
            </section>
          ))}
      </div>
    </>
  );
}

const icons = {
  todo: <CloseCircleFilled className="todo" />,
  look: <ExclamationCircleFilled className="look" />,
  ok: <CheckCircleFilled className="ok" />,
};

interface LineProps extends LinesProps {
  readonly line: CheckLine;
  readonly isUnfolded: boolean;
}
function Line({ line, isUnfolded, checklist, onEarlier }: LineProps): ReactNode {
  const { kind, state, noun = '', documents = [], findings = [], earlier, count } = line;
  const sentence = (
    <>
      {icons[state]}
      <span className="period-sentence">{sentenceOf(line, checklist)}</span>
    </>
  );
  return (
    <li data-check={noun === '' ? kind : noun} data-state={state}>
      {documents.length + findings.length > 0 ? (
        <details open={isUnfolded}>
          <summary className="period-line">{sentence}</summary>
          {documents.length > 0 && <Documents noun={noun} documents={documents} count={count} />}
          {findings.length > 0 && <Findings findings={findings} />}
        </details>
      ) : (
        <div className="period-line">
          {sentence}
          {earlier !== undefined && (
            <Button
              size="small"
              data-verb="earlier"
              onClick={() => {
                onEarlier(earlier.id);
              }}
            >
              {say(periodTexts.showEarlier, { period: earlier.period })}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function sentenceOf({ kind, state, count, name = '', earlier }: CheckLine, { endDate }: Checklist): string {
  switch (kind) {
    case 'earlier':
      return earlier === undefined
        ? say(periodTexts.earlierClosed)
        : say(periodTexts.earlierOpen, { period: earlier.period });
    case 'over':
      return state === 'ok' ? say(periodTexts.over) : say(periodTexts.notOver, { date: endDate });
    case 'documents':
      return state === 'ok'
        ? say(periodTexts.allAudited, { noun: name })
        : say(periodTexts.waiting, { count, noun: name });
    case 'books':
      return state === 'ok' ? say(periodTexts.booksAgree) : say(periodTexts.booksDiffer, { count });
  }
}

interface DocumentsProps {
  readonly noun: string;
  readonly documents: readonly WaitingDocument[];
  readonly count: number;
}
function Documents({ noun, documents, count }: DocumentsProps): ReactNode {
  const url = documentNamed(noun)?.screen.url;
  return (
    <div className="period-detail">
      <table className="plain-table">
        <tbody>
          {documents.map(({ id, code, billDate, status, creatorName }) => (
            <tr key={id}>
              <td>{url === undefined ? code : <DocumentLink route={`${pageName(url)}__read__${id}`} code={code} />}</td>
              <td>{billDate}</td>
              <td>{status}</td>
              <td className="period-maker" title={creatorName}>
                {creatorName}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > documents.length && (
        <p className="quiet">{say(periodTexts.more, { count: count - documents.length })}</p>
      )}
    </div>
  );
}

/** Opened in a tab of its own: the list waits where it is, and is checked again when something was done there. */
function DocumentLink({ route, code }: { readonly route: string; readonly code: string }): ReactNode {
  return (
    <a
      href={`#/${route}`}
      onClick={(event) => {
        event.preventDefault();
        go(route);
      }}
    >
      {code}
    </a>
  );
}

function Findings({ findings }: { readonly findings: readonly BookFinding[] }): ReactNode {
  return (
    <div className="period-detail">
      <p className="quiet">{say(periodTexts.booksDifferHint)}</p>
      <table className="plain-table">
        <tbody>
          {findings.map(({ rule, place, detail }) => (
            <tr key={`${rule} ${place}`}>
              <td className="period-rule">{rule}</td>
              <td className="period-place">{place}</td>
              <td className="period-place">{detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
