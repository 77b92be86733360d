import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import { maxPageSize, type Page } from '#platform/model/envelope.ts';
import { get } from '#platform/web/api/client.ts';
import { textAt, type Branch, type Row } from '#platform/web/value/row.ts';
import { rowsBy } from '#platform/web/record/rows-by.ts';
import { isPaged, listPath, useTree } from '#platform/web/record/use-list.ts';
import { say } from '#platform/web/text/language.ts';
import { entityNamed } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { LateBranchesInput } from './late-branches.tsx';
import { LateRefsTree } from './late-refs-tree.tsx';
import type { KnownRefs, RefsInputProps } from './refs-props.ts';

/** Several records of another noun: roles of a user, menus of a role. */
export function RefsInput(props: RefsInputProps): ReactNode {
  const entity = entityNamed(props.field.target().name);
  if (entity === undefined) return null;
  const key = props.field.key === 'id' ? 'id' : entity.codeField;
  if (props.field.tree !== undefined)
    return <LateRefsTree {...props} entity={entity} of={key} rule={props.field.tree} />;
  return entity.tree && !isPaged(entity) ? (
    <LateBranchesInput {...props} entity={entity} of={key} />
  ) : (
    <RowsInput {...props} entity={entity} of={key} />
  );
}

/** The names of several records; a role with two hundred menus is told as the first few and a count. */
export function RefsText({ field, value }: Pick<RefsInputProps, 'field' | 'value'>): ReactNode {
  const entity = entityNamed(field.target().name);
  const isTree = entity !== undefined && entity.tree && !isPaged(entity);
  const { branches } = useTree(isTree ? entity : undefined);
  const key = field.key === 'id' ? 'id' : (entity?.codeField ?? 'id');
  const rows = useRows(isTree ? undefined : entity, key, value.slice(0, inText));
  if (entity === undefined) return value.length;
  const names = new Map(
    (isTree ? flat(branches) : rows).map((row) => [textAt(row, key), textAt(row, entity.nameField)]),
  );
  const shown = value
    .slice(0, inText)
    .map((each) => names.get(each) ?? '…')
    .join('、');
  return value.length > inText ? say(texts.andMore, { shown, count: value.length }) : shown;
}

const inText = 12;
const flat = (branches: readonly Branch[]): readonly Branch[] =>
  branches.flatMap((branch) => [branch, ...flat(branch.children ?? [])]);

const rowsQuery = (entity: Entity | undefined) => ({
  queryKey: ['tree', entity?.name, 'rows'],
  queryFn: () =>
    entity === undefined
      ? { list: [], total: 0 }
      : get<Page<Row>>(listPath(entity), { page: 1, limit: maxPageSize }, { isSilent: true }),
});

/** The first page, which all cells of a list share, and those of the wanted ones that are not on it. */
function useRows(entity: Entity | undefined, key: string, wanted: readonly string[]): readonly Row[] {
  const { data } = useQuery({ ...rowsQuery(entity), enabled: entity !== undefined });
  const first = data?.list ?? [];
  const known = new Set(first.map((row) => textAt(row, key)));
  const missing = wanted.filter((each) => !known.has(each)).join(',');
  const { data: others = [] } = useQuery({
    queryKey: ['list', 'picked', entity?.name, key, missing],
    queryFn: () => (entity === undefined ? [] : rowsBy(entity, key, missing)),
    enabled: entity !== undefined && data !== undefined && missing !== '',
  });
  return [...first, ...others];
}

function RowsInput({ entity, of, field: _field, value, onChange, ...common }: KnownRefs): ReactNode {
  const { isLoading } = useQuery(rowsQuery(entity));
  const rows = useRows(entity, of, value);
  const options = rows.map((row) => ({ value: textAt(row, of), label: textAt(row, entity.nameField) }));
  return (
    <Select
      {...common}
      className="full"
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      loading={isLoading}
      showSearch={{ optionFilterProp: 'label' }}
      value={[...value]}
      options={options}
      onChange={(next: string[]) => {
        onChange(next);
      }}
    />
  );
}
