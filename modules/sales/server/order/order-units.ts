import { material } from '#data/model/goods/material.ts';
import { over, round, times } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Facts } from '#platform/server/document/serve.ts';
import { order } from '#sales/model/order/order.ts';
import { unitsOf } from '#data/server/unit-decimals.ts';
import { rateOf } from '#price/server/pricing.ts';

type Line = DraftOf<typeof order>['lines'][number];

/**
 * Rate and tax of a line are its material's, whatever was sent (a rate of its own: `rateOf`). Its number counts, and
 * what that is in auxiliary units follows from it: number / rate. Only where nobody wrote a number yet it is
 * storeNumber × rate, with the decimals of the main unit (domain §5.4, A13a). So the two never disagree.
 */
export function settleUnits({ lines }: DraftOf<typeof order>, { found }: Pick<Facts, 'found'>): void {
  for (const line of lines as (Omit<Line, 'number'> & { number: string | null })[]) {
    const record = found(material, line.productCode);
    if (record === undefined) continue;
    line.rate = rateOf(record, line.rate);
    line.taxRate = record.taxRate;
    if (line.number === null && line.storeNumber !== null && line.rate !== null)
      line.number = round(times(line.storeNumber, line.rate), unitsOf(record).main.precision ?? 0);
    line.storeNumber =
      line.number === null || line.rate === null
        ? null
        : round(over(line.number, line.rate), order.lines.storeNumber.scale);
  }
}
