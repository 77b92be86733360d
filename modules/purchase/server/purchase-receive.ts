import { compare, minus, plus, round, times } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Draft } from '#platform/server/document/draft.ts';
import { linkDocuments, unlinkTo } from '#platform/server/document/link.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { dropBills, insertBill, statusLabel } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { stockInout } from '#stock/model/inout.ts';
import { receiveLink } from '#purchase/model/links.ts';
import { awaitedOf } from '#purchase/model/purchase-room.ts';
import { purchase } from '#purchase/model/purchase.ts';
import { peerComes } from '#purchase/server/peer/refusals.ts';
import { underWay } from './purchase-progress.ts';
import { nothingAwaited } from './purchase-refusals.ts';
import { movementDraft } from '#stock/server/movement-draft.ts';

type Purchase = LockedBill<typeof purchase>;
const receiveLabel = ['生成入库单', '產生入庫單', 'make a receipt'] as const;

/**
 * What is awaited of audited purchases, and on its way with nobody yet, becomes a movement that waits for the goods.
 */
function receive(call: Call): Promise<{ ids: string[] }> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, lines, open }) => {
      const bills = billsOf(heads, lines);
      if (bills.length !== ids.length) throw notFound();
      const coming = Map.groupBy(open, ({ lineId }) => lineId);
      return {
        ids: bills.map((bill) => {
          if (bill.billStatus !== purchase.states.audited.code)
            throw stateForbids({
              code: bill.code,
              status: statusLabel(purchase, bill.billStatus),
              verb: receiveLabel,
            });
          if (bill.pushStatus !== '0') throw peerComes({ code: bill.code });
          const left = bill.lines.flatMap((line) => {
            const number = minus(
              awaitedOf(line),
              plus(...(coming.get(line.id) ?? []).map((movement) => movement.number)),
            );
            return compare(number, '0') > 0 ? [{ line, number }] : [];
          });
          if (left.length === 0) throw nothingAwaited({ code: bill.code });
          return movementOf(ctx, bill, left);
        }),
      };
    },
    {
      reads: { heads: headsOf(purchase, ids, true), lines: linesOf(purchase, ids), open: underWay(ids) },
    },
  );
}

interface Left {
  readonly line: Purchase['lines'][number];
  readonly number: string;
}

function movementOf(ctx: Command, bill: Purchase, left: readonly Left[]): string {
  const id = newId();
  const lines = left.map(movedLineOf);
  insertBill(
    stockInout,
    ctx,
    {
      id,
      status: stockInout.states.saved.code,
      draft: goodsIn(bill, lines, ctx.today),
    },
    { operation: 'save', message: bill.code },
  );
  linkDocuments(
    ctx,
    stockInout,
    left.map(({ line, number }, i) => ({
      kind: receiveLink,
      from: { type: purchase.name, id: bill.id, lineId: line.id },
      to: { id, lineId: lines[i]?.id ?? '' },
      number,
      amount: lines[i]?.amount ?? '0',
    })),
  );
  return id;
}

const movedLineOf = ({ line, number }: Left, i: number) => ({
  id: newId(),
  lineNo: i + 1,
  productCode: line.productCode,
  productName: line.productName,
  spec: line.spec,
  model: line.model,
  barcode: null,
  mainUnitName: line.mainUnitName,
  number,
  storeNumber: null,
  rate: null,
  price: line.price,
  amount: round(times(number, line.price ?? '0'), 2),
  pickedNumber: '0',
  components: null,
  remark: null,
});

const goodsIn = (bill: Purchase, lines: ReturnType<typeof movedLineOf>[], today: string): Draft => {
  const { organizeCode, organizeName, storageCode, storageName, supplierCode, supplierName } = bill;
  const head = { organizeCode, organizeName, storageCode, storageName, supplierCode, supplierName };
  return movementDraft({ ...head, moveType: '1', sourceCode: bill.code, billDate: today }, lines);
};

/** Receipts that nobody has audited are taken back: nothing has come with them. */
function takeBack(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, open }) => {
      if (heads.length !== ids.length) throw notFound();
      for (const { code, pushStatus } of heads) if (pushStatus !== '0') throw peerComes({ code });
      for (const { id, code } of heads)
        if (!open.some(({ purchaseId }) => purchaseId === id)) throw nothingAwaited({ code });
      const made = [...new Set(open.map(({ movementId }) => movementId))];
      dropBills(ctx, stockInout, made);
      unlinkTo(ctx, made, receiveLink);
      return null;
    },
    { reads: { movements: movementsHeld(ids), heads: headsOf(purchase, ids, true), open: underWay(ids) } },
  );
}

/** A movement is always held before what made it. */
const movementsHeld = (ids: readonly string[]) =>
  statement(
    { id: 'uuid' },
    `
      select m.id
      from app.stock_inout m
      where m.id = any(array(
        select k.to_id
        from app.doc_link k
        where k.kind = '${receiveLink}' and k.is_active and k.from_id = any($1::uuid[])
      ))
      order by m.id
      for update`,
    [ids],
  );

const gate = { effect: 'command', marks: { 'body[]': purchase.name } } as const;
export const receiveRoutes: readonly Route[] = [
  {
    ...gate,
    method: 'POST',
    path: `${purchase.path}/receive`,
    permission: [permissionOf(stockInout, 'save')],
    summary: 'Purchase order: make movements of what is awaited',
    handle: receive,
  },
  {
    ...gate,
    method: 'PUT',
    path: `${purchase.path}/takeBack`,
    permission: [permissionOf(stockInout, 'delete')],
    summary: 'Purchase order: take movements back that nobody has audited',
    handle: takeBack,
  },
];
