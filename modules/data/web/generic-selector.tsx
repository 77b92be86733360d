import type { ReactNode } from 'react';
import { PickedInput } from '#platform/web/picker/picked-input.tsx';
import { selectorTypes, type SelectorType } from './pickers.ts';

interface GenericSelectorProps {
  readonly id?: string;
  readonly type: SelectorType;
  readonly isMultiple?: boolean;
  readonly disabled?: boolean;
  /** One code, or several joined by commas. */
  readonly value: string;
  /** Codes and labels, each joined by commas. */
  readonly onChange: (value: string, label: string) => void;
}

/** One field for whichever noun its type names: rules of documents and reports choose by type (001 §2.10). */
export function GenericSelector({
  id,
  type,
  isMultiple = false,
  disabled = false,
  value,
  onChange,
}: GenericSelectorProps): ReactNode {
  return (
    <PickedInput
      key={type}
      id={id}
      picker={selectorTypes[type]}
      of="code"
      picking={{ isMultiple }}
      disabled={disabled}
      value={value}
      onChange={onChange}
    />
  );
}
