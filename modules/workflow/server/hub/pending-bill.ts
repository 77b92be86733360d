import { z } from 'zod';
import { billNumber, figure, word, type BillForm } from '#platform/server/exchange/port.ts';

/**
 * A bill that waits. What it is shown by beside these is its own affair: any further field is kept as it came,
 * `submitTime` among them.
 */
const pendingBill = z
  .object({
    billCode: billNumber,
    billDate: z.iso.date().nullish(),
    summary: word.nullish(),
    amount: figure.nullish(),
    organizeCode: word.nullish(),
    submitterCode: word.nullish(),
    submitterName: word.nullish(),
    approverCode: word.nullish(),
    lines: z
      .array(z.record(z.string().max(50), z.union([z.string().max(2000), z.number(), z.boolean(), z.null()])))
      .max(200)
      .nullish(),
  })
  .catchall(z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]))
  .refine((bill) => Object.keys(bill).length <= 100);
type PendingBill = z.infer<typeof pendingBill>;

export const pendingForm: BillForm<PendingBill> = { schema: pendingBill, number: 'billCode' };
