import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, refusal, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { refuseDecimals, type Unit } from '#data/server/unit-decimals.ts';
import { isPickable, isRed, stockInout } from '#stock/model/inout.ts';
import { paramIn, type ParamRow } from '#system/server/setting/param.ts';

type Inout = LockedBill<typeof stockInout>;

export const wrongBarcode = refusal('E-BARCODE', 20213, [
  '条码【{barcode}】不在拣货单中或已拣满',
  '條碼【{barcode}】不在揀貨單中或已揀滿',
  'Barcode {barcode} is not on the picking list or is already complete',
]);
export const notPicked = refusal('E-UNPICKED', 20232, [
  '【{code}】还有{n}件未扫码拣货',
  '【{code}】還有{n}件未掃碼揀貨',
  '{n} of {code} were not checked by barcode',
]);

const pickLabel: Label = ['拣货', '揀貨', 'pick'];
const mostScans = 2000;

interface Scan {
  readonly barcode: string;
  readonly number: string;
}
interface Picked {
  readonly id: string;
  readonly scans: readonly Scan[];
}
/** How far the list is: what the screen shows after every scan. */
export interface Progress {
  readonly id: string;
  readonly pickedFlag: string;
  readonly lines: readonly { readonly id: string; readonly number: string; readonly pickedNumber: string }[];
}

/**
 * `[{ id, scans: [{ barcode, number }] }]`; a scan without a number is one piece, an id without scans asks how far it
 * is.
 */
function pickedIn(body: unknown): readonly Picked[] {
  const items = Array.isArray(body)
    ? body
    : typeof body === 'object' && body !== null
      ? ((body as { items?: unknown; ids?: unknown }).items ?? (body as { ids?: unknown }).ids)
      : [];
  return (Array.isArray(items) ? items : []).slice(0, 500).map((item: unknown): Picked => {
    if (typeof item !== 'object' || item === null) return { id: String(item), scans: [] };
    const { id, scans } = item as { id?: unknown; scans?: unknown };
    if (Array.isArray(scans) && scans.length > mostScans)
      throw invalidAt([{ path: 'scans', field: stockInout.lines.barcode.label, reason: reasons.tooLong }]);
    return { id: String(id), scans: (Array.isArray(scans) ? scans : []).map(scanIn) };
  });
}

function scanIn(scan: unknown): Scan {
  const { barcode, number = '1' } =
    typeof scan === 'object' && scan !== null ? (scan as { barcode?: unknown; number?: unknown }) : {};
  if (typeof barcode !== 'string' || barcode.trim() === '' || barcode.length > 100 || barcode.includes('\u0000'))
    throw invalidAt([{ path: 'barcode', field: stockInout.lines.barcode.label, reason: reasons.format }]);
  const pieces = typeof number === 'number' || typeof number === 'string' ? String(number) : '';
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(pieces) || isZero(pieces))
    throw invalidAt([{ path: 'number', field: stockInout.lines.number.label, reason: reasons.format }]);
  return { barcode: barcode.trim(), number: pieces };
}

/**
 * What can be scanned for a line: the barcodes of its material and of the products sold from it. A material that has
 * none is known by its code.
 */
const barcodesOf = (ids: readonly string[]) =>
  statement(
    { lineId: 'uuid', barcodes: 'texts', code: 'text', name: 'text', precision: 'integer?' },
    `
      select l.id as line_id,
        array_remove(
          array[nullif(m.barcode, '')] || array(
            select nullif(p.barcode, '')
            from app.data_product p
            where p.material_code = m.code
          ),
          null
        ) as barcodes,
        m.code, u.name, u.precision
      from app.stock_inout_line l
      join app.data_material m on m.tenant_code = l.tenant_code and m.code = l.product_code
      join app.data_unit u on u.tenant_code = m.tenant_code and u.code = m.main_unit_code
      where l.parent_id = any($1::uuid[])`,
    [ids],
  );

/**
 * All or nothing: of what was sent, either every piece counts or none. The head is held, so two who scan for one list
 * count one after the other.
 */
function pick(call: Call): Promise<readonly Progress[]> {
  const wanted = pickedIn(call.body);
  const ids = checkedKeys(
    wanted.map(({ id }) => id),
    'id',
  );
  return command(
    call,
    async (ctx, { heads, lines, known }) => {
      const bills = new Map(billsOf(heads, lines).map((bill) => [bill.id, bill]));
      if (bills.size !== ids.length) throw notFound();
      const barcodes = new Map(known.map(({ lineId, barcodes: own, code }) => [lineId, own.length > 0 ? own : [code]]));
      const units = new Map(known.map(({ lineId, name, precision }) => [lineId, { name, precision }]));
      return wanted.flatMap(({ id, scans }) => {
        const bill = bills.get(id);
        if (bill === undefined) return [];
        refuseParts(scans, barcodes, units);
        return [count(ctx, bill, scans, barcodes)];
      });
    },
    { reads: { heads: headsOf(stockInout, ids, true), lines: linesOf(stockInout, ids), known: barcodesOf(ids) } },
  );
}

/** Half a can is not scanned: each number in the unit of the goods whose barcode it is. */
function refuseParts(
  scans: readonly Scan[],
  barcodes: ReadonlyMap<string, readonly string[]>,
  units: ReadonlyMap<string, Unit>,
): void {
  refuseDecimals(
    scans.map(({ barcode, number }, i) => {
      const [lineId = ''] = [...barcodes].find(([, own]) => own.includes(barcode)) ?? [];
      return { path: `scans.${i}.number`, field: stockInout.lines.number.label, number, unit: units.get(lineId) };
    }),
  );
}

function count(
  ctx: Command,
  bill: Inout,
  scans: readonly Scan[],
  barcodes: ReadonlyMap<string, readonly string[]>,
): Progress {
  refuseUnlessPickable(bill);
  const lines = bill.lines.map((line) => ({ id: line.id, number: line.number, pickedNumber: plus(line.pickedNumber) }));
  for (const { barcode, number } of scans) {
    let left = number;
    for (const line of lines.filter(({ id }) => barcodes.get(id)?.includes(barcode) === true)) {
      const room = minus(line.number, line.pickedNumber);
      const taken = compare(room, left) < 0 ? room : left;
      line.pickedNumber = plus(line.pickedNumber, taken);
      left = minus(left, taken);
    }
    if (compare(left, '0') > 0) throw wrongBarcode({ barcode });
  }
  const isDone = lines.every(({ number, pickedNumber }) => compare(pickedNumber, number) === 0);
  if (scans.length > 0) {
    keep(ctx, bill, lines, isDone);
    if (isDone) ctx.log({ noun: stockInout.name, recordId: bill.id, recordCode: bill.code, operation: 'pick' });
  }
  return { id: bill.id, pickedFlag: isDone ? '1' : '0', lines };
}

/** Begins anew, as long as the goods are here. */
function unpick(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, lines }) => {
      const bills = billsOf(heads, lines);
      if (bills.length !== ids.length) throw notFound();
      for (const bill of bills) {
        refuseUnlessPickable(bill);
        keep(
          ctx,
          bill,
          bill.lines.map(({ id }) => ({ id, pickedNumber: '0' })),
          false,
        );
        ctx.log({ noun: stockInout.name, recordId: bill.id, recordCode: bill.code, operation: 'unpick' });
      }
      return null;
    },
    { reads: { heads: headsOf(stockInout, ids, true), lines: linesOf(stockInout, ids) } },
  );
}

function refuseUnlessPickable(bill: Inout): void {
  if (isPickable(bill)) return;
  if (bill.moveType !== '4' || isRed(bill))
    throw invalidAt([{ path: 'moveType', field: stockInout.head.moveType.label, reason: reasons.notChosen }]);
  throw stateForbids({ code: bill.code, status: statusLabel(stockInout, bill.billStatus), verb: pickLabel });
}

function keep(
  ctx: Command,
  bill: Inout,
  lines: readonly { readonly id: string; readonly pickedNumber: string }[],
  isDone: boolean,
): void {
  ctx.later({
    text: `
      update app.stock_inout_line l
      set picked_number = p.number
      from unnest($1::uuid[], $2::numeric[]) as p(id, number)
      where l.id = p.id`,
    values: [lines.map(({ id }) => id), lines.map(({ pickedNumber }) => pickedNumber)],
  });
  ctx.later({
    text: `
      update app.stock_inout
      set picked_flag = $2, row_version = row_version + 1, updater_name = $3, update_date = now()
      where id = $1`,
    values: [bill.id, isDone ? '1' : '0', ctx.identity.realName],
  });
}

/** Of a line that asks for less than lies in the box nobody knows what is in the box: it is counted again. */
export function recountPicked(draft: DraftOf<typeof stockInout>): void {
  for (const line of draft.lines) if (compare(line.pickedNumber ?? '0', line.number) > 0) line.pickedNumber = '0';
  draft.pickedFlag =
    draft.lines.length > 0 && draft.lines.every((line) => compare(line.pickedNumber ?? '0', line.number) === 0)
      ? '1'
      : '0';
}

/** Where barcodes are checked, nothing leaves for a customer that was not scanned (ST014). */
export function refuseUnpicked(bill: Inout, params: readonly ParamRow[]): void {
  if (bill.moveType !== '4' || paramIn(params, 'ST014', bill.organizeCode) !== '1') return;
  const left = plus(...bill.lines.map((line) => minus(line.number, line.pickedNumber ?? '0')));
  if (!isZero(left)) throw notPicked({ code: bill.code, n: left });
}

const picking = {
  method: 'PUT',
  permission: [permissionOf(stockInout, 'update')],
  effect: 'command',
  marks: { 'body[]': stockInout.name },
} as const;
export const pickRoutes: readonly Route[] = [
  {
    ...picking,
    path: `${stockInout.path}/pick`,
    summary: 'Stock in/out: count scanned barcodes against the picking list',
    handle: pick,
  },
  { ...picking, path: `${stockInout.path}/unpick`, summary: 'Stock in/out: begin picking anew', handle: unpick },
];
