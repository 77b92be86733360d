import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, DatePicker, InputNumber, Segmented, Select, Switch } from 'antd';
import dayjs from 'dayjs';
import { useState, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { compileCondition } from '#workflow/model/engine/feel.ts';
import { FeelFault } from '#workflow/model/engine/feel-syntax.ts';
import { namesOf } from './basis.ts';
import type { AskedField, Drawable } from '#workflow/model/rule/board.ts';
import { feelOf, operators, rowsOf, type Row, type Rows } from './condition.ts';
import { listOf, partOf, textOf } from './moddle.ts';
import { Labelled, TextInput, type PartProps } from './labelled.tsx';
import { designerTexts as texts } from './texts.ts';

/** When a way out of a gateway is taken: put together from fields, or written. */
export function ConditionPanel({ board, shape, drawable }: PartProps): ReactNode {
  const { businessObject } = shape;
  const source = partOf(businessObject, 'sourceRef');
  const gateway = source === undefined || source.id === undefined ? undefined : board.shapeAt(source.id);
  const isChosen =
    source !== undefined &&
    ['bpmn:ExclusiveGateway', 'bpmn:InclusiveGateway'].includes(source.$type) &&
    listOf(source, 'outgoing').length > 1;
  const isDefault = source !== undefined && partOf(source, 'default')?.id === businessObject.id;
  const expression = partOf(businessObject, 'conditionExpression');
  const written = expression === undefined ? '' : textOf(expression, 'body');
  const write = (body: string): void => {
    board.set(shape, {
      conditionExpression: body.trim() === '' ? undefined : board.create('bpmn:FormalExpression', { body }),
    });
  };
  if (!isChosen && written === '') return <p className="property-help">{say(texts.noCondition)}</p>;
  const makeDefault = (isOn: boolean): void => {
    if (isOn && written !== '') write('');
    if (gateway !== undefined) board.set(gateway, { default: isOn ? businessObject : undefined });
  };
  return (
    <>
      <label className="switch-line" data-field="isDefault">
        <Switch size="small" checked={isDefault} onChange={makeDefault} /> {say(texts.isDefault)}
      </label>
      {!isDefault && <ConditionEditor source={written} drawable={drawable} onWrite={write} />}
    </>
  );
}

function ConditionEditor({
  source,
  drawable,
  onWrite,
}: {
  readonly source: string;
  readonly drawable: Drawable | undefined;
  readonly onWrite: (feel: string) => void;
}): ReactNode {
  // Rows that are half filled in are nothing the drawing could hold yet.
  const [draft, setDraft] = useState<{ readonly from: string; readonly rows: Rows } | null>(null);
  const rows = draft?.from === source ? draft.rows : rowsOf(source);
  const typeOf = (field: string): AskedField['type'] | undefined =>
    drawable?.fields.find(({ key }) => key === field)?.type;
  const change = (next: Rows): void => {
    const feel = feelOf(next, typeOf);
    setDraft({ from: feel, rows: next });
    if (feel !== source) onWrite(feel);
  };
  const fault = source === '' || drawable === undefined ? null : faultOf(source, drawable);
  return (
    <Labelled
      label={say(texts.condition)}
      help={say(drawable === undefined ? texts.needDocType : texts.conditionHelp)}
      field="condition"
    >
      {rows === null ? (
        <p className="property-help">{say(texts.conditionOwn)}</p>
      ) : (
        <RowsEditor rows={rows} drawable={drawable} onChange={change} />
      )}
      <div className="property-label">{say(texts.expression)}</div>
      <TextInput isLong label={say(texts.expression)} field="feel" value={source} onCommit={onWrite} />
      {fault !== null && (
        <div className="property-fault" role="alert">
          {fault}
        </div>
      )}
    </Labelled>
  );
}

function RowsEditor({
  rows,
  drawable,
  onChange,
}: {
  readonly rows: Rows;
  readonly drawable: Drawable | undefined;
  readonly onChange: (rows: Rows) => void;
}): ReactNode {
  return (
    <>
      {rows.rows.length > 1 && (
        <Segmented<Rows['joined']>
          block
          size="small"
          value={rows.joined}
          options={[
            { value: 'and', label: say(texts.all) },
            { value: 'or', label: say(texts.any) },
          ]}
          onChange={(joined) => {
            onChange({ ...rows, joined });
          }}
        />
      )}
      {rows.rows.map((row, at) => (
        <RowEditor
          key={at}
          row={row}
          drawable={drawable}
          onChange={(next) => {
            onChange({ ...rows, rows: rows.rows.with(at, next) });
          }}
          onRemove={() => {
            onChange({ ...rows, rows: rows.rows.toSpliced(at, 1) });
          }}
        />
      ))}
      <Button
        block
        type="dashed"
        icon={<PlusOutlined />}
        data-verb="addCondition"
        disabled={drawable === undefined}
        onClick={() => {
          onChange({ ...rows, rows: [...rows.rows, { field: '', operator: '=', value: '' }] });
        }}
      >
        {say(texts.addRow)}
      </Button>
    </>
  );
}

function faultOf(source: string, drawable: Drawable): string | null {
  try {
    compileCondition(source, namesOf(drawable));
    return null;
  } catch (error) {
    if (error instanceof FeelFault) return say(error.reason);
    throw error;
  }
}

function RowEditor({
  row,
  drawable,
  onChange,
  onRemove,
}: {
  readonly row: Row;
  readonly drawable: Drawable | undefined;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const asked = drawable?.fields.find(({ key }) => key === row.field);
  const offered = asked?.type === 'boolean' || asked?.choices !== undefined ? operators.slice(0, 2) : operators;
  return (
    <div className="condition-row">
      <Select
        className="full"
        aria-label={say(texts.field)}
        data-field="conditionField"
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={say(texts.field)}
        value={row.field === '' ? null : row.field}
        options={(drawable?.fields ?? []).map(({ key, name }) => ({
          value: key,
          label: name === key ? key : `${name} (${key})`,
        }))}
        onChange={(field: string) => {
          onChange({ field, operator: '=', value: '' });
        }}
      />
      <div className="approver-line">
        <Select
          className="condition-operator"
          aria-label={say(texts.operator)}
          data-field="conditionOperator"
          value={row.operator}
          options={offered.map((operator) => ({ value: operator, label: operator }))}
          onChange={(operator) => {
            onChange({ ...row, operator });
          }}
        />
        <ValueInput
          asked={asked}
          value={row.value}
          onChange={(value) => {
            onChange({ ...row, value });
          }}
        />
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={say(texts.remove)} onClick={onRemove} />
      </div>
    </div>
  );
}

function ValueInput({
  asked,
  value,
  onChange,
}: {
  readonly asked: AskedField | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const label = say(texts.value);
  const chosen = value === '' ? null : value;
  const oneOf = (options: { value: string; label: string }[]): ReactNode => (
    <Select
      className="full"
      aria-label={label}
      data-field="conditionValue"
      value={chosen}
      options={options}
      onChange={onChange}
    />
  );
  if (asked?.choices !== undefined)
    return oneOf(asked.choices.map((choice) => ({ value: choice.value, label: choice.name })));
  switch (asked?.type) {
    case 'number':
      return (
        <InputNumber<string>
          className="full"
          aria-label={label}
          data-field="conditionValue"
          stringMode
          value={chosen}
          onChange={(next) => {
            onChange(next ?? '');
          }}
        />
      );
    case 'boolean':
      return oneOf([
        { value: 'true', label: say(texts.yes) },
        { value: 'false', label: say(texts.no) },
      ]);
    case 'date':
      return (
        <DatePicker
          className="full"
          aria-label={label}
          data-field="conditionValue"
          value={value === '' ? null : dayjs(value)}
          onChange={(next) => {
            onChange(next === null ? '' : next.format('YYYY-MM-DD'));
          }}
        />
      );
    case 'text':
    case undefined:
      return <TextInput label={label} field="conditionValue" value={value} onCommit={onChange} />;
  }
}
