import type { ReactNode } from 'react';
import { currentUser } from '#platform/web/api/me.ts';
import { PickedInput } from '#platform/web/picker/picked-input.tsx';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { dataPickers } from './pickers.ts';

interface WarehouseFieldProps {
  readonly id?: string | undefined;
  readonly disabled?: boolean;
  /** Ids, joined by commas. */ readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Several warehouses; the dialog begins with those of the user's own organisation (001 §2.6). */
export function WarehouseField({ id, disabled = false, value, onChange }: WarehouseFieldProps): ReactNode {
  const user = currentUser();
  const organizeCode = user?.organizeCode ?? '';
  return (
    <PickedInput
      id={id}
      disabled={disabled}
      picker={dataPickers.warehouse}
      of="id"
      value={value}
      onChange={onChange}
      counted={['{name}等{n}个仓库', '{name}等{n}個倉庫', '{name} and {n} warehouses']}
      picking={{
        isMultiple: true,
        ...(organizeCode === '' ? {} : { filters: { organizeCode, organizeName: user?.organizeName ?? '' } }),
      }}
    />
  );
}

/** The same in a form whose record holds a list of ids. */
export function WarehousesInput({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  return (
    <WarehouseField
      id={id}
      disabled={disabled}
      value={Array.isArray(value) ? value.join(',') : ''}
      onChange={(ids) => onChange?.(ids === '' ? [] : ids.split(','))}
    />
  );
}
