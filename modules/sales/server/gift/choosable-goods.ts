import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Activity, Rule } from '#promotion/model/engine/rule.ts';

/** Goods by what they are: inside a dimension one of the codes, across dimensions all of them. */
export interface Wanted {
  readonly include: Readonly<Record<string, readonly string[]>>;
  readonly exclude: Readonly<Record<string, readonly string[]>>;
}

/** As the engine will judge what was chosen; null of a package, which names its goods itself. */
export function wantedBy({ scope }: Activity, rule: Rule): Wanted | null {
  if (rule.giveType === '3') return null;
  if (rule.giveType === '2') return only('class', [rule.giveCode ?? '']);
  const codes = (rule.changeProductCode ?? '').split(',').map((code) => code.trim());
  switch (rule.changeBuyType) {
    case '1':
      return only('class', codes);
    case '2':
      return only('brand', codes);
    case '3':
      return only('material', codes);
    default: {
      const rows = scope.filter(({ side }) => side === 'product');
      return {
        include: codesBy(rows.filter(({ isExcluded }) => isExcluded !== true)),
        exclude: codesBy(rows.filter(({ isExcluded }) => isExcluded === true)),
      };
    }
  }
}
const only = (dimension: string, codes: readonly string[]): Wanted => ({
  include: { [dimension]: codes },
  exclude: {},
});
const codesBy = (rows: Activity['scope']): Wanted['include'] =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ dimension }) => dimension)].map(([dimension, own]) => [
      dimension,
      own.map(({ code }) => code),
    ]),
  );

/** As many as a person looks through; whoever wants another good searches for it. */
export const mostGoods = 200;

const columns = {
  material: 'm.code',
  product: `(select min(p.code) from app.data_product p where p.material_code = m.code and p.status = '1')`,
  brand: 'm.brand_code',
  tag: 'm.tag_code',
  materialLine: 'm.material_line_code',
} as const;
const scopeSql = Object.entries(columns)
  .map(
    ([dimension, column]) => `
      and (w.include->'${dimension}' is null or w.include->'${dimension}' ? ${column})
      and not coalesce(w.exclude->'${dimension}' ? ${column}, false)`,
  )
  .join('');

/** The only dimension whose codes hold others. */
const tree = 'class';

/** Enabled goods that each is about, one more than are told; a class is for those below it, too. */
export const wantedGoods = (wanted: readonly Wanted[], keyword: string) =>
  statement(
    { place: 'integer', code: 'text' },
    `
      with recursive below as (
        select c.id, c.code as root, c.code
        from app.data_materialclass c
        where c.code = any($2::text[])
        union
        select c.id, b.root, c.code
        from app.data_materialclass c
        join below b on c.pid = b.id
      )
      select w.place, g.code
      from jsonb_to_recordset($1::jsonb) as w(place integer, include jsonb, exclude jsonb)
      cross join lateral (
        select m.code
        from app.data_material m
        where m.status = '1'
          and (position(lower($3) in lower(m.code)) > 0 or position(lower($3) in lower(m.name)) > 0)
          and (
            w.include->'class' is null
            or exists (select from below b where b.code = m.class_code and w.include->'class' ? b.root)
          )
          and not exists (
            select from below b
            where b.code = m.class_code and coalesce(w.exclude->'class' ? b.root, false)
          ) ${scopeSql.trim()}
        order by m.code
        limit ${mostGoods + 1}
      ) g
      order by w.place, g.code`,
    [
      JSON.stringify(wanted.map((each, place) => ({ place, ...each }))),
      wanted.flatMap(({ include, exclude }) => [...(include[tree] ?? []), ...(exclude[tree] ?? [])]),
      keyword,
    ],
  );

const describedRow = {
  productCode: 'text',
  productName: 'text',
  tagName: 'text?',
  spec: 'text?',
  model: 'text?',
  mainUnitName: 'text?',
  rate: 'decimal?',
  retailPrice: 'decimal?',
} as const;
export type Described = RowOf<typeof describedRow>;

export const describedGoods = (codes: readonly string[]) =>
  statement(
    describedRow,
    `
      select m.code as product_code, m.name as product_name, g.name as tag_name, m.spec, m.model,
        u.name as main_unit_name, m.rate, m.retail_price
      from app.data_material m
      left join app.data_materialtag g on g.code = m.tag_code
      left join app.data_unit u on u.code = m.main_unit_code
      where m.code = any($1::text[])`,
    [codes],
  );
