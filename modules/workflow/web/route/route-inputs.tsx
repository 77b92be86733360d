import { Form, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { isComplete, parseRule, printRule, testsOf, type Rule } from '#workflow/model/rule/rule.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { namesIn } from './rule-words.ts';
import { useRouteTypes } from './route-list.tsx';
import { routeTexts as texts } from './route-texts.ts';
import { Told, ToldCondition, useBoard } from './route-told.tsx';
import './route.css';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** A text of the record that is one of a few; one that stands there from before stays to be seen. */
function OneOf({
  id,
  value,
  onChange,
  disabled = false,
  record,
  options,
}: OwnInputProps & { readonly options: readonly Option[] }): ReactNode {
  if (record !== undefined) return <Told value={value} options={options} />;
  const text = typeof value === 'string' ? value : '';
  const known = options.some((option) => option.value === text);
  return (
    <Select<string | null>
      {...(id === undefined ? {} : { id })}
      className="full"
      disabled={disabled}
      showSearch={{ optionFilterProp: 'label' }}
      value={text === '' ? null : text}
      options={[...options, ...(known || text === '' ? [] : [{ value: text, label: text }])]}
      onChange={(next) => onChange?.(next)}
    />
  );
}

const useDocType = (): string => {
  const found: unknown = Form.useWatch('docType', Form.useFormInstance());
  return typeof found === 'string' ? found : '';
};

export function DocTypeInput(props: OwnInputProps): ReactNode {
  const types = useRouteTypes()?.types ?? [];
  return props.record === undefined ? (
    <DocTypeChoice {...props} />
  ) : (
    <Told value={props.value} options={types.map(({ docType, name }) => ({ value: docType, label: name }))} />
  );
}

/** Chosen by name; its page and its save call follow. */
function DocTypeChoice(props: OwnInputProps): ReactNode {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const types = useRouteTypes()?.types ?? [];
  return (
    <OneOf
      {...props}
      options={types.map(({ docType, name }) => ({ value: docType, label: name }))}
      onChange={(next) => {
        props.onChange?.(next);
        const chosen = types.find(({ docType }) => docType === next);
        if (chosen !== undefined)
          form.setFieldsValue({
            routeName: chosen.routeName,
            saveUrl: chosen.saveUrl,
            formName: chosen.formName,
            processDefinitionKey: null,
            condition: null,
          });
      }}
    />
  );
}

export function PageInput(props: OwnInputProps): ReactNode {
  const types = useRouteTypes()?.types ?? [];
  return <OneOf {...props} options={types.map(({ routeName, page }) => ({ value: routeName, label: page }))} />;
}

export function SaveCallInput(props: OwnInputProps): ReactNode {
  const types = useRouteTypes()?.types ?? [];
  return <OneOf {...props} options={types.map(({ saveUrl, name }) => ({ value: saveUrl, label: name }))} />;
}

/** Told where a route is read; it follows the document where one is written. */
export function FormNameInput(props: OwnInputProps): ReactNode {
  const types = useRouteTypes()?.types ?? [];
  return <OneOf {...props} options={types.map(({ formName, name }) => ({ value: formName, label: name }))} />;
}

export function ProcessInput(props: OwnInputProps): ReactNode {
  const processes = useRouteTypes()?.processes ?? [];
  return props.record === undefined ? (
    <ProcessChoice {...props} />
  ) : (
    <Told value={props.value} options={processes.map(({ key, name }) => ({ value: key, label: name }))} />
  );
}

function ProcessChoice(props: OwnInputProps): ReactNode {
  const docType = useDocType();
  const processes = useRouteTypes()?.processes ?? [];
  return (
    <OneOf
      {...props}
      options={processes
        .filter((process) => docType === '' || process.docType === docType)
        .map(({ key, name }) => ({ value: key, label: name }))}
    />
  );
}

export function ConditionInput(props: OwnInputProps): ReactNode {
  return props.record === undefined ? (
    <ConditionWritten {...props} />
  ) : (
    <ToldCondition value={props.value} record={props.record} />
  );
}

/** The builder in the form of one route; what it cannot show is a text, as it was. */
function ConditionWritten({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const board = useBoard(useDocType(), !disabled);
  const source = typeof value === 'string' ? value : '';
  const [draft, setDraft] = useState<{ readonly from: string; readonly rule: Rule } | null>(null);
  const rule =
    draft?.from === source ? draft.rule : board === undefined ? null : parseRule(source, namesIn(board.document));
  const text = (
    <Input.TextArea
      {...(id === undefined ? {} : { id })}
      disabled={disabled}
      maxLength={1000}
      autoSize={{ minRows: 1, maxRows: 6 }}
      value={source}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
  if (board === undefined || rule === null || disabled)
    return (
      <>
        {text}
        {board !== undefined && rule === null && <span className="quiet">{say(texts.ownText)}</span>}
      </>
    );
  return (
    <>
      <ConditionEditor
        rule={rule}
        document={board.document}
        onChange={(next) => {
          const written = testsOf(next).every(isComplete) ? printRule(next, namesIn(board.document)) : source;
          setDraft({ from: written, rule: next });
          if (written !== source) onChange?.(written);
        }}
      />
      <details>
        <summary className="quiet">{say(texts.advanced)}</summary>
        {text}
      </details>
    </>
  );
}
