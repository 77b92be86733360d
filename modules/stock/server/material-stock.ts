import { material } from '#data/model/goods/material.ts';
import type { Asked, Values } from '#platform/server/list/filter.ts';
import type { PageAddition } from '#platform/server/list/list.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { paramStatement } from '#system/server/setting/param.ts';

/** Stock beside the materials of the product dialogs, read with them; nobody who asks for no stock pays for it. */
export const materialStockService = serveEntity(material, { answers: [answer] });

/** SD019 of the organisation that is asked for, else of the tenant, else of the installation. */
function isTold(values: Values, organizeCode: string): string {
  const {
    text,
    values: [codes],
  } = paramStatement(['SD019']);
  const rows = text.replaceAll('$1', values.next(codes));
  const own =
    organizeCode === ''
      ? 'p.organize_code is null'
      : `(p.organize_code is null or p.organize_code = ${values.next(organizeCode)})`;
  return `
    (
      (select sec.own(1)) is null
      or (
        select p.value
        from (${rows}) p
        where ${own}
        order by array_position(array['organisation', 'tenant', 'system'], p.level)
        limit 1
      ) = '1'
    )`;
}

const free = 'sum(b.on_hand - b.occupied - b.frozen)';

/** Kits that what lies there makes: as many as the scarcest component allows; null of goods that are no kit (A15a). */
const kitsOf = (measure: string, places: string): string => `
  (
    select floor(min(coalesce((
      select ${measure}
      from app.stock_balance b
      where b.material_code = i."productCode" and ${places}
    ), 0) / i.number))
    from
      jsonb_to_recordset(case when t.group_flag = '1' then t.combination end) as i("productCode" text, number numeric)
  )`;

function answer(asked: Asked): PageAddition | null {
  const kind = asked['stockQueryType'];
  if (kind !== '0' && kind !== '1' && kind !== '2') return null;
  const text = (key: string): string =>
    typeof asked[key] === 'string' ? asked[key].trim().slice(0, 200).replaceAll('\u0000', '') : '';
  const [organizeCode, storageCode] = [text('organizeCode'), text('storageCode')];
  const places = (values: Values): string =>
    [
      // A customer has power over no warehouse, and may know all the same that there is some.
      `
        (
          (select sec.own(1)) is not null
          or (
            coalesce(b.stock_organize_code = any((select sec.organizations())::text[]), true)
            and coalesce(b.storage_code = any((select sec.storages())::text[]), true)
          )
        )`,
      ...(organizeCode === '' ? [] : [`b.stock_organize_code = ${values.next(organizeCode)}`]),
      ...(storageCode === '' ? [] : [`b.storage_code = ${values.next(storageCode)}`]),
    ].join(' and ');
  return {
    where: (values) =>
      kind === '0'
        ? []
        : [
            `
              ${kind === '1' ? '' : 'not '}coalesce(
                ${kitsOf(free, places(values))} > 0,
                t.code in (
                  select b.material_code
                  from app.stock_balance b
                  where ${places(values)}
                  group by b.material_code
                  having ${free} > 0
                )
              )`,
          ],
    // A customer learns how much there is where the house says so, and never otherwise (domain §1.3).
    columns: (values) => {
      const told = isTold(values, organizeCode);
      return [
        `case when ${told} then coalesce(${kitsOf(free, places(values))}, in_stock.free, 0) end as erp_stock_number`,
        `
          case
            when ${told} then coalesce(${kitsOf('sum(b.on_hand)', places(values))}, in_stock.on_hand, 0)
          end as number`,
      ];
    },
    joins: (values) => [
      `
        left join (
          select b.material_code, ${free} as free, sum(b.on_hand) as on_hand
          from app.stock_balance b
          where ${places(values)}
          group by b.material_code
        ) in_stock on in_stock.material_code = t.code`,
    ],
  };
}
