import type { ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import { chunk } from '#platform/web/shell/chunk.ts';
import { late } from '#platform/web/shell/late.tsx';
import type { Branch } from './row.ts';
import { useTree } from './use-list.ts';

export interface GroupTreeProps { readonly entity: Entity; readonly selected: string; readonly onSelect: (code: string) => void }
export interface TreeOfGroupsProps extends GroupTreeProps { readonly branches: readonly Branch[] }

const LateTree = late<TreeOfGroupsProps>('group-tree', chunk(() => import('./tree-of-groups.tsx'), ({ TreeOfGroups }) => TreeOfGroups), () => <aside className="group-tree" />);

/** The class tree to the left of a list: a node filters by itself and everything below it. Its nodes are asked for while its code comes. */
export function GroupTree(props: GroupTreeProps): ReactNode {
  const { branches, isLoading } = useTree(props.entity);
  return isLoading ? <aside className="group-tree" /> : <LateTree {...props} branches={branches} />;
}
