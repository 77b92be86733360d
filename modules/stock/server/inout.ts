import { compare, plus, round, times } from '#platform/model/decimal.ts';
import type { BillOf, DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { actionLabels } from '#platform/model/permission.ts';
import { invalidAt, reasons, refusal, type Place as Complaint } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type NamedRows, type Reads, type RowsOf, type Some } from '#platform/server/db/statement.ts';
import { seam } from '#platform/server/module/seam.ts';
import { serveDocument, type Facts, type LockedBill, type DocumentService } from '#platform/server/document/serve.ts';
import type { Source } from '#platform/server/ledger/post.ts';
import { refuseBefore } from '#platform/server/document/period.ts';
import { explodedOf } from '#data/model/goods/combination.ts';
import { refuseKitsIn } from '#data/server/combination.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { isRed, stockInout, wayOf } from '#stock/model/inout.ts';
import { paramIn, paramStatement, type ParamRow } from '#system/server/setting/param.ts';
import { refuseSelfAudit } from '#system/server/setting/self-audit.ts';
import {
  bookCost,
  bookRedCost,
  costReads,
  costsOfUnsourced,
  expectedOf,
  unbookCost,
  type EstimatedCost,
} from './cost.ts';
import { countingReads, madeByCount, refuseCounting } from './counting.ts';
import { freeze, move, placesIn, placesQuery, undo, type Demand, type Place } from './ledger.ts';
import { recountPicked, refuseUnpicked } from './picking.ts';
import { freeLeftOut, keepHead, keepRed, keepTaken, unlinkRed } from './red-movement.ts';
import { costOf, redLines, refuseOverRed, takeBack, type RedLine } from '#stock/server/red/red-lines.ts';

/** More than was sent, or than was ordered, never comes in. */
export const overIn = refusal('E-IN-OVER', 20241, [
  '入库数量超过可入库数量{n}',
  '入庫數量超過可入庫數量{n}',
  'Inbound quantity exceeds {n}',
]);
export const madeByOther = refusal('E-MADE', 20233, [
  '单据【{code}】由其他单据生成，不能{verb}，请{instead}',
  '單據【{code}】由其他單據產生，不能{verb}，請{instead}',
  'Document {code} was made by another one; cannot {verb}: {instead} instead',
]);

export type Inout = LockedBill<typeof stockInout>;
/** What a verb on movements has read: parameters, warehouses, costs, and what the kind of movement asked for itself. */
export interface InoutFacts<Own extends Reads = Reads> {
  readonly params: readonly ParamRow[];
  readonly places: Named['places'];
  readonly costs: Named['costs'];
  /** What red movements take back, and what goods should cost that nobody knows the movement of. */
  readonly reds: readonly RedLine[];
  readonly expected: Named['expected'];
  /** Of a verb that would end it: links from what made it. */
  readonly makers: readonly Maker[];
  readonly own: RowsOf<Own>;
}

/**
 * Links from the document that makes a movement, and what one does there to take it back: voided or deleted here, that
 * document would wait for it for ever.
 */
interface MadeBy {
  readonly link: string;
  readonly instead: Label;
}
/** What a count made is taken back by it, and what is counted lies still. */
function refuseCounted(bill: Inout, rows: Parameters<typeof refuseCounting>[1]): void {
  refuseCounting(bill, rows);
  if (madeByCount(bill, rows))
    throw madeByOther({ code: bill.code, verb: stockInout.verbs.unaudit.label, instead: unapproveCount });
}
const unapproveCount = ['弃审盘点单', '棄審盤點單', 'revoke the approval of its count'] as const;

const makersIn = (kinds: readonly MoveKind[]): readonly MadeBy[] =>
  kinds.flatMap(({ madeBy, red }) => (red?.madeBy === undefined ? [madeBy] : [madeBy, red.madeBy]));

/**
 * A kind of movement that another document makes: a delivery its sales out, later an allocation and a purchase theirs.
 * A module above stock says here what such a movement means beyond goods that come and go.
 */
export interface MoveKind<Own extends Reads = Reads> {
  readonly moveType: string;
  readonly madeBy: MadeBy;
  /**
   * Its effects book what goods cost, too. SQL that answers stock_organize_code and material_code of movements in $1
   * says whose costs they change beside those of the movement's own warehouse: all are locked at once.
   */
  readonly costs?: string;
  /** Locked before costs and stock: documents first, then money (every command in the same order). */
  readonly reads: (ids: readonly string[]) => Own;
  /** A person may lower what the other document asked for; nothing else. */
  readonly beforeSave: (
    ctx: Command,
    draft: DraftOf<typeof stockInout>,
    previous: BillOf<typeof stockInout> | null,
  ) => Promise<void>;
  readonly beforeAudit: (ctx: Command, bill: Inout, facts: InoutFacts<Own>) => void;
  readonly audit: (ctx: Command, bill: Inout, facts: InoutFacts<Own>) => void | Promise<void>;
  readonly beforeUnaudit: (ctx: Command, bill: Inout, facts: InoutFacts<Own>) => void;
  readonly unaudit: (ctx: Command, bill: Inout, facts: InoutFacts<Own>) => void;
  /** What goods that come in cost by their lines, where it is not the price that stands on these. */
  readonly unitCosts?: (bill: Inout, facts: InoutFacts<Own>) => ReadonlyMap<string, string>;
  /**
   * What taking such a movement back means beyond goods and their costs; `amounts` are the parts of the source's lines.
   */
  readonly red?: {
    readonly madeBy?: MadeBy;
    /** Of one that takes back no movement, for nobody knows which it was: the document that it serves. */
    readonly unsourced?: (bill: Inout, facts: InoutFacts<Own>) => Served | undefined;
    /** Whether what it brings back lies frozen. */
    readonly isFrozen?: (bill: Inout, facts: InoutFacts<Own>) => boolean;
    /** Money before goods: it is asked before costs and stock are held. */
    readonly audit: (
      ctx: Command,
      bill: Inout,
      facts: InoutFacts<Own>,
      amounts: readonly string[],
    ) => void | Promise<void>;
    readonly beforeUnaudit: (ctx: Command, bill: Inout, facts: InoutFacts<Own>) => void;
    readonly unaudit: (ctx: Command, bill: Inout, facts: InoutFacts<Own>) => void | Promise<void>;
  };
}

type Served = Parameters<typeof refuseBefore>[1];

/** What a kind reads is its own affair: whoever lists kinds knows only that each has reads. */
export const moveKind = <Own extends Reads>(kind: MoveKind<Own>): MoveKind => kind as unknown as MoveKind;

/**
 * Movements that a person may write: production, requisition and others. The rest is made by deliveries, purchases,
 * allocations and returns.
 */
const handMade: ReadonlySet<string> = new Set(['0', '3', '5', '7']);

/** Goods of the movements, with whose books they are on. */
const goodsOfMovements = `
  select coalesce(d.stock_organize_code, d.organize_code) as stock_organize_code, g.code as material_code
  from app.stock_inout h
  join app.stock_inout_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
  join app.data_depot d on d.tenant_code = h.tenant_code and d.code = h.storage_code
  cross join lateral (
    select l.product_code as code
    where l.components is null
    union all
    select c->>'productCode'
    from jsonb_array_elements(l.components) c
  ) g
  where h.id = any($1::uuid[])`;

const inoutParams = { params: paramStatement(['SYS021', 'ST002', 'ST003', 'ST014']) };
const movementReads = (
  ids: readonly string[],
  costsOf: readonly string[] = [],
  estimates: readonly EstimatedCost[] = [],
) => ({
  places: placesQuery('select storage_code from app.stock_inout where id = any($1::uuid[])', [ids]),
  ...costReads([goodsOfMovements, ...costsOf].join(' union '), [ids]),
  reds: redLines(ids),
  expected: expectedOf(ids, estimates),
});
type InoutReads = typeof inoutParams &
  ReturnType<typeof movementReads> &
  ReturnType<typeof countingReads> & { readonly makers: ReturnType<typeof makersOf> };
type Named = RowsOf<InoutReads>;
type Maker = Named['makers'][number];
/** Two kinds may give a read the same name: each finds its own. */
const ownName = ({ moveType }: Pick<MoveKind, 'moveType'>, name: string): string => `${name}:${moveType}`;

/** Movements that documents of other modules make: what leaves for a customer, what comes from a supplier. */
export const moveKinds = seam<MoveKind>('kinds of movement');

export function inoutServiceWith(
  kinds: readonly MoveKind[],
  estimates: readonly EstimatedCost[] = [],
): DocumentService {
  const kindOf = (bill: { readonly moveType: string }): MoveKind | undefined =>
    kinds.find(({ moveType }) => moveType === bill.moveType);
  const factsOf = factsReader(kinds);
  return serveDocument<typeof stockInout, InoutReads>(stockInout, {
    reads: inoutParams,
    verbReads: verbReadsWith(kinds, estimates),
    beforeSave(ctx, draft, facts, previous) {
      refuseWrongGoods(draft, facts);
      return completeMovement(ctx, draft, { previous, kind: kindOf(draft) });
    },
    afterSave(ctx, bill, previous) {
      if (previous !== null && isRed(previous))
        freeLeftOut(
          ctx,
          bill.id,
          bill.lines.map(({ id }) => id),
        );
    },
    async afterDelete(ctx, ids) {
      unlinkRed(ctx, ids);
      refuseMade(kinds, await ctx.rows(makersOf(kinds, ids)), actionLabels['delete'] ?? ['', '', '']);
    },
    before: {
      audit(ctx, bill, facts) {
        refuseSelfAudit(ctx, bill, facts);
        refuseCounting(bill, facts.rows);
        const known = factsOf(bill, facts);
        if (isRed(bill)) return refuseWrongRed(bill, { kind: kindOf(bill), known });
        refuseUnpicked(bill, known.params);
        kindOf(bill)?.beforeAudit(ctx, bill, known);
      },
      unaudit(ctx, bill, facts) {
        refuseCounted(bill, facts.rows);
        (isRed(bill) ? kindOf(bill)?.red : kindOf(bill))?.beforeUnaudit(ctx, bill, factsOf(bill, facts));
      },
      cancel(_ctx, bill, facts) {
        const makers = factsOf(bill, facts).makers.filter(({ toId }) => toId === bill.id);
        refuseMade(kinds, makers, stockInout.verbs.cancel.label);
      },
    },
    after: {
      async audit(ctx, bill, facts) {
        const posted = { kind: kindOf(bill), known: factsOf(bill, facts) };
        if (isRed(bill)) await postRed(ctx, bill, posted);
        else await post(ctx, bill, posted);
      },
      unaudit: (ctx, bill, facts) => unpost(ctx, bill, { kind: kindOf(bill), known: factsOf(bill, facts) }),
      cancel(ctx, bill) {
        unlinkRed(ctx, [bill.id]);
      },
    },
  });
}

function verbReadsWith(kinds: readonly MoveKind[], estimates: readonly EstimatedCost[]) {
  const costsOf = kinds.flatMap(({ costs }) => costs ?? []);
  return (ids: readonly string[], verb: string): Some<InoutReads> => ({
    ...Object.fromEntries(
      kinds.flatMap((kind) => Object.entries(kind.reads(ids)).map(([name, read]) => [ownName(kind, name), read])),
    ),
    ...(verb === 'audit' || verb === 'unaudit' ? countingReads(ids) : {}),
    ...movementReads(ids, costsOf, estimates),
    ...(verb === 'cancel' ? { makers: makersOf(kinds, ids) } : {}),
  });
}

/**
 * Movements that a count makes are carried out as they were counted: whoever approves it has approved them, and what is
 * missing is missing whether it was promised or not.
 */
export const countedMovements = serveDocument<typeof stockInout, InoutReads>(stockInout, {
  reads: inoutParams,
  verbReads: (ids) => movementReads(ids),
  after: {
    audit(ctx, bill, facts) {
      const known = factsReader([])(bill, facts);
      const demands = demandsOf(bill, known).map((demand) => ({
        ...demand,
        place: { ...demand.place, mayExceed: true },
        unitCost: bill.lines[demand.at]?.price ?? null,
      }));
      bookCost(ctx, sourceOf(bill), known.costs, demands, wayOf(bill));
      move(ctx, sourceOf(bill), demands, wayOf(bill));
    },
    unaudit: (ctx, bill, facts) => unpost(ctx, bill, { kind: undefined, known: factsReader([])(bill, facts) }),
  },
});

/** Without what other modules add to it: bills of other systems are written by hand and nothing else. */
export const inoutService = inoutServiceWith([]);

export const sourceOf = (bill: Inout): Source => ({
  type: stockInout.name,
  id: bill.id,
  code: bill.code,
  opSeq: bill.opSeq,
  date: bill.billDate,
});

function factsReader(
  kinds: readonly MoveKind[],
): (bill: { readonly moveType: string }, facts: Facts<InoutReads>) => InoutFacts {
  const namesOf = new Map(kinds.map((kind) => [kind.moveType, Object.keys(kind.reads([]))]));
  return ({ moveType }, { rows }) => {
    const { params = [], places = [], costs = [], reds = [], expected = [], makers = [] } = rows;
    const names = namesOf.get(moveType) ?? [];
    const own = Object.fromEntries(names.map((name) => [name, (rows as NamedRows)[ownName({ moveType }, name)] ?? []]));
    return { params, places, costs, reds, expected, makers, own };
  };
}

/** Links from the documents that made these movements. */
const makersOf = (kinds: readonly MoveKind[], ids: readonly string[]) =>
  statement(
    { toId: 'uuid', toCode: 'text?', kind: 'text' },
    `
      select k.to_id, k.to_code, k.kind
      from app.doc_link k
      where k.is_active and k.to_id = any($1::uuid[]) and k.kind = any($2::text[])`,
    [ids, makersIn(kinds).map(({ link }) => link)],
  );

function refuseMade(kinds: readonly MoveKind[], makers: readonly Maker[], verb: Label): void {
  const [row] = makers;
  if (row !== undefined)
    throw madeByOther({
      code: row.toCode,
      verb,
      instead: makersIn(kinds).find(({ link }) => link === row.kind)?.instead,
    });
}

/** Half pieces of what is counted whole, and kits that come in as if they lay anywhere. */
function refuseWrongGoods(draft: DraftOf<typeof stockInout>, facts: Pick<Facts, 'found'>): void {
  refuseLineDecimals(stockInout, draft.lines, facts);
  if (draft.moveType < '4' && !isRed(draft)) refuseKitsIn(draft.lines, stockInout.lines.productCode.label, facts);
}

async function completeMovement(
  ctx: Command,
  draft: DraftOf<typeof stockInout>,
  { previous, kind }: { readonly previous: BillOf<typeof stockInout> | null; readonly kind: MoveKind | undefined },
): Promise<DraftOf<typeof stockInout>> {
  const places: Complaint[] = [];
  if (previous !== null && previous.moveType !== draft.moveType)
    places.push({ path: 'moveType', field: stockInout.head.moveType.label, reason: reasons.notChosen });
  if (!handMade.has(draft.moveType) && (kind === undefined || previous === null))
    places.push({ path: 'moveType', field: stockInout.head.moveType.label, reason: reasons.notChosen });
  draft.lines.forEach((line, i) => {
    if (compare(line.number, '0') <= 0)
      places.push({ path: `lines.${i}.number`, field: stockInout.lines.number.label, reason: reasons.format });
    line.amount = round(times(line.number, line.price ?? '0'), 2);
  });
  if (places.length > 0) throw invalidAt(places);
  if (previous !== null && isRed(previous)) await keepRed(ctx, draft, previous, kind?.red?.madeBy?.link);
  else if (kind !== undefined) {
    // Whose, to whom and from where is for the document to say that made it.
    if (previous !== null) keepHead(draft, previous, ['organizeCode', 'storageCode', 'customerCode', 'sourceCode']);
    await kind.beforeSave(ctx, draft, previous);
  }
  recountPicked(draft);
  draft.totalNumber = plus(...draft.lines.map((line) => line.number));
  draft.totalAmount = plus(...draft.lines.map((line) => line.amount));
  return draft;
}

interface Posted {
  readonly kind: MoveKind | undefined;
  readonly known: InoutFacts;
}

async function post(ctx: Command, bill: Inout, { kind, known }: Posted): Promise<void> {
  const way = wayOf(bill);
  if (kind?.costs !== undefined) return kind.audit(ctx, bill, known);
  const demands = demandsOf(bill, known);
  const costs = kind?.unitCosts?.(bill, known);
  bookCost(
    ctx,
    sourceOf(bill),
    known.costs,
    demands.map((demand) => ({
      ...demand,
      unitCost: way === 'IN' ? (costs?.get(demand.lineId) ?? bill.lines[demand.at]?.price ?? null) : null,
    })),
    way,
  );
  if (kind === undefined) move(ctx, sourceOf(bill), demands, way);
  else await kind.audit(ctx, bill, known);
}

async function unpost(ctx: Command, bill: Inout, { kind, known }: Posted): Promise<void> {
  // Money before goods, as when it was posted.
  if (isRed(bill)) await kind?.red?.unaudit(ctx, bill, known);
  unbookCost(ctx, sourceOf(bill));
  // Goods that change two warehouses go back as each of them allows.
  undo(ctx, sourceOf(bill), kind?.costs === undefined ? placeOf(bill, known) : undefined);
  if (bill.frozenFlag === '1') markFrozen(ctx, bill.id, false);
  if (!isRed(bill)) kind?.unaudit(ctx, bill, known);
}

/** More than its source moved is not taken back; one without source is as late as the document that asks for it. */
function refuseWrongRed(bill: Inout, { kind, known }: Posted): void {
  const served = kind?.red?.unsourced?.(bill, known);
  if (served === undefined) refuseOverRed(bill, known.reds);
  else refuseBefore(bill, served);
}

/** A red movement takes back parts of its source: goods, their costs and their amounts. */
async function postRed(ctx: Command, bill: Inout, { kind, known }: Posted): Promise<void> {
  if (kind?.red?.unsourced?.(bill, known) !== undefined) return postUnsourced(ctx, bill, { kind, known });
  const way = wayOf(bill);
  const demands = demandsOf(bill, known);
  const parts = takeBack(bill, known.reds);
  const amounts = parts.map(({ amount }) => amount);
  await kind?.red?.audit(ctx, bill, known, amounts);
  bookRedCost(
    ctx,
    sourceOf(bill),
    known.costs,
    demands.map((demand) => ({ ...demand, cost: costOf(parts[demand.at], demand.materialCode) })),
    way,
  );
  move(ctx, sourceOf(bill), demands, way);
  if (kind?.red?.isFrozen?.(bill, known) === true) freezeGoods(ctx, bill, demands, 'FRZ');
  keepTaken(
    ctx,
    bill,
    amounts,
    parts.map(({ whole }) => whole),
  );
}

/** Nobody knows what such goods cost when they left. */
async function postUnsourced(ctx: Command, bill: Inout, { kind, known }: Posted): Promise<void> {
  const demands = costsOfUnsourced(demandsOf(bill, known), known.costs, known.expected);
  const amounts = bill.lines.map(({ amount }) => amount ?? '0');
  await kind?.red?.audit(ctx, bill, known, amounts);
  bookCost(ctx, sourceOf(bill), known.costs, demands, 'IN');
  move(ctx, sourceOf(bill), demands, 'IN');
  keepTaken(ctx, bill, amounts);
}

/** Recalled goods lie frozen; looked at, they are free. */
export function freezeGoods(ctx: Command, bill: Inout, demands: readonly Demand[], way: 'FRZ' | 'UFZ'): void {
  freeze(ctx, sourceOf(bill), demands, way);
  markFrozen(ctx, bill.id, way === 'FRZ');
}
const markFrozen = (ctx: Command, id: string, isFrozen: boolean): void => {
  ctx.later({ text: 'update app.stock_inout set frozen_flag = $2 where id = $1', values: [id, isFrozen ? '1' : '0'] });
};

function placeOf(bill: Inout, { places, params }: InoutFacts): Place | undefined {
  const isOn = (code: 'ST002' | 'ST003'): boolean => paramIn(params, code, bill.organizeCode) === '1';
  return placesIn(places, { mayGoNegative: isOn('ST003'), mayExceed: isOn('ST002') }).get(bill.storageCode);
}

/** Goods that the lines move, each with the line it is of: of a kit its components. */
export function demandsOf(bill: Inout, facts: InoutFacts): (Demand & { readonly at: number })[] {
  const place = placeOf(bill, facts);
  if (place === undefined)
    throw invalidAt([{ path: 'storageCode', field: stockInout.head.storageCode.label, reason: reasons.unknown }]);
  return bill.lines.flatMap((line, at) =>
    explodedOf(line, line.number).map((goods) => ({ lineId: line.id, place, at, ...goods })),
  );
}
