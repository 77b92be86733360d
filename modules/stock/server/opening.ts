import type { Command } from '#platform/server/command/command.ts';
import { post, type Source } from '#platform/server/ledger/post.ts';
import { cost } from '#stock/model/cost.ts';
import { stock } from '#stock/model/ledger.ts';
import { unbookCost } from './cost.ts';
import { undo, type Demand } from './ledger.ts';

/** OPN: goods that were there before the first document, with what they cost in all: no average is asked for. */
export function openStock(
  ctx: Command,
  source: Source,
  goods: readonly (Demand & { readonly amount: string })[],
): void {
  post(
    ctx,
    cost,
    source,
    goods.map(({ place, materialCode, number, amount, lineId }) => ({
      stockOrganizeCode: place.stockOrganizeCode,
      materialCode,
      changes: { number, amount },
      postType: 'OPN',
      lineId,
      guards: 'nothing' as const,
    })),
    () => new Error('costs have no floor'),
  );
  post(
    ctx,
    stock,
    source,
    goods.map(({ place, materialCode, number, lineId }) => ({
      stockOrganizeCode: place.stockOrganizeCode,
      storageCode: place.code,
      materialCode,
      batchNo: '',
      changes: { onHand: number },
      postType: 'OPN',
      lineId,
      guards: 'nothing' as const,
      mayGoNegative: place.mayGoNegative,
    })),
    () => new Error('what comes in has no floor'),
  );
}

export function unopenStock(ctx: Command, source: Source): void {
  unbookCost(ctx, source);
  undo(ctx, source);
}
