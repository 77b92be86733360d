import { billStates } from '#platform/model/bill.ts';
import { auditStep, submitStep } from '#platform/model/document.ts';
import type { Journey } from '#platform/model/life.ts';

const bill = { states: billStates };

/** The way of a return: agreed to, then its goods come in, and with them the money goes back. */
export const refundJourney: Journey = {
  over: ['已退货', '已退貨', 'Returned'],
  steps: [
    submitStep(bill),
    auditStep(bill),
    {
      key: 'inbound',
      label: ['退货入库', '退貨入庫', 'Goods in'],
      waits: ['待退货入库', '待退貨入庫', 'Goods to come in'],
      done: { receiptStatus: ['1'] },
      permission: 'stock:inout:audit',
    },
  ],
};
