import { useMemo } from 'react';
import type { Field } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { paramIn, useRefList } from './use-ref.ts';

/** Something that shows a field under a label: a column, a field of a form. */
interface Labelled {
  readonly label: Label;
  readonly field: Field;
}

/** What the tenant's parameters do to what its pages show (001 §9). */
export interface Effects {
  /** Columns that are shown, under the names the tenant gave them. */
  readonly columns: <Shown extends Labelled>(shown: readonly Shown[]) => readonly Shown[];
  /** The same for a form, which keeps what only lists leave out. */
  readonly fields: <Shown extends { readonly field: Field }>(shown: readonly Shown[]) => readonly Shown[];
  /** The unit to write beside a figure; empty where units have a column of their own or are not shown. */
  readonly unitOf: (field: Field, row: Row) => string;
}

/** Until the parameters are read, what depends on one is left out: a column that comes is less than one that goes. */
export function effectsOf(params: readonly Row[]): Effects {
  const valueOf = (code: string): string | undefined => {
    const row = paramIn(params, code);
    return row === undefined ? undefined : textAt(row, 'value');
  };
  const holds = (rule: readonly [string, string] | undefined): boolean =>
    rule === undefined || valueOf(rule[0]) === rule[1];
  const named = (field: Field, label: Label): Label => {
    const name = field.labelBy === undefined ? undefined : valueOf(field.labelBy);
    // Nobody renamed it: it is called what it is called in each language.
    return name === undefined || name === '' || name === label[0] ? label : [name, name, name];
  };
  const areBeside = valueOf('SYS007') === '1';
  return {
    columns: (shown) =>
      shown
        .filter(({ field }) => holds(field.shownBy) && holds(field.columnBy))
        .map((each) => ({ ...each, label: named(each.field, each.label) })),
    fields: (shown) =>
      shown
        .filter(({ field }) => holds(field.shownBy))
        .map((each) => ({ ...each, field: { ...each.field, label: named(each.field, each.field.label) } })),
    unitOf: (field, row) =>
      areBeside && field.kind === 'decimal' && field.unitFrom !== undefined ? textAt(row, field.unitFrom) : '',
  };
}

export function useParamEffects(): Effects {
  const params = useRefList('tenantParamsList');
  return useMemo(() => effectsOf(params), [params]);
}
