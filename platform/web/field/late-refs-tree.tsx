import { Skeleton } from 'antd';
import type { Entity } from '#platform/model/entity.ts';
import type { RefsTree } from '#platform/model/field.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { RefsInputProps } from './refs-props.ts';

export interface RefsTreeProps extends RefsInputProps {
  readonly entity: Entity;
  readonly of: string;
  readonly rule: RefsTree;
}

/** A tree of boxes; only the forms of roles have one. */
export const LateRefsTree = late<RefsTreeProps>(
  'refs-tree',
  chunk(
    () => import('./refs-tree.tsx'),
    ({ BoxTree }) => BoxTree,
  ),
  () => <Skeleton active className="box-tree" />,
);
