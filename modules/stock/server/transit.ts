import { isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { post, type Source } from '#platform/server/ledger/post.ts';
import { stock } from '#stock/model/ledger.ts';
import type { Sent } from './cost.ts';
import { keyOf, shortThere, type Demand } from './ledger.ts';

const noFloor = (): Error => new Error('goods on their way have no floor of their own');

/**
 * TOUT: goods that were promised to the line of an allocation leave, and are on their way to the other warehouse. What
 * it promised beyond them is free again.
 */
export function sendOff(
  ctx: Command,
  source: Source,
  sent: readonly (Sent & { readonly asked: string; readonly holder: { docId: string; lineId: string } })[],
): void {
  post(
    ctx,
    stock,
    source,
    sent.flatMap((demand) => {
      const { lineId, holder, number, asked, to, place, materialCode } = demand;
      const rest = minus(asked, number);
      const shared = { lineId, guards: 'nothing' as const };
      return [
        ...(isZero(number)
          ? []
          : [
              {
                ...shared,
                ...keyOf(demand),
                holder,
                changes: { onHand: negated(number), occupied: negated(number) },
                postType: 'TOUT',
                guards: 'floored' as const,
                mayGoNegative: place.mayGoNegative,
              },
              {
                ...shared,
                ...keyOf({ lineId, place: to, materialCode, number }),
                changes: { inTransit: number },
                postType: 'TOUT',
              },
            ]),
        ...(isZero(rest)
          ? []
          : [{ ...shared, ...keyOf(demand), holder, changes: { occupied: negated(rest) }, postType: 'REL' }]),
      ];
    }),
    shortThere,
  );
}

/** TIN: goods on their way have arrived. */
export const arrive = (ctx: Command, source: Source, demands: readonly Demand[]): void => {
  pass(ctx, source, demands, 'TIN', ({ number }) => ({ inTransit: negated(number), onHand: plus(number) }));
};

/** LOSS: goods on their way will never arrive; a negative number takes that back. */
export const lose = (ctx: Command, source: Source, demands: readonly Demand[]): void => {
  pass(ctx, source, demands, 'LOSS', ({ number }) => ({ inTransit: negated(number) }));
};

function pass(
  ctx: Command,
  source: Source,
  demands: readonly Demand[],
  postType: string,
  changes: (demand: Demand) => { readonly inTransit: string; readonly onHand?: string },
): void {
  post(
    ctx,
    stock,
    source,
    demands
      .filter(({ number }) => !isZero(number))
      .map((demand) => ({
        ...keyOf(demand),
        changes: changes(demand),
        postType,
        lineId: demand.lineId,
        guards: 'nothing' as const,
      })),
    noFloor,
  );
}
