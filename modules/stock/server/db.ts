import type { brand } from '#data/model/goods/brand.ts';
import type { material, materialClass } from '#data/model/goods/material.ts';
import type { storage } from '#data/model/place/storage.ts';
import type { unit } from '#data/model/goods/unit.ts';
import { tablesOf } from '#platform/server/db/sql.ts';
import type { BalanceTable, EntityTable, TreeTable } from '#platform/server/db/tables.ts';
import type { stock } from '#stock/model/ledger.ts';
import type { organization } from '#system/model/organization.ts';

/** The tables stock reads. It writes none of them: balances change only through the ledger's function. */
export interface StockTables {
  stockBalance: BalanceTable<typeof stock>;
  sysOrganization: TreeTable<typeof organization>;
  dataDepot: EntityTable<typeof storage>;
  dataMaterial: EntityTable<typeof material>;
  dataMaterialclass: TreeTable<typeof materialClass>;
  dataBrand: EntityTable<typeof brand>;
  dataUnit: EntityTable<typeof unit>;
}

export const db = tablesOf<StockTables>();
