import { Button, Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import type { Board } from './board.ts';
import type { Basis } from './basis.ts';
import { ConditionPanel } from './condition-panel.tsx';
import { DurationInput } from './duration.tsx';
import { Labelled, TextInput, type PartProps } from './labelled.tsx';
import { isA, listOf, partOf, propertyOf, textOf, type Moddle } from './moddle.ts';
import { StepPanel } from './step-panel.tsx';
import { designerTexts as texts } from './texts.ts';

/** What can be said of the element that is chosen; of the process itself when none is. */
export function PropertiesPanel({
  board,
  basis,
}: {
  readonly board: Board;
  readonly basis: Basis | undefined;
}): ReactNode {
  const shape = board.subject();
  if (shape === null) return <p className="quiet">…</p>;
  const { businessObject } = shape;
  const docType = docTypeOf(businessObject);
  const drawable = basis?.documents.find((each) => each.docType === docType);
  const props: PartProps = { board, shape, drawable };
  return (
    <div className="properties" key={shape.id} data-element={shape.id}>
      <Labelled label={say(texts.name)}>
        <TextInput
          label={say(texts.name)}
          field="name"
          value={textOf(businessObject, isA(shape, 'TextAnnotation') ? 'text' : 'name')}
          onCommit={(value) => {
            board.set(shape, { [isA(shape, 'TextAnnotation') ? 'text' : 'name']: value === '' ? undefined : value });
          }}
        />
      </Labelled>
      {isA(shape, 'Process') && <ProcessPart {...props} basis={basis} />}
      {isA(shape, 'UserTask') && <StepPanel {...props} />}
      {isA(shape, 'SequenceFlow') && <ConditionPanel {...props} />}
      {isA(shape, 'IntermediateCatchEvent', 'BoundaryEvent') && <TimerPart {...props} />}
      {isA(shape, 'ServiceTask', 'SendTask') && <TopicPart {...props} />}
      {isA(shape, 'UserTask', 'SubProcess') && (
        <Button
          block
          data-verb="addTimer"
          onClick={() => {
            board.addTimer(shape);
          }}
        >
          {say(texts.addTimer)}
        </Button>
      )}
    </div>
  );
}

function ProcessPart({ board, shape, basis }: PartProps & { readonly basis: Basis | undefined }): ReactNode {
  const { businessObject } = shape;
  const docType = docTypeOf(businessObject);
  return (
    <>
      <Labelled label={say(texts.key)}>
        <Input readOnly value={businessObject.id ?? ''} aria-label={say(texts.key)} />
      </Labelled>
      <Labelled label={say(texts.docType)} help={say(texts.docTypeHelp)} field="docType">
        <Select
          className="full"
          aria-label={say(texts.docType)}
          showSearch={{ optionFilterProp: 'label' }}
          value={docType === '' ? null : docType}
          options={(basis?.documents ?? []).map((each) => ({
            value: each.docType,
            label: `${each.name} (${each.docType})`,
          }))}
          onChange={(value: string) => {
            board.setProperty(shape, 'docType', value);
          }}
        />
      </Labelled>
    </>
  );
}

function TopicPart({ board, shape }: PartProps): ReactNode {
  const { businessObject } = shape;
  return (
    <Labelled label={say(texts.topic)}>
      <TextInput
        label={say(texts.topic)}
        field="topic"
        value={textOf(businessObject, 'camunda:topic')}
        onCommit={(value) => {
          board.set(shape, { 'camunda:topic': value === '' ? undefined : value });
        }}
      />
    </Labelled>
  );
}

/** Of the process that an element stands in, however deep. */
function docTypeOf(of: Moddle): string {
  for (let at: Moddle | undefined = of; at !== undefined; at = at.$parent)
    if (at.$type === 'bpmn:Process') return propertyOf(at, 'docType');
  return '';
}

function TimerPart({ board, shape }: PartProps): ReactNode {
  const { businessObject } = shape;
  const [definition] = listOf(businessObject, 'eventDefinitions');
  if (definition === undefined) return null;
  const duration = partOf(definition, 'timeDuration');
  const isBoundary = isA(shape, 'BoundaryEvent');
  const label = say(isBoundary ? texts.timeout : texts.timer);
  const write = (value: string): void => {
    const timer = board.create('bpmn:TimerEventDefinition', {
      timeDuration: value === '' ? undefined : board.create('bpmn:FormalExpression', { body: value }),
    });
    board.set(shape, { eventDefinitions: [timer] });
  };
  return (
    <>
      <Labelled label={label} field="timer">
        <DurationInput label={label} value={duration === undefined ? '' : textOf(duration, 'body')} onChange={write} />
      </Labelled>
      {isBoundary && (
        <label className="switch-line">
          <Switch
            size="small"
            checked={businessObject.get('cancelActivity') !== false}
            onChange={(isOn) => {
              board.set(shape, { cancelActivity: isOn });
            }}
          />{' '}
          {say(texts.interrupting)}
        </label>
      )}
    </>
  );
}
