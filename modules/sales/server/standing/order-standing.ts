import { compare, minus, plus } from '#platform/model/decimal.ts';
import type { Missing, NextDeed, WayOut } from '#platform/model/life.ts';
import type { Label } from '#platform/model/label.ts';
import { isOutside, permissionOf, verbPermission } from '#platform/model/permission.ts';
import { statement } from '#platform/server/db/statement.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { standingWith, type InnerStanding, type StandingFacts } from '#platform/server/document/standing-hooks.ts';
import { delivery } from '#sales/model/delivery.ts';
import { deliveryRelease } from '#sales/model/delivery-release.ts';
import { order } from '#sales/model/order/order.ts';
import { stockInout } from '#stock/model/inout.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { unchosenOf } from '#promotion/model/engine/unchosen.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { shortageText } from './shortage-text.ts';
import { deliverableOf, shortLines, type ShortLine } from '#sales/server/delivery/short-lines.ts';

/** Whoever may read deliveries reads those in his scope: a link to another's would lead to nothing. */
const readable = [`t.deleted_flag = '0' and t.cancel_flag = '0'`, ...scopeOf(delivery, null)].join(' and ');

/** Deliveries of an order that have not come to their end, and what of the order none of them has taken up. */
const progress = (id: string) =>
  statement(
    {
      remaining: 'decimal',
      pendingId: 'uuid?',
      pendingCode: 'text?',
      toSignId: 'uuid?',
      toSignCode: 'text?',
      outBy: 'text?',
      outAt: 'instant?',
      signedAt: 'instant?',
    },
    `
      select coalesce((
        select sum(greatest(0, l.number - coalesce(l.released_number, 0) - coalesce(l.closed_number, 0)))
        from app.order_order_line l
        where l.parent_id = o.id
      ), 0) as remaining,
        p.id as pending_id, p.code as pending_code, s.id as to_sign_id, s.code as to_sign_code,
        m.audit_person_name as out_by, m.audit_date as out_at, g.signed_at
      from app.order_order o
      left join lateral (
        select t.id, t.code
        from app.order_delivery t
        where t.order_code = o.code and t.bill_status <> '2' and ${readable}
        order by t.code
        limit 1
      ) p on true
      left join lateral (
        select t.id, t.code
        from app.order_delivery t
        where t.order_code = o.code
          and t.bill_status = '2'
          and t.release_status = '1'
          and t.receipt_status <> '1'
          and ${readable}
        order by t.code
        limit 1
      ) s on true
      left join lateral (
        select max(d.sign_date) as signed_at
        from app.order_delivery d
        where d.order_code = o.code and d.deleted_flag = '0'
      ) g on true
      left join lateral (
        select i.audit_person_name, i.audit_date
        from app.doc_link k
        join app.stock_inout i on i.id = k.to_id
        where k.from_id = o.id and k.kind = '${linkKinds.out}' and k.is_active
        order by i.audit_date desc
        limit 1
      ) m on true
      where o.id = $1`,
    [id],
  );

const reads = (id: string) => ({ short: shortLines([id]), progress: progress(id) });
type Named = ReturnType<typeof reads>;
type Facts = StandingFacts<typeof order, Named>;

const release = permissionOf(deliveryRelease, 'release');
const carryOut = verbPermission(stockInout, 'audit');

/** Once deliveries have taken up all of an order, it is the work of whoever moves them on. */
const permission = `
  case
    when t.bill_status = '1'
      and t.order_status = '1'
      and not exists (
        select from app.order_order_line l
        where l.parent_id = t.id and l.number > coalesce(l.released_number, 0) + coalesce(l.closed_number, 0)
      ) then (
        select case
          when bool_or(d.bill_status = '0') then '${verbPermission(delivery, 'audit')}'
          when bool_or(d.bill_status = '1' and d.release_status <> '1') then '${release}'
          else '${carryOut}'
        end
        from app.order_delivery d
        where d.order_code = t.code and d.deleted_flag = '0' and d.cancel_flag = '0' and d.bill_status <> '2'
      )
  end`;

/** Where an order stands: what is short of it, which delivery it waits for, who shipped it and when. */
export const orderStanding = standingWith<typeof order, Named>(order, {
  reads,
  permission,
  asks: [permissionOf(delivery, 'view')],
  tell: (standing, facts) => withUnchosen(withMissing(withDeliveries(withDeeds(standing, facts), facts), facts), facts),
});

function withDeeds(
  standing: InnerStanding,
  {
    bill,
    rows: {
      progress: [known],
    },
    identity,
  }: Facts,
): InnerStanding {
  const isStranger = isOutside(identity);
  const deeds: Readonly<Record<string, { readonly by: string | null; readonly at: string | null }>> = {
    ship: { by: isStranger ? null : (known?.outBy ?? null), at: known?.outAt ?? null },
    sign: { by: bill.customerName ?? null, at: known?.signedAt ?? null },
    finish: { by: null, at: known?.signedAt ?? null },
  };
  return {
    ...standing,
    steps: standing.steps.map((step) => (step.status === 'done' ? { ...step, ...deeds[step.key] } : step)),
  };
}

function withDeliveries(
  standing: InnerStanding,
  {
    rows: {
      progress: [known],
    },
    may,
    say,
  }: Facts,
): InnerStanding {
  const now = standing.steps.find(({ status }) => status === 'now')?.key;
  if (now !== 'ship' && now !== 'sign') return standing;
  if (now === 'ship' && compare(known?.remaining ?? '0', '0') > 0) return standing;
  const [id, code] = now === 'ship' ? [known?.pendingId, known?.pendingCode] : [known?.toSignId, known?.toSignCode];
  const next: NextDeed | null =
    id == null || code == null || !may(permissionOf(delivery, 'view'))
      ? null
      : {
          verb: 'open',
          label: say(now === 'ship' ? goOn : goSign, { code }),
          open: { type: delivery.name, id, code },
          reason: null,
        };
  const isMine = next !== null && now === 'sign' ? may(permissionOf(delivery, 'sign')) : next !== null;
  return {
    ...standing,
    next,
    holder: standing.holder === null ? null : { ...standing.holder, isMine },
  };
}

/** Whoever buys is told where his goods are, and not how many there are of others. */
function withMissing(standing: InnerStanding, facts: Facts): InnerStanding {
  const { rows, bill, identity, say } = facts;
  if (standing.isOver || identity.accountType === '1' || bill.billStatus === '4') return standing;
  const rest: WayOut[] = canDeliverRest(standing, facts)
    ? [{ label: say(deliverRest), isBest: true, verb: 'pushDownAvailable' }]
    : [];
  const short = rows.short.slice(0, mostTold).map((line, at) => shortage(line, say, at === 0 ? rest : []));
  return { ...standing, missing: [...standing.missing, ...short] };
}
/** Until the audit loses it, what was earned and not chosen is said (6.5); nobody is kept from auditing. */
function withUnchosen(standing: InnerStanding, { bill, say }: Facts): InnerStanding {
  const record = bill.promoTrace as PromotionRecord | null;
  if (record === null || standing.isOver || !beforeAudit.has(bill.billStatus)) return standing;
  const texts = new Set(
    unchosenOf(record.outcome).map(({ activity, rest }) =>
      say(rest === undefined ? unchosen : unchosenKept, { activity: record.names[activity] ?? activity }),
    ),
  );
  const told = [...texts].map((text): Missing => ({
    text,
    isBlocking: false,
    ways: [],
  }));
  return { ...standing, missing: [...standing.missing, ...told] };
}
const beforeAudit: ReadonlySet<string> = new Set([order.states.saved.code, order.states.inApproval.code]);
const unchosen: Label = [
  '「{activity}」的赠品或换购没选，审核后不再保留',
  '「{activity}」的贈品或換購沒選，審核後不再保留',
  'Goods of {activity} are not chosen; they are lost once the order is approved',
];
const unchosenKept: Label = [
  '「{activity}」的赠品或换购没选，审核后留给下一张订单',
  '「{activity}」的贈品或換購沒選，審核後留給下一張訂單',
  'Goods of {activity} are not chosen; they are kept for the next order once this one is approved',
];

/** Lines that are named: whoever is told of twenty has understood. */
const mostTold = 20;

/** Whoever makes the delivery may make it of what is there, as long as anything is. */
function canDeliverRest({ holder, next }: InnerStanding, { rows: { short, progress: found } }: Facts): boolean {
  if (next?.verb !== 'pushDown' || holder?.isMine !== true || short.length === 0) return false;
  const lacking = plus(...short.map((line) => minus(line.remaining, deliverableOf(line))));
  return compare(lacking, '0') > 0 && compare(found[0]?.remaining ?? '0', lacking) > 0;
}

function shortage(line: ShortLine, say: Facts['say'], ways: readonly WayOut[]): Missing {
  const { id, lineNo, productName, unit, storageName } = line;
  const named = { line: String(lineNo), product: productName ?? '', unit: unit ?? '', storage: storageName ?? '' };
  return {
    text: shortageText(say, shortText, line, named),
    isBlocking: false,
    ways: [{ label: say(toLine), lineId: id }, ...ways],
  };
}

const goOn: Label = ['去发货 {code}', '去發貨 {code}', 'Go to {code}'];
const goSign: Label = ['去签收 {code}', '去簽收 {code}', 'Sign {code}'];
const deliverRest: Label = ['先发其余', '先發其餘', 'Deliver the rest'];
const toLine: Label = ['定位到行', '定位到行', 'Go to line'];
const shortText: Label = [
  '第 {line} 行「{product}」要 {need} {unit}，{storage}可用 {free}，缺 {short}',
  '第 {line} 行「{product}」要 {need} {unit}，{storage}可用 {free}，缺 {short}',
  'Line {line} {product}: {need} {unit} needed, {free} available in {storage}, {short} short',
];
