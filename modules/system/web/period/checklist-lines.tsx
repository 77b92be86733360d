import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { documentNamed } from '#platform/web/registry/registry.ts';
import { pageName } from '#platform/web/route/menu.ts';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import type { BookFinding, CheckLine, Checklist, WaitingDocument } from '#system/model/period.ts';
import { moneyText, monthText } from './period-words.ts';
import { periodTexts } from './period-texts.ts';
import './period-close.css';

const groups = [
  { state: 'todo', title: periodTexts.mustDo },
  { state: 'look', title: periodTexts.mayLook },
  { state: 'ok', title: periodTexts.passed },
] as const;

const countTexts = { todo: periodTexts.blocking, look: periodTexts.items, ok: periodTexts.items } as const;

interface LinesProps {
  readonly checklist: Checklist;
  readonly onEarlier: (id: string) => void;
}
export function ChecklistLines({ checklist, onEarlier }: LinesProps): ReactNode {
  const { lines } = checklist;
  const has = (state: CheckLine['state']): boolean => lines.some((line) => line.state === state);
  return (
    <>
      {!has('todo') && (
        <div className="period-ready" data-testid="period-ready" data-state={has('look') ? 'look' : 'ok'} role="status">
          {icons[has('look') ? 'look' : 'ok']}
          <div>
            <strong>{say(has('look') ? periodTexts.readyToLook : periodTexts.ready)}</strong>
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
                <span className="quiet">
                  {say(countTexts[state], { count: lines.filter((line) => line.state === state).length })}
                </span>
                {state === 'look' && <span className="quiet">{say(periodTexts.mayLookHint)}</span>}
              </h3>
              <ul>
                {lines
                  .filter((line) => line.state === state)
                  .map((line, at) => (
                    <Line
                      key={nameOf(line)}
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

const nameOf = ({ kind, noun, book }: CheckLine): string => noun ?? (book === undefined ? kind : `${kind}:${book}`);

interface LineProps extends LinesProps {
  readonly line: CheckLine;
  readonly isUnfolded: boolean;
}
function Line({ line, isUnfolded, checklist, onEarlier }: LineProps): ReactNode {
  const { state, noun = '', documents = [], findings = [], earlier, count, canRead = false } = line;
  const sentence = (
    <>
      {icons[state]}
      <span className="period-sentence">
        <strong>{sentenceOf(line, checklist)}</strong>
        {line.amount !== undefined && (
          <span className="quiet"> {say(periodTexts.worth, { amount: moneyText(line.amount) })}</span>
        )}
      </span>
      <span className="period-owner">{ownerOf(line)}</span>
    </>
  );
  return (
    <li data-check={nameOf(line)} data-state={state}>
      {documents.length + findings.length > 0 ? (
        <details open={isUnfolded}>
          <summary className="period-line">{sentence}</summary>
          {documents.length > 0 && <Documents noun={canRead ? noun : ''} documents={documents} count={count} />}
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
              {say(periodTexts.closeMonth, { month: monthText(earlier.period) })}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Whoever wrote most of what waits; differences of the books are the administrator's. */
function ownerOf({ kind, state, documents = [] }: CheckLine): string {
  if (state === 'ok') return '';
  if (kind === 'books') return say(periodTexts.administrator);
  const by = Map.groupBy(documents, ({ creatorName }) => creatorName);
  const [most] = [...by].toSorted((one, other) => other[1].length - one[1].length);
  return most?.[0] ?? '';
}

function sentenceOf({ kind, state, count, name = '', earlier }: CheckLine, { endDate }: Checklist): string {
  switch (kind) {
    case 'earlier':
      return earlier === undefined
        ? say(periodTexts.earlierClosed)
        : say(periodTexts.earlierOpen, { period: monthText(earlier.period) });
    case 'over':
      return state === 'ok' ? say(periodTexts.over) : say(periodTexts.notOver, { date: endDate });
    case 'documents':
      if (name === '') return say(periodTexts.othersAudited);
      return state === 'ok'
        ? say(periodTexts.allAudited, { noun: name })
        : say(periodTexts.waiting, { count, noun: name });
    case 'books':
      if (name === '') return state === 'ok' ? say(periodTexts.booksAgree) : say(periodTexts.booksDiffer, { count });
      return say(state === 'ok' ? periodTexts.bookAgrees : periodTexts.bookDiffers, { name, count });
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
          {documents.map(({ id, code, billDate, status, creatorName, amount }) => {
            const route = url === undefined ? undefined : `${pageName(url)}__read__${id}`;
            return (
              <tr key={id}>
                <td>{route === undefined ? code : <DocumentLink route={route} text={code} />}</td>
                <td>{billDate}</td>
                <td>{status}</td>
                <td className="period-maker" title={creatorName}>
                  {creatorName}
                </td>
                <td className="number">{amount === undefined ? '' : moneyText(amount)}</td>
                <td className="number">
                  {route !== undefined && <DocumentLink route={route} text={say(periodTexts.audit)} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {count > documents.length && (
        <p className="quiet">{say(periodTexts.more, { count: count - documents.length })}</p>
      )}
    </div>
  );
}

/** Opened in a tab of its own: the list waits where it is, and is checked again when something was done there. */
function DocumentLink({ route, text }: { readonly route: string; readonly text: string }): ReactNode {
  return (
    <a
      href={`#/${route}`}
      onClick={(event) => {
        event.preventDefault();
        go(route);
      }}
    >
      {text}
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
