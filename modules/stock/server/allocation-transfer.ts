import { compare, minus, plus } from '#platform/model/decimal.ts';
import { hasDownstream, invalidAt, reasons, stateForbids } from '#platform/model/refusal.ts';
import { partAmount } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf, type RowsOf } from '#platform/server/db/statement.ts';
import { askedNumbers } from '#platform/server/document/link.ts';
import { refuseBefore } from '#platform/server/document/period.ts';
import { billsOf, headsAskedFor, linesOf } from '#platform/server/document/read.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import { allocation, allocationLinks } from '#stock/model/allocation.ts';
import { stockInout } from '#stock/model/inout.ts';
import { sendCost } from './cost.ts';
import { moveKind, demandsOf, overIn, sourceOf, type Inout, type InoutFacts } from './inout.ts';
import { placesIn, placesQuery } from './ledger.ts';
import { arrive, sendOff } from './transit.ts';
import { askIn, dropWaiting, movementsOf, onTheWay, refreshAllocation } from './allocation-movement.ts';

const carriedLine = {
  movementId: 'uuid',
  lineId: 'uuid',
  asked: 'decimal',
  allocationId: 'uuid',
  code: 'text',
  billDate: 'date',
  billStatus: 'text',
  receiptStatus: 'text',
  inStorageCode: 'text',
  allocationLineId: 'uuid',
  productCode: 'text',
  number: 'decimal',
  outNumber: 'decimal?',
  receivedNumber: 'decimal?',
  lossNumber: 'decimal?',
  outCost: 'decimal',
  inCost: 'decimal',
} as const;
type Carried = RowOf<typeof carriedLine>;

const allocationsBy = (kind: string): string => `
  array(
    select k.from_id
    from app.doc_link k
    where k.kind = '${kind}' and k.is_active and k.to_id = any($1::uuid[])
  )`;
const linkedCost = (kind: string): string => `
  coalesce((
    select sum(x.amount)
    from app.doc_link x
    where x.kind = '${kind}' and x.is_active and x.from_line_id = l.id
  ), 0)`;

/** The allocation is held behind its movement, and the other movements of it behind that. */
const transferReads = (kind: string) => (ids: readonly string[]) => ({
  held: statement(
    { id: 'uuid' },
    `select id from app.stock_allocation where id = any(${allocationsBy(kind)}) order by id for update`,
    [ids],
  ),
  others: movementsOf(
    ids,
    allocationsBy(kind),
    `m.id <> all($1::uuid[]) and k.kind = '${allocationLinks.in}' and m.bill_status = '0'`,
  ),
  carried: statement(
    carriedLine,
    `
      select k.to_id as movement_id, k.to_line_id as line_id, k.number as asked, a.id as allocation_id, a.code,
        a.bill_date, a.bill_status, a.receipt_status, a.in_storage_code, l.id as allocation_line_id, l.product_code,
        l.number, l.out_number, l.received_number, l.loss_number, ${linkedCost(allocationLinks.out)} as out_cost,
        ${linkedCost(allocationLinks.in)} as in_cost
      from app.doc_link k
      join app.stock_allocation a on a.tenant_code = k.tenant_code and a.id = k.from_id
      join app.stock_allocation_line l on l.tenant_code = k.tenant_code and l.id = k.from_line_id
      where k.kind = '${kind}' and k.is_active and k.to_id = any($1::uuid[])
      order by l.line_no`,
    [ids],
  ),
});
type TransferReads = ReturnType<ReturnType<typeof transferReads>>;
const outReads = (ids: readonly string[]) => ({
  ...transferReads(allocationLinks.out)(ids),
  targets: placesQuery(
    `
      select a.in_storage_code
      from app.stock_allocation a
      where a.id = any(${allocationsBy(allocationLinks.out)})`,
    [ids],
  ),
});
type TransferFacts = InoutFacts<TransferReads>;
type OutFacts = InoutFacts<ReturnType<typeof outReads>>;

/** Every line that was asked of the movement, with what it moves: nothing, where somebody left it out. */
function carriedBy(bill: Inout, rows: readonly Carried[]): readonly (Carried & { readonly moved: string })[] {
  const moved = new Map(bill.lines.map(({ id, number }) => [id, number]));
  return rows
    .filter(({ movementId }) => movementId === bill.id)
    .map((row) => ({ ...row, moved: moved.get(row.lineId) ?? '0' }));
}

/** Two movements of one allocation in one command: the second starts where the first one ended. */
function advance(rows: RowsOf<TransferReads>['carried'], allocationLineId: string, change: Partial<Carried>): void {
  for (const row of rows) if (row.allocationLineId === allocationLineId) Object.assign(row, change);
}

/** Other goods, or more of them, than the allocation asks for. */
function refuseOver(
  draft: { readonly lines: readonly { readonly id: string; readonly productCode: string; readonly number: string }[] },
  previous: { readonly lines: readonly { readonly id: string; readonly productCode: string }[] } | null,
  rooms: ReadonlyMap<string, string>,
): void {
  const was = new Map((previous?.lines ?? []).map((line) => [line.id, line]));
  for (const line of draft.lines) {
    const room = was.get(line.id)?.productCode === line.productCode ? (rooms.get(line.id) ?? '0') : '0';
    if (compare(line.number, room) > 0) throw overIn({ n: minus(room, '0') });
  }
}

/** What has moved, on the lines of the allocation and on the links that led to them. */
function count(
  ctx: Command,
  kind: string,
  column: 'out_number' | 'received_number',
  moved: readonly { readonly lineId: string; readonly allocationLineId: string; readonly moved: string }[],
  costs: readonly string[],
): void {
  ctx.later({
    text: `
      with moved as (
        select *
        from
          unnest($1::uuid[], $2::uuid[], $3::numeric[], $4::numeric[]) as m(line_id, allocation_line_id, number, amount)
      ),
      linked as (
        update app.doc_link k
        set number = m.number, amount = m.amount
        from moved m
        where k.kind = '${kind}' and k.is_active and k.to_line_id = m.line_id
      )
      update app.stock_allocation_line l
      set ${column} = coalesce(l.${column}, 0) + m.number
      from moved m
      where l.id = m.allocation_line_id`,
    values: [
      moved.map(({ lineId }) => lineId),
      moved.map(({ allocationLineId }) => allocationLineId),
      moved.map(({ moved: number }) => number),
      costs,
    ],
  });
}

async function askedAgain(ctx: Command, allocationId: string): Promise<void> {
  const { heads, lines } = await ctx.all({
    heads: headsAskedFor(allocation, [allocationId]),
    lines: linesOf(allocation, [allocationId]),
  });
  const [bill] = billsOf(heads, lines);
  if (bill !== undefined) askIn(ctx, bill);
}

const unapproveAllocation = ['弃审调拨单', '棄審調撥單', 'revoke the approval of its allocation'] as const;
const closeAllocation = ['关闭调拨单', '關閉調撥單', 'close its allocation'] as const;

/** Transfer out: goods leave for another warehouse and are on their way (B19). What it sends less is released. */
export const transferOut = moveKind({
  moveType: '6',
  madeBy: { link: allocationLinks.out, instead: unapproveAllocation },
  costs: `
    select coalesce(d.stock_organize_code, d.organize_code), l.product_code
    from app.doc_link k
    join app.stock_allocation a on a.tenant_code = k.tenant_code and a.id = k.from_id
    join app.stock_allocation_line l on l.tenant_code = k.tenant_code and l.id = k.from_line_id
    join app.data_depot d on d.tenant_code = a.tenant_code and d.code = a.in_storage_code
    where k.kind = '${allocationLinks.out}' and k.is_active and k.to_id = any($1::uuid[])`,
  reads: outReads,
  async beforeSave(ctx, draft, previous) {
    refuseOver(draft, previous, await askedNumbers(ctx, allocationLinks.out, previous?.id ?? null));
  },
  beforeAudit(_ctx, bill, facts) {
    refuseUnlinked(bill, facts);
    for (const { moved, number } of carriedBy(bill, facts.own.carried))
      if (compare(moved, number) > 0) throw overIn({ n: number });
  },
  async audit(ctx, bill, facts: OutFacts) {
    const carried = carriedBy(bill, facts.own.carried);
    const [first] = carried;
    const [demand] = demandsOf(bill, facts);
    const to = placesIn(facts.own.targets).get(first?.inStorageCode ?? '');
    if (first === undefined || demand === undefined || to === undefined)
      throw invalidAt([{ path: 'storageCode', field: allocation.head.inStorageCode.label, reason: reasons.unknown }]);
    const source = sourceOf(bill);
    const sent = carried.map((row) => ({
      lineId: row.lineId,
      place: demand.place,
      to,
      materialCode: row.productCode,
      number: row.moved,
      asked: row.number,
      holder: { docId: row.allocationId, lineId: row.allocationLineId },
    }));
    const costs = sendCost(ctx, source, facts.costs, sent);
    sendOff(ctx, source, sent);
    count(ctx, allocationLinks.out, 'out_number', carried, costs);
    refreshAllocation(ctx, first.allocationId, `sent_flag = '1', out_date = now()`);
    await askedAgain(ctx, first.allocationId);
  },
  beforeUnaudit(_ctx, bill, facts) {
    const carried = carriedBy(bill, facts.own.carried);
    if (carried.some(({ receivedNumber, lossNumber }) => compare(plus(receivedNumber, lossNumber), '0') > 0))
      throw hasDownstream({ codes: carried[0]?.code ?? '', verb: stockInout.verbs.unaudit.label });
    refuseClosed(carried[0]);
  },
  unaudit(ctx, bill, facts) {
    const carried = carriedBy(bill, facts.own.carried);
    const id = carried[0]?.allocationId ?? '';
    dropWaiting(ctx, facts.own.others, id, 'in');
    ctx.later({
      text: `
        with asked as (
          update app.doc_link k
          set number = l.number, amount = 0
          from app.stock_allocation_line l
          where k.kind = '${allocationLinks.out}' and k.is_active and k.to_id = $1 and l.id = k.from_line_id
        )
        update app.stock_allocation_line l
        set out_number = 0
        where l.parent_id = $2`,
      values: [bill.id, id],
    });
    refreshAllocation(ctx, id, `sent_flag = '0', out_date = null`);
  },
});

/** Transfer in: goods on their way arrive, perhaps in several goes and never more than left (B19a). */
export const transferIn = moveKind({
  moveType: '2',
  madeBy: { link: allocationLinks.in, instead: closeAllocation },
  // Their costs came with the out: nothing is booked twice.
  costs: `select null::text, null::text where false and $1::uuid[] is null`,
  reads: transferReads(allocationLinks.in),
  async beforeSave(ctx, draft, previous) {
    const rows = await ctx.rows(roomsOf(previous?.id ?? null));
    refuseOver(draft, previous, new Map(rows.map(({ lineId, room }) => [lineId, room])));
  },
  beforeAudit(_ctx, bill, facts) {
    refuseUnlinked(bill, facts);
    const carried = carriedBy(bill, facts.own.carried);
    refuseClosed(carried[0]);
    for (const row of carried) {
      const room = onTheWay(row);
      if (compare(row.moved, room) > 0) throw overIn({ n: minus(room, '0') });
    }
  },
  async audit(ctx, bill, facts) {
    const carried = carriedBy(bill, facts.own.carried);
    const [first] = carried;
    if (first === undefined) return;
    for (const { moved, ...row } of carried) {
      const room = onTheWay(row);
      if (compare(moved, room) > 0) throw overIn({ n: minus(room, '0') });
    }
    arrive(ctx, sourceOf(bill), demandsOf(bill, facts));
    const costs = carried.map((row) => costOfPart(row, row.moved));
    count(ctx, allocationLinks.in, 'received_number', carried, costs);
    carried.forEach((row, i) => {
      advance(facts.own.carried, row.allocationLineId, {
        receivedNumber: plus(row.receivedNumber, row.moved),
        inCost: plus(row.inCost, costs[i]),
      });
    });
    refreshAllocation(
      ctx,
      first.allocationId,
      `
        in_date = now(), receipt_status = case when s.transit = 0 then '1' else '0' end,
        bill_status = case when s.transit = 0 and a.bill_status = '1' then '2' else a.bill_status end`,
    );
    const waiting = facts.own.others.filter(({ allocationId }) => allocationId === first.allocationId);
    const { rest } = await restOf(ctx, first.allocationId);
    if (compare(rest, '0') === 0) dropWaiting(ctx, waiting, first.allocationId, 'in');
    else if (waiting.length === 0) await askedAgain(ctx, first.allocationId);
  },
  beforeUnaudit(_ctx, bill, facts) {
    const [first] = carriedBy(bill, facts.own.carried);
    // What was lost was reckoned behind it.
    if (first?.receiptStatus !== '1') refuseClosed(first);
  },
  unaudit(ctx, bill, facts) {
    const carried = carriedBy(bill, facts.own.carried);
    ctx.later({
      text: `
        with moved as (
          select *
          from unnest($1::uuid[], $2::uuid[], $3::numeric[]) as m(line_id, allocation_line_id, number)
        ),
        linked as (
          update app.doc_link k
          set amount = 0
          from moved m
          where k.kind = '${allocationLinks.in}' and k.is_active and k.to_line_id = m.line_id
        )
        update app.stock_allocation_line l
        set received_number = l.received_number - m.number
        from moved m
        where l.id = m.allocation_line_id`,
      values: [
        carried.map(({ lineId }) => lineId),
        carried.map(({ allocationLineId }) => allocationLineId),
        carried.map(({ moved }) => moved),
      ],
    });
    refreshAllocation(
      ctx,
      carried[0]?.allocationId ?? '',
      `
        receipt_status = '0', in_date = case when s.received = 0 then null else a.in_date end,
        bill_status = case when a.bill_status = '2' then '1' else a.bill_status end`,
    );
  },
});

/** Its part of what left cost, so that all ins and the loss take exactly that (C11). */
const costOfPart = ({ outNumber, outCost, receivedNumber, inCost }: Carried, number: string): string =>
  partAmount({ number: outNumber ?? '0', amount: outCost }, { number: receivedNumber ?? '0', amount: inCost }, number);

/** A movement of this type that no allocation asked for moves nothing. */
function refuseUnlinked(bill: Inout, { own }: TransferFacts): void {
  const asked = new Set(own.carried.map(({ lineId }) => lineId));
  if (bill.lines.some(({ id }) => !asked.has(id))) throw overIn({ n: '0' });
  const [first] = carriedBy(bill, own.carried);
  if (first !== undefined) refuseBefore(bill, { code: first.code, date: first.billDate });
}

function refuseClosed(row: Carried | undefined): void {
  if (row?.billStatus === allocation.states.closed.code)
    throw stateForbids({
      code: row.code,
      status: statusLabel(allocation, row.billStatus),
      verb: stockInout.verbs.audit.label,
    });
}

const roomsOf = (id: string | null) =>
  statement(
    { lineId: 'uuid', room: 'decimal' },
    `
      select k.to_line_id as line_id,
        coalesce(l.out_number, 0) - coalesce(l.received_number, 0) - coalesce(l.loss_number, 0) as room
      from app.doc_link k
      join app.stock_allocation_line l on l.tenant_code = k.tenant_code and l.id = k.from_line_id
      where k.kind = '${allocationLinks.in}' and k.is_active and k.to_id = $1`,
    [id],
  );

async function restOf(ctx: Command, id: string): Promise<{ readonly rest: string }> {
  const [row] = await ctx.rows(
    statement(
      { rest: 'decimal' },
      `
        select coalesce(
          sum(coalesce(l.out_number, 0) - coalesce(l.received_number, 0) - coalesce(l.loss_number, 0)), 0
        ) as rest
        from app.stock_allocation_line l
        where l.parent_id = $1`,
      [id],
    ),
  );
  return { rest: row?.rest ?? '0' };
}
