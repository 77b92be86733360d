import { z } from 'zod';
import { billNumber, figure, word, type BillForm, type BillKind } from '#platform/server/exchange/port.ts';

/** One bill by its number, or those of a range of days, both counted. */
export type BillQuery = { readonly type: string; readonly organizeCode: string } & (
  | { readonly code: string }
  | { readonly startExecuteTime: string; readonly lastExecuteTime: string }
);

/**
 * The bill of another system in the words of the exchange. What a kind of bill does not know it leaves out; what we do
 * not know we leave there.
 */
const externalBill = z.object({
  billNo: billNumber,
  billDate: z.string().max(10).nullish(),
  organizeCode: word.nullish(),
  customerCode: word.nullish(),
  supplierCode: word.nullish(),
  storageCode: word.nullish(),
  moveType: word.nullish(),
  requiredDate: z.string().max(10).nullish(),
  remark: word.nullish(),
  lines: z
    .array(
      z.object({
        materialCode: word.nullish(),
        number: figure.nullish(),
        price: figure.nullish(),
        taxRate: figure.nullish(),
        storageCode: word.nullish(),
        remark: word.nullish(),
      }),
    )
    .max(2000),
});
export type ExternalBill = z.infer<typeof externalBill>;

/** A kind of document that such bills become. */
export type ExternalKind = BillKind<ExternalBill>;

export const externalForm: BillForm<ExternalBill> = { schema: externalBill, number: 'billNo' };
