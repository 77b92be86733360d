import { storage } from '#data/model/place/storage.ts';
import type { Label } from '#platform/model/label.ts';
import { refusal } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';

const stays: Label = [
  '已有出入库，不能改变库存组织',
  '已有出入庫，不能改變庫存組織',
  'has held stock; on whose books it is stays',
];
export const warehouseUsed = refusal('E-DEPOT-MOVED', 20234, [
  '仓库【{code}】{stays}',
  '倉庫【{code}】{stays}',
  'Warehouse {code} {stays}',
]);

/** Whose books hold its stock. */
const holderOf = ({
  organizeCode,
  stockOrganizeCode,
}: {
  readonly organizeCode: string;
  readonly stockOrganizeCode: string | null;
}): string => stockOrganizeCode ?? organizeCode;
const holderIn = (row: string): string => `coalesce(${row}.stock_organize_code, ${row}.organize_code)`;
/** What a row of a list does not say stays as it is. */
const saidOr = (column: string): string => `case when k.record ? '${column}' then v.${column} else t.${column} end`;

/**
 * Goods and promises stay on the books where they were posted: a warehouse that changed hands would leave them there,
 * out of everybody's reach.
 */
export const storageService = serveEntity(storage, {
  reads: ({ id }) => {
    const own = (what: string): string => `any(array(select ${what} from app.data_depot d where d.id::text = $1))`;
    const used = `
      select 1 as found
      from app.stock_balance b
      where b.stock_organize_code = ${own(holderIn('d'))} and b.storage_code = ${own('d.code')} and b.version > 0
      limit 1`;
    return { used: statement({ found: 'integer' }, used, [typeof id === 'string' ? id : '']) };
  },
  beforeSave(_ctx, next, previous, _given, { used = [] }) {
    if (previous === null || used.length === 0 || holderOf(next) === holderOf(previous)) return next;
    throw warehouseUsed({ code: previous.code, stays }, [
      { path: 'stockOrganizeCode', field: storage.fields.stockOrganizeCode.label, reason: stays },
    ]);
  },
  rowRules: [
    {
      key: 'stockOrganizeCode',
      reason: stays,
      refused: `
        coalesce(${saidOr('stock_organize_code')}, ${saidOr('organize_code')}) <> ${holderIn('t')}
        and exists (
          select from app.stock_balance b
          where b.stock_organize_code = ${holderIn('t')} and b.storage_code = t.code and b.version > 0
        )`,
    },
  ],
});
