import { shortBillStates } from '#platform/model/bill.ts';
import { auditStep, submitStep } from '#platform/model/document.ts';
import type { Journey } from '#platform/model/life.ts';

const bill = { states: shortBillStates };

/**
 * The way of a delivery: audited by sales, let out at the gate, carried out by the warehouse, signed by the customer.
 */
export const deliveryJourney: Journey = {
  over: ['已签收', '已簽收', 'Signed'],
  steps: [
    submitStep(bill),
    auditStep(bill),
    {
      key: 'release',
      label: ['放行', '放行', 'Release'],
      waits: ['待放行', '待放行', 'To release'],
      done: { releaseStatus: ['1'] },
      refused: { releaseStatus: ['2'] },
      verb: 'release',
      permission: 'stock:deliveryrelease:release',
      by: 'releaserName',
      at: 'releaseDate',
    },
    {
      key: 'out',
      label: ['出库', '出庫', 'Stock out'],
      waits: ['待出库', '待出庫', 'To stock out'],
      done: { billStatus: ['2'], releaseStatus: ['1'] },
      permission: 'stock:inout:audit',
    },
    {
      key: 'sign',
      label: ['签收', '簽收', 'Sign'],
      waits: ['待签收', '待簽收', 'To sign'],
      done: { receiptStatus: ['1'] },
      isAfterClose: true,
      verb: 'sign',
      permission: 'order:delivery:sign',
      at: 'signDate',
    },
  ],
};
