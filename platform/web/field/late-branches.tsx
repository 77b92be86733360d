import { Input } from 'antd';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { KnownRef, KnownRefs } from './refs-props.ts';

/** Trees to choose from; most screens have none. */
export const LateBranchInput = late<KnownRef>(
  'branch-input',
  chunk(
    () => import('./tree-input.tsx'),
    ({ BranchInput }) => BranchInput,
  ),
  () => <Input className="full" disabled />,
);
export const LateBranchesInput = late<KnownRefs>(
  'branches-input',
  chunk(
    () => import('./tree-input.tsx'),
    ({ BranchesInput }) => BranchesInput,
  ),
  () => <Input className="full" disabled />,
);
