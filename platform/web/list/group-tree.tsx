import type { ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import type { Params } from '#platform/web/api/client.ts';
import { entityNamed, type Listed } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import { useTree } from '#platform/web/record/use-list.ts';
import type { GroupTreeProps, TreeOfGroupsProps } from './tree-of-groups.tsx';

const LateTree = late<TreeOfGroupsProps>(
  'group-tree',
  chunk(
    () => import('./tree-of-groups.tsx'),
    ({ TreeOfGroups }) => TreeOfGroups,
  ),
  () => <aside className="group-tree" />,
);

/**
 * The class tree to the left of a list: a node filters by itself and everything below it. Its nodes are asked for while
 * its code comes.
 */
export function GroupTree(props: GroupTreeProps): ReactNode {
  const { branches, isLoading } = useTree(props.entity, props.where);
  return isLoading ? <aside className="group-tree" /> : <LateTree {...props} branches={branches} />;
}

export interface ClassTree {
  readonly entity: Entity;
  readonly where: Params | undefined;
}

/** What stands to the left of the list of a noun. A list of classes has none: it is the tree. */
export function classesOf(noun: Listed): ClassTree | undefined {
  const field = noun.kind === 'entity' && noun.groupedBy !== undefined ? noun.fields[noun.groupedBy] : undefined;
  const entity = field?.kind === 'ref' ? entityNamed(field.target().name) : undefined;
  if (field?.kind !== 'ref' || entity === undefined || (noun.kind === 'entity' && isOwnClass(noun, field.where)))
    return undefined;
  return { entity, where: field.where };
}

const isOwnClass = ({ where }: Entity, classes: Params | undefined): boolean =>
  where !== undefined && classes !== undefined && Object.entries(classes).every(([key, value]) => where[key] === value);
