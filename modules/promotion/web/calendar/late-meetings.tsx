import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { DraftMeetingsProps } from './draft-meetings.tsx';

/** Tiers are written without waiting for it. */
export const LateMeetings = late<DraftMeetingsProps>(
  'promotion-meetings',
  chunk(
    () => import('./draft-meetings.tsx'),
    ({ DraftMeetings }) => DraftMeetings,
  ),
  () => null,
);
