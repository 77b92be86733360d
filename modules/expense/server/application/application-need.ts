import type { KnownItem } from '#expense/server/item/item-reads.ts';
import { applicationNeeded } from '#expense/server/budget/budget-refusals.ts';

/** Items that need an application first are claimed of one (E-APPLY-NEED). */
export function refuseUnapplied(
  lines: readonly { readonly itemCode: string; readonly applicationCode?: string | null }[],
  items: readonly KnownItem[],
): void {
  for (const { itemCode, applicationCode } of lines) {
    const item = items.find(({ code }) => code === itemCode);
    if (item?.needApplication === '1' && (applicationCode ?? '') === '') throw applicationNeeded({ item: item.name });
  }
}
