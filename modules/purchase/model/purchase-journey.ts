import { billStates } from '#platform/model/bill.ts';
import { auditStep, submitStep } from '#platform/model/document.ts';
import type { Journey } from '#platform/model/life.ts';

const bill = { states: billStates, stashed: 'stashed' };

/** The way of a purchase: audited, its goods made into a receipt, until nothing more is awaited. */
export const purchaseJourney: Journey = {
  over: ['已到齐', '已到齊', 'All arrived'],
  steps: [
    submitStep(bill),
    auditStep(bill),
    {
      key: 'receive',
      label: ['到货', '到貨', 'Arrival'],
      waits: ['待到货', '待到貨', 'To arrive'],
      done: { receiptFlag: ['1'] },
      verb: 'receive',
      // What a tenant sends makes its receipts by itself.
      takenWhere: { pushStatus: ['0'] },
      verbLabel: ['生成入库单', '產生入庫單', 'Make receipt'],
      permission: 'stock:inout:save',
    },
  ],
};
