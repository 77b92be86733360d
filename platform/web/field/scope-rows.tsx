import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import type { ReactNode } from 'react';
import { ref, type Choices, type RefField } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { choiceOptions } from './field-input.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { RefInput } from './ref-input.tsx';
import { entityNamed, type OwnInputProps } from '#platform/web/registry/registry.ts';
import './scope-rows.css';

const texts = {
  add: ['添加一行', '新增一列', 'Add a row'],
  remove: ['删除第{at}行', '刪除第{at}列', 'Remove row {at}'],
  exclude: ['排除', '排除', 'Exclude'],
  everything: ['全部客户、全部产品', '全部客戶、全部產品', 'All customers, all products'],
} as const satisfies Readonly<Record<string, Label>>;

type Side = 'customer' | 'product';

/** What rows may name on each side, and the noun of each. */
export interface ScopeDimensions {
  readonly sides: Choices;
  readonly dimensions: Readonly<Record<Side, Readonly<Record<string, Label>>>>;
  readonly nouns: Readonly<Record<string, string>>;
  readonly most: number;
}
interface ScopeRowsProps extends OwnInputProps {
  readonly of: ScopeDimensions;
}

/** For whom and for what: rows of one side all narrow it, no row leaves it open. */
export function ScopeRows({ of, value, onChange, disabled = false }: ScopeRowsProps): ReactNode {
  const rows = Array.isArray(value) ? (value as readonly Row[]) : [];
  if (disabled) return <ReadRows of={of} rows={rows} />;
  return (
    <div className="scope-rows" data-scopes>
      {rows.length === 0 && <span className="quiet">{say(texts.everything)}</span>}
      {rows.map((row, at) => (
        // A row has no name of its own: it is the first, the second, the third.
        <ScopeRow
          key={at}
          of={of}
          row={row}
          at={at}
          onChange={(changes) => onChange?.(rows.with(at, { ...row, ...changes }))}
          onRemove={() => onChange?.(rows.toSpliced(at, 1))}
        />
      ))}
      {rows.length < of.most && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          data-verb="addScope"
          onClick={() =>
            onChange?.([
              ...rows,
              { side: 'customer', dimension: firstOf(of, 'customer'), code: '', name: null, excludeFlag: '0' },
            ])
          }
        >
          {say(texts.add)}
        </Button>
      )}
    </div>
  );
}

const firstOf = ({ dimensions }: ScopeDimensions, side: Side): string => Object.keys(dimensions[side])[0] ?? '';

interface ScopeRowProps {
  readonly of: ScopeDimensions;
  readonly row: Row;
  readonly at: number;
  readonly onChange: (changes: Row) => void;
  readonly onRemove: () => void;
}
function ScopeRow({ of, row, at, onChange, onRemove }: ScopeRowProps): ReactNode {
  const side: Side = textAt(row, 'side') === 'product' ? 'product' : 'customer';
  const dimension = textAt(row, 'dimension');
  return (
    <div className="scope-row" data-scope={at}>
      <Select
        value={side}
        options={choiceOptions(of.sides)}
        onChange={(next) => {
          onChange({ side: next, dimension: firstOf(of, next), code: '', name: null });
        }}
      />
      <Select
        value={dimension}
        options={Object.entries<Label>(of.dimensions[side]).map(([code, label]) => ({
          value: code,
          label: say(label),
        }))}
        onChange={(next) => {
          onChange({ dimension: next, code: '', name: null });
        }}
      />
      <RefInput
        key={dimension}
        field={fieldOf(of, dimension)}
        value={textAt(row, 'code')}
        name={textAt(row, 'name')}
        onChange={(code, chosen) => {
          onChange({ code: code ?? '', name: chosen === null ? null : textAt(chosen, 'name') });
        }}
      />
      <Checkbox
        checked={textAt(row, 'excludeFlag') === '1'}
        onChange={(event) => {
          onChange({ excludeFlag: event.target.checked ? '1' : '0' });
        }}
      >
        {say(texts.exclude)}
      </Checkbox>
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined />}
        aria-label={say(texts.remove, { at: at + 1 })}
        data-verb="removeScope"
        onClick={onRemove}
      />
    </div>
  );
}

/** The noun is found when it is shown: none is imported here. */
function fieldOf(of: ScopeDimensions, dimension: string): RefField {
  const noun = of.nouns[dimension] ?? '';
  const entity = entityNamed(noun);
  return ref(
    labelOf(of, dimension),
    () =>
      entity ?? {
        name: noun,
        path: '',
        label: texts.everything,
        codeField: 'code',
        nameField: 'name',
        fields: {},
      },
  );
}

const labelOf = ({ dimensions }: ScopeDimensions, dimension: string): Label =>
  dimensions.customer[dimension] ?? dimensions.product[dimension] ?? texts.everything;

function ReadRows({ of, rows }: { readonly of: ScopeDimensions; readonly rows: readonly Row[] }): ReactNode {
  if (rows.length === 0) return <span className="scope-rows">{say(texts.everything)}</span>;
  return (
    <ul className="scope-rows plain-list" data-scopes>
      {rows.map((row, at) => (
        <li key={at}>
          {say(labelOf(of, textAt(row, 'dimension')))} {textAt(row, 'name')} {textAt(row, 'code')}
          {textAt(row, 'excludeFlag') === '1' && ` (${say(texts.exclude)})`}
        </li>
      ))}
    </ul>
  );
}
