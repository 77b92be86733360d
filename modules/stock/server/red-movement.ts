import { compare, isZero, minus, plus, round, times } from '#platform/model/decimal.ts';
import type { BillOf, DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, refusal, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Draft } from '#platform/server/document/draft.ts';
import { askedNumbers, linkDocuments, unlinkTo } from '#platform/server/document/link.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { insertBill, refusalFor } from '#platform/server/document/save.ts';
import { checkedKeys } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/db/id.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { noMoreMissing } from '#data/model/goods/kit-back.ts';
import { mainUnitsIn, mainUnitsRead, refuseDecimals, type Unit } from '#data/server/unit-decimals.ts';
import { isRed, partLink, redLink, redLinks, stockInout } from '#stock/model/inout.ts';
import { overRed } from '#stock/server/red/red-refusals.ts';
import { movementDraft } from './movement-draft.ts';

type Inout = LockedBill<typeof stockInout>;

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
  lines: readonly (Back & { readonly movementId: string; readonly part?: string })[],
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
    lines.map(({ source: line, movementId, number, part }, i) => ({
      kind: part === undefined ? redLink : partLink,
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
  /** As it left: of a component that comes back alone with the goods that this is. */
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
  /** Links of the document that asks for goods of nobody knows which movement. */
  unsourced?: string,
): Promise<void> {
  keepHead(draft, previous, ['organizeCode', 'storageCode', 'customerCode', 'supplierCode', 'deptCode', 'sourceCode']);
  const taken = new Map([
    ...(await askedNumbers(ctx, redLink, previous.id)),
    ...(await askedNumbers(ctx, partLink, previous.id)),
  ]);
  const asked = taken.size > 0 || unsourced === undefined ? taken : await askedNumbers(ctx, unsourced, previous.id);
  const was = new Map(previous.lines.map((line) => [line.id, line]));
  for (const line of draft.lines) {
    const before = was.get(line.id);
    const most = asked.get(line.id) ?? '0';
    if (before === undefined || before.productCode !== line.productCode || compare(line.number, most) > 0)
      throw overRed({ n: minus(most, '0') });
    line.price = before.price;
    line.amount = round(times(line.number, line.price ?? '0'), 2);
    line.components = noMoreMissing(before.components, line.number);
  }
}

/** A red movement that is over takes nothing back. */
export const unlinkRed = (ctx: Command, ids: readonly string[]): void => {
  for (const kind of [redLink, partLink]) unlinkTo(ctx, ids, kind);
};

/** Lines that were left out of a red movement are free to be taken back by another. */
export const freeLeftOut = (ctx: Command, id: string, lineIds: readonly string[]): void => {
  ctx.later({
    text: `
      update app.doc_link
      set is_active = false
      where kind in (${redLinks}) and is_active and to_id = $1 and to_line_id <> all($2::uuid[])`,
    values: [id, lineIds],
  });
};

/** What was asked for and did not come back is free again; the paper says what did. */
export function keepTaken(
  ctx: Command,
  bill: Inout,
  amounts: readonly string[],
  /** What kits would give back that lack nothing: by that the next ones are counted. */
  wholes: readonly string[] = amounts,
): void {
  const ids = bill.lines.map(({ id }) => id);
  ctx.later({
    text: `
      with taken as (
        select *
        from unnest($2::uuid[], $3::numeric[], $4::numeric[], $5::numeric[]) as t(line_id, number, amount, whole)
      ),
      linked as (
        update app.doc_link k
        set number = t.number, amount = t.whole
        from taken t
        where k.kind in (${redLinks}) and k.is_active and k.to_id = $1 and k.to_line_id = t.line_id
      )
      update app.stock_inout_line l
      set amount = t.amount
      from taken t
      where l.id = t.line_id`,
    values: [bill.id, ids, bill.lines.map(({ number }) => number), amounts, wholes],
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
