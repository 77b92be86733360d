import type { Asked } from '#platform/server/list/filter.ts';
import { containing } from '#platform/server/list/filter.ts';
import type { PageAddition } from '#platform/server/list/list.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { combinationHooks } from './combination.ts';
import { material } from '#data/model/goods/material.ts';

/** What the search form of the product dialog asks beside the fields of a material (001 §3). */
export const materialService = serveEntity(material, { ...combinationHooks, answers: [answer] });

function answer(asked: Asked): PageAddition | null {
  const text = (key: string): string =>
    typeof asked[key] === 'string' ? asked[key].trim().slice(0, 200).replaceAll('\u0000', '') : '';
  const [organizeCode, classText, isExchanged, isLinked] = [
    text('organizeCode'),
    text('productClassCodeOrName'),
    text('exchangeFlag') === '1',
    text('productRelFlag') === '1',
  ];
  if (organizeCode === '' && classText === '' && !isExchanged && !isLinked) return null;
  return {
    instead: ['organizeCode'],
    where: (values) => [
      ...(organizeCode === '' ? [] : [ofBranch(values.next(organizeCode))]),
      ...(classText === ''
        ? []
        : [
            `
              t.class_code in (
                select c.code
                from app.data_materialclass c
                where c.code like ${values.next(containing(classText))}
                  or c.name like ${values.next(containing(classText))}
              )`,
          ]),
      ...(isExchanged ? ['t.exchange_point_num > 0'] : []),
    ],
    columns: () => (isLinked ? [productsInShop] : []),
  };
}

/** Of an organisation and those below it. A material of no organisation is everybody's. */
const ofBranch = (organisation: string): string => `
  (
    t.organize_code is null
    or t.organize_code in (
      with recursive branch as (
        select n.id, n.code
        from app.sys_organization n
        where n.code = ${organisation}
        union all
        select c.id, c.code
        from app.sys_organization c
        join branch b on c.pid = b.id
      )
      select code
      from branch
    )
  )`;

/** What the shop shows of a material; the first one tells whether it is listed. */
const productsInShop = `
  coalesce((
    select json_agg(
      json_build_object('id', p.id, 'classCode', p.class_code, 'name', p.name, 'status', p.shelf_status) order by p.sort
      nulls last,
      p.code
    )
    from app.data_product p
    where p.material_code = t.code
  ), '[]'::json) as product_list`;
