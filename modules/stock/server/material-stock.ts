import { material } from '#data/model/material.ts';
import type { Asked, Values } from '#platform/server/entity/filter.ts';
import type { PageAddition } from '#platform/server/entity/list.ts';
import { serveEntity } from '#platform/server/serve.ts';

/** Stock beside the materials of the product dialogs, read with them; nobody who asks for no stock pays for it. */
export const materialStockService = serveEntity(material, { answers: [answer] });

const free = 'sum(b.on_hand - b.occupied - b.frozen)';

function answer(asked: Asked): PageAddition | null {
  const kind = asked['stockQueryType'];
  if (kind !== '0' && kind !== '1' && kind !== '2') return null;
  const text = (key: string): string => (typeof asked[key] === 'string' ? asked[key].trim().slice(0, 200).replaceAll('\u0000', '') : '');
  const [organizeCode, storageCode] = [text('organizeCode'), text('storageCode')];
  const places = (values: Values): string => [
    // A customer has power over no warehouse, and may know all the same that there is some.
    `((select sec.own(1)) is not null or (coalesce(b.stock_organize_code = any((select sec.organizations())::text[]), true) and coalesce(b.storage_code = any((select sec.storages())::text[]), true)))`,
    ...(organizeCode === '' ? [] : [`b.stock_organize_code = ${values.next(organizeCode)}`]),
    ...(storageCode === '' ? [] : [`b.storage_code = ${values.next(storageCode)}`]),
  ].join(' and ');
  return {
    where: (values) => (kind === '0' ? [] : [`t.code ${kind === '1' ? 'in' : 'not in'} (select b.material_code from app.stock_balance b where ${places(values)} group by b.material_code having ${free} > 0)`]),
    // A customer never learns how much there is (domain §1.3).
    columns: () => ['free', 'on_hand'].map((column, at) => `case when (select sec.own(1)) is null then coalesce(in_stock.${column}, 0) end as ${at === 0 ? 'erp_stock_number' : 'number'}`),
    joins: (values) => [`left join (select b.material_code, ${free} as free, sum(b.on_hand) as on_hand from app.stock_balance b where ${places(values)} group by b.material_code) in_stock on in_stock.material_code = t.code`],
  };
}
