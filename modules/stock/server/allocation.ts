import { compare, isZero, minus, negated, plus, round, times } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { hasDownstream, invalidAt, reasons, refusal, type Place as FieldPlace } from '#platform/model/refusal.ts';
import { cents } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type Reads } from '#platform/server/db/statement.ts';
import { performWithin } from '#platform/server/document/verb.ts';
import { serveDocument, type Facts } from '#platform/server/document/serve.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { storage } from '#data/model/place/storage.ts';
import { refuseKitsIn } from '#data/server/combination.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { allocation, allocationLinks } from '#stock/model/allocation.ts';
import { stockInout } from '#stock/model/inout.ts';
import { bookRedCost, costReads } from './cost.ts';
import { inoutServiceWith } from './inout.ts';
import { placesIn, placesQuery, release, reserve, undo, type Demand, type Place } from './ledger.ts';
import { lose } from './transit.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { refuseSelfAudit } from '#system/server/setting/self-audit.ts';
import {
  askIn,
  askMovement,
  dropWaiting,
  movementsOf,
  numbersOf,
  onTheWay,
  type Allocation,
} from './allocation-movement.ts';
import { transferIn, transferOut } from './allocation-transfer.ts';

const params = { params: paramStatement(['SYS021', 'ST002', 'ST003', 'ST011']) };
const verbReads = (ids: readonly string[]) => ({
  places: placesQuery(
    `
      select unnest(array[a.out_storage_code, a.in_storage_code])
      from app.stock_allocation a
      where a.id = any($1::uuid[])`,
    [ids],
  ),
  movements: movementsOf(ids),
});
/** Goods on the books of both organisations. */
const goodsOf = `
  select coalesce(d.stock_organize_code, d.organize_code) as stock_organize_code, l.product_code as material_code
  from app.stock_allocation a
  join app.stock_allocation_line l on l.tenant_code = a.tenant_code and l.parent_id = a.id
  join app.data_depot d on d.tenant_code = a.tenant_code and d.code in (a.out_storage_code, a.in_storage_code)
  where a.id = any($1::uuid[])`;
const lossReads = (ids: readonly string[]) => ({
  ...costReads(goodsOf, [ids]),
  /** What of a line's cost has left, and what of that arrived. */
  sentCosts: statement(
    { lineId: 'uuid', sent: 'decimal', arrived: 'decimal' },
    `
      select k.from_line_id as line_id,
        coalesce(sum(k.amount) filter (where k.kind = '${allocationLinks.out}'), 0) as sent,
        coalesce(sum(k.amount) filter (where k.kind = '${allocationLinks.in}'), 0) as arrived
      from app.doc_link k
      where k.from_id = any($1::uuid[])
        and k.kind in ('${allocationLinks.out}', '${allocationLinks.in}')
        and k.is_active
      group by k.from_line_id`,
    [ids],
  ),
});
type Named = typeof params & ReturnType<typeof verbReads> & ReturnType<typeof lossReads>;
type AllocationFacts = Facts<Named>;

const ends: ReadonlySet<string> = new Set(['close', 'unclose']);

export const allocationService = serveDocument<typeof allocation, Named>(allocation, {
  reads: params,
  verbReads: (ids, verb): Partial<Named> & Reads => ({
    ...verbReads(ids),
    ...(ends.has(verb) ? lossReads(ids) : {}),
  }),
  beforeSave: (_ctx, draft, facts) => completeAllocation(draft, facts),
  before: {
    audit: refuseSelfAudit,
    unaudit(_ctx, bill, facts) {
      if (bill.sentFlag === '1')
        throw hasDownstream({ codes: codesOf(bill, facts), verb: allocation.verbs.unaudit.label });
    },
  },
  after: {
    async audit(ctx, bill, facts) {
      const isOneStep = isOneStepIn(bill, facts);
      // One command moves costs and goods: costs are held first.
      if (isOneStep) await ctx.all(costReads(goodsOf, [[bill.id]]));
      promise(ctx, bill, facts);
      const out = askMovement(
        ctx,
        bill,
        'out',
        numbersOf(bill, ({ number }) => number),
      );
      if (isOneStep) await carryOut(ctx, bill, out);
    },
    unaudit(ctx, bill, facts) {
      undo(ctx, sourceOf(bill));
      dropWaiting(ctx, facts.rows.movements ?? [], bill.id, 'out');
    },
    close(ctx, bill, facts) {
      const { movements = [] } = facts.rows;
      if (bill.sentFlag === '1') {
        book(ctx, bill, facts, 'lost');
        dropWaiting(ctx, movements, bill.id, 'in');
        keepLoss(ctx, bill, onTheWay);
        return;
      }
      release(
        ctx,
        sourceOf(bill),
        demandsOf(bill, facts, bill.outStorageCode, ({ number }) => number),
      );
      dropWaiting(ctx, movements, bill.id, 'out');
    },
    unclose(ctx, bill, facts) {
      if (bill.sentFlag !== '1') {
        promise(ctx, bill, facts);
        askMovement(
          ctx,
          bill,
          'out',
          numbersOf(bill, ({ number }) => number),
        );
        return;
      }
      book(ctx, bill, facts, 'found');
      keepLoss(ctx, bill, () => '0');
      askIn(ctx, { ...bill, lines: bill.lines.map((line) => ({ ...line, lossNumber: '0' })) });
    },
  },
  lands: { audit: (bill, facts) => (isOneStepIn(bill, facts) ? 'closed' : 'audited') },
  approval: {
    names: { crossOrg: 'boolean' },
    labels: { crossOrg: allocation.head.crossFlag.label },
    values: (_ctx, bill) => ({ crossOrg: bill.crossFlag === '1' }),
    // Goods that change owner are approved by a process (AL_CROSS), or not at all.
    needsRoute: ({ crossFlag }) => crossFlag === '1',
  },
});

const isOneStepIn = (bill: Allocation, { rows }: Pick<AllocationFacts, 'rows'>): boolean =>
  paramIn(rows.params ?? [], 'ST011', bill.organizeCode) === '1';

const sourceOf = (bill: Allocation): Source => ({
  type: allocation.name,
  id: bill.id,
  code: bill.code,
  opSeq: bill.opSeq,
  date: bill.billDate,
});

function placeNamed(bill: Allocation, { rows }: AllocationFacts, code: string): Place {
  const isOn = (param: 'ST002' | 'ST003'): boolean => paramIn(rows.params ?? [], param, bill.organizeCode) === '1';
  const places = placesIn(rows.places ?? [], { mayGoNegative: isOn('ST003'), mayExceed: isOn('ST002') });
  const place = places.get(code);
  if (place === undefined)
    throw invalidAt([{ path: 'outStorageCode', field: allocation.head.outStorageCode.label, reason: reasons.unknown }]);
  return place;
}

function demandsOf(
  bill: Allocation,
  facts: AllocationFacts,
  storageCode: string,
  number: (line: Allocation['lines'][number]) => string,
): Demand[] {
  const place = placeNamed(bill, facts, storageCode);
  return bill.lines.map((line) => ({ lineId: line.id, place, materialCode: line.productCode, number: number(line) }));
}

/** Goods are promised where they lie. */
function promise(ctx: Command, bill: Allocation, facts: AllocationFacts): void {
  const demands = demandsOf(bill, facts, bill.outStorageCode, ({ number }) => number);
  reserve(ctx, sourceOf(bill), demands, demands[0]?.place.mayExceed ?? false);
}

/** Where one person sends and receives, the goods are there with the approval (ST011). */
async function carryOut(ctx: Command, bill: Allocation, out: string): Promise<void> {
  const perform = (ids: readonly string[]): Promise<void> =>
    performWithin(ctx, { document: stockInout, hooks: movements.document ?? {}, verb: 'audit', ids });
  await perform([out]);
  const rows = await ctx.rows(movementsOf([bill.id]));
  await perform(rows.filter(({ billStatus }) => billStatus === stockInout.states.saved.code).map(({ id }) => id));
}
const movements = inoutServiceWith([transferOut, transferIn]);

/** What never arrives, and what it cost: the rest of what left (B19a). Reopened, it is on its way again. */
function book(ctx: Command, bill: Allocation, facts: AllocationFacts, which: 'lost' | 'found'): void {
  const costs = new Map((facts.rows.sentCosts ?? []).map((row) => [row.lineId, row]));
  const demands = demandsOf(bill, facts, bill.inStorageCode, (line) =>
    which === 'lost' ? onTheWay(line) : (line.lossNumber ?? '0'),
  ).filter(({ number }) => !isZero(number));
  bookRedCost(
    ctx,
    sourceOf(bill),
    facts.rows.costs ?? [],
    demands.map((demand) => ({ ...demand, cost: lossCost(costs.get(demand.lineId)) })),
    which === 'lost' ? 'OUT' : 'IN',
    'LOSS',
  );
  lose(
    ctx,
    sourceOf(bill),
    which === 'lost' ? demands : demands.map((demand) => ({ ...demand, number: negated(demand.number) })),
  );
}

const lossCost = (row: { readonly sent: string; readonly arrived: string } | undefined): string =>
  cents(minus(row?.sent ?? '0', row?.arrived ?? '0'));

function keepLoss(ctx: Command, bill: Allocation, number: (line: Allocation['lines'][number]) => string): void {
  const lost = bill.lines.map(number);
  ctx.later({
    text: `
      update app.stock_allocation_line l
      set loss_number = x.number
      from unnest($1::uuid[], $2::numeric[]) as x(id, number)
      where l.id = x.id`,
    values: [bill.lines.map(({ id }) => id), lost],
  });
  ctx.later({
    text: `
      update app.stock_allocation a
      set loss_number = s.lost, transit_number = s.transit
      from (
        select sum(coalesce(l.loss_number, 0)) as lost,
          sum(coalesce(l.out_number, 0) - coalesce(l.received_number, 0) - coalesce(l.loss_number, 0)) as transit
        from app.stock_allocation_line l
        where l.parent_id = $1
      ) s
      where a.id = $1`,
    values: [bill.id],
  });
}

const codesOf = (bill: Allocation, { rows }: AllocationFacts): string =>
  (rows.movements ?? [])
    .filter(({ allocationId, billStatus }) => allocationId === bill.id && billStatus !== '0')
    .map(({ code }) => code)
    .slice(0, 3)
    .join('、');

const sameStore = refusal('E-SAME-STORE', 20206, [
  '调出与调入仓库不能相同',
  '調出與調入倉庫不能相同',
  'Source and target warehouse must differ',
]);

/** Whose warehouses they are, and how much goes; between organisations it says what the goods are reckoned at. */
function completeAllocation(
  draft: DraftOf<typeof allocation>,
  facts: Pick<Facts, 'found'>,
): DraftOf<typeof allocation> {
  if (draft.outStorageCode === draft.inStorageCode) throw sameStore();
  const [from, to] = [facts.found(storage, draft.outStorageCode), facts.found(storage, draft.inStorageCode)];
  draft.outOrganizeCode = from?.organizeCode ?? null;
  draft.outOrganizeName = from?.organizeName ?? null;
  draft.inOrganizeCode = to?.organizeCode ?? null;
  draft.inOrganizeName = to?.organizeName ?? null;
  draft.crossFlag = draft.outOrganizeCode === draft.inOrganizeCode ? '0' : '1';
  refuseLineDecimals(allocation, draft.lines, facts);
  refuseKitsIn(draft.lines, allocation.lines.productCode.label, facts);
  const places: FieldPlace[] = [];
  draft.lines.forEach((line, i) => {
    if (compare(line.number, '0') <= 0)
      places.push({ path: `lines.${i}.number`, field: allocation.lines.number.label, reason: reasons.format });
    if (draft.crossFlag === '1' && line.settlePrice === null)
      places.push({
        path: `lines.${i}.settlePrice`,
        field: allocation.lines.settlePrice.label,
        reason: reasons.required,
      });
    line.settleAmount = line.settlePrice === null ? null : round(times(line.number, line.settlePrice), 2);
  });
  if (places.length > 0) throw invalidAt(places);
  draft.totalNumber = plus(...draft.lines.map(({ number }) => number));
  draft.totalSettle = plus(...draft.lines.map(({ settleAmount }) => settleAmount));
  return draft;
}
