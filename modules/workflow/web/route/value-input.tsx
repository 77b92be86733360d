import { DatePicker, Input, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import { useId, type ReactNode } from 'react';
import type { Choices, Field, RefField } from '#platform/model/field.ts';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { useRefFieldName } from '#platform/web/record/ref-names.ts';
import { useDict, useDictLabel } from '#platform/web/reference/use-ref.ts';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { valuesNeeded, type Test } from '#workflow/model/rule/rule.ts';
import type { Sort } from './rule-words.ts';
import { routeTexts as texts } from './route-texts.ts';

interface ValueInputProps {
  readonly test: Test;
  readonly sort: Sort;
  readonly field: Field | undefined;
  readonly onChange: (values: readonly string[]) => void;
}

/** The value of a condition: chosen where there is a list to choose from. */
export function ValueInput(props: ValueInputProps): ReactNode {
  const { test, sort, field } = props;
  if (valuesNeeded(test.operator) === 0) return null;
  if (sort === 'boolean' || field?.kind === 'flag') return <YesNo {...props} isFlag={field?.kind === 'flag'} />;
  if (sort === 'number' || sort === 'date') return <Bounds {...props} />;
  if (field?.kind === 'choice') return <OneOrMore {...props} options={optionsOf(field.choices)} />;
  if (field?.kind === 'dict') return <DictValue {...props} dictType={field.dictType} />;
  if (field?.kind === 'ref') return <RefValue {...props} field={field} />;
  return <TextValue {...props} />;
}

const optionsOf = (choices: Choices): { value: string; label: string }[] =>
  Object.entries(choices).map(([value, [cn, tw, en]]) => ({ value, label: say([cn, tw, en]) }));
const isMultiple = ({ operator }: Test): boolean => operator === 'oneOf' || operator === 'noneOf';
const wide = { className: 'rule-value', 'data-field': 'ruleValue' } as const;

function YesNo({ test, onChange, isFlag }: ValueInputProps & { readonly isFlag: boolean }): ReactNode {
  const [yes, no] = isFlag ? ['1', '0'] : ['true', 'false'];
  return (
    <Select
      {...wide}
      aria-label={say(texts.value)}
      value={test.values[0] ?? null}
      options={[
        { value: yes, label: say(common.yes) },
        { value: no, label: say(common.no) },
      ]}
      onChange={(next: string) => {
        onChange([next]);
      }}
    />
  );
}

/** A figure or a day, or two of them. */
function Bounds({ test, sort, onChange }: ValueInputProps): ReactNode {
  const places = test.operator === 'between' ? [0, 1] : [0];
  const put = (at: number, next: string): void => {
    onChange(places.map((each) => (each === at ? next : (test.values[each] ?? ''))));
  };
  return places.map((at) => (
    <span key={at} className="rule-bound">
      {at === 1 && <span className="quiet">{say(texts.to)}</span>}
      {sort === 'number' ? (
        <InputNumber<string>
          {...wide}
          stringMode
          controls={false}
          aria-label={say(texts.value)}
          value={test.values[at] === undefined || test.values[at] === '' ? null : test.values[at]}
          onChange={(next) => {
            put(at, next === null ? '' : String(next));
          }}
        />
      ) : (
        <DatePicker
          {...wide}
          aria-label={say(texts.value)}
          value={test.values[at] === undefined || test.values[at] === '' ? null : dayjs(test.values[at])}
          onChange={(next) => {
            put(at, next === null ? '' : next.format('YYYY-MM-DD'));
          }}
        />
      )}
    </span>
  ));
}

function DictValue({ dictType, ...props }: ValueInputProps & { readonly dictType: string }): ReactNode {
  const { entries } = useDict(dictType);
  return (
    <OneOrMore
      {...props}
      options={entries.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }))}
    />
  );
}

function OneOrMore({
  test,
  onChange,
  options,
}: ValueInputProps & { readonly options: { value: string; label: string }[] }): ReactNode {
  const shared = { ...wide, options, 'aria-label': say(texts.value), showSearch: { optionFilterProp: 'label' } };
  return isMultiple(test) ? (
    <Select<string[]>
      {...shared}
      className="rule-value rule-values"
      mode="multiple"
      value={[...test.values]}
      onChange={onChange}
    />
  ) : (
    <Select<string | null>
      {...shared}
      value={test.values[0] === undefined || test.values[0] === '' ? null : test.values[0]}
      onChange={(next) => {
        onChange(next === null ? [] : [next]);
      }}
    />
  );
}

/** Chosen through the picker of its noun; several stand beside it with their names. */
function RefValue({ test, field, onChange }: ValueInputProps & { readonly field: RefField }): ReactNode {
  const several = isMultiple(test);
  const [value = ''] = several ? [] : test.values;
  const id = useId();
  return (
    <span className="rule-refs">
      {several &&
        test.values.map((each) => (
          <span key={each} className="rule-tag">
            <RefName field={field} code={each} />
            <button
              type="button"
              aria-label={say(texts.removeTest)}
              onClick={() => {
                onChange(test.values.filter((other) => other !== each));
              }}
            >
              ×
            </button>
          </span>
        ))}
      <span {...wide}>
        <RefInput
          id={id}
          field={field}
          value={value}
          name=""
          label={say(texts.value)}
          onChange={(next) => {
            if (!several) onChange(next === null || next === '' ? [] : [next]);
            else if (next !== null && next !== '' && !test.values.includes(next)) onChange([...test.values, next]);
          }}
        />
      </span>
    </span>
  );
}

function TextValue({ test, onChange }: ValueInputProps): ReactNode {
  return isMultiple(test) ? (
    <Select<string[]>
      {...wide}
      className="rule-value rule-values"
      mode="tags"
      open={false}
      aria-label={say(texts.value)}
      value={[...test.values]}
      onChange={onChange}
    />
  ) : (
    <Input
      {...wide}
      aria-label={say(texts.value)}
      value={test.values[0] ?? ''}
      onChange={(event) => {
        onChange([event.target.value]);
      }}
    />
  );
}

/** A value by its name; its code on hover. */
export function ValueName({
  value,
  sort,
  field,
}: {
  readonly value: string;
  readonly sort: Sort;
  readonly field: Field | undefined;
}): ReactNode {
  if (sort === 'boolean') return say(value === 'true' ? common.yes : common.no);
  switch (field?.kind) {
    case 'flag':
      return say(value === '1' ? common.yes : common.no);
    case 'choice': {
      const choice = field.choices[value];
      return choice === undefined ? value : say([choice[0], choice[1], choice[2]]);
    }
    case 'dict':
      return <DictName dictType={field.dictType} value={value} />;
    case 'ref':
      return <RefName field={field} code={value} />;
    default:
      return sort === 'number' ? separated(value) : value;
  }
}

function DictName({ dictType, value }: { readonly dictType: string; readonly value: string }): ReactNode {
  return useDictLabel(dictType, value);
}
function RefName({ field, code }: { readonly field: RefField; readonly code: string }): ReactNode {
  const name = useRefFieldName(field, code, '');
  return <span title={code}>{name === '' ? code : name}</span>;
}

/** 50000.00 is read as 50,000.00. */
const separated = (value: string): string =>
  value.replace(/^(-?\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
