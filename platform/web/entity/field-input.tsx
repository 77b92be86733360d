import { Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import type { Choices, Field } from '#platform/model/field.ts';
import { LateUploadField } from '#platform/web/file/late-upload-field.tsx';
import { say } from '#platform/web/language.ts';
import { RefInput } from '#platform/web/picker/ref-input.tsx';
import { RefsInput } from '#platform/web/picker/refs-input.tsx';
import { useDict } from '#platform/web/reference/use-ref.ts';
import { documentNamed } from '#platform/web/registry.ts';
import { LateRichEditor } from '#platform/web/rich-text/late-rich-text.tsx';
import { texts } from '#platform/web/texts.ts';
import { LateDateInput } from './late-dates.tsx';
import { LateNumberInput } from './late-number.tsx';
import { typedDecimal } from './measure.ts';
import type { Row } from './row.ts';

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
  switch (field.kind) {
    case 'text':
      if (field.format === 'html' && !isFilter)
        return (
          <LateRichEditor {...common} label={say(field.label)} value={text} onChange={(next) => onChange?.(next)} />
        );
      return field.format === 'multiline' || field.format === 'html' || field.format === 'xml' ? (
        <Input.TextArea
          {...common}
          value={text}
          maxLength={field.max}
          autoSize={{ minRows: 1, maxRows: 6 }}
          onChange={(event) => onChange?.(event.target.value)}
        />
      ) : (
        <Input
          {...common}
          value={text}
          maxLength={field.max}
          allowClear={isFilter}
          autoFocus={props.autoFocus === true}
          onChange={(event) => onChange?.(event.target.value)}
        />
      );
    case 'integer':
      return (
        <LateNumberInput
          {...common}
          className="full"
          precision={0}
          value={text === '' ? null : Number.parseInt(text, 10)}
          onChange={(next) => onChange?.(next)}
        />
      );
    case 'decimal':
      return (
        <Input
          {...common}
          className="number"
          inputMode="decimal"
          value={text}
          onChange={(event) => onChange?.(typedDecimal(event.target.value))}
        />
      );
    case 'date':
      return (
        <LateDateInput
          {...common}
          {...(props.earliest === undefined ? {} : { earliest: props.earliest })}
          value={text}
          onChange={(next) => onChange?.(next)}
        />
      );
    case 'instant':
      return <LateDateInput {...common} hasTime value={text} onChange={(next) => onChange?.(next)} />;
    case 'flag':
    case 'bool': {
      const [on, off] = field.kind === 'flag' ? (['1', '0'] as const) : ([true, false] as const);
      if (!isFilter)
        return <Switch {...common} checked={value === on} onChange={(checked) => onChange?.(checked ? on : off)} />;
      return (
        <Select
          {...common}
          className="full"
          allowClear
          value={text === '' ? null : text}
          options={[
            { value: '1', label: say(texts.yes) },
            { value: '0', label: say(texts.no) },
          ]}
          onChange={(next) => onChange?.(next ?? null)}
        />
      );
    }
    case 'choice':
      return (
        <Select
          {...common}
          className="full"
          allowClear={isFilter || !field.required}
          value={text === '' ? null : text}
          options={choiceOptions(field.choices)}
          onChange={(next) => onChange?.(next ?? null)}
        />
      );
    case 'dict':
      return (
        <DictSelect
          {...common}
          dictType={field.dictType}
          value={text}
          isRequired={field.required && !isFilter}
          onChange={onChange}
        />
      );
    case 'ref':
      // A document is named by its number: nobody picks one of a million from a list.
      if (documentNamed(field.target().name) !== undefined)
        return (
          <Input
            {...common}
            allowClear
            value={text}
            onChange={(event) => {
              onChange?.(event.target.value);
            }}
          />
        );
      return (
        <RefInput
          {...common}
          field={field}
          value={text}
          name={props.nameOfRef ?? ''}
          onChange={(next, row) => {
            props.onPick?.(row);
            onChange?.(next);
          }}
        />
      );
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
      return (
        <Input.TextArea
          {...common}
          value={typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)}
          autoSize={{ minRows: 1, maxRows: 6 }}
          onChange={(event) => onChange?.(event.target.value)}
        />
      );
    case 'secret':
      return (
        <Input.Password
          {...common}
          value={text}
          autoComplete="new-password"
          onChange={(event) => onChange?.(event.target.value)}
        />
      );
    case 'file':
      return isFilter ? (
        <Input {...common} allowClear value={text} onChange={(event) => onChange?.(event.target.value)} />
      ) : (
        <LateUploadField {...common} field={field} value={text} onChange={(next) => onChange?.(next)} />
      );
  }
}

export const choiceOptions = (choices: Choices): { value: string; label: string }[] =>
  Object.entries(choices).map(([value, [zhCN, zhTW, en]]) => ({ value, label: say([zhCN, zhTW, en]) }));

interface DictSelectProps {
  readonly id?: string;
  readonly disabled: boolean;
  readonly dictType: string;
  readonly value: string;
  readonly isRequired: boolean;
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
