import { CheckCircleFilled, CheckOutlined, CloseCircleFilled, QuestionCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { get, post } from '#platform/web/api/client.ts';
import { useDebounced } from '#platform/web/page/debounced.ts';
import { say } from '#platform/web/text/language.ts';
import { bizRoute } from '#workflow/model/biz-route.ts';
import type { Board, BoardRule, Change, TriedBill, Way } from '#workflow/model/rule/board.ts';
import { fits, traceOf, type Held, type TracedTest } from '#workflow/model/rule/trace.ts';
import { fieldBehind, namesIn, operatorWord, sortOf } from './rule-words.ts';
import { routeTexts as texts } from './route-texts.ts';
import { ValueName } from './value-input.tsx';

/** A real document is asked which rule it meets, why, and who would get it; nothing of it happens. */
export function TryPane({
  board,
  rules,
  change,
}: {
  readonly board: Board;
  readonly rules: readonly BoardRule[];
  readonly change: Change | undefined;
}): ReactNode {
  const [typed, setTyped] = useState(board.samples[0] ?? '');
  const code = useDebounced(typed.trim(), 300);
  const { data: bill, error } = useQuery({
    queryKey: ['route-try', board.docType, code],
    queryFn: () => get<TriedBill>(`${bizRoute.path}/tryBill`, { docType: board.docType, code }, { isSilent: true }),
    enabled: code !== '',
    retry: false,
  });
  return (
    <aside className="card route-try" aria-label={say(texts.tryIt)}>
      <h2>
        {say(texts.tryIt)} <span className="quiet">{say(texts.notSubmitted)}</span>
      </h2>
      <AutoComplete
        className="full"
        data-field="tryCode"
        aria-label={say(texts.tryWith)}
        placeholder={say(texts.tryWith)}
        value={typed}
        options={board.samples.map((value) => ({ value }))}
        onChange={setTyped}
      />
      {code !== '' && error !== null && <p className="rule-fault">{error.message}</p>}
      {bill !== undefined && error === null && <Tried board={board} rules={rules} bill={bill} />}
      <Effect board={board} rules={rules} change={change} />
    </aside>
  );
}

function Tried({
  board,
  rules,
  bill,
}: {
  readonly board: Board;
  readonly rules: readonly BoardRule[];
  readonly bill: TriedBill;
}): ReactNode {
  const names = namesIn(board.document);
  const asked = rules.map((rule, at) => ({ rule, at })).filter(({ rule }) => rule.status === '1');
  const answers = asked.map((each) => ({ ...each, held: fits(each.rule, names, bill.values) }));
  const met = answers.find(({ held }) => held !== false);
  const process = met?.held === true ? met.rule.processDefinitionKey : '';
  return (
    <>
      <div className={met?.held === true ? 'try-met' : 'try-met try-unmet'} data-testid="met">
        {met !== undefined && <span className="rule-place">{met.at + 1}</span>}
        <span>
          <strong>
            {met === undefined
              ? say(texts.fitsNone)
              : say(met.held === null ? texts.stuckAt : texts.fitsRule, { rule: met.rule.name })}
          </strong>
          <br />
          {bill.partner}
        </span>
      </div>
      {met !== undefined && (
        <ul className="try-tests">
          {traceOf(met.rule.condition ?? '', names, bill.values).tests.map((traced, at) => (
            <TestLine key={at} traced={traced} board={board} bill={bill} />
          ))}
        </ul>
      )}
      {process !== '' && <WayOf board={board} bill={bill} process={process} />}
    </>
  );
}

const signs: Readonly<Record<'yes' | 'no' | 'unknown', ReactNode>> = {
  yes: <CheckCircleFilled className="sign-good" />,
  no: <CloseCircleFilled className="sign-grey" />,
  unknown: <QuestionCircleFilled className="sign-warning" />,
};
const signOf = (held: Held): ReactNode => (held === null ? signs.unknown : held ? signs.yes : signs.no);

function TestLine({
  traced: { test, held, value },
  board: { document },
  bill,
}: {
  readonly traced: TracedTest;
  readonly board: Board;
  readonly bill: TriedBill;
}): ReactNode {
  const asked = document.fields.find(({ key }) => key === test.field);
  const field = fieldBehind(document, test.field);
  const sort = sortOf(asked, field);
  const own = value === null || value === '' ? null : String(value);
  return (
    <li data-held={String(held)} className={held === true ? '' : 'quiet'}>
      {signOf(held)}
      <span>
        {asked?.name}{' '}
        <strong>
          {own === null ? (
            say(texts.empty)
          ) : bill.names[test.field] !== undefined ? (
            <span title={own}>{bill.names[test.field]}</span>
          ) : (
            <ValueName value={own} sort={sort} field={field} />
          )}
        </strong>
        {sort !== 'boolean' && (
          <>
            {' · '}
            {say(operatorWord(sort, test.operator))}{' '}
            {test.values.map((each, at) => (
              <span key={at}>
                {at > 0 && '、'}
                <ValueName value={each} sort={sort} field={field} />
              </span>
            ))}
          </>
        )}
      </span>
      <span className="visually-hidden">{say(held === true ? texts.held : texts.notHeld)}</span>
    </li>
  );
}

function WayOf({
  board: { docType },
  bill: { id },
  process,
}: {
  readonly board: Board;
  readonly bill: TriedBill;
  readonly process: string;
}): ReactNode {
  const { data, error } = useQuery({
    queryKey: ['route-way', docType, id, process],
    queryFn: () =>
      post<Way>(`${bizRoute.path}/way`, { docType, id, processDefinitionKey: process }, { isSilent: true }),
    retry: false,
  });
  return (
    <>
      <h3>{say(texts.goesThus)}</h3>
      {error !== null && <p className="rule-fault">{error.message}</p>}
      {data === undefined && error === null && <Skeleton active paragraph={{ rows: 2 }} title={false} />}
      {data !== undefined && (
        <ol className="try-way">
          {data.steps.map(({ name, people, more }, at) => (
            <li key={at}>
              <span className="face" aria-hidden="true">
                {(people[0]?.deputy ?? people[0]?.name ?? '·').slice(-1)}
              </span>
              <strong>{name}</strong>
              <span className="quiet">
                {people.length === 0
                  ? say(texts.nobody)
                  : people
                      .map(({ name: who, deputy }) =>
                        deputy === null ? who : say(texts.deputy, { name: who, deputy }),
                      )
                      .join('、')}
                {more > 0 && ` ${say(texts.andMore, { n: people.length + more })}`}
              </span>
            </li>
          ))}
          <li className={data.problem === null ? 'way-end' : 'rule-fault'}>
            <span className="face" aria-hidden="true">
              {data.problem === null ? <CheckOutlined /> : '!'}
            </span>
            <span className="way-told">{data.problem ?? say(texts.passed)}</span>
          </li>
        </ol>
      )}
    </>
  );
}

/** What the rules on the board would make of the documents of the last 30 days, beside those in force. */
function Effect({
  rules,
  change,
}: {
  readonly board: Board;
  readonly rules: readonly BoardRule[];
  readonly change: Change | undefined;
}): ReactNode {
  if (change === undefined) return null;
  const rows = [
    ...rules.map(({ name }, at) => ({ name, ...(change.rules[at] ?? { before: 0, after: 0 }) })),
    { name: say(texts.none), ...change.none },
    ...(change.stuck.before + change.stuck.after > 0 ? [{ name: say(texts.cannotTell), ...change.stuck }] : []),
  ].filter(({ before, after }) => before !== after);
  return (
    <>
      <h3>
        {say(texts.effect)}{' '}
        <span className="quiet">
          {say(change.isCapped ? texts.effectCapped : texts.effectOf, { n: change.documents.toLocaleString('en') })}
        </span>
      </h3>
      <div className="try-effect" data-testid="effect">
        {rows.map(({ name, before, after }) => (
          <div key={name} className="try-effect-row">
            <span>{name}</span>
            <strong>
              {before} → {after}
            </strong>
          </div>
        ))}
        <div className="try-effect-row">
          <span>{change.changed === 0 ? say(texts.unchanged) : say(texts.changedCount, { n: change.changed })}</span>
        </div>
        {change.examples.length > 0 && (
          <div className="quiet try-examples">{change.examples.map(({ code }) => code).join('、')}</div>
        )}
      </div>
    </>
  );
}
