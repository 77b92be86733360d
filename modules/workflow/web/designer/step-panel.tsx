import { CloseOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { PickedInput } from '#platform/web/picker/picked-input.tsx';
import { fieldRightsText, readFieldRights, type FieldRight } from '#workflow/model/engine/field-rights.ts';
import { ApproversPart } from './approvers-part.tsx';
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

/** Until when several sign, as the conditions that people ask for. */
const ends = { untilAll: '', untilOne: 'nrOfApproved >= 1', untilHalf: 'nrOfApproved * 2 > nrOfInstances' } as const;

function SigningPart({ board, shape }: PartProps): ReactNode {
  const loop = partOf(shape.businessObject, 'loopCharacteristics');
  const mode =
    loop === undefined ? 'signingNone' : loop.get('isSequential') === true ? 'signingSequential' : 'signingParallel';
  const condition = loop === undefined ? undefined : partOf(loop, 'completionCondition');
  const until = condition === undefined ? '' : textOf(condition, 'body');
  const own = useState(false);
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
  const writeEnd = (body: string): void => {
    write(mode, body);
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
      {mode !== 'signingNone' && <UntilPart until={until} own={own} onWrite={writeEnd} />}
    </>
  );
}

function UntilPart({
  until,
  own: [isOwn, setOwn],
  onWrite,
}: {
  readonly until: string;
  /** Somebody writes a condition of his own, which may still be one of those that are offered. */
  readonly own: readonly [boolean, (isOwn: boolean) => void];
  readonly onWrite: (body: string) => void;
}): ReactNode {
  const known = (Object.keys(ends) as (keyof typeof ends)[]).find((name) => ends[name] === until);
  return (
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
          if (next !== 'untilOwn') onWrite(ends[next]);
        }}
      />
      {(isOwn || known === undefined) && (
        <TextInput
          isLong
          label={say(texts.untilOwn)}
          value={until}
          onCommit={(body) => {
            onWrite(body);
          }}
        />
      )}
    </Labelled>
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
