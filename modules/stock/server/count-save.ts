import { compare, plus } from '#platform/model/decimal.ts';
import type { BillOf, DraftOf } from '#platform/model/document.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Command } from '#platform/server/command/command.ts';
import type { Facts } from '#platform/server/document/serve.ts';
import { refuseKitsIn } from '#data/server/combination.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { countedOf, differenceOf, resultOf, stockCount } from '#stock/model/count.ts';
import { paramIn, type ParamRow } from '#system/server/setting/param.ts';
import { countsAlone } from './counting.ts';

type Draft = DraftOf<typeof stockCount>;
type Line = Draft['lines'][number];

/**
 * What the books said of each line, kept apart from it: a blind count answers no book number before it is approved
 * (ST012).
 */
export const booksOf = (lineIds: readonly string[]) =>
  statement(
    { lineId: 'uuid', book: 'decimal' },
    `select line_id, book from app.stock_count_book where line_id = any($1::uuid[])`,
    [lineIds],
  );
export const booksIn = (
  rows: readonly { readonly lineId: string; readonly book: string }[],
): ReadonlyMap<string, string> => new Map(rows.map(({ lineId, book }) => [lineId, book]));

export function keepBooks(ctx: Command, books: ReadonlyMap<string, string>): void {
  if (books.size === 0) return;
  ctx.later({
    text: `
      insert into app.stock_count_book (line_id, book)
      select x.line_id, x.book
      from unnest($1::uuid[], $2::numeric[]) as x(line_id, book)
      on conflict (tenant_code, line_id) do update set book = excluded.book`,
    values: [[...books.keys()], [...books.values()]],
  });
}

/** On hand in a warehouse, of these goods. */
export const onHandOf = (storageCode: string, materials: readonly string[]) =>
  statement(
    { code: 'text', number: 'decimal' },
    `
      select b.material_code as code, sum(b.on_hand) as number
      from app.stock_balance b
      join app.data_depot d on d.tenant_code = b.tenant_code and d.code = b.storage_code
      where b.storage_code = $1
        and b.stock_organize_code = coalesce(d.stock_organize_code, d.organize_code)
        and b.material_code = any($2::text[])
      group by 1`,
    [storageCode, materials],
  );

/** All that lies there, of a class and those below it where one is named. */
const listed = (storageCode: string, classCode: string | null) =>
  statement(
    { code: 'text', name: 'text', spec: 'text?', model: 'text?', unitName: 'text?' },
    `
      select m.code, m.name, m.spec, m.model, u.name as unit_name
      from app.data_material m
      join app.data_unit u on u.tenant_code = m.tenant_code and u.code = m.main_unit_code
      where m.code in (select b.material_code from app.stock_balance b where b.storage_code = $1 and b.on_hand <> 0)
        and (
          $2::text is null
          or m.class_code in (
            with recursive branch as (
              select c.id, c.code
              from app.data_materialclass c
              where c.code = $2
              union all
              select c.id, c.code
              from app.data_materialclass c
              join branch b on c.pid = b.id
            )
            select code
            from branch
          )
        )
      order by m.code
      limit 2000`,
    [storageCode, classCode],
  );

/** Lists what is to be counted, and reads the books where a number was told (B20). */
export async function completeCount(
  ctx: Command,
  draft: Draft,
  facts: Pick<Facts, 'found'> & { readonly rows: { readonly params?: readonly ParamRow[] } },
  previous: BillOf<typeof stockCount> | null,
): Promise<Draft> {
  // A half-written one is read when it becomes whole.
  if ((draft as { billStatus?: string }).billStatus === stockCount.states.stashed.code) return draft;
  const isNew = previous === null || previous.billStatus === stockCount.states.stashed.code;
  const isOn = (code: 'ST006' | 'ST012'): '0' | '1' =>
    paramIn(facts.rows.params ?? [], code, draft.organizeCode) === '1' ? '1' : '0';
  draft.blindFlag = isNew ? isOn('ST012') : previous.blindFlag;
  draft.frozenFlag = isNew ? isOn('ST006') : previous.frozenFlag;
  draft.recountFlag = isNew ? '0' : previous.recountFlag;
  if (!isNew && previous.storageCode !== draft.storageCode)
    throw invalidAt([{ path: 'storageCode', field: stockCount.head.storageCode.label, reason: reasons.notChosen }]);
  if (isNew && draft.frozenFlag === '1') await ctx.all({ alone: countsAlone(draft.storageCode) });
  if (isNew && draft.lines.length === 0) await listAll(ctx, draft);
  refuseWrong(draft, facts);
  const was = new Map((isNew ? [] : previous.lines).map((line) => [line.id, line]));
  const { known, there } = await ctx.all({
    known: booksOf([...was.keys()]),
    there: onHandOf(
      draft.storageCode,
      draft.lines.map(({ productCode }) => productCode),
    ),
  });
  const onHand = new Map(there.map(({ code, number }) => [code, number]));
  const books = new Map(booksIn(known));
  const read = new Map<string, string>();
  for (const line of draft.lines) {
    const before = was.get(line.id);
    keepFirstCount(line, before);
    // Frozen goods are what the list said; others are what they are when somebody tells their number.
    const isTold = draft.frozenFlag !== '1' && hasChanged(line, before);
    if (before?.productCode !== line.productCode || !books.has(line.id) || isTold)
      read.set(line.id, onHand.get(line.productCode) ?? '0');
    fillLine(line, draft.blindFlag === '1' ? null : (read.get(line.id) ?? books.get(line.id) ?? '0'));
  }
  keepBooks(ctx, read);
  const differences = draft.lines.map(({ differenceNumber }) => differenceNumber ?? '0');
  const isTold = draft.blindFlag !== '1';
  draft.totalSurplus = isTold ? plus(...differences.filter((each) => compare(each, '0') > 0)) : null;
  draft.totalDeficit = isTold ? plus(...differences.filter((each) => compare(each, '0') < 0)).replace('-', '') : null;
  draft.differenceAmount = null;
  return draft;
}

async function listAll(ctx: Command, draft: Draft): Promise<void> {
  const { goods } = await ctx.all({ goods: listed(draft.storageCode, draft.classCode) });
  if (goods.length === 0) throw invalidAt([{ path: 'lines', field: stockCount.lineLabel, reason: reasons.required }]);
  draft.lines = goods.map(({ code, name, spec, model, unitName }, i) => ({
    id: newId(),
    lineNo: i + 1,
    productCode: code,
    productName: name,
    spec,
    model,
    mainUnitName: unitName,
    countNumber: null,
    countNumber2: null,
    recountFlag: '0',
    bookNumber: null,
    differenceNumber: null,
    countResult: null,
    price: null,
    differenceAmount: null,
    remark: null,
  }));
}

function refuseWrong(draft: Draft, facts: Pick<Facts, 'found'>): void {
  refuseLineDecimals(stockCount, draft.lines, facts, ['countNumber', 'countNumber2']);
  refuseKitsIn(draft.lines, stockCount.lines.productCode.label, facts);
  const seen = new Set<string>();
  const places: Place[] = [];
  draft.lines.forEach((line, i) => {
    if (seen.has(line.productCode))
      places.push({
        path: `lines.${i}.productCode`,
        field: stockCount.lines.productCode.label,
        reason: reasons.notChosen,
      });
    seen.add(line.productCode);
    for (const key of ['countNumber', 'countNumber2'] as const)
      if (line[key] !== null && compare(line[key], '0') < 0)
        places.push({ path: `lines.${i}.${key}`, field: stockCount.lines[key].label, reason: reasons.format });
  });
  if (places.length > 0) throw invalidAt(places);
}

/** The first count stands once a recount was asked for, and nobody recounts what was not. */
function keepFirstCount(line: Line, before: BillOf<typeof stockCount>['lines'][number] | undefined): void {
  line.recountFlag = before?.recountFlag ?? '0';
  if (line.recountFlag === '1') line.countNumber = before?.countNumber ?? line.countNumber;
  else line.countNumber2 = null;
}

const hasChanged = (line: Line, before: Pick<Line, 'countNumber' | 'countNumber2'> | undefined): boolean =>
  (['countNumber', 'countNumber2'] as const).some(
    (key) => line[key] !== null && (before?.[key] == null || compare(line[key], before[key]) !== 0),
  );

function fillLine(line: Line, book: string | null): void {
  const counted = countedOf(line);
  const difference = counted === null || book === null ? null : differenceOf(counted, book);
  line.bookNumber = book;
  line.differenceNumber = difference;
  line.countResult = difference === null ? null : resultOf(difference);
  line.price = null;
  line.differenceAmount = null;
}
