import { compare, isZero, minus, plus, round, times } from '#platform/model/decimal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Draft } from '#platform/server/document/draft.ts';
import { linkDocuments, unlinkTo } from '#platform/server/document/link.ts';
import { dropBills, insertBill } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { allocation, allocationLinks } from '#stock/model/allocation.ts';
import { stockInout } from '#stock/model/inout.ts';
import { movementDraft } from './movement-draft.ts';

export type Allocation = LockedBill<typeof allocation>;
type Way = keyof typeof allocationLinks;

/** What is still on its way of a line, or was taken there and never arrives. */
export const onTheWay = (line: {
  readonly outNumber: string | null;
  readonly receivedNumber: string | null;
  readonly lossNumber: string | null;
}): string => minus(line.outNumber ?? '0', plus(line.receivedNumber, line.lossNumber));

/**
 * A movement of what an allocation asks for, waiting to be carried out: its out of everything, an in of what is on its
 * way. It counts as written by whoever wrote the allocation, so that who approved that may carry it out.
 */
export function askMovement(ctx: Command, bill: Allocation, way: Way, numbers: ReadonlyMap<string, string>): string {
  const id = newId();
  const asked = bill.lines.filter((line) => compare(numbers.get(line.id) ?? '0', '0') > 0);
  const lines = asked.map((line, i) => movedLineOf(line, i, numbers.get(line.id) ?? '0'));
  insertBill(
    stockInout,
    ctx,
    { id, status: stockInout.states.saved.code, draft: movementOf(ctx, bill, way, lines) },
    { operation: 'save', message: bill.code },
  );
  ctx.later({
    text: 'update app.stock_inout set creator_id = $2, creator_name = $3 where id = $1',
    values: [id, bill.creatorId, bill.creatorName],
  });
  linkDocuments(
    ctx,
    stockInout,
    asked.map((line, i) => ({
      kind: allocationLinks[way],
      from: { type: allocation.name, id: bill.id, lineId: line.id },
      to: { id, lineId: lines[i]?.id ?? '' },
      number: lines[i]?.number ?? '0',
      amount: '0',
      // One that waits keeps nobody from taking the allocation back: it goes with it.
      isShownOnly: true,
    })),
  );
  return id;
}

export const numbersOf = (
  bill: Allocation,
  number: (line: Allocation['lines'][number]) => string,
): ReadonlyMap<string, string> => new Map(bill.lines.map((line) => [line.id, number(line)]));

/** Goods that wait for their out, or nothing where nothing is on its way. */
export function askIn(ctx: Command, bill: Allocation): string | null {
  const numbers = numbersOf(bill, onTheWay);
  return [...numbers.values()].every((number) => isZero(number)) ? null : askMovement(ctx, bill, 'in', numbers);
}

const movedLineOf = (
  { productCode, productName, spec, model, mainUnitName, rate, settlePrice }: Allocation['lines'][number],
  i: number,
  number: string,
) => ({
  id: newId(),
  lineNo: i + 1,
  productCode,
  productName,
  spec,
  model,
  mainUnitName,
  barcode: null,
  number,
  storeNumber: null,
  rate,
  price: settlePrice,
  amount: round(times(settlePrice ?? '0', number), 2),
  pickedNumber: '0',
  components: null,
  remark: null,
});

function movementOf(ctx: Command, bill: Allocation, way: Way, lines: ReturnType<typeof movedLineOf>[]): Draft {
  const isOut = way === 'out';
  return movementDraft(
    {
      organizeCode: isOut ? bill.outOrganizeCode : bill.inOrganizeCode,
      organizeName: isOut ? bill.outOrganizeName : bill.inOrganizeName,
      moveType: isOut ? '6' : '2',
      storageCode: isOut ? bill.outStorageCode : bill.inStorageCode,
      storageName: isOut ? bill.outStorageName : bill.inStorageName,
      sourceCode: bill.code,
      billDate: ctx.today,
    },
    lines,
  );
}

const movementRow = { allocationId: 'uuid', id: 'uuid', code: 'text', billStatus: 'text', kind: 'text' } as const;
export type MovementRow = RowOf<typeof movementRow>;

/**
 * Movements of these allocations (ids, or SQL that finds them from movements in $1). Whoever audits one holds it and
 * waits for its allocation: he goes first, and whoever holds the allocation is told to come again instead of waiting
 * for him in a circle.
 */
export const movementsOf = (ids: readonly string[], found = '$1::uuid[]', which = 'true') =>
  statement(
    movementRow,
    `
      select k.from_id as allocation_id, m.id, m.code, m.bill_status, k.kind
      from app.stock_inout m
      join (
        select distinct x.from_id, x.to_id, x.kind
        from app.doc_link x
        where x.kind in ('${allocationLinks.out}', '${allocationLinks.in}')
          and x.is_active
          and x.from_id = any(${found})
      ) k on k.to_id = m.id
      where m.deleted_flag = '0' and m.cancel_flag = '0' and ${which}
      order by m.id
      for update of m nowait`,
    [ids],
  );

/** Movements that wait go with what made them; those that were carried out stay. */
export function dropWaiting(ctx: Command, rows: readonly MovementRow[], allocationId: string, way: Way): void {
  const waiting = rows
    .filter((row) => row.allocationId === allocationId && row.kind === allocationLinks[way])
    .filter(({ billStatus }) => billStatus === stockInout.states.saved.code)
    .map(({ id }) => id);
  dropBills(ctx, stockInout, waiting);
  unlinkTo(ctx, waiting, allocationLinks[way]);
}

/** What an allocation says of itself follows from its lines. */
export function refreshAllocation(ctx: Command, id: string, set: string): void {
  ctx.later({
    text: `
      update app.stock_allocation a
      set transit_number = s.transit, loss_number = s.lost, ${set}, row_version = row_version + 1
      from (
        select sum(coalesce(l.out_number, 0) - coalesce(l.received_number, 0) - coalesce(l.loss_number, 0)) as transit,
          sum(coalesce(l.loss_number, 0)) as lost, sum(coalesce(l.received_number, 0)) as received,
          sum(coalesce(l.out_number, 0)) as sent
        from app.stock_allocation_line l
        where l.parent_id = $1
      ) s
      where a.id = $1`,
    values: [id],
  });
}
