import { compare } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import type { Row, Statement } from '#platform/server/db/batch.ts';
import { newId } from '#platform/server/id.ts';
import { serveDocument } from '#platform/server/serve.ts';
import { benchmarkPrice } from '#sales/model/benchmark-price.ts';
import { priceChange } from '#sales/model/price-change.ts';
import { refuseSelfAudit, selfAuditRead } from '#system/server/self-audit.ts';

type Draft = DraftOf<typeof priceChange>;

const counting = `b.bill_status = '1' and b.status = '1' and b.deleted_flag = '0' and b.unit_type = '0'`;
const sameKey = `b.product_code = x.product_code and b.price_class_code is not distinct from x.price_class_code and b.organize_code is not distinct from $3`;

export const priceChangeService = serveDocument(priceChange, {
  reads: [selfAuditRead],
  saveReads: (draft) => [currentPrices(draft)],
  beforeSave(_ctx, draft, { extra }) {
    const places: Place[] = [];
    const seen = new Set<string>();
    const old = new Map((extra.at(-1) ?? []).map((row: Row) => [`${String(row['productCode'])}\n${String(row['priceClassCode'] ?? '')}`, String(row['price'])]));
    draft.lines.forEach((line, at) => {
      const key = `${line.productCode}\n${line.priceClassCode ?? ''}`;
      const price = line.newPrice as string | null;
      if (price !== null && compare(price, '0') < 0) places.push({ path: `lines.${at}.newPrice`, field: priceChange.lines.newPrice.label, reason: reasons.format });
      if (seen.has(key)) places.push({ path: `lines.${at}.productCode`, field: priceChange.lines.productCode.label, reason: reasons.taken });
      seen.add(key);
      line.oldPrice = old.get(key) ?? null;
    });
    if (places.length > 0) throw invalidAt(places);
    return draft;
  },
  before: { audit: refuseSelfAudit },
  after: {
    audit(ctx, { organizeCode, effectiveDate, lines, code }) {
      const products = lines.map(({ productCode }) => productCode);
      const classes = lines.map(({ priceClassCode }) => priceClassCode);
      const given = `unnest($1::text[], $2::text[]) as x(product_code, price_class_code)`;
      // What began before ends the day before; what would begin on the same day never counts.
      ctx.later({
        text: `update app.sale_benchmarkprice b set end_date = case when b.start_date < $4::date then $4::date - 1 else b.end_date end, status = case when b.start_date < $4::date then b.status else '0' end,
                 row_version = b.row_version + 1, updater_name = $5, update_date = now()
                 from ${given} where ${sameKey} and ${counting} and b.start_date <= $4::date and (b.end_date is null or b.end_date >= $4::date)`,
        values: [products, classes, organizeCode, effectiveDate, ctx.identity.realName],
      });
      // A price that begins later goes on counting: the new one ends the day before. Those are looked up once for all lines: line by line, a new tenant's first price list of 1,000 took seconds.
      ctx.later({
        text: `insert into app.sale_benchmarkprice (id, code, bill_date, bill_status, product_code, product_name, price_class_code, price_class_name, organize_code, organize_name, price, floor_price, start_date, end_date, remark,
                 audit_person_name, audit_date, audit_count, op_seq, creator_id, creator_name)
               select x.id, app.take_number('${benchmarkPrice.number.prefix}', $4::date, ${benchmarkPrice.number.digits}), $4::date, '1', l.product_code, l.product_name, l.price_class_code, l.price_class_name, $3, (select name from app.sys_organization where code = $3), l.new_price, l.floor_price, $4::date,
                 n.day - 1, $7, $5, now(), 1, 1, $6, $5
                 from unnest($2::uuid[], $8::uuid[]) as x(line_id, id) join app.sale_pricechange_line l on l.id = x.line_id
                 left join (select b.product_code, b.price_class_code, min(b.start_date) as day from app.sale_benchmarkprice b where b.product_code = any($1::text[]) and b.organize_code is not distinct from $3 and ${counting} and b.start_date > $4::date group by 1, 2) n
                   on n.product_code = l.product_code and n.price_class_code is not distinct from l.price_class_code
                order by l.line_no`,
        values: [products, lines.map((line) => line.id), organizeCode, effectiveDate, ctx.identity.realName, ctx.identity.userId, code, lines.map(() => newId())],
      });
    },
  },
});

const currentPrices = (draft: Draft): Statement => ({
  text: `select b.product_code, b.price_class_code, b.price from app.sale_benchmarkprice b where b.product_code = any($1::text[]) and b.organize_code is not distinct from $2 and ${counting}
           and b.start_date <= $3::date and (b.end_date is null or b.end_date >= $3::date) order by b.start_date, b.code`,
  values: [draft.lines.flatMap(({ productCode }) => productCode ?? []), draft.organizeCode, draft.effectiveDate ?? draft.billDate],
});
