import { Input, type TreeSelectProps } from 'antd';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';

/** A tree to choose from; most screens have none. */
export const LateTreeSelect = late<TreeSelectProps>(
  'tree-select',
  chunk(
    () => import('antd/es/tree-select'),
    ({ default: TreeSelect }) => TreeSelect,
  ),
  () => <Input className="full" disabled />,
);
