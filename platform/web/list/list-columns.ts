import { useMemo } from 'react';
import { leadingFirst } from '#platform/model/list/lead.ts';
import { useColumnState } from '#platform/web/column/column-state.ts';
import type { Column, ColumnState } from '#platform/web/column/column.ts';
import { gridColumns } from '#platform/web/record/grid-columns.tsx';
import { useParamEffects } from '#platform/web/reference/param-effects.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import { columnsOf, type Shown } from '#platform/web/value/shown.ts';

/** The columns of a list as its user has them. */
export interface ListColumns {
  readonly columns: readonly Shown[];
  /** As the grid knows them, whatever is in its rows. */
  readonly declared: readonly Column[];
  readonly state: ColumnState;
  readonly setState: (next: ColumnState) => void;
}
export function useListColumns(noun: Listed): ListColumns {
  const [state, setState] = useColumnState(`list:${noun.name}`);
  const effects = useParamEffects();
  const columns = useMemo(() => effects.columns(marked(noun, columnsOf(noun, leadingFirst(noun)))), [noun, effects]);
  const declared = useMemo(() => gridColumns({ columns, rows: [], dicts: undefined }), [columns]);
  return { columns, declared, state, setState };
}

const marked = ({ list: { rare = [] } }: Listed, columns: readonly Shown[]): readonly Shown[] =>
  columns.map((column) => (rare.includes(column.key) ? { ...column, isRare: true } : column));
