import type { Entity } from '#platform/model/entity.ts';
import type { RefField, RefsField } from '#platform/model/field.ts';
import type { Row } from '#platform/web/value/row.ts';

export interface RefsInputProps {
  readonly field: RefsField;
  readonly id?: string;
  readonly value: readonly string[];
  readonly disabled?: boolean;
  readonly onChange: (value: readonly string[]) => void;
}

/** Several nodes of a tree. */
export type KnownRefs = RefsInputProps & { readonly entity: Entity; readonly of: string };

export interface RefInputProps {
  readonly field: RefField;
  readonly id?: string;
  readonly value: string;
  /** What is shown for the value. */
  readonly name: string;
  readonly disabled?: boolean;
  readonly variant?: 'outlined' | 'borderless';
  readonly label?: string;
  /** What is meant while nothing is chosen. */
  readonly placeholder?: string;
  readonly onChange: (value: string | null, row: Row | null) => void;
  /** After a choice by keyboard: where to go next. */
  readonly onSettled?: () => void;
}

export type KnownRef = RefInputProps & { readonly entity: Entity };
export const keyIn = (entity: Entity, field: { readonly key: 'code' | 'id' }): string =>
  field.key === 'id' ? 'id' : entity.codeField;
