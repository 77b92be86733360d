import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { say } from '#platform/web/language.ts';
import { PickedInput } from '#platform/web/picker/picked-input.tsx';
import { approverWords, readApprovers, type Approver } from '#workflow/model/approver.ts';
import { fieldRightsText, readFieldRights, type FieldRight } from '#workflow/model/field-rights.ts';
import { DurationInput } from './duration.tsx';
import { partOf, propertyOf, textOf } from './moddle.ts';
import { Labelled, TextInput, type PartProps } from './labelled.tsx';
import { designerTexts as texts } from './texts.ts';

/** A step that people decide: who, how many of them, until when, and what they may see. */
export function StepPanel(props: PartProps): ReactNode {
  const { board, shape } = props;
  const { businessObject } = shape;
  return (
    <>
      <ApproversPart {...props} />
      <SigningPart {...props} />
      <Labelled label={say(texts.fallbackRole)} field="fallbackRole">
        <PickedInput
          picker={{ noun: 'sys:role' }}
          of="code"
          value={propertyOf(businessObject, 'fallbackRole')}
          onChange={(value) => {
            board.setProperty(shape, 'fallbackRole', value);
          }}
        />
      </Labelled>
      <Labelled label={say(texts.due)} field="due">
        <DurationInput
          label={say(texts.due)}
          value={textOf(businessObject, 'camunda:dueDate')}
          onChange={(value) => {
            board.set(shape, { 'camunda:dueDate': value === '' ? undefined : value });
          }}
        />
      </Labelled>
      <Labelled label={say(texts.reminder)} field="reminder">
        <DurationInput
          label={say(texts.reminder)}
          value={propertyOf(businessObject, 'reminder')}
          onChange={(value) => {
            board.setProperty(shape, 'reminder', value);
          }}
        />
      </Labelled>
      <FieldsPart {...props} />
    </>
  );
}

const wordOf = (approver: Approver): string => {
  switch (approver.kind) {
    case 'starter':
    case 'salesman-leader':
      return approver.kind;
    case 'user':
      return `user:${approver.id}`;
    case 'role':
    case 'role-org':
      return `${approver.kind}:${approver.code}`;
    case 'dept-leader':
      return `dept-leader:${approver.of}:${approver.levels}`;
    case 'form':
      return `form:${approver.field}`;
  }
};
/** Everything is there that the kind asks for; until then it is not written into the drawing. */
const isWhole = (approver: Approver): boolean => readApprovers(wordOf(approver)) !== null;
const blank: Readonly<Record<Approver['kind'], Approver>> = {
  starter: { kind: 'starter' },
  user: { kind: 'user', id: '' },
  role: { kind: 'role', code: '' },
  'role-org': { kind: 'role-org', code: '' },
  'dept-leader': { kind: 'dept-leader', of: 'starter', levels: 1 },
  'salesman-leader': { kind: 'salesman-leader' },
  form: { kind: 'form', field: '' },
};

function ApproversPart({ board, shape, drawable }: PartProps): ReactNode {
  const written = textOf(shape.businessObject, 'camunda:candidateGroups');
  const [draft, setDraft] = useState<{ readonly from: string; readonly list: readonly Approver[] } | null>(null);
  const list = draft?.from === written ? draft.list : (readApprovers(written) ?? []);
  const change = (next: readonly Approver[]): void => {
    const text = next.filter(isWhole).map(wordOf).join(',');
    setDraft({ from: text, list: next });
    if (text !== written) board.set(shape, { 'camunda:candidateGroups': text === '' ? undefined : text });
  };
  const replace = (at: number, approver: Approver): void => {
    change(list.with(at, approver));
  };
  return (
    <Labelled label={say(texts.approvers)} field="approvers">
      {list.map((approver, at) => (
        <div className="approver" key={at}>
          <div className="approver-line">
            <Select
              className="full"
              aria-label={say(texts.approvers)}
              value={approver.kind}
              options={(Object.keys(approverWords) as Approver['kind'][]).map((kind) => ({
                value: kind,
                label: say(approverWords[kind]),
              }))}
              onChange={(kind) => {
                replace(at, blank[kind]);
              }}
            />
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={say(texts.remove)}
              onClick={() => {
                change(list.toSpliced(at, 1));
              }}
            />
          </div>
          {(approver.kind === 'role' || approver.kind === 'role-org') && (
            <PickedInput
              picker={{ noun: 'sys:role' }}
              of="code"
              value={approver.code}
              onChange={(code) => {
                replace(at, { ...approver, code });
              }}
            />
          )}
          {approver.kind === 'user' && (
            <PickedInput
              picker={{ noun: 'sys:user' }}
              of="id"
              value={approver.id}
              onChange={(id) => {
                replace(at, { ...approver, id });
              }}
            />
          )}
          {approver.kind === 'form' && (
            <Select
              className="full"
              aria-label={say(texts.field)}
              value={approver.field === '' ? null : approver.field}
              options={(drawable?.people ?? []).map((key) => ({
                value: key,
                label: drawable?.head.find((each) => each.key === key)?.name ?? key,
              }))}
              onChange={(field: string) => {
                replace(at, { ...approver, field });
              }}
            />
          )}
          {approver.kind === 'dept-leader' && (
            <div className="approver-line">
              <Select
                className="full"
                aria-label={say(approverWords['dept-leader'])}
                value={approver.of}
                options={[
                  { value: 'starter', label: say(texts.ofStarter) },
                  { value: 'previous', label: say(texts.ofPrevious) },
                ]}
                onChange={(of) => {
                  replace(at, { ...approver, of });
                }}
              />
              <InputNumber
                aria-label={say(texts.levels)}
                title={say(texts.levels)}
                min={1}
                max={9}
                value={approver.levels}
                onChange={(levels) => {
                  replace(at, { ...approver, levels: levels ?? 1 });
                }}
              />
            </div>
          )}
        </div>
      ))}
      <Button
        block
        type="dashed"
        icon={<PlusOutlined />}
        data-verb="addApprover"
        onClick={() => {
          change([...list, blank.role]);
        }}
      >
        {say(texts.addApprover)}
      </Button>
    </Labelled>
  );
}

/** Until when several sign, as the conditions that people ask for. */
const ends = { untilAll: '', untilOne: 'nrOfApproved >= 1', untilHalf: 'nrOfApproved * 2 > nrOfInstances' } as const;

function SigningPart({ board, shape }: PartProps): ReactNode {
  const loop = partOf(shape.businessObject, 'loopCharacteristics');
  const mode =
    loop === undefined ? 'signingNone' : loop.get('isSequential') === true ? 'signingSequential' : 'signingParallel';
  const condition = loop === undefined ? undefined : partOf(loop, 'completionCondition');
  const until = condition === undefined ? '' : textOf(condition, 'body');
  const known = (Object.keys(ends) as (keyof typeof ends)[]).find((name) => ends[name] === until);
  const [isOwn, setOwn] = useState(false);
  const write = (next: typeof mode, body: string): void => {
    const made =
      next === 'signingNone'
        ? undefined
        : board.create('bpmn:MultiInstanceLoopCharacteristics', {
            isSequential: next === 'signingSequential',
            completionCondition: body === '' ? undefined : board.create('bpmn:FormalExpression', { body }),
          });
    board.set(shape, { loopCharacteristics: made });
  };
  return (
    <>
      <Labelled label={say(texts.signing)} field="signing">
        <Select<typeof mode>
          className="full"
          aria-label={say(texts.signing)}
          value={mode}
          options={(['signingNone', 'signingParallel', 'signingSequential'] as const).map((value) => ({
            value,
            label: say(texts[value]),
          }))}
          onChange={(next) => {
            write(next, until);
          }}
        />
      </Labelled>
      {mode !== 'signingNone' && (
        <Labelled label={say(texts.until)} field="until">
          <Select<keyof typeof ends | 'untilOwn'>
            className="full"
            aria-label={say(texts.until)}
            value={isOwn || known === undefined ? 'untilOwn' : known}
            options={([...Object.keys(ends), 'untilOwn'] as (keyof typeof ends | 'untilOwn')[]).map((value) => ({
              value,
              label: say(texts[value]),
            }))}
            onChange={(next) => {
              setOwn(next === 'untilOwn');
              if (next !== 'untilOwn') write(mode, ends[next]);
            }}
          />
          {(isOwn || known === undefined) && (
            <TextInput
              isLong
              label={say(texts.untilOwn)}
              value={until}
              onCommit={(body) => {
                write(mode, body);
              }}
            />
          )}
        </Labelled>
      )}
    </>
  );
}

function FieldsPart({ board, shape, drawable }: PartProps): ReactNode {
  const rights = readFieldRights(propertyOf(shape.businessObject, 'fields')) ?? [];
  const write = (next: readonly FieldRight[]): void => {
    board.setProperty(shape, 'fields', fieldRightsText(next));
  };
  const free = (drawable?.head ?? []).filter(({ key }) => !rights.some((each) => each.key === key));
  return (
    <Labelled
      label={say(texts.fields)}
      help={say(drawable === undefined ? texts.needDocType : texts.fieldsHelp)}
      field="fields"
    >
      {rights.map(({ key, right }, at) => (
        <div className="approver-line" key={key}>
          <span className="field-name" title={key}>
            {drawable?.head.find((each) => each.key === key)?.name ?? key}
          </span>
          <Select<FieldRight['right']>
            className="field-right"
            aria-label={say(texts.fields)}
            value={right}
            options={[
              ...(drawable?.head.find((each) => each.key === key)?.isChangeable === false
                ? []
                : [{ value: 'edit' as const, label: say(texts.fieldEdit) }]),
              { value: 'hidden' as const, label: say(texts.fieldHidden) },
            ]}
            onChange={(next) => {
              write(rights.with(at, { key, right: next }));
            }}
          />
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={say(texts.remove)}
            onClick={() => {
              write(rights.toSpliced(at, 1));
            }}
          />
        </div>
      ))}
      {free.length > 0 && (
        <Select
          className="full"
          aria-label={say(texts.addField)}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={say(texts.addField)}
          value={null}
          options={free.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={(key: string) => {
            write([...rights, { key, right: 'hidden' }]);
          }}
        />
      )}
    </Labelled>
  );
}
