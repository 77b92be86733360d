import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import type { Label } from '#platform/model/label.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { rowsBy } from '#platform/web/record/rows-by.ts';
import { say } from '#platform/web/text/language.ts';
import { entityNamed } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { pick, type Picking } from './picker-dialog.tsx';
import type { Picker } from '#platform/web/registry/picker-rules.ts';

export interface PickedInputProps {
  readonly picker: Picker;
  /** What the value is made of. */
  readonly of: 'id' | 'code';
  readonly picking?: Picking;
  readonly id?: string | undefined;
  readonly disabled?: boolean;
  /** Ids or codes, joined by commas. */
  readonly value: string;
  /** What several are called: the first and how many. Without it every name is shown. */
  readonly counted?: Label;
  readonly onChange: (value: string, names: string, rows: readonly Row[]) => void;
}

/** Records that are chosen in their picker and nowhere else: a field to be read, and a button. */
export function PickedInput(props: PickedInputProps): ReactNode {
  const entity = entityNamed(props.picker.noun);
  return entity === undefined ? null : <PickedRows {...props} entity={entity} />;
}

function PickedRows({
  entity,
  picker: { rules },
  of,
  picking = {},
  id,
  disabled = false,
  value,
  counted,
  onChange,
}: PickedInputProps & { readonly entity: Entity }): ReactNode {
  const key = of === 'id' ? 'id' : entity.codeField;
  const { data = [] } = useQuery({
    queryKey: ['list', 'picked', entity.name, key, value],
    queryFn: () => rowsBy(entity, key, value),
    enabled: value !== '',
  });
  const names = (value === '' ? [] : value.split(',')).map(
    (each) =>
      textAt(
        data.find((row) => textAt(row, key) === each),
        entity.nameField,
      ) || each,
  );
  const open = async (): Promise<void> => {
    const rows = await pick(entity, { ...picking, rules: rules ?? picking.rules, chosen: value === '' ? [] : data });
    if (rows !== undefined)
      onChange(
        rows.map((row) => textAt(row, key)).join(','),
        rows.map((row) => textAt(row, entity.nameField)).join(','),
        rows,
      );
  };
  return (
    <Input
      {...(id === undefined ? { 'aria-label': say(entity.label) } : { id })}
      readOnly
      disabled={disabled}
      className="ref-input"
      value={labelOf(names, counted)}
      title={names.join(', ')}
      suffix={
        disabled ? null : (
          <button
            type="button"
            className="ref-button"
            data-verb="pick"
            aria-label={say(texts.choose, { noun: say(entity.label) })}
            onClick={() => void open()}
          >
            <SearchOutlined />
          </button>
        )
      }
    />
  );
}

/** "First name and N warehouses" (001 §2.6): N counts all of them. */
export function labelOf(names: readonly string[], counted?: Label): string {
  return counted === undefined || names.length < 2
    ? names.join(',')
    : say(counted, { name: names[0], n: names.length });
}
