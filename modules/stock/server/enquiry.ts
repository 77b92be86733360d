import { sql } from 'kysely';
import { snakeCase, totalCap } from '#platform/model/envelope.ts';
import { statementOf } from '#platform/server/db/sql.ts';
import type { Statement } from '#platform/server/db/statement.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { askedOf, type Asked } from '#platform/server/list/filter.ts';
import { askedAsOf, askedText, reportCalls } from '#platform/server/entity/report.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { entriesOf, type EntryPage } from '#platform/server/ledger/entries.ts';
import { stockEnquiry } from '#stock/model/enquiry.ts';
import { stock } from '#stock/model/ledger.ts';
import { db } from './db.ts';

const { routes, exporter: enquiryExporter } = reportCalls(stockEnquiry, {
  rows: rowsOf,
  count: (asked) => countOf(asked),
});
export { enquiryExporter };

/**
 * What made a figure what it is: the entries of one material in one warehouse, inside what the enquiry itself may show.
 */
async function readEntries(call: Call): Promise<EntryPage> {
  const asked = askedOf(call);
  const [organizeCode, storageCode, productCode] = ['organizeCode', 'storageCode', 'productCode'].map((key) =>
    askedText(asked, key),
  );
  const within = `
    b.stock_organize_code = $1
    and b.storage_code = $2
    and b.material_code = $3
    and coalesce(b.stock_organize_code = any((select sec.organizations())::text[]), true)
    and coalesce(b.storage_code = any((select sec.storages())::text[]), true)
    and exists (
      select from app.data_material m
      where m.tenant_code = b.tenant_code
        and m.code = b.material_code
        and ((select sec.brands()) is null or m.brand_code is null or m.brand_code = any((select sec.brands())::text[]))
    )`;
  return entriesOf(call, stock, { within, values: [organizeCode, storageCode, productCode] });
}

export const enquiryRoutes: readonly Route[] = [
  ...routes,
  {
    method: 'GET',
    path: `${stockEnquiry.path}/entries`,
    permission: [permissionOf(stockEnquiry, 'page')],
    effect: 'none',
    summary: 'Stock enquiry: entries of one material in one warehouse, latest first',
    handle: readEntries,
  },
];

const balanceColumns = ['b.id', 'b.tenantCode', 'b.stockOrganizeCode', 'b.storageCode', 'b.materialCode'] as const;
const balancesNow = () =>
  db.selectFrom('stockBalance as b').select([...balanceColumns, 'b.onHand', 'b.occupied', 'b.frozen', 'b.inTransit']);

interface Sums {
  readonly onHand: string;
  readonly occupied: string;
  readonly frozen: string;
  readonly inTransit: string;
}
/** What the entries of every balance add up to at the end of a day; what came later was not there yet. */
const balancesOn = (day: string) =>
  db
    .selectFrom('stockBalance as b')
    .innerJoin(
      sql<Sums>`
        lateral (
          select coalesce(sum(e.d_on_hand), 0) as on_hand, coalesce(sum(e.d_occupied), 0) as occupied,
            coalesce(sum(e.d_frozen), 0) as frozen, coalesce(sum(e.d_in_transit), 0) as in_transit
          from app.stock_entry e
          where e.tenant_code = b.tenant_code and e.balance_id = b.id and e.biz_date <= ${day}::date
          having count(*) > 0
        )`.as('x'),
      (join) => join.onTrue(),
    )
    .select([...balanceColumns, 'x.onHand', 'x.occupied', 'x.frozen', 'x.inTransit']);

/** Balances with what they are of, inside the organisations, warehouses and brands the user has power over. */
function balances(asked: Asked) {
  const text = (key: string): string | null =>
    typeof asked[key] === 'string' && asked[key] !== '' ? asked[key] : null;
  const asOf = askedAsOf(asked);
  let query = db
    .selectFrom((asOf === null ? balancesNow() : balancesOn(asOf)).as('b'))
    .innerJoin('dataDepot as s', (join) =>
      join.onRef('s.tenantCode', '=', 'b.tenantCode').onRef('s.code', '=', 'b.storageCode'),
    )
    .innerJoin('dataMaterial as m', (join) =>
      join.onRef('m.tenantCode', '=', 'b.tenantCode').onRef('m.code', '=', 'b.materialCode'),
    )
    .where(
      sql<boolean>`
        ((select sec.organizations()) is null or b.stock_organize_code = any((select sec.organizations())::text[]))`,
    )
    .where(sql<boolean>`((select sec.storages()) is null or b.storage_code = any((select sec.storages())::text[]))`)
    .where(
      sql<boolean>`
        ((select sec.brands()) is null or m.brand_code is null or m.brand_code = any((select sec.brands())::text[]))`,
    );
  const [organizeCode, storageCode, brandCode, productCode, classCode] = [
    'organizeCode',
    'storageCode',
    'brandCode',
    'productCode',
    'classCode',
  ].map(text);
  if (organizeCode) query = query.where('b.stockOrganizeCode', '=', organizeCode);
  if (storageCode) query = query.where('b.storageCode', '=', storageCode);
  if (brandCode) query = query.where('m.brandCode', '=', brandCode);
  if (productCode) query = query.where('b.materialCode', 'in', productCode.split(',').slice(0, 500));
  if (classCode) {
    query = query.where(sql<boolean>`
      m.class_code in (
        with recursive branch as (
          select id, code
          from app.data_materialclass
          where code = ${classCode}
          union all
          select c.id, c.code
          from app.data_materialclass c
          join branch on c.pid = branch.id
        )
        select code
        from branch
      )`);
  }
  // 0 all, 1 in stock only, 2 out of stock only
  const kind = text('stockQueryType');
  if (kind === '1') query = query.where(sql<boolean>`b.on_hand - b.occupied - b.frozen > 0`);
  if (kind === '2') query = query.where(sql<boolean>`b.on_hand - b.occupied - b.frozen <= 0`);
  return query;
}

function rowsOf(asked: Asked, window: { limit: number; offset: number } | null): Statement {
  const available = sql<string>`b.on_hand - b.occupied - b.frozen`;
  const wide = balances(asked)
    .leftJoin('sysOrganization as o', (join) =>
      join.onRef('o.tenantCode', '=', 'b.tenantCode').onRef('o.code', '=', 'b.stockOrganizeCode'),
    )
    .leftJoin('dataMaterialclass as c', (join) =>
      join.onRef('c.tenantCode', '=', 'b.tenantCode').onRef('c.code', '=', 'm.classCode'),
    )
    .leftJoin('dataBrand as r', (join) =>
      join.onRef('r.tenantCode', '=', 'b.tenantCode').onRef('r.code', '=', 'm.brandCode'),
    )
    .leftJoin('dataUnit as u', (join) =>
      join.onRef('u.tenantCode', '=', 'b.tenantCode').onRef('u.code', '=', 'm.mainUnitCode'),
    )
    .select([
      'b.id',
      'b.stockOrganizeCode as organizeCode',
      'o.name as organizeName',
      'b.storageCode',
      's.name as storageName',
      'm.classCode',
      'c.name as className',
      'm.brandCode',
      'r.name as brandName',
      'b.materialCode as productCode',
      'm.name as productName',
      'm.spec',
      'm.model',
      'm.barcode',
      'u.name as mainUnitName',
      'b.onHand as number',
      'b.occupied as lockedNumber',
      available.as('availableNumber'),
      'b.inTransit as inTransitNumber',
      available.as('erpStockNumber'),
      sql<string | null>`${askedAsOf(asked)}::date`.as('asOfDate'),
    ]);
  const column = typeof asked['orderField'] === 'string' ? sortable.get(asked['orderField']) : undefined;
  const sorted =
    column === undefined
      ? wide.orderBy('b.storageCode').orderBy('b.materialCode')
      : wide.orderBy(sql.ref(column), asked['order'] === 'desc' ? 'desc' : 'asc').orderBy('b.id');
  return statementOf(window === null ? sorted : sorted.limit(window.limit).offset(window.offset));
}

const countOf = (asked: Asked) =>
  statementOf(
    db
      .selectFrom(
        balances(asked)
          .select(sql<number>`1`.as('one'))
          .limit(totalCap + 1)
          .as('x'),
      )
      .select(sql<number>`count(*)::integer`.as('total')),
  );

const sortable: ReadonlyMap<string, string> = new Map(
  (
    [
      ['storageCode', 'b.storageCode'],
      ['storageName', 's.name'],
      ['productCode', 'b.materialCode'],
      ['productName', 'm.name'],
      ['number', 'b.onHand'],
      ['lockedNumber', 'b.occupied'],
      ['inTransitNumber', 'b.inTransit'],
    ] as const
  ).flatMap(
    ([key, column]) =>
      [
        [key, column],
        [snakeCase(key), column],
      ] as [string, string][],
  ),
);
