import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useId, useState, type Dispatch, type ReactNode, type SetStateAction } from 'react';
import { nameKeyOf, type RefField } from '#platform/model/field.ts';
import type { Params } from '#platform/web/api/client.ts';
import { say } from '#platform/web/text/language.ts';
import { allChildren } from '#platform/web/reference/children.ts';
import { retried } from '#platform/web/loading/chunk.ts';
import { Loaded } from '#platform/web/loading/loaded.tsx';
import { lookedUp } from '#platform/web/page/looking-up.ts';
import { texts } from '#platform/web/text/texts.ts';
import { today } from '#platform/web/cell/cell.tsx';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import { RangeWhenNeeded } from '#platform/web/date/late-dates.tsx';
import { boundsOf, isPeriod } from '#platform/web/date/period.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { Shown } from '#platform/web/value/shown.ts';

interface SearchFormProps {
  readonly filters: readonly Shown[];
  /** What "reset" goes back to. */
  readonly initial?: Row;
  /** What stands in the form at first, when that is not the same. */
  readonly start?: Row;
  /** Chosen beside the form: another object stands in the form from then on. */
  readonly imposed?: Row | undefined;
  readonly onSearch: (filters: Params) => void;
  /** Beside the buttons, told what stands in the form. */
  readonly tools?: (draft: Row) => ReactNode;
  /** Where the less used filters are shown, instead of below the first ones. */
  readonly rest?: (rest: RestOfFilters) => ReactNode;
}

export interface RestOfFilters {
  readonly inputs: ReactNode;
  /** How many of them are filled in. */
  readonly count: number;
  readonly onSearch: () => void;
  readonly onReset: () => void;
}

/**
 * One row of filters and its buttons; the rest unfolds. Filters count when they are searched for, not while they are
 * typed.
 */
export function SearchForm({
  filters,
  initial = {},
  start = initial,
  imposed,
  onSearch,
  tools,
  rest,
}: SearchFormProps): ReactNode {
  const [draft, setDraft] = useFormDraft(filters, start, imposed);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const change = (changes: Row): void => {
    setDraft((before) => ({ ...before, ...changes }));
  };
  const shown = isOpen ? filters : filters.slice(0, inOneRow);
  const hiddenCount = filters.slice(inOneRow).filter((filter) => isFilled(filter, draft)).length;
  const search = useSearch(() => {
    onSearch(paramsOf(filters, draft));
  });
  const reset = (): void => {
    setDraft(initial);
    onSearch(paramsOf(filters, initial));
  };
  const input = (filter: Shown): ReactNode => (
    <div key={filter.key} className={isRange(filter.field) ? 'filter filter-range' : 'filter'} data-filter={filter.key}>
      <label className="filter-label" htmlFor={`${id}${filter.key}`} title={say(filter.label)}>
        {say(filter.label)}
      </label>
      <FilterInput id={`${id}${filter.key}`} filter={filter} draft={draft} onChange={change} />
    </div>
  );
  return (
    <form
      className="search-form"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      {shown.map(input)}
      <div className="search-buttons">
        <Button type="primary" htmlType="submit" data-verb="search">
          {say(texts.search)}
        </Button>
        <Button data-verb="reset" onClick={reset}>
          {say(texts.reset)}
        </Button>
        {tools?.(draft)}
        {filters.length > inOneRow &&
          rest?.({ inputs: filters.slice(inOneRow).map(input), count: hiddenCount, onSearch: search, onReset: reset })}
        {filters.length > inOneRow && rest === undefined && (
          <Unfold isOpen={isOpen} hiddenCount={hiddenCount} onOpen={setOpen} />
        )}
      </div>
    </form>
  );
}

/** A search waits for a code that was typed a moment ago: the list would answer as if nobody had typed it. */
function useSearch(search: () => void): () => void {
  const [asked, setAsked] = useState(0);
  const onAsked = useEffectEvent(search);
  useEffect(() => {
    if (asked > 0) onAsked();
  }, [asked]);
  return () =>
    void lookedUp().then(() => {
      setAsked((times) => times + 1);
    });
}

function useFormDraft(
  filters: readonly Shown[],
  start: Row,
  imposed: Row | undefined,
): readonly [Row, Dispatch<SetStateAction<Row>>] {
  const [draft, setDraft] = useState<Row>(() => ({ ...start, ...daysOf(filters, start) }));
  const [taken, setTaken] = useState(imposed);
  if (imposed !== taken) {
    setTaken(imposed);
    setDraft({ ...draft, ...imposed });
  }
  return [draft, setDraft];
}

const inOneRow = 3;
const isRange = (field: Shown['field']): boolean =>
  field.kind === 'instant' || (field.kind === 'date' && field.isAsOf !== true);

const isFilled = ({ key, field }: Shown, draft: Row): boolean =>
  isRange(field) ? textAt(draft, `${key}Start`) + textAt(draft, `${key}End`) !== '' : textAt(draft, key) !== '';

interface UnfoldProps {
  readonly isOpen: boolean;
  readonly hiddenCount: number;
  readonly onOpen: (isOpen: boolean) => void;
}
function Unfold({ isOpen, hiddenCount, onOpen }: UnfoldProps): ReactNode {
  return (
    <Button
      type="link"
      className="unfold"
      onClick={() => {
        onOpen(!isOpen);
      }}
    >
      {say(isOpen ? texts.collapse : texts.expand)}
      {!isOpen && hiddenCount > 0 && ` (${hiddenCount})`}
      {isOpen ? <UpOutlined /> : <DownOutlined />}
    </Button>
  );
}

/**
 * The wire values of a search: empty ones are left out, a range is two bounds; those of a period are the days of
 * today's.
 */
export function paramsOf(filters: readonly Shown[], draft: Row): Params {
  const keys = filters.flatMap(({ key, field, chosenKey }) =>
    isRange(field) ? [`${key}Start`, `${key}End`] : [key, ...(chosenKey === undefined ? [] : [chosenKey])],
  );
  const dated = { ...draft, ...daysOf(filters, draft) };
  return Object.fromEntries(
    keys.map((key) => [key, textAt(dated, key).trim()] as const).filter(([, value]) => value !== ''),
  );
}

const periodKey = (key: string): string => `${key}Period`;

/** A period chosen by name is this one today and another one tomorrow. */
function daysOf(filters: readonly Shown[], draft: Row): Row {
  return Object.fromEntries(
    filters.flatMap(({ key }) => {
      const period = textAt(draft, periodKey(key));
      if (!isPeriod(period)) return [];
      const [from, to] = boundsOf(period, today());
      return [
        [`${key}Start`, from],
        [`${key}End`, to],
      ];
    }),
  );
}

interface FilterInputProps {
  readonly id: string;
  readonly filter: Shown;
  readonly draft: Row;
  readonly onChange: (changes: Row) => void;
}
function FilterInput({ id, filter, draft, onChange }: FilterInputProps): ReactNode {
  const { key, field, isWithBelow, input } = filter;
  const change = (value: unknown): void => {
    onChange({ [key]: value });
  };
  if (input !== undefined)
    return (
      <Loaded
        name={`input ${input.place}`}
        load={retried(input.load)}
        props={{ id, value: draft[key], onChange: change }}
      />
    );
  if (isRange(field))
    return (
      <RangeWhenNeeded
        id={id}
        from={textAt(draft, `${key}Start`)}
        to={textAt(draft, `${key}End`)}
        onChange={(from, to, period) => {
          onChange({ [`${key}Start`]: from, [`${key}End`]: to, [periodKey(key)]: period });
        }}
      />
    );
  if (field.kind !== 'ref') return <FieldInput isFilter id={id} field={field} value={draft[key]} onChange={change} />;
  if (isWithBelow === true)
    return <BranchFilter id={id} filter={filter} field={field} draft={draft} onChange={onChange} />;
  const nameKey = nameKeyOf(key);
  return (
    <FieldInput
      isFilter
      id={id}
      field={field}
      value={draft[key]}
      onChange={change}
      nameOfRef={textAt(draft, nameKey)}
      onPick={(row) => {
        onChange({ [nameKey]: textAt(row ?? {}, field.target().nameField) });
      }}
    />
  );
}

/** A node of a tree stands for itself and all below it; the first code is the one that was chosen. */
function BranchFilter({
  id,
  filter: { key, chosenKey },
  field,
  draft,
  onChange,
}: FilterInputProps & { readonly field: RefField }): ReactNode {
  const { codeField, nameField } = field.target();
  const nameKey = nameKeyOf(key);
  return (
    <FieldInput
      isFilter
      id={id}
      field={field}
      value={textAt(draft, key).split(',')[0] ?? ''}
      nameOfRef={textAt(draft, nameKey)}
      onPick={(row) => {
        const branches = row === null ? [] : allChildren([row]);
        onChange({
          [key]: branches.map((branch) => textAt(branch, codeField)).join(','),
          ...(chosenKey === undefined ? {} : { [chosenKey]: textAt(row ?? {}, codeField) }),
          [nameKey]: textAt(row ?? {}, nameField),
        });
      }}
    />
  );
}
