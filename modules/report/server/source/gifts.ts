import type { Source } from './source.ts';
import { orderLines } from './orders.ts';
import { withCustomer } from './sales.ts';

/** R09: what was given, for good or to be tried, at what it is usually sold for. */
export const gifts: Source = {
  rows: (wanted) => withCustomer(`select o.* from (${orderLines(wanted)}) o where o.line_type in ('1', '4')`),
  measures: {
    number: 'sum(s.ordered_number)',
    giftAmount: 'sum(s.ordered_number * s.usual_price)',
    outNumber: 'sum(s.out_number)',
    openTrials: `coalesce(sum(greatest(0, s.out_number - s.back_number)) filter (where s.line_type = '4'), 0)`,
  },
};

const ofLine = (number: string): string => `
  round(s.ordered_amount * ${number} / nullif(s.ordered_number, 0), 2)`;

/** R17: what left and came back of orders at their price, and what of it was invoiced. */
export const uninvoiced: Source = {
  rows: (wanted) => withCustomer(orderLines(wanted)),
  measures: {
    shippedAmount: `coalesce(sum(${ofLine('s.out_number')}), 0)`,
    returnedAmount: `coalesce(sum(${ofLine('s.back_number')}), 0)`,
    invoicedAmount: `coalesce(sum(${ofLine('s.invoiced_number')}), 0)`,
    uninvoicedAmount: `coalesce(sum(${ofLine('(s.out_number - s.back_number - s.invoiced_number)')}), 0)`,
  },
};
