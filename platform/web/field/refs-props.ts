import type { RefsField } from '#platform/model/field.ts';

export interface RefsInputProps {
  readonly field: RefsField;
  readonly id?: string;
  readonly value: readonly string[];
  readonly disabled?: boolean;
  readonly onChange: (value: readonly string[]) => void;
}
