import { billStates } from '#platform/model/bill.ts';
import { auditStep, submitStep } from '#platform/model/document.ts';
import type { Journey } from '#platform/model/life.ts';

const bill = { states: billStates, stashed: 'stashed' } as const;

/** The way of an order: its goods leave by deliveries, and the customer signs for them. */
export const orderJourney: Journey = {
  over: ['已完成', '已完成', 'Completed'],
  steps: [
    submitStep(bill),
    auditStep(bill),
    {
      key: 'ship',
      label: ['发货', '發貨', 'Ship'],
      waits: ['待发货', '待發貨', 'To ship'],
      done: { deliveryStatus: ['2'] },
      verb: 'pushDown',
      verbLabel: ['生成发货单', '產生發貨單', 'Create delivery'],
      permission: 'order:delivery:save',
    },
    {
      key: 'sign',
      label: ['签收', '簽收', 'Sign'],
      waits: ['待签收', '待簽收', 'To sign'],
      done: { receiptStatus: ['1'] },
      isAfterClose: true,
      permission: 'order:delivery:sign',
    },
    {
      key: 'finish',
      label: ['完成', '完成', 'Complete'],
      waits: ['待完成', '待完成', 'To complete'],
      done: { orderStatus: ['3'] },
      isAfterClose: true,
      permission: 'order:order:view',
    },
  ],
};
