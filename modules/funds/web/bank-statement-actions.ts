import { textAt } from '#platform/web/value/row.ts';
import type { OwnAction } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { claimLabel } from './bank-statement-texts.ts';

export const bankStatementActions: readonly OwnAction[] = [
  {
    verb: 'claim',
    label: claimLabel,
    permission: 'sale:bankstatement:claim',
    isMain: true,
    isOffered: (row) => textAt(row, 'claimStatus') === '0',
    load: chunk(
      () => import('./bank-claim.tsx'),
      ({ claimLines }) => claimLines,
    ),
  },
];
