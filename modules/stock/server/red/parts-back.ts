import { partLink, redLink } from '#stock/model/inout.ts';

/**
 * What came back of the components of a kit line that left, as SQL: alone, and missing from kits that came back.
 * `line` names the line that left, `except` a movement that is asked about itself.
 */
export const partsBack = (line: {
  readonly tenant: string;
  readonly movement: string;
  readonly id: string;
  readonly except?: string;
}): string => `
  (
    select jsonb_agg(p)
    from (
      select g.product_code as "productCode", sum(g.asked)::text as asked, sum(g.taken)::text as taken,
        sum(g.amount)::text as amount, sum(g.missing_asked)::text as "missingAsked", sum(g.missing)::text as missing,
        sum(g.missing_amount)::text as "missingAmount"
      from (
        select l.product_code, x.number as asked, case when h.bill_status = '0' then 0 else l.number end as taken,
          case when h.bill_status = '0' then 0 else x.amount end as amount, 0 as missing_asked, 0 as missing,
          0 as missing_amount
        from app.doc_link x
        join app.stock_inout h on h.tenant_code = x.tenant_code and h.id = x.to_id and h.cancel_flag = '0'
        join app.stock_inout_line l on l.tenant_code = x.tenant_code and l.id = x.to_line_id
        where ${ofLine(line)} and x.kind = '${partLink}'
        union all
        select c->>'productCode', 0, 0, 0, (c->'missing'->>'number')::numeric,
          case when h.bill_status = '0' then 0 else (c->'missing'->>'number')::numeric end,
          case when h.bill_status = '0' then 0 else (c->'missing'->>'amount')::numeric end
        from app.doc_link x
        join app.stock_inout h on h.tenant_code = x.tenant_code and h.id = x.to_id and h.cancel_flag = '0'
        join app.stock_inout_line l on l.tenant_code = x.tenant_code and l.id = x.to_line_id
        cross join lateral jsonb_array_elements(l.components) c
        where ${ofLine(line)} and x.kind = '${redLink}' and c ? 'missing'
      ) g
      group by g.product_code
    ) p
  )`;

const ofLine = ({ tenant, movement, id, except }: Parameters<typeof partsBack>[0]): string =>
  [
    `x.tenant_code = ${tenant}`,
    `x.from_id = ${movement}`,
    `x.from_line_id = ${id}`,
    'x.is_active',
    ...(except === undefined ? [] : [`x.to_id <> ${except}`]),
  ].join(' and ');
