import type { Source } from './source.ts';
import { everyDay, scopeOfLines, soldLines, withCustomer } from './sales.ts';

/** What was paid with rebate up to `amount` of a movement's goods: its lines share to the cent what all of it took. */
const rebateUpTo = (amount: string): string => `
  round(r.rebate * (${amount}) / nullif(sum(s.amount) over (partition by s.doc_id), 0), 2)`;
const soFar = 'sum(s.amount) over (partition by s.doc_id order by s.line_id)';

/**
 * R07: what goods were sold for, less what was paid with rebate (E2), and what they cost by the ledger of costs. Gifts
 * cost what they cost.
 */
export const margin: Source = {
  rows: (wanted) =>
    withCustomer(`
      select s.*, m.brand_code as brand, m.class_code as product_class, coalesce(c.cost, 0) as cost,
        coalesce(${rebateUpTo(soFar)} - ${rebateUpTo(`${soFar} - s.amount`)}, 0) as rebate
      from (${soldLines(everyDay(wanted))}) s
      left join app.data_material m on m.code = s.material
      left join lateral (
        select -sum(e.d_amount) as cost
        from app.cost_entry e
        where e.doc_id = s.doc_id and e.line_id = s.line_id
      ) c on true
      left join lateral (
        select -sum(e.d_amount) as rebate
        from app.receivable_entry e
        where e.doc_id = s.doc_id and e.post_type = 'RBT'
      ) r on true
      where ${scopeOfLines}`),
  measures: {
    amount: 'sum(s.amount)',
    number: 'sum(s.number)',
    rebateUsed: 'sum(s.rebate)',
    costAmount: 'sum(s.cost)',
    profitAmount: 'sum(s.amount - s.rebate - s.cost)',
    profitRate: 'round(100 * sum(s.amount - s.rebate - s.cost) / nullif(sum(s.amount - s.rebate), 0), 1)',
  },
};
