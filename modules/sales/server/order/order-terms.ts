import { compare } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import type { order } from '#sales/model/order/order.ts';
import { keptCharges } from './order-charge.ts';

/**
 * A customer says what he buys and not on which terms: special prices, free lines and charges are as somebody of the
 * house wrote them. Of another product, or of more than was written, a line is an ordinary one.
 */
export function keepTerms(draft: DraftOf<typeof order>, previous: LockedBill<typeof order> | null): void {
  Object.assign(draft, keptCharges(previous), { orderType: previous?.orderType ?? '0' });
  const before = new Map(previous?.lines.map((line) => [line.id, line]));
  for (const line of draft.lines) {
    const was = before.get(line.id);
    const isSame =
      was !== undefined &&
      was.productCode === line.productCode &&
      (was.number as string | null) !== null &&
      (line.number as string | null) !== null &&
      compare(line.number, was.number) <= 0;
    Object.assign(line, {
      lineType: isSame ? was.lineType : '0',
      rate: isSame ? was.rate : null,
      ...(draft.orderType === '0' ? {} : { price: isSame ? was.price : null }),
    });
  }
}
