import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { peerMaterial } from './refusals.ts';

/** Goods of ours, as a document of ours writes them. */
export interface OwnGoods {
  readonly code: string;
  readonly name: string;
  readonly spec: string | null;
  readonly model: string | null;
  readonly mainUnitName: string | null;
  readonly taxRate: string | null;
}

/**
 * What the other tenant calls so: what the map says, else ours of the same code. One that is neither is told with its
 * code, and the message waits until somebody has mapped it.
 */
export async function ownGoods(
  ctx: Command,
  peerTenant: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, OwnGoods>> {
  const rows = await ctx.rows(
    statement(
      {
        asked: 'text',
        code: 'text',
        name: 'text',
        spec: 'text?',
        model: 'text?',
        mainUnitName: 'text?',
        taxRate: 'text?',
      },
      `
        select distinct on (a.asked) a.asked, m.code, m.name, m.spec, m.model, u.name as main_unit_name, m.tax_rate
        from unnest($2::text[]) as a(asked)
        left join app.order_peermaterial p
          on p.peer_tenant_code = $1
          and p.peer_product_code = a.asked
          and p.status = '1'
        join app.data_material m on m.code = coalesce(p.product_code, a.asked) and m.status = '1'
        left join app.data_unit u on u.tenant_code = m.tenant_code and u.code = m.main_unit_code
        order by a.asked, p.code`,
      [peerTenant, [...new Set(codes)]],
    ),
  );
  const known = new Map(rows.map(({ asked, ...goods }) => [asked, goods]));
  const unknown = codes.find((code) => !known.has(code));
  if (unknown !== undefined) throw peerMaterial({ code: unknown });
  return known;
}
