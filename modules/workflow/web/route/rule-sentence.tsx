import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import { Fragment, type ReactNode } from 'react';
import { language, say } from '#platform/web/text/language.ts';
import { compileCondition } from '#workflow/model/engine/feel.ts';
import { FeelFault } from '#workflow/model/engine/feel-syntax.ts';
import type { BoardProcess, BoardRule, Drawable } from '#workflow/model/rule/board.ts';
import {
  isComplete,
  isGroup,
  otherJoint,
  testsOf,
  type Joint,
  type Rule,
  type Test,
} from '#workflow/model/rule/rule.ts';
import { fieldBehind, namesIn, operatorWord, sortOf } from './rule-words.ts';
import { routeTexts as texts } from './route-texts.ts';
import { ValueName } from './value-input.tsx';

/** What keeps a rule from being published, in words; null when nothing does. */
export function missingIn(rule: BoardRule, built: Rule | null, document: Drawable): string | null {
  if (rule.name === '') return say(texts.missingName);
  if (built === null) {
    const fault = faultOf(rule.condition ?? '', document);
    if (fault !== null) return say(texts.wrongText, { reason: fault });
  } else {
    const tests = testsOf(built);
    if (tests.length === 0) return say(texts.missingTests);
    const at = tests.findIndex((test) => !isComplete(test));
    const bad = tests[at];
    if (bad !== undefined)
      return bad.field === ''
        ? say(texts.missingField, { n: at + 1 })
        : say(texts.missingValue, { field: nameOf(document, bad.field) });
  }
  return rule.processDefinitionKey === '' ? say(texts.missingProcess) : null;
}

function faultOf(source: string, document: Drawable): string | null {
  try {
    compileCondition(source, namesIn(document));
    return null;
  } catch (error) {
    if (error instanceof FeelFault) return say(error.reason);
    throw error;
  }
}

const nameOf = ({ fields }: Drawable, field: string): string => fields.find(({ key }) => key === field)?.name ?? field;

/** The rule read back; orange with what is missing while it is not whole. */
export function RuleSentence({
  rule,
  built,
  document,
  process,
}: {
  readonly rule: BoardRule;
  readonly built: Rule | null;
  readonly document: Drawable;
  readonly process: BoardProcess | undefined;
}): ReactNode {
  const missing = missingIn(rule, built, document);
  if (missing !== null)
    return (
      <div className="rule-reads rule-reads-missing" role="status">
        <ExclamationCircleFilled /> {say(texts.missing, { what: missing })}
      </div>
    );
  return (
    <div className="rule-reads" role="status">
      <CheckCircleFilled /> {say(texts.readAs)}
      <strong>{built === null ? <code>{rule.condition}</code> : <RuleText rule={built} document={document} />}</strong>
      {say(texts.byTurns, { steps: process?.steps.join(language() === 'en-US' ? ', ' : '、') ?? '' })}
    </div>
  );
}

/** The conditions of a rule in a sentence. */
export function RuleText({ rule, document }: { readonly rule: Rule; readonly document: Drawable }): ReactNode {
  return rule.parts.map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <Joined by={rule.joined} />}
      {isGroup(part) ? (
        <>
          （
          {part.tests.map((test, i) => (
            <Fragment key={i}>
              {i > 0 && <Joined by={otherJoint(rule.joined)} />}
              <TestText test={test} document={document} />
            </Fragment>
          ))}
          ）
        </>
      ) : (
        <TestText test={part} document={document} />
      )}
    </Fragment>
  ));
}

function Joined({ by }: { readonly by: Joint }): ReactNode {
  return <span className="rule-joined">{` ${say(by === 'and' ? texts.and : texts.or)} `}</span>;
}

function TestText({ test, document }: { readonly test: Test; readonly document: Drawable }): ReactNode {
  const asked = document.fields.find(({ key }) => key === test.field);
  const field = fieldBehind(document, test.field);
  const sort = sortOf(asked, field);
  // A fact is its own sentence: 信用不足以付本单, not 信用不足以付本单 是 是.
  if (sort === 'boolean' && test.values[0] === 'true') return nameOf(document, test.field);
  return (
    <>
      {nameOf(document, test.field)} <span className="rule-joined">{say(operatorWord(sort, test.operator))}</span>{' '}
      {test.values.map((value, at) => (
        <Fragment key={at}>
          {at > 0 && (test.operator === 'between' ? ` ${say(texts.to)} ` : '、')}
          <ValueName value={value} sort={sort} field={field} />
        </Fragment>
      ))}
    </>
  );
}
