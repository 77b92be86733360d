import { compare } from '#platform/model/decimal.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type Statement } from '#platform/server/db/statement.ts';
import { newId } from '#platform/server/db/id.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import { benchmarkPrice } from '#price/model/benchmark-price.ts';
import { priceChange } from '#price/model/price-change.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { refuseSelfAudit } from '#system/server/setting/self-audit.ts';
import { counts, currentPrices, inForce } from './current-prices.ts';
import { priceChangeFacts, priceChangeGlances } from './price-change-approval.ts';
import { ladderHangs } from './price-refusals.ts';

type Change = LockedBill<typeof priceChange>;

const counting = counts('b');

const changeParams = { params: paramStatement(['SYS021', 'SD004']) };
type Named = typeof changeParams & {
  readonly ladders: ReturnType<typeof laddersOn>;
  readonly currentPrices: ReturnType<typeof currentPrices>;
};

export const priceChangeService = serveDocument<typeof priceChange, Named>(priceChange, {
  reads: changeParams,
  verbReads: (ids, verb) => (verb === 'audit' ? { ladders: laddersOn(ids) } : {}),
  saveReads: (draft) => ({
    currentPrices: currentPrices({
      products: draft.lines.flatMap(({ productCode }) => productCode ?? []),
      organizeCode: draft.organizeCode,
      day: draft.effectiveDate ?? draft.billDate,
    }),
  }),
  beforeSave(_ctx, draft, facts) {
    const places: Place[] = [];
    const seen = new Set<string>();
    const keyOf = keyIn(draft.organizeCode, facts);
    // Rows come from everybody's price to the organisation's own, the latest last: that one prices.
    const old = new Map((facts.rows.currentPrices ?? []).map((row) => [keyOf(row), row.price]));
    draft.lines.forEach((line, at) => {
      const key = keyOf(line);
      const price = line.newPrice as string | null;
      if (price !== null && compare(price, '0') < 0)
        places.push({ path: `lines.${at}.newPrice`, field: priceChange.lines.newPrice.label, reason: reasons.format });
      if (seen.has(key))
        places.push({
          path: `lines.${at}.productCode`,
          field: priceChange.lines.productCode.label,
          reason: reasons.taken,
        });
      seen.add(key);
      line.oldPrice = old.get(key) ?? null;
    });
    if (places.length > 0) throw invalidAt(places);
    return draft;
  },
  before: {
    audit(ctx, bill, facts) {
      refuseSelfAudit(ctx, bill, facts);
      refuseLadders(bill, facts);
    },
  },
  after: {
    audit(ctx, bill, facts) {
      const posting: Posting = {
        bill,
        products: bill.lines.map(({ productCode }) => productCode),
        defaultClass: defaultClassIn(bill.organizeCode, facts),
        ids: bill.lines.map(() => newId()),
      };
      ctx.later(newPrices(ctx, posting));
      ctx.later(pricesEnded(ctx, posting));
    },
  },
  approval: { glance: priceChangeGlances, facts: priceChangeFacts },
});

interface Posting {
  readonly bill: Change;
  readonly products: readonly string[];
  readonly defaultClass: string;
  /** Of the new prices, line by line. */
  readonly ids: readonly string[];
}

/**
 * New prices in the unit of the price they follow, and with its floor where none was typed. A price that begins later
 * goes on counting: the new one ends the day before. Both are looked up once for all lines: line by line, a new
 * tenant's first price list of 1,000 took seconds.
 */
function newPrices({ identity }: Command, { bill, products, defaultClass, ids }: Posting): Statement {
  return {
    text: `
      insert into app.sale_benchmarkprice (
        id, code, bill_date, bill_status, product_code, product_name, price_class_code, price_class_name, organize_code,
        organize_name, price, floor_price, unit_type, start_date, end_date, remark, audit_person_name, audit_date,
        audit_count, op_seq, creator_id, creator_name
      )
      select x.id, app.take_number('${benchmarkPrice.number.prefix}', $4::date, ${benchmarkPrice.number.digits}),
        $4::date, '1', l.product_code, l.product_name, l.price_class_code, l.price_class_name, $3,
        (select name from app.sys_organization where code = $3), l.new_price,
        case when l.floor_price is null then o.floor_price else l.floor_price end,
        case when o.unit_type is null then '0' else o.unit_type end, $4::date, n.day - 1, $7, $5, now(), 1, 1, $6, $5
      from unnest($2::uuid[], $8::uuid[]) as x(line_id, id)
      join app.sale_pricechange_line l on l.id = x.line_id
      left join (
        select distinct on (1, 2) b.product_code, coalesce(b.price_class_code, $9) as class, b.floor_price, b.unit_type
        from app.sale_benchmarkprice b
        where b.product_code = any($1::text[])
          and (b.organize_code is null or b.organize_code = $3)
          and ${counting}
          and ${inForce('$4')}
        order by 1, 2, b.organize_code nulls last, b.start_date desc, b.code
      ) o on o.product_code = l.product_code and o.class = coalesce(l.price_class_code, $9)
      left join (
        select b.product_code, coalesce(b.price_class_code, $9) as class, min(b.start_date) as day
        from app.sale_benchmarkprice b
        where b.product_code = any($1::text[])
          and b.organize_code is not distinct from $3
          and ${counting}
          and b.start_date > $4::date
        group by 1, 2
      ) n on n.product_code = l.product_code and n.class = coalesce(l.price_class_code, $9)
      order by l.line_no`,
    values: [
      products,
      bill.lines.map((line) => line.id),
      bill.organizeCode,
      bill.effectiveDate,
      identity.realName,
      identity.userId,
      bill.code,
      ids,
      defaultClass,
    ],
  };
}

/** What began before ends the day before; what would begin on the same day never counts. */
function pricesEnded({ identity }: Command, { bill, products, defaultClass, ids }: Posting): Statement {
  return {
    text: `
      update app.sale_benchmarkprice b
      set end_date = case when b.start_date < $4::date then $4::date - 1 else b.end_date end,
        status = case when b.start_date < $4::date then b.status else '0' end, row_version = b.row_version + 1,
        updater_name = $5, update_date = now()
      from unnest($1::text[], $2::text[]) as x(product_code, price_class_code)
      where b.product_code = x.product_code
        and coalesce(b.price_class_code, $6) = coalesce(x.price_class_code, $6)
        and b.organize_code is not distinct from $3
        and ${counting}
        and ${inForce('$4')}
        and b.id <> all($7::uuid[])`,
    values: [
      products,
      bill.lines.map(({ priceClassCode }) => priceClassCode),
      bill.organizeCode,
      bill.effectiveDate,
      identity.realName,
      defaultClass,
      ids,
    ],
  };
}

const defaultClassIn = (organizeCode: string | null, { rows: { params = [] } }: Facts<Named>): string =>
  paramIn(params, 'SD004', organizeCode);

interface Priced {
  readonly productCode: string;
  readonly priceClassCode: string | null;
}
/** What one price is for, inside an organisation: without a class it is of the default one. */
function keyIn(organizeCode: string | null, facts: Facts<Named>): (row: Priced) => string {
  const defaultClass = defaultClassIn(organizeCode, facts);
  return ({ productCode, priceClassCode }) => `${productCode}\n${priceClassCode ?? defaultClass}`;
}

/** Ladders on prices that these changes would end. */
const laddersOn = (ids: readonly string[]) =>
  statement(
    { id: 'uuid', productCode: 'text', priceClassCode: 'text?', code: 'text' },
    `
      select c.id, b.product_code, b.price_class_code, min(h.code) as code
      from app.sale_ladderprice_line t
      join app.sale_ladderprice h on h.id = t.parent_id
      join app.sale_benchmarkprice b on b.id::text = h.source_id
      join app.sale_pricechange c on c.id = any($1::uuid[])
      where t.product_code = any(array(
        select l.product_code
        from app.sale_pricechange_line l
        where l.parent_id = any($1::uuid[])
      ))
        and b.product_code = t.product_code
        and b.organize_code is not distinct from c.organize_code
        and ${counting}
        and ${inForce('c.effective_date')}
        and ${counts('h')}
        and h.end_date >= c.effective_date
      group by 1, 2, 3`,
    [ids],
  );

/**
 * Tiers are prices and not parts of one: dropped they would make large orders dearer, and kept the new price would
 * count for none. Whoever changes it says what becomes of them first.
 */
function refuseLadders(bill: Change, facts: Facts<Named>): void {
  const keyOf = keyIn(bill.organizeCode, facts);
  const own = new Set(bill.lines.map(keyOf));
  const hanging = facts.rows.ladders?.find((row) => row.id === bill.id && own.has(keyOf(row)));
  if (hanging !== undefined) throw ladderHangs({ code: hanging.productCode, ladder: hanging.code });
}
