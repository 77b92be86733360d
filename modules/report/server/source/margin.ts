import type { Source } from './source.ts';
import { everyDay, scopeOfLines, soldLines, withCustomer } from './sales.ts';

/** R07: what goods were sold for, and what they cost by the ledger of costs. Gifts cost what they cost. */
export const margin: Source = {
  rows: (wanted) =>
    withCustomer(`
      select s.*, m.brand_code as brand, m.class_code as product_class, coalesce(c.cost, 0) as cost
      from (${soldLines(everyDay(wanted))}) s
      left join app.data_material m on m.code = s.material
      left join lateral (
        select -sum(e.d_amount) as cost
        from app.cost_entry e
        where e.doc_id = s.doc_id and e.line_id = s.line_id
      ) c on true
      where ${scopeOfLines}`),
  measures: {
    amount: 'sum(s.amount)',
    number: 'sum(s.number)',
    costAmount: 'sum(s.cost)',
    profitAmount: 'sum(s.amount - s.cost)',
    profitRate: 'round(100 * sum(s.amount - s.cost) / nullif(sum(s.amount), 0), 1)',
  },
};
