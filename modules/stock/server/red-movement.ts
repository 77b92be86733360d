import { compare, isZero, minus, plus, round, times } from '#platform/model/decimal.ts';
import type { BillOf, DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, refusal, stateForbids } from '#platform/model/refusal.ts';
import { partAmount } from '#platform/model/share.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { refuseBefore } from '#platform/server/document/period.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import type { Draft } from '#platform/server/document/draft.ts';
import { askedNumbers, linkDocuments } from '#platform/server/document/link.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { insertBill, refusalFor } from '#platform/server/document/save.ts';
import { checkedKeys } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/db/id.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { mainUnitsIn, mainUnitsRead, refuseDecimals, type Unit } from '#data/server/unit-decimals.ts';
import { isRed, redLink, stockInout } from '#stock/model/inout.ts';
import { movementDraft } from './movement-draft.ts';

type Inout = LockedBill<typeof stockInout>;

export const overRed = refusal('E-RED-OVER', 20231, [
  '红字数量超过来源单据可红冲数量{n}',
  '紅字數量超過來源單據可紅沖數量{n}',
  'Red quantity exceeds what is left of the source, {n}',
]);

export const redByHand = refusal('E-RED-HAND', 20244, [
  '销售红字出库只能由退货单生成',
  '銷售紅字出庫只能由退貨單產生',
  'A red sales movement comes from a return only',
]);

/** Whoever makes movements of another type says first what taking one back means; until then it has no red ones. */
const redTypes: ReadonlySet<string> = new Set(['0', '1', '3', '5', '7']);
/** What was sold comes back by a return: whoever works in the warehouse moves goods, not money (A2). */
const soldType = '4';
const redLabel: Label = ['红冲', '紅沖', 'make a red document'];

interface Wanted {
  readonly id: string;
  readonly lines: ReadonlyMap<string, string> | null;
}

/** `[{ id, lines: [{ id, number }] }]` or bare ids: whatever is not said is taken back whole. */
function wantedIn(body: unknown): readonly Wanted[] {
  const items = Array.isArray(body)
    ? body
    : typeof body === 'object' && body !== null
      ? (body as { ids?: unknown }).ids
      : [];
  return (Array.isArray(items) ? items : []).slice(0, 500).map((item: unknown): Wanted => {
    if (typeof item !== 'object' || item === null) return { id: String(item), lines: null };
    const { id, lines } = item as { id?: unknown; lines?: unknown };
    return {
      id: String(id),
      lines: Array.isArray(lines)
        ? new Map(
            lines.map((line: unknown) => [
              String((line as { id?: unknown } | null)?.id),
              String((line as { number?: unknown } | null)?.number),
            ]),
          )
        : null,
    };
  });
}

/**
 * The source is held: two who take back the last pieces at once get them once. It may lie in a closed period, the red
 * one is of today.
 */
function makeRed(call: Call): Promise<{ ids: string[] }> {
  const wanted = wantedIn(call.body);
  const ids = checkedKeys(
    wanted.map(({ id }) => id),
    'id',
  );
  return command(
    call,
    async (ctx, { heads, lines, links, units }) => {
      const bills = new Map(billsOf(heads, lines).map((bill) => [bill.id, bill]));
      if (bills.size !== ids.length) throw notFound();
      const taken = new Map(links.map(({ fromLineId, number }) => [fromLineId, number]));
      return {
        ids: wanted.flatMap(({ id, lines: told }) => {
          const bill = bills.get(id);
          if (bill === undefined) return [];
          if (told !== null) refuseToldDecimals(bill, told, mainUnitsIn(units));
          return [redOf(ctx, bill, told, taken)];
        }),
      };
    },
    {
      reads: {
        heads: headsOf(stockInout, ids, true),
        lines: linesOf(stockInout, ids),
        units: mainUnitsRead(movedGoods, [ids]),
        links: statement(
          { fromLineId: 'uuid', number: 'decimal' },
          `
            select k.from_line_id, sum(k.number) as number
            from app.doc_link k
            where k.kind = '${redLink}' and k.is_active and k.from_id = any($1::uuid[])
            group by k.from_line_id`,
          [ids],
        ),
      },
    },
  );
}

const movedGoods = 'select x.product_code from app.stock_inout_line x where x.parent_id = any($1::uuid[])';

function refuseToldDecimals(bill: Inout, told: NonNullable<Wanted['lines']>, units: ReadonlyMap<string, Unit>): void {
  refuseDecimals(
    bill.lines.map(({ id, productCode }, i) => ({
      path: `lines.${i}.number`,
      field: stockInout.lines.number.label,
      // What is no number at all is refused below.
      number: /^\d{1,12}(\.\d{1,4})?$/.test(told.get(id) ?? '') ? (told.get(id) ?? null) : null,
      unit: units.get(productCode),
    })),
  );
}

function redOf(ctx: Command, source: Inout, told: Wanted['lines'], taken: ReadonlyMap<string, string>): string {
  refuseNoSource(source);
  const { id } = writeRed(
    ctx,
    { ...source, sourceCode: source.code },
    backOf(source, told, taken).map((line) => ({ ...line, movementId: source.id })),
  );
  ctx.log({ noun: stockInout.name, recordId: source.id, recordCode: source.code, operation: 'red' });
  return id;
}

/** Whose, from where and because of which document a red movement is. */
type RedHead = Pick<
  Inout,
  | 'organizeCode'
  | 'organizeName'
  | 'moveType'
  | 'storageCode'
  | 'storageName'
  | 'customerCode'
  | 'customerName'
  | 'supplierCode'
  | 'supplierName'
  | 'deptCode'
  | 'deptName'
  | 'sourceCode'
>;

/**
 * A red movement that waits to be carried out, with what each of its lines takes back. Documents that make one ask
 * here: a return brings back goods that left with several movements.
 */
export function writeRed(
  ctx: Command,
  head: RedHead,
  lines: readonly (Back & { readonly movementId: string })[],
): { readonly id: string; readonly lineIds: readonly string[] } {
  const id = newId();
  const drafted = lines.map(redLineOf);
  insertBill(
    stockInout,
    ctx,
    { id, status: stockInout.states.saved.code, draft: redDraftOf(ctx, head, drafted) },
    { operation: 'save', ...(head.sourceCode === null ? {} : { message: head.sourceCode }) },
  );
  linkDocuments(
    ctx,
    stockInout,
    lines.map(({ source: line, movementId, number }, i) => ({
      kind: redLink,
      from: { type: stockInout.name, id: movementId, lineId: line.id },
      to: { id, lineId: drafted[i]?.id ?? '' },
      number,
      amount: drafted[i]?.amount ?? '0',
    })),
  );
  return { id, lineIds: drafted.map((line) => line.id) };
}

/** Only what has moved goods can be taken back, and a red movement is not taken back by another. */
function refuseNoSource(source: Inout): void {
  if (isRed(source)) throw stateForbids({ code: source.code, status: stockInout.head.redFlag.label, verb: redLabel });
  if (source.cancelFlag === '1' || source.billStatus === stockInout.states.saved.code)
    throw refusalFor(stockInout, source, redLabel);
  if (source.moveType === soldType) throw redByHand();
  if (!redTypes.has(source.moveType))
    throw invalidAt([{ path: 'moveType', field: stockInout.head.moveType.label, reason: reasons.notChosen }]);
}

interface Back {
  readonly source: Inout['lines'][number];
  readonly number: string;
}

/** How many of each line come back: what was said, or all that is left. */
function backOf(source: Inout, told: Wanted['lines'], taken: ReadonlyMap<string, string>): readonly Back[] {
  const lines = source.lines.flatMap((line) => {
    const left = minus(line.number, taken.get(line.id) ?? '0');
    const number = told === null ? left : (told.get(line.id) ?? '0');
    if (!/^\d{1,12}(\.\d{1,4})?$/.test(number))
      throw invalidAt([{ path: 'number', field: stockInout.lines.number.label, reason: reasons.format }]);
    if (compare(number, left) > 0) throw overRed({ n: left });
    return isZero(number) ? [] : [{ source: line, number }];
  });
  if (lines.length === 0) throw overRed({ n: '0' });
  return lines;
}

const redLineOf = (
  { source: { productCode, productName, spec, model, barcode, mainUnitName, rate, price, components }, number }: Back,
  i: number,
) => ({
  id: newId(),
  lineNo: i + 1,
  productCode,
  productName,
  spec,
  model,
  barcode,
  mainUnitName,
  number,
  storeNumber: null,
  rate,
  price,
  amount: round(times(price ?? '0', number), 2),
  pickedNumber: '0',
  components,
  remark: null,
});

/** Whose, to whom and from where as the source says; the day is today. */
function redDraftOf(ctx: Command, source: RedHead, lines: ReturnType<typeof redLineOf>[]): Draft {
  const { organizeCode, organizeName, moveType, storageCode, storageName, sourceCode } = source;
  const { customerCode, customerName, supplierCode, supplierName, deptCode, deptName } = source;
  const partners = { customerCode, customerName, supplierCode, supplierName, deptCode, deptName };
  const place = { organizeCode, organizeName, storageCode, storageName };
  return movementDraft({ ...place, ...partners, moveType, sourceCode, billDate: ctx.today, redFlag: '1' }, lines);
}

type HeadKey = 'organizeCode' | 'storageCode' | 'customerCode' | 'supplierCode' | 'deptCode' | 'sourceCode';
/** What stands in the head because of the document that the movement was made of. */
export function keepHead(
  draft: DraftOf<typeof stockInout>,
  previous: BillOf<typeof stockInout>,
  keys: readonly HeadKey[],
): void {
  const places = keys
    .filter((key) => (draft[key] ?? null) !== (previous[key] ?? null))
    .map((path) => ({ path, field: stockInout.head[path].label, reason: reasons.notChosen }));
  if (places.length > 0) throw invalidAt(places);
}

/** Less may come back than was asked for, later or with other words; never other goods, elsewhere, or more. */
export async function keepRed(
  ctx: Command,
  draft: DraftOf<typeof stockInout>,
  previous: BillOf<typeof stockInout>,
): Promise<void> {
  keepHead(draft, previous, ['organizeCode', 'storageCode', 'customerCode', 'supplierCode', 'deptCode', 'sourceCode']);
  const asked = await askedNumbers(ctx, redLink, previous.id);
  const was = new Map(previous.lines.map((line) => [line.id, line]));
  for (const line of draft.lines) {
    const before = was.get(line.id);
    const most = asked.get(line.id) ?? '0';
    if (before === undefined || before.productCode !== line.productCode || compare(line.number, most) > 0)
      throw overRed({ n: minus(most, '0') });
    line.price = before.price;
    line.amount = round(times(line.number, line.price ?? '0'), 2);
  }
}

/** Lines that were left out of a red movement are free to be taken back by another. */
export const freeLeftOut = (ctx: Command, id: string, lineIds: readonly string[]): void => {
  ctx.later({
    text: `
      update app.doc_link
      set is_active = false
      where kind = '${redLink}' and is_active and to_id = $1 and to_line_id <> all($2::uuid[])`,
    values: [id, lineIds],
  });
};

/** What a red line takes back, and what other red movements have taken back of the same line already. */
const redLine = {
  lineId: 'uuid',
  docId: 'uuid',
  sourceCode: 'text',
  sourceDate: 'date',
  sourceLineId: 'uuid',
  sourceNumber: 'decimal',
  sourceAmount: 'decimal',
  sourceCost: 'decimal',
  takenNumber: 'decimal',
  takenAmount: 'decimal',
  takenCost: 'decimal',
  // Of a kit by component.
  sourceCosts: 'json?',
  takenCosts: 'json?',
} as const;
export type RedLine = RowOf<typeof redLine>;

/** What a kit's components cost, by their codes: `which` picks the entries. */
const costsByGoods = (which: string): string => `
  (
    select jsonb_object_agg(g.material_code, g.amount::text)
    from (
      select b.material_code, abs(sum(e.d_amount)) as amount
      from app.cost_entry e
      join app.cost_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
      where ${which}
      group by b.material_code
    ) g
  )`;
/** The same of all that was taken back of a line before. */
const costsOfKits = costsByGoods(`
  e.post_type <> 'COSTADJ'
  and (e.doc_id, e.line_id) in (
    select y.to_id, y.to_line_id
    from app.doc_link y
    join app.stock_inout h
      on h.tenant_code = y.tenant_code
      and h.id = y.to_id
      and h.bill_status <> '0'
      and h.cancel_flag = '0'
    where y.kind = '${redLink}' and y.is_active and y.from_line_id = k.from_line_id and y.to_id <> k.to_id
  )`);

/**
 * Asked behind the lock of the costs: whoever audits another red movement of the same goods is done by then. What
 * rounding left of the source went with it, so it comes back with it.
 */
export const redLines = (ids: readonly string[]) =>
  statement(
    redLine,
    `
      select k.to_line_id as line_id, k.to_id as doc_id, s.code as source_code, s.bill_date as source_date,
        k.from_line_id as source_line_id, s.number as source_number, coalesce(s.amount, 0) as source_amount,
        coalesce(c.amount, 0) as source_cost, coalesce(t.number, 0) as taken_number,
        coalesce(t.amount, 0) as taken_amount, coalesce(t.cost, 0) as taken_cost, s.costs as source_costs,
        case when s.components is null then null else ${costsOfKits} end as taken_costs
      from (
        select *
        from app.doc_link x
        where x.kind = '${redLink}' and x.is_active and x.to_id = any($1::uuid[])
        offset 0
      ) k
      cross join lateral (
        select x.number, x.amount, h.code, h.bill_date, x.components,
          case
            when x.components is null then null
            else ${costsByGoods('e.doc_id = x.parent_id and e.line_id = x.id')}
          end as costs
        from app.stock_inout_line x
        join app.stock_inout h on h.tenant_code = x.tenant_code and h.id = x.parent_id
        where x.tenant_code = k.tenant_code and x.id = k.from_line_id
        limit 1
      ) s
      left join lateral (
        select abs(sum(e.d_amount)) as amount
        from app.cost_entry e
        where e.tenant_code = k.tenant_code and e.doc_id = k.from_id and e.line_id = k.from_line_id
      ) c on true
      left join lateral (
        select sum(l.number) as number, sum(l.amount) as amount,
          sum((
            select abs(sum(e.d_amount))
            from app.cost_entry e
            where e.tenant_code = l.tenant_code
              and e.doc_id = l.parent_id
              and e.line_id = l.id
              and e.post_type <> 'COSTADJ'
          )) as cost
        from app.doc_link x
        join app.stock_inout h
          on h.tenant_code = x.tenant_code
          and h.id = x.to_id
          and h.bill_status <> '0'
          and h.cancel_flag = '0'
        join app.stock_inout_line l on l.tenant_code = x.tenant_code and l.id = x.to_line_id
        where x.tenant_code = k.tenant_code
          and x.kind = '${redLink}'
          and x.is_active
          and x.from_line_id = k.from_line_id
          and x.to_id <> k.to_id
      ) t on true`,
    [ids],
  );

export const redLinesOf = (bill: Inout, rows: readonly RedLine[]): readonly RedLine[] => {
  const byLine = new Map(rows.map((row) => [row.lineId, row]));
  return bill.lines.flatMap((line) => byLine.get(line.id) ?? []);
};

export function refuseOverRed(bill: Inout, rows: readonly RedLine[]): void {
  const lines = redLinesOf(bill, rows);
  if (lines.length !== bill.lines.length) throw overRed({ n: '0' });
  lines.forEach((line, i) => {
    const left = minus(line.sourceNumber, line.takenNumber);
    if (compare(bill.lines[i]?.number ?? '0', left) > 0) throw overRed({ n: left });
    refuseBefore(bill, { code: line.sourceCode, date: line.sourceDate });
  });
}

/**
 * Parts of the source, line by line, so that all red movements together take back exactly what it moved (C11). Two of
 * one source in one command: the second starts where the first one ended.
 */
export function takeBack(bill: Inout, rows: readonly RedLine[]): readonly TakenBack[] {
  return redLinesOf(bill, rows).map((line, i) => {
    const number = bill.lines[i]?.number ?? '0';
    const cost = partAmount(
      { number: line.sourceNumber, amount: line.sourceCost },
      { number: line.takenNumber, amount: line.takenCost },
      number,
    );
    const amount = partAmount(
      { number: line.sourceNumber, amount: line.sourceAmount },
      { number: line.takenNumber, amount: line.takenAmount },
      number,
    );
    const costs = kitCosts(line, number);
    for (const other of rows) {
      if (other.sourceLineId !== line.sourceLineId || other === line) continue;
      other.takenNumber = plus(other.takenNumber, number);
      other.takenCost = plus(other.takenCost, cost);
      other.takenAmount = plus(other.takenAmount, amount);
      if (costs !== null) other.takenCosts = addedTo(other.takenCosts, costs);
    }
    return { cost, amount, costs };
  });
}

type Costs = Readonly<Record<string, string>>;
/** A line's part of what its source cost and was paid; of a kit also by component. */
export interface TakenBack {
  readonly cost: string;
  readonly amount: string;
  readonly costs: Costs | null;
}
export const costOf = (part: TakenBack | undefined, materialCode: string): string =>
  part?.costs?.[materialCode] ?? part?.cost ?? '0';

const costsIn = (value: unknown): Costs => (value ?? {}) as Costs;
function kitCosts({ sourceNumber, takenNumber, sourceCosts, takenCosts }: RedLine, number: string): Costs | null {
  if (sourceCosts === null) return null;
  const taken = costsIn(takenCosts);
  return Object.fromEntries(
    Object.entries(costsIn(sourceCosts)).map(([code, amount]) => [
      code,
      partAmount({ number: sourceNumber, amount }, { number: takenNumber, amount: taken[code] ?? '0' }, number),
    ]),
  );
}
const addedTo = (before: unknown, costs: Costs): Costs =>
  Object.fromEntries(Object.entries(costs).map(([code, amount]) => [code, plus(costsIn(before)[code], amount)]));

/** What was asked for and did not come back is free again; the paper says what did. */
export function keepTaken(ctx: Command, bill: Inout, amounts: readonly string[]): void {
  const ids = bill.lines.map(({ id }) => id);
  ctx.later({
    text: `
      with taken as (select * from unnest($2::uuid[], $3::numeric[], $4::numeric[]) as t(line_id, number, amount)),
      linked as (
        update app.doc_link k
        set number = t.number, amount = t.amount
        from taken t
        where k.kind = '${redLink}' and k.is_active and k.to_id = $1 and k.to_line_id = t.line_id
      )
      update app.stock_inout_line l
      set amount = t.amount
      from taken t
      where l.id = t.line_id`,
    values: [bill.id, ids, bill.lines.map(({ number }) => number), amounts],
  });
  ctx.later({
    text: 'update app.stock_inout set total_amount = $2 where id = $1',
    values: [bill.id, plus(...amounts)],
  });
}

export const redRoute: Route = {
  method: 'POST',
  path: `${stockInout.path}/red`,
  permission: [permissionOf(stockInout, 'save')],
  effect: 'command',
  marks: { 'body[]': stockInout.name },
  summary: 'Stock in/out: red movements that take these back (ids, or items with numbers per line)',
  handle: makeRed,
};
