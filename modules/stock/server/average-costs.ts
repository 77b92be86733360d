import { statement } from '#platform/server/db/statement.ts';

/**
 * What a piece costs now in an organisation, in any where it holds none. `keys` answers organize_code and
 * material_code; of goods that lie nowhere nobody knows.
 */
export const averageCosts = (keys: string, values: readonly unknown[]) =>
  statement(
    { organizeCode: 'text', materialCode: 'text', number: 'decimal', amount: 'decimal' },
    `
      select k.organize_code, k.material_code, c.number, c.amount
      from (${keys}) k
      cross join lateral (
        select b.stock_organize_code = k.organize_code as is_own, sum(b.number) as number, sum(b.amount) as amount
        from app.cost_balance b
        where b.material_code = k.material_code and b.number > 0
        group by 1
        order by 1 desc
        limit 1
      ) c`,
    values,
  );
