import type { ReactNode } from 'react';
import type { Picker } from '#platform/web/registry/picker-rules.ts';
import { PickedInput } from './picked-input.tsx';

interface GenericSelectorProps {
  readonly id?: string;
  /** Whichever noun the rule, the document or the report is about at this place (001 §2.10). */
  readonly picker: Picker;
  readonly isMultiple?: boolean;
  readonly disabled?: boolean;
  /** One code, or several joined by commas. */
  readonly value: string;
  /** Codes and labels, each joined by commas. */
  readonly onChange: (value: string, label: string) => void;
}

/**
 * One field for records of any noun. With another noun it is another field: what was chosen there is no answer here.
 */
export function GenericSelector({
  id,
  picker,
  isMultiple = false,
  disabled = false,
  value,
  onChange,
}: GenericSelectorProps): ReactNode {
  return (
    <PickedInput
      key={picker.noun}
      id={id}
      picker={picker}
      of="code"
      picking={{ isMultiple }}
      disabled={disabled}
      value={value}
      onChange={onChange}
    />
  );
}
