import { Skeleton } from 'antd';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { RefsTreeProps } from './refs-tree.tsx';

/** A tree of boxes; only the forms of roles have one. */
export const LateRefsTree = late<RefsTreeProps>(
  'refs-tree',
  chunk(
    () => import('./refs-tree.tsx'),
    ({ BoxTree }) => BoxTree,
  ),
  () => <Skeleton active className="box-tree" />,
);
