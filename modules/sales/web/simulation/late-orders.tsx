import { Skeleton } from 'antd';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { OneOrderProps } from './one-order.tsx';
import type { ThoughtOrderProps } from './thought-order.tsx';

/** A simulation begins with past orders; what one order would bring is asked for by few. */
export const LateOneOrder = late<OneOrderProps>(
  'simulated-order',
  chunk(
    () => import('./one-order.tsx'),
    ({ OneOrder }) => OneOrder,
  ),
  () => <Skeleton active className="card" />,
);
export const LateThoughtOrder = late<ThoughtOrderProps>(
  'thought-order',
  chunk(
    () => import('./thought-order.tsx'),
    ({ ThoughtOrder }) => ThoughtOrder,
  ),
  () => <Skeleton active className="card" />,
);
