import { billKind } from '#platform/server/exchange/port.ts';
import type { ExternalBill } from '#system/server/operation/external-bill.ts';
import { stockInout } from '#stock/model/inout.ts';
import { inoutService } from './inout.ts';

/** It waits for its audit: nothing moves before. */
export const inoutBill = billKind<ExternalBill>({
  document: stockInout,
  service: inoutService,
  bodyOf: ({ billNo, billDate, moveType, customerCode, supplierCode, storageCode, remark, lines }, organizeCode) => ({
    organizeCode,
    moveType,
    customerCode,
    supplierCode,
    storageCode,
    remark,
    sourceCode: billNo,
    ...(billDate == null ? {} : { billDate }),
    lines: lines.map(({ materialCode, number, price, remark: said }) => ({
      productCode: materialCode,
      number,
      price,
      remark: said,
    })),
  }),
});
