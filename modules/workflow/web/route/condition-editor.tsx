import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import type { Drawable } from '#workflow/model/rule/board.ts';
import {
  isGroup,
  otherJoint,
  type Group,
  type Joint,
  type Operator,
  type Rule,
  type Test,
} from '#workflow/model/rule/rule.ts';
import { fieldBehind, operatorsOf, operatorWord, sortOf } from './rule-words.ts';
import { routeTexts as texts } from './route-texts.ts';
import { ValueInput } from './value-input.tsx';

interface ConditionEditorProps {
  readonly rule: Rule;
  readonly document: Drawable;
  readonly onChange: (rule: Rule) => void;
}
const freshTest: Test = { field: '', operator: '=', values: [] };
const jointWord = (joined: Joint): string => say(joined === 'and' ? texts.all : texts.any);
const joinWord = (joined: Joint): string => say(joined === 'and' ? texts.and : texts.or);

/** 如果 全部 / 任一 满足: tests of fields, and groups that are joined the other way. */
export function ConditionEditor({ rule, document, onChange }: ConditionEditorProps): ReactNode {
  const { joined, parts } = rule;
  const put = (at: number, next: Test | Group | null): void => {
    onChange({ ...rule, parts: next === null ? parts.toSpliced(at, 1) : parts.with(at, next) });
  };
  return (
    <div className="rule-if">
      <strong className="rule-word">{say(texts.ifWord)}</strong>
      <div className="rule-parts">
        <JointLine
          joined={joined}
          onChange={(next) => {
            onChange({ ...rule, joined: next });
          }}
        />
        {parts.map((part, at) =>
          isGroup(part) ? (
            <GroupEditor
              key={at}
              group={part}
              joined={otherJoint(joined)}
              word={joinWord(joined)}
              document={document}
              onChange={(next) => {
                put(at, next);
              }}
            />
          ) : (
            <TestEditor
              key={at}
              test={part}
              word={at === 0 ? '' : joinWord(joined)}
              document={document}
              onChange={(next) => {
                put(at, next);
              }}
            />
          ),
        )}
        <div className="rule-line">
          <AddButton
            verb="addTest"
            onAdd={() => {
              onChange({ ...rule, parts: [...parts, freshTest] });
            }}
          />
          <AddButton
            verb="addGroup"
            onAdd={() => {
              onChange({ ...rule, parts: [...parts, { tests: [freshTest, freshTest] }] });
            }}
          />
        </div>
      </div>
    </div>
  );
}

function JointLine({
  joined,
  onChange,
}: {
  readonly joined: Joint;
  readonly onChange: (next: Joint) => void;
}): ReactNode {
  return (
    <div className="rule-line">
      <Select<Joint>
        className="rule-joint"
        data-field="ruleJoint"
        aria-label={say(texts.operator)}
        value={joined}
        options={(['and', 'or'] as const).map((value) => ({ value, label: jointWord(value) }))}
        onChange={onChange}
      />
      <span className="quiet">{say(texts.hold)}</span>
    </div>
  );
}

function AddButton({ verb, onAdd }: { readonly verb: 'addTest' | 'addGroup'; readonly onAdd: () => void }): ReactNode {
  return (
    <Button type="link" icon={<PlusOutlined />} data-verb={verb} onClick={onAdd}>
      {say(texts[verb])}
    </Button>
  );
}

interface GroupEditorProps {
  readonly group: Group;
  readonly joined: Joint;
  readonly word: string;
  readonly document: Drawable;
  readonly onChange: (next: Test | Group | null) => void;
}
/** A group of one is a test like any other; one of none is gone. */
function GroupEditor({ group: { tests }, joined, word, document, onChange }: GroupEditorProps): ReactNode {
  const put = (next: readonly Test[]): void => {
    const [only] = next;
    onChange(only === undefined ? null : next.length === 1 ? only : { tests: next });
  };
  return (
    <div className="rule-group" data-group>
      <div className="rule-line">
        <span className="quiet">{word}</span>
        <span className="rule-joint rule-joint-fixed">{jointWord(joined)}</span>
        <span className="quiet">{say(texts.hold)}</span>
      </div>
      {tests.map((test, at) => (
        <TestEditor
          key={at}
          test={test}
          word={at === 0 ? '' : joinWord(joined)}
          document={document}
          onChange={(next) => {
            put(next === null ? tests.toSpliced(at, 1) : tests.with(at, next));
          }}
        />
      ))}
      <Button
        type="link"
        icon={<PlusOutlined />}
        data-verb="addTestInGroup"
        onClick={() => {
          put([...tests, freshTest]);
        }}
      >
        {say(texts.addTest)}
      </Button>
    </div>
  );
}

interface TestEditorProps {
  readonly test: Test;
  readonly word: string;
  readonly document: Drawable;
  readonly onChange: (next: Test | null) => void;
}
function TestEditor({ test, word, document, onChange }: TestEditorProps): ReactNode {
  const asked = document.fields.find(({ key }) => key === test.field);
  const field = fieldBehind(document, test.field);
  const sort = sortOf(asked, field);
  const offered = operatorsOf(sort).includes(test.operator) ? operatorsOf(sort) : [...operatorsOf(sort), test.operator];
  return (
    <div className="rule-line" data-test={test.field}>
      <span className="rule-join quiet">{word}</span>
      <Select<string | null>
        className="rule-field"
        data-field="ruleField"
        aria-label={say(texts.field)}
        placeholder={say(texts.field)}
        showSearch={{ optionFilterProp: 'label' }}
        value={test.field === '' ? null : test.field}
        options={document.fields.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(next) => {
          const chosen = document.fields.find(({ key }) => key === next);
          const isYesNo = chosen?.type === 'boolean';
          onChange({ field: next ?? '', operator: '=', values: isYesNo ? ['true'] : [] });
        }}
      />
      <Select<Operator>
        className="rule-operator"
        data-field="ruleOperator"
        aria-label={say(texts.operator)}
        value={test.operator}
        options={offered.map((value) => ({ value, label: say(operatorWord(sort, value)) }))}
        onChange={(operator) => {
          onChange({ ...test, operator, values: keptFor(operator, test.values) });
        }}
      />
      <ValueInput
        test={test}
        sort={sort}
        field={field}
        onChange={(values) => {
          onChange({ ...test, values });
        }}
      />
      <Button
        type="text"
        size="small"
        icon={<MinusCircleOutlined />}
        aria-label={say(texts.removeTest)}
        title={say(texts.removeTest)}
        onClick={() => {
          onChange(null);
        }}
      />
    </div>
  );
}

/** What was chosen stays as far as the new operator has room for it. */
const keptFor = (operator: Operator, values: readonly string[]): readonly string[] =>
  operator === 'empty' || operator === 'filled'
    ? []
    : operator === 'oneOf' || operator === 'noneOf'
      ? values.filter((value) => value !== '')
      : values.slice(0, operator === 'between' ? 2 : 1);
