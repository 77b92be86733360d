import { compare } from '#platform/model/decimal.ts';
import type { Missing, NextDeed } from '#platform/model/life.ts';
import type { Label } from '#platform/model/label.ts';
import { isOutside, permissionOf, verbPermission } from '#platform/model/permission.ts';
import { statement } from '#platform/server/db/statement.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { standingWith, type InnerStanding, type StandingFacts } from '#platform/server/document/standing-hooks.ts';
import { delivery, withDriver } from '#sales/model/delivery.ts';
import { deliveryRelease } from '#sales/model/delivery-release.ts';
import { cashBeforeDelivery } from '#funds/server/capital.ts';
import { stockInout } from '#stock/model/inout.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { shortGoods } from '#sales/server/delivery/short-lines.ts';
import { shortageText } from './shortage-text.ts';
import { payersOf } from '#sales/server/delivery/cash-before-delivery.ts';

/** Whoever may read movements reads those in his scope: a link to another's would lead to nothing. */
const inScope = ['true', ...scopeOf(stockInout, null)].join(' and ');

const reads = (id: string) => ({
  movement: statement(
    {
      id: 'uuid',
      code: 'text',
      billStatus: 'text',
      auditPersonName: 'text?',
      auditDate: 'instant?',
      isReadable: 'boolean',
    },
    `
      select t.id, t.code, t.bill_status, t.audit_person_name, t.audit_date, coalesce(${inScope}, false) as is_readable
      from app.doc_link k
      join app.stock_inout t on t.id = k.to_id
      where k.from_id = $1
        and k.kind = '${linkKinds.ship}'
        and k.is_active
        and t.deleted_flag = '0'
        and t.cancel_flag = '0'
      order by t.code desc
      limit 1`,
    [id],
  ),
  short: shortGoods(id),
  gateParams: paramStatement(['SD017']),
  payers: payersOf(
    `
      array(
        select o.id
        from app.order_order o
        where o.code = (select d.order_code from app.order_delivery d where d.id = $1)
      )`,
    [id],
  ),
});
type Named = ReturnType<typeof reads>;
type Facts = StandingFacts<typeof delivery, Named>;

const carryOut = verbPermission(stockInout, 'audit');
const release = permissionOf(deliveryRelease, 'release');

/** Where a delivery stands: what the gate still asks for, and which movement carries its goods out. */
export const deliveryStanding = standingWith<typeof delivery, Named>(delivery, {
  reads,
  asks: [permissionOf(stockInout, 'view'), carryOut, release],
  tell: (standing, facts) => withShortage(withGate(withMovement(withShipping(standing, facts), facts), facts), facts),
});

/** Whoever may audit it, let it out and carry it out does all three at once. */
function withShipping(standing: InnerStanding, { may, say }: Facts): InnerStanding {
  const now = standing.steps.find(({ status }) => status === 'now')?.key;
  const canShip = may(release) && may(carryOut) && may(verbPermission(delivery, 'audit'));
  if ((now !== 'audit' && now !== 'release') || !canShip) return standing;
  return {
    ...standing,
    next: { verb: 'ship', label: say(shipNow), reason: null },
    holder: standing.holder === null ? null : { ...standing.holder, isMine: true },
  };
}

function withMovement(
  standing: InnerStanding,
  {
    bill,
    rows: {
      movement: [moved],
    },
    may,
    say,
    identity,
  }: Facts,
): InnerStanding {
  const isStranger = isOutside(identity);
  const steps = standing.steps.map((step) => {
    if (step.status !== 'done') return step;
    if (step.key === 'out')
      return { ...step, by: isStranger ? null : (moved?.auditPersonName ?? null), at: moved?.auditDate ?? null };
    return step.key === 'sign' ? { ...step, by: bill.customerName ?? null } : step;
  });
  if (steps.find(({ status }) => status === 'now')?.key !== 'out' || moved === undefined) return { ...standing, steps };
  const next: NextDeed | null =
    moved.isReadable && may(permissionOf(stockInout, 'view'))
      ? {
          verb: 'open',
          label: say(goOut, { code: moved.code }),
          open: { type: stockInout.name, id: moved.id, code: moved.code },
          reason: null,
        }
      : null;
  return {
    ...standing,
    steps,
    next,
    holder: standing.holder === null ? null : { ...standing.holder, isMine: next !== null && may(carryOut) },
  };
}

/** What the gate asks for before it lets anything out: a car and a driver, and that it is paid for. */
function withGate(
  standing: InnerStanding,
  { bill, rows: { payers, gateParams }, say, identity }: Facts,
): InnerStanding {
  const now = standing.steps.find(({ status }) => status === 'now' || status === 'refused')?.key;
  if ((now !== 'audit' && now !== 'release') || identity.accountType === '1') return standing;
  const missing: Missing[] = [];
  if (withDriver.has(bill.shippingMode ?? '') && (bill.carCode === null || bill.driverCode === null))
    missing.push({ text: say(noDriver), isBlocking: true, ways: [] });
  const [payer] = payers;
  if (
    payer?.receiveType === cashBeforeDelivery &&
    paramIn(gateParams, 'SD017', payer.organizeCode) === '1' &&
    compare(payer.onCredit, '0') > 0
  )
    missing.push({ text: say(unpaid, { amount: payer.onCredit }), isBlocking: true, ways: [] });
  const [first] = missing;
  return {
    ...standing,
    missing: [...standing.missing, ...missing],
    next:
      standing.next === null || first === undefined || standing.next.verb === 'audit'
        ? standing.next
        : { ...standing.next, reason: first.text },
  };
}

/** What does not lie there cannot leave; whoever buys is not told how much there is. */
function withShortage(standing: InnerStanding, { rows: { short }, say, identity }: Facts): InnerStanding {
  if (standing.isOver || isOutside(identity)) return standing;
  const told = short.map((goods): Missing => {
    const { productName, unit, storageName } = goods;
    const named = { product: productName, unit: unit ?? '', storage: storageName };
    return { text: shortageText(say, notThere, goods, named), isBlocking: false, ways: [] };
  });
  return { ...standing, missing: [...standing.missing, ...told] };
}

const notThere: Label = [
  '「{product}」要发 {need} {unit}，{storage}现存 {free}，缺 {short}',
  '「{product}」要發 {need} {unit}，{storage}現存 {free}，缺 {short}',
  '{product}: {need} {unit} to ship, {free} on hand in {storage}, {short} short',
];
const shipNow: Label = ['发货出库', '發貨出庫', 'Ship now'];
const goOut: Label = ['去出库 {code}', '去出庫 {code}', 'Go to {code}'];
const noDriver: Label = [
  '整车和自有车配送要有车辆和司机',
  '整車和自有車配送要有車輛和司機',
  'A full truck or own fleet needs a car and a driver',
];
const unpaid: Label = [
  '客户款到发货，还有 {amount} 元未付',
  '客戶款到發貨，還有 {amount} 元未付',
  'The customer pays before delivery: {amount} is not paid',
];
