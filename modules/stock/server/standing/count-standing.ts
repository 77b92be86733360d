import { plus } from '#platform/model/decimal.ts';
import type { Missing, WayOut } from '#platform/model/life.ts';
import type { Label } from '#platform/model/label.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { standingWith } from '#platform/server/document/standing-hooks.ts';
import { stockCount } from '#stock/model/count.ts';

/** Goods of which less is left than is promised, with each document that they are promised to. */
const affected = {
  code: 'text',
  name: 'text',
  unit: 'text?',
  onHand: 'decimal',
  promised: 'decimal',
  docType: 'text?',
  docId: 'uuid?',
  docCode: 'text?',
  isReadable: 'boolean',
} as const;
type Affected = RowOf<typeof affected>;

/**
 * Deficits of a count that take goods which somebody was promised: before its approval as they would be, afterwards as
 * long as they are short. A blind count has no differences before it is approved, so it tells nothing.
 */
const affectedBy = (id: string) =>
  statement(
    affected,
    `
      with missing as (
        select l.line_no, l.product_code as code, coalesce(l.product_name, l.product_code) as name,
          l.main_unit_name as unit, c.storage_code,
          case when c.bill_status in ('0', '4') then l.difference_number else 0 end as pending
        from app.stock_inventory c
        join app.stock_inventory_line l on l.tenant_code = c.tenant_code and l.parent_id = c.id
        where c.id = $1 and c.cancel_flag = '0' and l.difference_number < 0
      ),
      short as (
        select s.line_no, s.code, s.name, s.unit, b.id as balance_id, b.on_hand + s.pending as on_hand,
          b.occupied + b.frozen as promised
        from missing s
        join app.data_depot d on d.code = s.storage_code
        join app.stock_balance b on b.stock_organize_code = coalesce(d.stock_organize_code, d.organize_code)
          and b.storage_code = s.storage_code
          and b.material_code = s.code
        where b.on_hand + s.pending < b.occupied + b.frozen
        order by s.line_no
        limit 20
      )
      select s.code, s.name, s.unit, s.on_hand, s.promised, e.doc_type, e.doc_id, e.doc_code,
        coalesce(sec.may(e.doc_type || ':view'), false) as is_readable
      from short s
      left join lateral (
        select distinct h.doc_id
        from app.stock_hold h
        where h.balance_id = s.balance_id and h.occupied > 0
      ) h on true
      left join lateral (
        select x.doc_type, x.doc_id, x.doc_code
        from app.stock_entry x
        where x.doc_id = h.doc_id
        limit 1
      ) e on true
      order by s.line_no, e.doc_code
      limit 500`,
    [id],
  );

/** Where a count stands: whom its deficits leave short. It may be approved all the same (domain §3.5). */
export const countStanding = standingWith(stockCount, {
  reads: (id) => ({ affected: affectedBy(id) }),
  tell(standing, { rows, say }) {
    const told = [...Map.groupBy(rows.affected, ({ code }) => code).values()].map((own): Missing => ({
      text: say(leftShort, {
        product: own[0]?.name ?? '',
        unit: own[0]?.unit ?? '',
        left: plus(own[0]?.onHand),
        promised: plus(own[0]?.promised),
        codes: codesOf(own),
      }),
      isBlocking: false,
      ways: own
        .filter(({ isReadable }) => isReadable)
        .slice(0, mostNamed)
        .flatMap(wayTo),
    }));
    return { ...standing, missing: [...standing.missing, ...told] };
  },
});

/** Whoever is told of three orders calls the first. */
const mostNamed = 3;

function codesOf(rows: readonly Affected[]): string {
  const codes = rows.flatMap(({ docCode }) => docCode ?? []);
  return [
    codes.slice(0, mostNamed).join('、'),
    ...(codes.length > mostNamed ? [`+${codes.length - mostNamed}`] : []),
  ].join(' ');
}

const wayTo = ({ docType, docId, docCode }: Affected): WayOut[] =>
  docType === null || docId === null ? [] : [{ label: docCode ?? '', open: { type: docType, id: docId } }];

const leftShort: Label = [
  '「{product}」盘亏后剩 {left} {unit}，已占用 {promised} {unit}，受影响：{codes}',
  '「{product}」盤虧後剩 {left} {unit}，已佔用 {promised} {unit}，受影響：{codes}',
  '{product}: {left} {unit} left after the count, {promised} {unit} promised; affected: {codes}',
];
