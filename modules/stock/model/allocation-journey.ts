import { billStates } from '#platform/model/bill.ts';
import { auditStep, submitStep } from '#platform/model/document.ts';
import type { Journey } from '#platform/model/life.ts';

const bill = { states: billStates };
const permission = 'stock:inout:audit';

/** The way of an allocation: approved, sent, and over when all of it has arrived. */
export const allocationJourney: Journey = {
  over: ['已调入', '已調入', 'Arrived'],
  steps: [
    submitStep(bill),
    auditStep(bill),
    {
      key: 'out',
      label: ['调拨出库', '調撥出庫', 'Goods out'],
      waits: ['待调拨出库', '待調撥出庫', 'Goods to leave'],
      done: { sentFlag: ['1'] },
      permission,
    },
    {
      key: 'in',
      label: ['调拨入库', '調撥入庫', 'Goods in'],
      waits: ['待调拨入库', '待調撥入庫', 'Goods to arrive'],
      done: { receiptStatus: ['1'] },
      permission,
    },
  ],
};
