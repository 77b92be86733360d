import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Select } from 'antd';
import type { ReactNode } from 'react';
import { ref, type RefField } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { choiceOptions } from '#platform/web/field/field-input.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { entityNamed, type OwnInputProps } from '#platform/web/registry/registry.ts';
import { dimensionsOf, nounOfDimension, scopeSide, type Dimension } from '#price/model/price-choices.ts';
import { dimensionLabel, mostScopes } from '#price/model/price-scope.ts';
import './scope-rows.css';

const texts = {
  add: ['添加一行', '新增一列', 'Add a row'],
  remove: ['删除第{at}行', '刪除第{at}列', 'Remove row {at}'],
  exclude: ['排除', '排除', 'Exclude'],
  everything: ['全部客户、全部产品', '全部客戶、全部產品', 'All customers, all products'],
} as const satisfies Readonly<Record<string, Label>>;

type Side = keyof typeof dimensionsOf;

/** For whom and for what: rows of one side all narrow it, no row leaves it open. */
export function ScopeRows({ value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const rows = Array.isArray(value) ? (value as readonly Row[]) : [];
  if (disabled) return <ReadRows rows={rows} />;
  return (
    <div className="scope-rows" data-scopes>
      {rows.length === 0 && <span className="quiet">{say(texts.everything)}</span>}
      {rows.map((row, at) => (
        // A row has no name of its own: it is the first, the second, the third.
        <ScopeRow
          key={at}
          row={row}
          at={at}
          onChange={(changes) => onChange?.(rows.with(at, { ...row, ...changes }))}
          onRemove={() => onChange?.(rows.toSpliced(at, 1))}
        />
      ))}
      {rows.length < mostScopes && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          data-verb="addScope"
          onClick={() =>
            onChange?.([...rows, { side: 'customer', dimension: 'customer', code: '', name: null, excludeFlag: '0' }])
          }
        >
          {say(texts.add)}
        </Button>
      )}
    </div>
  );
}

function ScopeRow({
  row,
  at,
  onChange,
  onRemove,
}: {
  readonly row: Row;
  readonly at: number;
  readonly onChange: (changes: Row) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const side: Side = textAt(row, 'side') === 'product' ? 'product' : 'customer';
  const dimension = textAt(row, 'dimension') as Dimension;
  return (
    <div className="scope-row" data-scope={at}>
      <Select
        value={side}
        options={choiceOptions(scopeSide)}
        onChange={(next) => {
          onChange({ side: next, dimension: Object.keys(dimensionsOf[next])[0], code: '', name: null });
        }}
      />
      <Select
        value={dimension}
        options={Object.entries<Label>(dimensionsOf[side]).map(([code, label]) => ({
          value: code,
          label: say(label),
        }))}
        onChange={(next) => {
          onChange({ dimension: next, code: '', name: null });
        }}
      />
      <RefInput
        key={dimension}
        field={fieldOf(dimension)}
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
function fieldOf(dimension: Dimension): RefField {
  const entity = entityNamed(nounOfDimension[dimension]);
  return ref(
    dimensionLabel(dimension) ?? texts.everything,
    () =>
      entity ?? {
        name: nounOfDimension[dimension],
        path: '',
        label: texts.everything,
        codeField: 'code',
        nameField: 'name',
        fields: {},
      },
  );
}

function ReadRows({ rows }: { readonly rows: readonly Row[] }): ReactNode {
  if (rows.length === 0) return <span className="scope-rows">{say(texts.everything)}</span>;
  return (
    <ul className="scope-rows plain-list" data-scopes>
      {rows.map((row, at) => (
        <li key={at}>
          {say(dimensionLabel(textAt(row, 'dimension')) ?? texts.everything)} {textAt(row, 'name')}{' '}
          {textAt(row, 'code')}
          {textAt(row, 'excludeFlag') === '1' && ` (${say(texts.exclude)})`}
        </li>
      ))}
    </ul>
  );
}
