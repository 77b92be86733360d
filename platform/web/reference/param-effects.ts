import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Field } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { refQuery } from './load.ts';
import { decimalsIn } from './unit-decimals.ts';
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
  /** The decimals of that unit: so many are shown of a figure (A13). */
  readonly decimalsOf: (field: Field, row: Row) => number;
}

/** Until the parameters are read, what depends on one is left out: a column that comes is less than one that goes. */
export function effectsOf(params: readonly Row[], units: readonly Row[] = []): Effects {
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
    decimalsOf: (field, row) => decimalsIn(units, field, row),
  };
}

/** Units are asked for by whoever shows figures that have one. */
export function useParamEffects(fields: readonly Field[] = noFields): Effects {
  const params = useRefList('tenantParamsList');
  const hasUnits = fields.some((field) => field.kind === 'decimal' && field.unitFrom !== undefined);
  const { data: units = noUnits } = useQuery({ ...refQuery('unitList'), enabled: hasUnits });
  return useMemo(() => effectsOf(params, hasUnits ? units : noUnits), [params, units, hasUnits]);
}
const noFields: readonly Field[] = [];
const noUnits: readonly Row[] = [];
