import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { RuleTrialProps } from './rule-trial.tsx';

/** It brings the engine along: tiers are written without waiting for it. */
export const LateTrial = late<RuleTrialProps>(
  'promotion-trial',
  chunk(
    () => import('./rule-trial.tsx'),
    ({ RuleTrial }) => RuleTrial,
  ),
  () => null,
);
