import { Input } from 'antd';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { AreaCascaderProps } from './area-cascader.tsx';
import type { OrgCascaderProps } from './org-cascader.tsx';

/** Columns to choose from, level by level; most screens have none, so they are fetched when one is first drawn. */
export const LateOrgCascader = late<OrgCascaderProps>(
  'org-cascader',
  chunk(
    () => import('./org-cascader.tsx'),
    ({ OrgCascader }) => OrgCascader,
  ),
  ({ name = '' }) => <Input className="full" disabled value={name} />,
);
export const LateAreaCascader = late<AreaCascaderProps>(
  'area-cascader',
  chunk(
    () => import('./area-cascader.tsx'),
    ({ AreaCascader }) => AreaCascader,
  ),
  ({ names }) => <Input className="full" disabled value={names.join(' / ')} />,
);
