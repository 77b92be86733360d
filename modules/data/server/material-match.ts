import { z } from 'zod';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { slim } from '#platform/server/list/slim.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { material } from '#data/model/goods/material.ts';
import { product } from '#data/model/goods/product.ts';

const most = 5000;
const body = z.object({ texts: z.array(z.string().max(200)).max(most), isStyled: z.boolean().optional() });

/** A pasted sheet is looked up in one trip, whatever its column holds: codes, barcodes, names, styles. */
export const matchRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${material.path}/match`,
    permission: 'session',
    soft: permissionOf(material, 'page'),
    effect: 'none',
    body,
    summary:
      'Material: which records texts stand for, by code, barcode, product, name or model; with isStyled also ' +
      'the others of their styles',
    handle: match,
  },
];

async function match(call: Call): Promise<{ readonly matches: readonly Row[]; readonly list: readonly Row[] }> {
  const given = body.safeParse(call.body);
  const texts = given.success ? given.data.texts.map((text) => text.trim().replaceAll('\u0000', '')) : [];
  const {
    identity,
    rows: { matches, list },
  } = await call.read({ matches: hitsOf(texts), list: rowsOf(texts, given.data?.isStyled === true) });
  if (!given.success) throw invalidAt([{ path: 'texts', field: material.fields.code.label, reason: reasons.format }]);
  return { matches, list: identity.isFull ? list : list.map((row) => slim(material, row)) };
}

/** Only what can be chosen: enabled, and within the power of who asks. */
const goods = `
  select t.code, t.name, t.barcode, t.model, coalesce(t.brand_code, '') as brand
  from app.data_material t
  where t.status = '1' and ${scopeOf(material, null).join(' and ')}`;
const products = `
  select t.code, t.barcode, t.name, t.material_code
  from app.data_product t
  where t.status = '1' and ${scopeOf(product, null).join(' and ')}`;

/** The surest reading of a text wins: a code is no name. */
const hits = `
  with asked as (select distinct x.text from unnest($1::text[]) as x(text) where x.text <> ''),
  goods as materialized (${goods}),
  styled as materialized (
    select p.code, p.barcode, p.name, f.code as good
    from (${products}) p
    join goods f on f.code = p.material_code
    union
    select p.code, p.barcode, p.name, g.code
    from (${products}) p
    join goods f on f.code = p.material_code
    join goods g on g.model = f.model and g.brand = f.brand
    where f.model <> ''
  ),
  ranked as (
    select a.text, 1 as rank, g.code
    from asked a
    join goods g on g.code = a.text
    union all
    select a.text, 2, g.code
    from asked a
    join goods g on g.barcode = a.text
    union all
    select a.text, 3, s.good
    from asked a
    join styled s on s.code = a.text
    union all
    select a.text, 4, s.good
    from asked a
    join styled s on s.barcode = a.text
    union all
    select a.text, 5, g.code
    from asked a
    join goods g on g.name = a.text
    union all
    select a.text, 6, s.good
    from asked a
    join styled s on s.name = a.text
    union all
    select a.text, 7, g.code
    from asked a
    join goods g on g.model = a.text
  ),
  hits as (
    select distinct r.text, r.code
    from (select ranked.*, min(rank) over (partition by text) as best from ranked) r
    where r.rank = r.best
  )`;

const hitsOf = (texts: readonly string[]) =>
  statement(
    { text: 'text', codes: 'texts' },
    `${hits} select text, array_agg(code order by code) as codes from hits group by text`,
    [texts],
  );

const othersOfStyle = `
        union
        select o.code
        from hits h
        join goods g on g.code = h.code
        join goods o on o.model = g.model and o.brand = g.brand
        where g.model <> ''`;

/** What a line of a document takes over, and where the material stands among those of its style. */
const rowsOf = (texts: readonly string[], isStyled: boolean) =>
  statement(
    {
      id: 'uuid',
      code: 'text',
      name: 'text',
      classCode: 'text',
      className: 'text?',
      brandCode: 'text?',
      brandName: 'text?',
      groupFlag: 'text',
      spec: 'text?',
      model: 'text?',
      barcode: 'text?',
      sizeCode: 'text?',
      packageSpec: 'text?',
      mainUnitCode: 'text',
      mainUnitName: 'text?',
      assistUnitCode: 'text?',
      assistUnitName: 'text?',
      rate: 'decimal?',
      unitChangeFlag: 'text',
      libertiesFlag: 'text',
      taxRate: 'text?',
      price: 'decimal?',
      retailPrice: 'decimal?',
      status: 'text',
      remark: 'text?',
    },
    `
      ${hits}, wanted as (select distinct code from hits${isStyled ? othersOfStyle : ''})
      select t.id, t.code, t.name, t.class_code, c.name as class_name, t.brand_code, r.name as brand_name, t.group_flag,
        t.spec, t.model, t.barcode, t.size_code, t.package_spec, t.main_unit_code, u.name as main_unit_name,
        t.assist_unit_code, a.name as assist_unit_name, t.rate, t.unit_change_flag, t.liberties_flag, t.tax_rate,
        t.price, t.retail_price, t.status, t.remark
      from app.data_material t
      join wanted w on w.code = t.code
      left join app.data_materialclass c on c.tenant_code = t.tenant_code and c.code = t.class_code
      left join app.data_brand r on r.tenant_code = t.tenant_code and r.code = t.brand_code
      left join app.data_unit u on u.tenant_code = t.tenant_code and u.code = t.main_unit_code
      left join app.data_unit a on a.tenant_code = t.tenant_code and a.code = t.assist_unit_code
      order by t.code`,
    [texts],
  );
