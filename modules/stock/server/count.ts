import { averageOf } from '#stock/model/average.ts';
import { compare, isZero, negated, plus, round, times } from '#platform/model/decimal.ts';
import { refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement, type Reads, type RowsOf } from '#platform/server/db/statement.ts';
import { linkDocuments, unlinkFrom } from '#platform/server/document/link.ts';
import { dropBills, insertBill } from '#platform/server/document/save.ts';
import { serveDocument, type DocumentService, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import { performWithin } from '#platform/server/document/verb.ts';
import { countedOf, countLink, differenceOf, resultOf, stockCount } from '#stock/model/count.ts';
import { stockInout } from '#stock/model/inout.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { refuseSelfAudit } from '#system/server/setting/self-audit.ts';
import { noRoute } from '#workflow/server/task/refusals.ts';
import { costReads, estimateIn, noCost, type EstimatedCost } from './cost.ts';
import { booksIn, completeCount } from './count-save.ts';
import { countStanding } from './standing/count-standing.ts';
import { countedMovements } from './inout.ts';
import { movementDraft } from './movement-draft.ts';

export const notCounted = refusal('E-COUNT-EMPTY', 20242, [
  '产品【{code}】未填写实盘数量',
  '產品【{code}】未填寫實盤數量',
  '{code} has no counted quantity',
]);

type Count = LockedBill<typeof stockCount>;
const params = { params: paramStatement(['SYS021', 'ST006', 'ST012', 'ST013']) };
const goodsOf = `
  select coalesce(d.stock_organize_code, d.organize_code) as stock_organize_code, l.product_code as material_code
  from app.stock_inventory h
  join app.stock_inventory_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
  join app.data_depot d on d.tenant_code = h.tenant_code and d.code = h.storage_code
  where h.id = any($1::uuid[])`;
const valueReads = (ids: readonly string[], estimates: readonly EstimatedCost[]) => ({
  books: statement(
    { lineId: 'uuid', book: 'decimal' },
    `
      select k.line_id, k.book
      from app.stock_count_book k
      where k.line_id = any(array(select l.id from app.stock_inventory_line l where l.parent_id = any($1::uuid[])))`,
    [ids],
  ),
  values: statement(
    { lineId: 'uuid', number: 'decimal', amount: 'decimal', estimated: 'decimal?' },
    `
      select l.id as line_id, coalesce(c.number, 0) as number, coalesce(c.amount, 0) as amount,
        ${estimateIn(estimates)} as estimated
      from app.stock_inventory h
      join app.stock_inventory_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
      join app.data_depot d on d.tenant_code = h.tenant_code and d.code = h.storage_code
      left join app.cost_balance c on c.tenant_code = l.tenant_code
        and c.stock_organize_code = coalesce(d.stock_organize_code, d.organize_code)
        and c.material_code = l.product_code
      where h.id = any($1::uuid[])`,
    [ids],
  ),
});
type Values = RowsOf<ReturnType<typeof valueReads>>;
type Named = typeof params & ReturnType<typeof valueReads> & ReturnType<typeof costReads>;

export function countServiceWith(estimates: readonly EstimatedCost[]): DocumentService {
  return serveDocument<typeof stockCount, Named>(stockCount, {
    reads: params,
    verbReads: (ids, verb): Partial<Named> & Reads =>
      verb === 'audit' ? { ...costReads(goodsOf, [ids]), ...valueReads(ids, estimates) } : {},
    beforeSave: completeCount,
    standing: countStanding,
    before: {
      audit(ctx, bill, facts) {
        refuseSelfAudit(ctx, bill, facts);
        const limit = paramIn(facts.rows.params ?? [], 'ST013', bill.organizeCode);
        const { absolute } = differencesOf(bill, valuesIn(facts));
        // Where a route fits it the workflow has said so before; a swap of goods needs approval, too (CN05).
        if (bill.billStatus === stockCount.states.saved.code && compare(absolute, limit) > 0) throw noRoute();
      },
    },
    after: {
      audit: (ctx, bill, facts) => settle(ctx, bill, differencesOf(bill, valuesIn(facts))),
      unaudit: takeBack,
    },
    approval: {
      names: { countDifference: 'number', overLimit: 'boolean' },
      labels: {
        countDifference: stockCount.head.differenceAmount.label,
        overLimit: ['差异超过审批金额', '差異超過審批金額', 'The difference is above the limit'],
      },
      async values(ctx, bill) {
        const { params: rows, ...values } = await ctx.all({ ...params, ...valueReads([bill.id], estimates) });
        const { absolute } = differencesOf(bill, values, () => '0');
        const limit = paramIn(rows, 'ST013', bill.organizeCode);
        return { countDifference: Number(absolute), overLimit: compare(absolute, limit) > 0 }; // not money
      },
      // What is sent in is counted.
      onSubmit(_ctx, bill) {
        for (const line of bill.lines) if (countedOf(line) === null) throw notCounted({ code: line.productCode });
      },
    },
  });
}

const valuesIn = ({ rows: { books = [], values = [] } }: Facts<Named>): Values => ({ books, values });

interface Difference {
  readonly line: Count['lines'][number];
  readonly book: string;
  readonly number: string;
  readonly price: string;
  readonly amount: string;
}
/**
 * What was counted less what the books said, at the average or, of goods that have none, at their estimated cost
 * (B20).
 */
function differencesOf(
  bill: Count,
  { books: bookRows, values }: Values,
  uncounted: (code: string) => string = (code) => {
    throw notCounted({ code });
  },
): { readonly all: readonly Difference[]; readonly absolute: string } {
  const books = booksIn(bookRows);
  const costs = new Map(values.map((row) => [row.lineId, row]));
  const all = bill.lines.map((line): Difference => {
    const book = books.get(line.id) ?? '0';
    const number = differenceOf(countedOf(line) ?? uncounted(line.productCode), book);
    const cost = costs.get(line.id);
    const known = cost !== undefined && compare(cost.number, '0') > 0 ? averageOf(cost) : (cost?.estimated ?? null);
    if (known === null && compare(number, '0') > 0) throw noCost({ code: line.productCode });
    const price = known ?? '0';
    return { line, book, number, price, amount: round(times(price, number), 2) };
  });
  return { all, absolute: plus(...all.map(({ amount }) => amount.replace('-', ''))) };
}

/** What is more comes in, what is less goes out, at once: an in and an out that belong to the count. */
async function settle(ctx: Command, bill: Count, { all, absolute }: ReturnType<typeof differencesOf>): Promise<void> {
  const made = (['3', '7'] as const).flatMap((moveType) => {
    const lines = all.filter(({ number }) => compare(number, '0') * (moveType === '3' ? 1 : -1) > 0);
    return lines.length === 0 ? [] : [movementOf(ctx, bill, moveType, lines)];
  });
  ctx.later({
    text: `
      update app.stock_inventory_line l
      set book_number = x.book, difference_number = x.number, count_result = x.result, price = x.price,
        difference_amount = x.amount
      from unnest(
        $1::uuid[], $2::numeric[], $3::numeric[], $4::text[], $5::numeric[], $6::numeric[]
      ) as x(id, book, number, result, price, amount)
      where l.id = x.id`,
    values: [
      all.map(({ line }) => line.id),
      all.map(({ book }) => book),
      all.map(({ number }) => number),
      all.map(({ number }) => resultOf(number)),
      all.map(({ price }) => price),
      all.map(({ amount }) => amount),
    ],
  });
  const sum = (sign: 1 | -1): string =>
    plus(...all.map(({ number }) => number).filter((number) => compare(number, '0') * sign > 0)).replace('-', '');
  ctx.later({
    text: `
      update app.stock_inventory
      set total_surplus = $2, total_deficit = $3, difference_amount = $4
      where id = $1`,
    values: [bill.id, sum(1), sum(-1), absolute],
  });
  if (made.length > 0) await perform(ctx, 'audit', made);
}

const perform = (ctx: Command, verb: 'audit' | 'unaudit', ids: readonly string[]): Promise<void> =>
  performWithin(ctx, { document: stockInout, hooks: countedMovements.document ?? {}, verb, ids });

const movedLineOf = ({ line, number, price, amount }: Difference, i: number) => ({
  id: newId(),
  lineNo: i + 1,
  productCode: line.productCode,
  productName: line.productName,
  spec: line.spec,
  model: line.model,
  barcode: null,
  mainUnitName: line.mainUnitName,
  number: number.replace('-', ''),
  storeNumber: null,
  rate: null,
  price,
  amount: amount.replace('-', ''),
  pickedNumber: '0',
  components: null,
  remark: null,
});

function movementOf(ctx: Command, bill: Count, moveType: '3' | '7', differences: readonly Difference[]): string {
  const id = newId();
  const lines = differences.map(movedLineOf);
  insertBill(
    stockInout,
    ctx,
    {
      id,
      status: stockInout.states.saved.code,
      draft: movementDraft(
        {
          organizeCode: bill.organizeCode,
          organizeName: bill.organizeName,
          moveType,
          storageCode: bill.storageCode,
          storageName: bill.storageName,
          sourceCode: bill.code,
          billDate: bill.billDate,
        },
        lines,
      ),
    },
    { operation: 'save', message: bill.code },
  );
  linkDocuments(
    ctx,
    stockInout,
    differences.map(({ line, number, amount }, i) => ({
      kind: countLink,
      from: { type: stockCount.name, id: bill.id, lineId: line.id },
      to: { id, lineId: lines[i]?.id ?? '' },
      number: compare(number, '0') < 0 ? negated(number) : number,
      amount,
      isShownOnly: true,
    })),
  );
  return id;
}

/** Both movements are taken back and go; a blind count tells nothing again. */
async function takeBack(ctx: Command, bill: Count): Promise<void> {
  const rows = await ctx.rows(
    statement(
      { id: 'uuid' },
      `
        select distinct k.to_id as id
        from app.doc_link k
        where k.kind = '${countLink}' and k.is_active and k.from_id = $1
        order by 1`,
      [bill.id],
    ),
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await perform(ctx, 'unaudit', ids);
  dropBills(ctx, stockInout, ids);
  unlinkFrom(ctx, [bill.id], countLink);
  ctx.later({
    text: `
      update app.stock_inventory_line l
      set price = null, difference_amount = null, book_number = case when $2 then null else l.book_number end,
        difference_number = case when $2 then null else l.difference_number end,
        count_result = case when $2 then null else l.count_result end
      where l.parent_id = $1`,
    values: [bill.id, bill.blindFlag === '1'],
  });
  ctx.later({
    text: `
      update app.stock_inventory
      set difference_amount = null, total_surplus = case when $2 then null else total_surplus end,
        total_deficit = case when $2 then null else total_deficit end
      where id = $1`,
    values: [bill.id, bill.blindFlag === '1'],
  });
}

/** A difference that is none. */
export const isMatch = (counted: string, book: string): boolean => isZero(differenceOf(counted, book));
