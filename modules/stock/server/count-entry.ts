import { compare, minus, plus } from '#platform/model/decimal.ts';
import { canEdit } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { refusalFor, statusLabel } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { refuseDecimals } from '#data/server/unit-decimals.ts';
import { countedOf, differenceOf, resultOf, stockCount } from '#stock/model/count.ts';
import { isMatch, notCounted } from './count.ts';
import { booksIn, booksOf, keepBooks, onHandOf } from './count-save.ts';
import { wrongBarcode } from './picking.ts';

type Count = LockedBill<typeof stockCount>;
type Line = Count['lines'][number];

const mostEntries = 2000;
const countLabel: Label = ['盘点', '盤點', 'count'];
const recountLabel: Label = ['复盘', '複盤', 'recount'];

/** A number told of a line, of goods by their code, or of whatever carries a barcode; `isMore` adds to what stands. */
interface Entry {
  readonly lineId: string | null;
  readonly barcode: string | null;
  readonly number: string;
  readonly isMore: boolean;
}
/** What the screen shows after every entry: never a book number. */
interface Progress {
  readonly id: string;
  readonly lines: readonly (Pick<Line, 'id' | 'productCode' | 'countNumber' | 'countNumber2'> & {
    readonly productName: string | null;
    readonly recountFlag: string;
  })[];
}

/** `{ id, entries: [{ lineId | barcode, number, isMore }] }`. */
function entriesIn(body: unknown): { readonly id: string; readonly entries: readonly Entry[] } {
  const { id, entries } = (typeof body === 'object' && body !== null ? body : {}) as {
    id?: unknown;
    entries?: unknown;
  };
  if (Array.isArray(entries) && entries.length > mostEntries)
    throw invalidAt([{ path: 'entries', field: stockCount.lineLabel, reason: reasons.tooLong }]);
  return {
    id: String(id),
    entries: (Array.isArray(entries) ? entries : []).map((entry: unknown, at): Entry => {
      const { lineId, barcode, number, isMore } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<
        string,
        unknown
      >;
      const told = typeof number === 'number' || typeof number === 'string' ? String(number) : '';
      if (!/^\d{1,12}(\.\d{1,4})?$/.test(told))
        throw invalidAt([
          { path: `entries.${at}.number`, field: stockCount.lines.countNumber.label, reason: reasons.format },
        ]);
      const code = typeof barcode === 'string' ? barcode.trim().slice(0, 100) : '';
      if (typeof lineId !== 'string' && (code === '' || code.includes('\u0000')))
        throw invalidAt([
          { path: `entries.${at}.barcode`, field: stockCount.lines.productCode.label, reason: reasons.required },
        ]);
      return {
        lineId: typeof lineId === 'string' ? lineId : null,
        barcode: code === '' ? null : code,
        number: told,
        isMore: isMore === true,
      };
    }),
  };
}

/** Goods by their barcode, by that of a product sold from them, or by their code; with their unit. */
const goodsBy = (barcodes: readonly string[], codes: readonly string[]) =>
  statement(
    {
      said: 'text?',
      code: 'text',
      name: 'text',
      spec: 'text?',
      model: 'text?',
      unitName: 'text',
      precision: 'integer?',
    },
    `
      select s.said, m.code, m.name, m.spec, m.model, u.name as unit_name, u.precision
      from app.data_material m
      join app.data_unit u on u.tenant_code = m.tenant_code and u.code = m.main_unit_code
      left join lateral (
        select x.said
        from unnest($1::text[]) as x(said)
        where x.said = m.barcode
          or x.said = m.code
          or exists (select from app.data_product p where p.material_code = m.code and p.barcode = x.said)
      ) s on true
      where coalesce(m.combination, 'null'::jsonb) = 'null'::jsonb
        and (s.said is not null or m.code = any($2::text[]))`,
    [barcodes, codes],
  );

/**
 * Each who counts changes only his lines: the head is held, so two who count one count write one after the other and
 * lose nothing.
 */
function enter(call: Call): Promise<Progress> {
  const { id, entries } = entriesIn(call.body);
  const ids = checkedKeys([id], 'id');
  return command(
    call,
    async (ctx, { heads, lines }) => {
      const [bill] = billsOf(heads, lines);
      if (bill === undefined) throw notFound();
      refuseClosed(bill, countLabel);
      const changed = await told(ctx, bill, entries);
      return {
        id: bill.id,
        lines: changed.map(({ id: lineId, productCode, productName, countNumber, countNumber2, recountFlag }) => ({
          id: lineId,
          productCode,
          productName,
          countNumber,
          countNumber2,
          recountFlag: recountFlag ?? '0',
        })),
      };
    },
    { reads: { heads: headsOf(stockCount, ids, true), lines: linesOf(stockCount, ids) } },
  );
}

async function told(ctx: Command, bill: Count, entries: readonly Entry[]): Promise<readonly Line[]> {
  const goods = await ctx.rows(
    goodsBy(
      entries.flatMap(({ barcode }) => barcode ?? []),
      bill.lines.map(({ productCode }) => productCode),
    ),
  );
  refuseDecimals(
    entries.map(({ lineId, barcode, number }, at) => {
      const line = bill.lines.find((each) => each.id === lineId);
      const unit = goods.find(({ said, code }) => (line === undefined ? said === barcode : code === line.productCode));
      return {
        path: `entries.${at}.number`,
        field: stockCount.lines.countNumber.label,
        number,
        unit: unit === undefined ? undefined : { name: unit.unitName, precision: unit.precision },
      };
    }),
  );
  const [changed, found] = [new Set<Line>(), [] as Line[]];
  for (const { lineId, barcode, number, isMore } of entries) {
    const line =
      bill.lines.find((each) => each.id === lineId) ??
      lineOf(
        bill,
        goods.find(({ said }) => said !== null && said === barcode),
        { found, barcode },
      );
    const key = line.recountFlag === '1' ? 'countNumber2' : 'countNumber';
    line[key] = isMore ? plus(line[key] ?? '0', number) : number;
    changed.add(line);
  }
  await write(ctx, bill, [...changed], found);
  return [...changed];
}

/** Its line, or a new one of goods that lie there beyond the list (B20). */
function lineOf(
  bill: Count,
  goods: { code: string; name: string; spec: string | null; model: string | null; unitName: string } | undefined,
  { found, barcode }: { readonly found: Line[]; readonly barcode: string | null },
): Line {
  if (goods === undefined) throw wrongBarcode({ barcode });
  const known = bill.lines.find(({ productCode }) => productCode === goods.code);
  if (known !== undefined) return known;
  const line = {
    id: newId(),
    lineNo: Math.max(0, ...bill.lines.map(({ lineNo }) => lineNo)) + 1,
    productCode: goods.code,
    productName: goods.name,
    spec: goods.spec,
    model: goods.model,
    mainUnitName: goods.unitName,
    recountFlag: '0',
    countNumber: null,
    countNumber2: null,
    bookNumber: null,
    differenceNumber: null,
    countResult: null,
    price: null,
    differenceAmount: null,
    remark: null,
  } as Line;
  bill.lines.push(line);
  found.push(line);
  return line;
}

/** What was told, with the book of this moment where goods may move meanwhile (ST006). */
async function write(ctx: Command, bill: Count, changed: readonly Line[], found: readonly Line[]): Promise<void> {
  const { known, there } = await ctx.all({
    known: booksOf(bill.lines.map(({ id }) => id)),
    there: onHandOf(
      bill.storageCode,
      changed.map(({ productCode }) => productCode),
    ),
  });
  const onHand = new Map(there.map(({ code, number }) => [code, number]));
  const books = new Map(booksIn(known));
  const read = new Map<string, string>();
  for (const { id, productCode } of changed)
    if (bill.frozenFlag !== '1' || !books.has(id)) read.set(id, onHand.get(productCode) ?? '0');
  for (const [id, book] of read) books.set(id, book);
  keepBooks(ctx, read);
  if (found.length > 0)
    ctx.later({
      text: `
        insert into app.stock_inventory_line
          (id, parent_id, line_no, product_code, product_name, spec, model, main_unit_name, recount_flag)
        select x.id, $1, x.line_no, x.product_code, x.product_name, x.spec, x.model, x.main_unit_name, '0'
        from unnest(
          $2::uuid[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[]
        ) as x(id, line_no, product_code, product_name, spec, model, main_unit_name)`,
      values: [
        bill.id,
        ...(['id', 'lineNo', 'productCode', 'productName', 'spec', 'model', 'mainUnitName'] as const).map((key) =>
          found.map((line) => line[key]),
        ),
      ],
    });
  const isBlind = bill.blindFlag === '1';
  for (const line of changed) {
    const counted = countedOf(line);
    line.bookNumber = isBlind ? null : (books.get(line.id) ?? '0');
    line.differenceNumber =
      counted === null || line.bookNumber === null ? null : differenceOf(counted, line.bookNumber);
    line.countResult = line.differenceNumber === null ? null : resultOf(line.differenceNumber);
  }
  writeLines(ctx, bill, changed, isBlind);
}

function writeLines(ctx: Command, bill: Count, changed: readonly Line[], isBlind: boolean): void {
  ctx.later({
    text: `
      update app.stock_inventory_line l
      set count_number = x.count_number, count_number2 = x.count_number2, book_number = x.book,
        difference_number = x.difference, count_result = x.result
      from unnest(
        $1::uuid[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[], $6::text[]
      ) as x(id, count_number, count_number2, book, difference, result)
      where l.id = x.id`,
    values: (['id', 'countNumber', 'countNumber2', 'bookNumber', 'differenceNumber', 'countResult'] as const).map(
      (key) => changed.map((line) => line[key]),
    ),
  });
  const differences = bill.lines.map(({ differenceNumber }) => differenceNumber ?? '0');
  const sum = (sign: 1 | -1): string =>
    minus(plus(...differences.filter((each) => compare(each, '0') * sign > 0)), '0').replace('-', '');
  ctx.later({
    text: `
      update app.stock_inventory
      set total_surplus = $2, total_deficit = $3, row_version = row_version + 1, updater_name = $4, update_date = now()
      where id = $1`,
    values: [bill.id, isBlind ? null : sum(1), isBlind ? null : sum(-1), ctx.identity.realName],
  });
  ctx.log({ noun: stockCount.name, recordId: bill.id, recordCode: bill.code, operation: 'count' });
}

/** The lines that differ are counted once more; which ones is all that is told (B20a). */
function recount(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { heads, lines }) => {
      const bills = billsOf(heads, lines);
      if (bills.length !== ids.length) throw notFound();
      for (const bill of bills) await askRecount(ctx, bill);
      return null;
    },
    { reads: { heads: headsOf(stockCount, ids, true), lines: linesOf(stockCount, ids) } },
  );
}

async function askRecount(ctx: Command, bill: Count): Promise<void> {
  refuseClosed(bill, recountLabel);
  // There is one recount, and it wins.
  if (bill.recountFlag === '1')
    throw stateForbids({ code: bill.code, status: stockCount.head.recountFlag.label, verb: recountLabel });
  const { books: rows } = await ctx.all({ books: booksOf(bill.lines.map(({ id }) => id)) });
  const books = booksIn(rows);
  const differing = bill.lines.filter((line) => {
    if (line.countNumber === null) throw notCounted({ code: line.productCode });
    return !isMatch(line.countNumber, books.get(line.id) ?? '0');
  });
  ctx.later({
    text: `update app.stock_inventory_line set recount_flag = '1' where id = any($1::uuid[])`,
    values: [differing.map(({ id }) => id)],
  });
  ctx.later({
    text: `
      update app.stock_inventory
      set recount_flag = '1', row_version = row_version + 1, updater_name = $2, update_date = now()
      where id = $1`,
    values: [bill.id, ctx.identity.realName],
  });
  ctx.log({ noun: stockCount.name, recordId: bill.id, recordCode: bill.code, operation: 'recount' });
}

function refuseClosed(bill: Count, verb: Label): void {
  if (!canEdit(stockCount, bill)) throw refusalFor(stockCount, bill, verb);
  if (bill.billStatus !== stockCount.states.saved.code)
    throw stateForbids({ code: bill.code, status: statusLabel(stockCount, bill.billStatus), verb });
}

export const countRoutes: readonly Route[] = [
  {
    method: 'PUT',
    path: `${stockCount.path}/count`,
    permission: [permissionOf(stockCount, 'update')],
    effect: 'command',
    marks: { 'body.id': stockCount.name },
    summary: 'Stock count: numbers of single lines, by line or barcode',
    handle: enter,
  },
  {
    method: 'PUT',
    path: `${stockCount.path}/recount`,
    permission: [permissionOf(stockCount, 'audit')],
    effect: 'command',
    marks: { 'body[]': stockCount.name },
    summary: 'Stock count: the lines that differ are counted once more',
    handle: recount,
  },
];
