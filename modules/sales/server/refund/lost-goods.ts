import { hasDownstream } from '#platform/model/refusal.ts';
import { plus } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { linkDocuments, unlinkTo } from '#platform/server/document/link.ts';
import { dropBills, insertBill } from '#platform/server/document/save.ts';
import { explodedOf } from '#data/model/goods/combination.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { stockInout } from '#stock/model/inout.ts';
import type { Inout } from '#stock/server/inout.ts';
import { movementDraft } from '#stock/server/movement-draft.ts';

/** The warehouse of an organisation where goods lie that are on their way, or lost on it: the first by code. */
export const transitHouse = (organizeCode: string | null) =>
  statement(
    { code: 'text', name: 'text' },
    `
      select d.code, d.name
      from app.data_depot d
      where d.organize_code = $1 and d.status = '1' and d.type = '2'
      order by d.code
      limit 1`,
    [organizeCode],
  );

/**
 * Goods that were lost on the way are back on the books and nowhere else: an out from there waits until the carrier has
 * paid for them or nobody will (domain §3.4).
 */
export async function writeClaim(ctx: Command, red: Inout): Promise<void> {
  const goods = red.lines.flatMap((line) =>
    explodedOf(line, line.number).map((part) => ({ ...part, redLineId: line.id })),
  );
  const known = await ctx.rows(
    statement(
      { code: 'text', name: 'text', spec: 'text?', model: 'text?', unitName: 'text?' },
      `
        select m.code, m.name, m.spec, m.model, u.name as unit_name
        from app.data_material m
        left join app.data_unit u on u.code = m.main_unit_code
        where m.code = any($1::text[])`,
      [[...new Set(goods.map(({ materialCode }) => materialCode))]],
    ),
  );
  const named = new Map(known.map((row) => [row.code, row]));
  const lines = goods.map(({ materialCode, number }, i) => ({
    id: newId(),
    lineNo: i + 1,
    productCode: materialCode,
    productName: named.get(materialCode)?.name ?? materialCode,
    spec: named.get(materialCode)?.spec ?? null,
    model: named.get(materialCode)?.model ?? null,
    barcode: null,
    mainUnitName: named.get(materialCode)?.unitName ?? null,
    number: plus(number),
    storeNumber: null,
    rate: null,
    price: null,
    amount: '0',
    pickedNumber: '0',
    components: null,
    remark: null,
  }));
  const { organizeCode, organizeName, storageCode, storageName, sourceCode } = red;
  const id = newId();
  const head = { organizeCode, organizeName, storageCode, storageName, sourceCode };
  insertBill(
    stockInout,
    ctx,
    {
      id,
      status: stockInout.states.saved.code,
      draft: movementDraft({ ...head, moveType: otherOut, billDate: ctx.today }, lines),
    },
    { operation: 'save', message: red.code },
  );
  linkDocuments(
    ctx,
    stockInout,
    lines.map((line, i) => ({
      kind: linkKinds.lost,
      from: { type: stockInout.name, id: red.id, lineId: goods[i]?.redLineId ?? red.id },
      to: { id, lineId: line.id },
      number: line.number,
      amount: '0',
      isShownOnly: true,
    })),
  );
}
const otherOut = '7';

/** Taken back with the movement that it was made of, unless the claim was settled already. */
export async function dropClaim(ctx: Command, red: Pick<Inout, 'id'>): Promise<void> {
  const made = await ctx.rows(
    statement(
      { id: 'uuid', code: 'text', billStatus: 'text' },
      `
        select m.id, m.code, m.bill_status
        from app.stock_inout m
        where m.id = any(array(
          select k.to_id
          from app.doc_link k
          where k.kind = '${linkKinds.lost}' and k.is_active and k.from_id = $1
        ))
          and m.deleted_flag = '0'
          and m.cancel_flag = '0'
        for update of m nowait`,
      [red.id],
    ),
  );
  const settled = made.find(({ billStatus }) => billStatus !== stockInout.states.saved.code);
  if (settled !== undefined) throw hasDownstream({ codes: settled.code, verb: stockInout.verbs.unaudit.label });
  const ids = made.map(({ id }) => id);
  dropBills(ctx, stockInout, ids);
  unlinkTo(ctx, ids, linkKinds.lost);
}
