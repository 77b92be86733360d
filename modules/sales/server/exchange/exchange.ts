import { billKind } from '#platform/server/exchange/port.ts';
import type { ExternalBill } from '#system/server/operation/external-bill.ts';
import { order } from '#sales/model/order/order.ts';
import { orderService } from '#sales/server/order/order.ts';

/** A bill of another system becomes a stashed order: a person looks at it before it counts. */
export const orderBill = billKind<ExternalBill>({
  document: order,
  service: orderService,
  // External system.
  kept: { source: '4' },
  bodyOf: ({ billDate, customerCode, storageCode, requiredDate, remark, lines }, organizeCode) => ({
    organizeCode,
    customerCode,
    storageCode,
    requiredDate,
    remark,
    ...(billDate == null ? {} : { billDate }),
    lines: lines.map(({ materialCode, number, price, taxRate, storageCode: outStorageCode, remark: said }) => ({
      productCode: materialCode,
      number,
      price,
      taxRate,
      outStorageCode,
      remark: said,
    })),
  }),
});
