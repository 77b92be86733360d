import { Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import type { Choices, Field, RefField, TextField } from '#platform/model/field.ts';
import { LateUploadField } from '#platform/web/file/late-upload-field.tsx';
import { say } from '#platform/web/text/language.ts';
import { RefInput } from './ref-input.tsx';
import { RefsInput } from './refs-input.tsx';
import { useDict } from '#platform/web/reference/use-ref.ts';
import { LateRichEditor } from '#platform/web/rich-text/late-rich-text.tsx';
import { texts } from '#platform/web/text/texts.ts';
import { LateDateInput } from '#platform/web/date/late-dates.tsx';
import { LateNumberInput } from './late-number.tsx';
import { typedDecimal } from '#platform/web/value/measure.ts';
import type { Row } from '#platform/web/value/row.ts';

export interface FieldInputProps {
  readonly field: Field;
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
  /** The name that a reference shows instead of its code. */
  readonly nameOfRef?: string;
  /** The record that was chosen for a reference; null when it was cleared. */
  readonly onPick?: (row: Row | null) => void;
  /** In a search form every field may be left open, also a yes/no. */
  readonly isFilter?: boolean;
  readonly earliest?: string;
}

/** One widget per kind of field: a new kind does not compile until it has one here. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const { field, value, onChange, id, disabled = false, isFilter = false } = props;
  const common = { ...(id === undefined ? {} : { id }), disabled };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const written: Written = { ...props, isFilter, common, text };
  switch (field.kind) {
    case 'text':
      return textInput(field, written);
    case 'integer':
      return integerInput(written);
    case 'decimal':
      return decimalInput(written);
    case 'date':
      return dateInput(written);
    case 'instant':
      return <LateDateInput {...common} hasTime value={text} onChange={(next) => onChange?.(next)} />;
    case 'flag':
      return switchInput('1', '0', written);
    case 'bool':
      return switchInput(true, false, written);
    case 'choice':
      return selectInput(choiceOptions(field.choices), isFilter || !field.required, written);
    case 'dict':
      return (
        <DictSelect
          {...common}
          dictType={field.dictType}
          value={text}
          isRequired={field.required && !isFilter}
          {...(isFilter ? openFilter() : {})}
          onChange={onChange}
        />
      );
    case 'ref':
      return refInput(field, written);
    case 'refs':
      return (
        <RefsInput
          {...common}
          field={field}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(next) => onChange?.(next)}
        />
      );
    case 'json':
      return longInput(jsonText(value), written);
    case 'secret':
      return secretInput(written);
    case 'file':
      return isFilter ? (
        clearableInput(written)
      ) : (
        <LateUploadField {...common} field={field} value={text} onChange={(next) => onChange?.(next)} />
      );
  }
}

/** What every widget is told. */
interface Written extends FieldInputProps {
  readonly isFilter: boolean;
  readonly common: { readonly id?: string; readonly disabled: boolean };
  readonly text: string;
}

function textInput({ format, max, label }: TextField, written: Written): ReactNode {
  const { common, text, isFilter, autoFocus, onChange } = written;
  if (format === 'html' && !isFilter)
    return <LateRichEditor {...common} label={say(label)} value={text} onChange={(next) => onChange?.(next)} />;
  if (format === 'multiline' || format === 'html' || format === 'xml') return longInput(text, written, max);
  return (
    <Input
      {...common}
      value={text}
      maxLength={max}
      allowClear={isFilter}
      autoFocus={autoFocus === true}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}

const longInput = (text: string, { common, onChange }: Written, max?: number): ReactNode => (
  <Input.TextArea
    {...common}
    value={text}
    {...(max === undefined ? {} : { maxLength: max })}
    autoSize={{ minRows: 1, maxRows: 6 }}
    onChange={(event) => onChange?.(event.target.value)}
  />
);

const jsonText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

const clearableInput = ({ common, text, onChange }: Written): ReactNode => (
  <Input {...common} allowClear value={text} onChange={(event) => onChange?.(event.target.value)} />
);

const secretInput = ({ common, text, onChange }: Written): ReactNode => (
  <Input.Password
    {...common}
    value={text}
    autoComplete="new-password"
    onChange={(event) => onChange?.(event.target.value)}
  />
);

const integerInput = ({ common, text, onChange }: Written): ReactNode => (
  <LateNumberInput
    {...common}
    className="full"
    precision={0}
    value={text === '' ? null : Number.parseInt(text, 10)}
    onChange={(next) => onChange?.(next)}
  />
);

const decimalInput = ({ common, text, onChange }: Written): ReactNode => (
  <Input
    {...common}
    className="number"
    inputMode="decimal"
    value={text}
    onChange={(event) => onChange?.(typedDecimal(event.target.value))}
  />
);

const dateInput = ({ common, text, earliest, onChange }: Written): ReactNode => (
  <LateDateInput
    {...common}
    {...(earliest === undefined ? {} : { earliest })}
    value={text}
    onChange={(next) => onChange?.(next)}
  />
);

function switchInput(on: string | boolean, off: string | boolean, written: Written): ReactNode {
  const { common, value, isFilter, onChange } = written;
  if (!isFilter)
    return <Switch {...common} checked={value === on} onChange={(checked) => onChange?.(checked ? on : off)} />;
  const options = [
    { value: '1', label: say(texts.yes) },
    { value: '0', label: say(texts.no) },
  ];
  return selectInput(options, true, written);
}

/** A filter that is left open lets everything through, and says so. */
const openFilter = (): { readonly placeholder: string } => ({ placeholder: say(texts.everything) });

const selectInput = (
  options: Option[],
  allowClear: boolean,
  { common, text, isFilter, onChange }: Written,
): ReactNode => (
  <Select
    {...common}
    {...(isFilter ? openFilter() : {})}
    className="full"
    allowClear={allowClear}
    value={text === '' ? null : text}
    options={options}
    onChange={(next) => onChange?.(next ?? null)}
  />
);

function refInput(field: RefField, written: Written): ReactNode {
  const { common, text, nameOfRef = '', isFilter, onPick, onChange } = written;
  // A document is named by its number: nobody picks one of a million from a list.
  if (field.target().kind === 'document') return clearableInput(written);
  return (
    <RefInput
      {...common}
      {...(isFilter ? openFilter() : {})}
      field={field}
      value={text}
      name={nameOfRef}
      onChange={(next, row) => {
        onPick?.(row);
        onChange?.(next);
      }}
    />
  );
}

interface Option {
  value: string;
  label: string;
}
export const choiceOptions = (choices: Choices): Option[] =>
  Object.entries(choices).map(([value, [zhCN, zhTW, en]]) => ({ value, label: say([zhCN, zhTW, en]) }));

interface DictSelectProps {
  readonly id?: string;
  readonly disabled: boolean;
  readonly dictType: string;
  readonly value: string;
  readonly isRequired: boolean;
  readonly placeholder?: string;
  readonly onChange: ((value: unknown) => void) | undefined;
}
function DictSelect({ dictType, value, isRequired, onChange, ...common }: DictSelectProps): ReactNode {
  const { entries, isLoading } = useDict(dictType);
  const options = entries.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }));
  return (
    <Select
      {...common}
      className="full"
      allowClear={!isRequired}
      showSearch={{ optionFilterProp: 'label' }}
      loading={isLoading}
      value={value === '' ? null : value}
      options={options}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}
