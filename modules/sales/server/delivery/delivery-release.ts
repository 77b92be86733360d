import { round, times } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import type { Draft } from '#platform/server/document/draft.ts';
import { linkDocuments, unlinkTo } from '#platform/server/document/link.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { dropBills, insertBill, statusLabel } from '#platform/server/document/save.ts';
import { performWithin } from '#platform/server/document/verb.ts';
import { askedOf, type Asked } from '#platform/server/list/filter.ts';
import { pageOf, planList, type ListPlan } from '#platform/server/list/list.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId, newId } from '#platform/server/db/id.ts';
import type { DocumentHooks, LockedBill } from '#platform/server/document/serve.ts';
import { reportExporter } from '#platform/server/export/plan.ts';
import { exporterRoutes } from '#platform/server/export/routes.ts';
import { asSold } from '#data/model/goods/combination.ts';
import { delivery, withDriver } from '#sales/model/delivery.ts';
import { deliveryRelease } from '#sales/model/delivery-release.ts';
import { stockInout } from '#stock/model/inout.ts';
import { inoutServiceWith } from '#stock/server/inout.ts';
import { paramIn, paramStatement, type ParamRow } from '#system/server/setting/param.ts';
import { payersOf, refuseUnpaid, type Payer } from './cash-before-delivery.ts';
import { alreadyReleased } from './delivery.ts';
import { linkKinds, movementsHeld } from '#sales/server/order/order-progress.ts';
import { coverExchanges, exchangesOf } from '#sales/server/refund/exchange-release.ts';
import { refuseStopped } from '#sales/server/order/stopped-customer.ts';
import { saleOut, unreleaseLabel } from './sale-out.ts';
import { movementDraft } from '#stock/server/movement-draft.ts';

type Delivery = LockedBill<typeof delivery>;
type DeliveryHead = Omit<Delivery, 'lines'>;

/** 放行: the gate lets a delivery out, and the warehouse gets the movement that it will carry out. */
function release(call: Call): Promise<{ ids: string[] }> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, rows) => {
      const made = letOut(ctx, ids, rows);
      await coverExchanges(ctx, ids, rows.exchanges);
      const atOnce = [...made].filter(
        ([, { organizeCode }]) =>
          paramIn(rows.params, 'ST010', organizeCode) === '1' && paramIn(rows.params, 'ST014', organizeCode) !== '1',
      );
      await carryOut(ctx, new Map(atOnce));
      return { ids: [...made.keys()] };
    },
    {
      reads: releaseReads(ids),
    },
  );
}

/** Lets deliveries out; answers the movement of each. */
export function letOut(
  ctx: Command,
  ids: readonly string[],
  { heads, lines, params, payers, prices, goods }: RowsOf<ReturnType<typeof releaseReads>>,
): ReadonlyMap<string, Delivery> {
  const bills = billsOf(heads, lines);
  if (bills.length !== ids.length) throw notFound();
  const made = new Map<string, Delivery>();
  // What stands on the picking list for whoever scans.
  const barcodes = new Map(goods.map(({ code, barcode }) => [code, barcode]));
  for (const bill of bills) {
    refuseUnfit(bill, payers, params);
    made.set(movementOf(ctx, bill, new Map(prices.map((line) => [line.id, line])), barcodes), bill);
    mark(ctx, bill, 'release', { confirmFlag: '1', releaseStatus: '1', isStamped: true });
  }
  return made;
}

const delivered = 'select x.product_code from app.order_delivery_line x where x.parent_id = any($1::uuid[])';
export const releaseReads = (ids: readonly string[]) => ({
  heads: headsOf(delivery, ids, true),
  lines: linesOf(delivery, ids),
  params: paramStatement(['SD017', 'ST010', 'ST014']),
  exchanges: exchangesOf(ids),
  payers: payersOf(
    `
      array(
        select o.id
        from app.order_order o
        where o.code = any(array(select d.order_code from app.order_delivery d where d.id = any($1::uuid[])))
      )`,
    [ids],
  ),
  prices: statement(
    { id: 'uuid', price: 'decimal?', components: 'json?' },
    `
      select l.id, l.price, l.components
      from app.order_order_line l
      where l.id = any(array(
        select x.order_line_id::uuid
        from app.order_delivery_line x
        where x.parent_id = any($1::uuid[])
      ))`,
    [ids],
  ),
  goods: statement(
    { code: 'text', barcode: 'text?' },
    `select m.code, m.barcode from app.data_material m where m.code = any(array(${delivered}))`,
    [ids],
  ),
});

/** The gate lets nothing out that is not waiting, has no driver where one is needed, or is not paid for. */
function refuseUnfit(bill: Delivery, payers: readonly Payer[], params: readonly ParamRow[]): void {
  refuseUnlessWaiting(bill, releaseLabel);
  if (withDriver.has(bill.shippingMode ?? ''))
    for (const key of ['carCode', 'driverCode'] as const)
      if (bill[key] === null)
        throw invalidAt([{ path: key, field: delivery.head[key].label, reason: reasons.required }]);
  const payer = payers.find(({ orderCode }) => orderCode === bill.orderCode);
  refuseStopped(bill.customerCode, payer?.customerStatus, releaseLabel);
  refuseUnpaid(payer, params);
}

/**
 * Where nobody at the gate waits for the warehouse, the goods have left with the release (ST010); what is to be scanned
 * waits all the same (ST014). The movement counts as written by whoever wrote the delivery: releasing is auditing it.
 */
export async function carryOut(ctx: Command, made: ReadonlyMap<string, Delivery>): Promise<void> {
  const ids = [...made.keys()];
  if (ids.length === 0) return;
  const audit: NonNullable<DocumentHooks['before']>[string] = (inner, bill, facts) =>
    movements.before?.['audit']?.(inner, { ...bill, creatorId: made.get(bill.id)?.creatorId ?? bill.creatorId }, facts);
  await performWithin(ctx, {
    document: stockInout,
    hooks: { ...movements, before: { ...movements.before, audit } },
    verb: 'audit',
    ids,
  });
}
const movements = inoutServiceWith([saleOut]).document ?? {};

/**
 * A movement of goods with the lines of the delivery, waiting to be carried out. Its prices are the order's; its costs
 * are taken when the goods leave.
 */
function movementOf(
  ctx: Command,
  bill: Delivery,
  ordered: ReadonlyMap<string, { readonly price: string | null; readonly components: unknown }>,
  barcodes: ReadonlyMap<string, string | null>,
): string {
  const id = newId();
  const lines = bill.lines.map((line, i) =>
    movedLineOf(line, i, {
      price: ordered.get(line.orderLineId ?? '')?.price ?? '0',
      components: asSold(ordered.get(line.orderLineId ?? '')?.components),
      barcode: barcodes.get(line.productCode) ?? null,
    }),
  );
  insertBill(
    stockInout,
    ctx,
    { id, status: stockInout.states.saved.code, draft: goodsOut(bill, lines, ctx.today) },
    { operation: 'save', message: bill.code },
  );
  // Whoever lets goods out may carry them out, too: the movement counts as written by whoever wrote the delivery.
  ctx.later({
    text: 'update app.stock_inout set creator_id = $2, creator_name = $3 where id = $1',
    values: [id, bill.creatorId, bill.creatorName],
  });
  linkDocuments(
    ctx,
    stockInout,
    bill.lines.map((line, i) => ({
      kind: linkKinds.ship,
      from: { type: delivery.name, id: bill.id, lineId: line.id },
      to: { id, lineId: lines[i]?.id ?? '' },
      number: line.number,
      amount: lines[i]?.amount ?? '0',
    })),
  );
  return id;
}

const movedLineOf = (
  { productCode, productName, spec, model, mainUnitName, number, storeNumber, rate }: Delivery['lines'][number],
  i: number,
  {
    price,
    barcode,
    components,
  }: { readonly price: string; readonly barcode: string | null; readonly components: unknown },
) => ({
  id: newId(),
  lineNo: i + 1,
  productCode,
  productName,
  spec,
  model,
  mainUnitName,
  barcode,
  number,
  storeNumber,
  rate,
  price,
  amount: round(times(price, number), 2),
  pickedNumber: '0',
  components,
  remark: null,
});

const goodsOut = (bill: Delivery, lines: ReturnType<typeof movedLineOf>[], today: string): Draft => {
  const { organizeCode, organizeName, storageCode, storageName, customerCode, customerName } = bill;
  const head = { organizeCode, organizeName, storageCode, storageName, customerCode, customerName };
  return movementDraft({ ...head, moveType: '4', sourceCode: bill.code, billDate: today }, lines);
};

/** The delivery comes back from the gate as long as nothing has left. */
function unrelease(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, { movements, heads, voided }) => {
      if (heads.length !== ids.length) throw notFound();
      const over = new Set(voided.map(({ id }) => id));
      for (const bill of heads) {
        if (bill.confirmFlag !== '1')
          throw stateForbids({ code: bill.code, status: statusLabel(delivery, bill.billStatus), verb: unreleaseLabel });
        const own = movements.filter(({ fromId }) => fromId === bill.id);
        const done = own.find(({ id, billStatus }) => billStatus !== stockInout.states.saved.code && !over.has(id));
        if (done !== undefined)
          throw stateForbids({
            code: done.code,
            status: statusLabel(stockInout, done.billStatus),
            verb: unreleaseLabel,
          });
        const made = own.map(({ id }) => id);
        dropBills(
          ctx,
          stockInout,
          made.filter((id) => !over.has(id)),
        );
        unlinkTo(ctx, made, linkKinds.ship);
        mark(ctx, bill, 'unrelease', { confirmFlag: '0', releaseStatus: '0', isStamped: false });
      }
      return null;
    },
    { reads: { movements: movementsHeld(ids), heads: headsOf(delivery, ids, true), voided: voidedOf(ids) } },
  );
}

/**
 * Movements that somebody voided when that was still allowed: nothing will leave with them, and they stay as what they
 * are.
 */
const voidedOf = (ids: readonly string[]) =>
  statement(
    { id: 'uuid' },
    `
      select m.id
      from app.stock_inout m
      where m.cancel_flag = '1'
        and m.id = any(array(
          select k.to_id
          from app.doc_link k
          where k.kind = '${linkKinds.ship}' and k.is_active and k.from_id = any($1::uuid[])
        ))`,
    [ids],
  );

/** Back to sales, with the reason. */
function refuse(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  const message =
    typeof call.body === 'object' &&
    call.body !== null &&
    'operateMsg' in call.body &&
    typeof call.body.operateMsg === 'string'
      ? call.body.operateMsg.slice(0, 500).trim()
      : '';
  return command(
    call,
    async (ctx, { heads }) => {
      if (message === '')
        throw invalidAt([
          { path: 'operateMsg', field: ['驳回原因', '駁回原因', 'Reject reason'], reason: reasons.required },
        ]);
      if (heads.length !== ids.length) throw notFound();
      for (const bill of heads) {
        refuseUnlessWaiting(bill, refuseLabel);
        mark(ctx, bill, 'refuse', { confirmFlag: '0', releaseStatus: '2', isStamped: false }, message);
      }
      return null;
    },
    { reads: { heads: headsOf(delivery, ids, true) } },
  );
}

/** Only what sales has audited and the gate has not let out waits at the gate. */
function refuseUnlessWaiting(bill: DeliveryHead, verb: Label): void {
  if (bill.confirmFlag === '1') throw alreadyReleased({ code: bill.code, verb });
  if (bill.billStatus !== delivery.states.audited.code)
    throw stateForbids({ code: bill.code, status: statusLabel(delivery, bill.billStatus), verb });
}

const releaseLabel = ['放行', '放行', 'release'] as const;
const refuseLabel = ['驳回', '駁回', 'reject'] as const;

function mark(
  ctx: Command,
  bill: DeliveryHead,
  operation: string,
  {
    confirmFlag,
    releaseStatus,
    isStamped,
  }: { readonly confirmFlag: string; readonly releaseStatus: string; readonly isStamped: boolean },
  message?: string,
): void {
  ctx.later({
    text: `
      update app.order_delivery
      set confirm_flag = $2, release_status = $3, release_date = case when $4::boolean then now() end,
        releaser_name = case when $4::boolean then $5 end, row_version = row_version + 1, updater_name = $5,
        update_date = now()
      where id = $1`,
    values: [bill.id, confirmFlag, releaseStatus, isStamped, ctx.identity.realName],
  });
  ctx.log({
    noun: delivery.name,
    recordId: bill.id,
    recordCode: bill.code,
    operation,
    ...(message === undefined || message === '' ? {} : { message }),
  });
}

/**
 * The gate's columns beside the delivery's: its number is also that of its release, and the car is told by its plate.
 */
function gateRows(asked: Asked, isWhole: boolean): ListPlan {
  const { deliveryCode, ...search } = asked;
  const wanted = {
    ...search,
    ...(typeof deliveryCode === 'string' && deliveryCode !== '' ? { code: deliveryCode } : {}),
    ...(isWhole ? { limit: '-1' } : {}),
  };
  const plan = planList(delivery, wanted, { wide: true, whole: isWhole });
  return {
    ...plan,
    rows: {
      text: `
        select y.*, y.code as delivery_code, y.code as delivery_name,
          (select c.plate_number from app.data_car c where c.code = y.car_code) as plate_number
        from (${plan.rows.text}) y`,
      values: plan.rows.values,
    },
  };
}

async function readPage(call: Call): Promise<unknown> {
  const plan = gateRows(askedOf(call), false);
  const {
    rows: { rows, counted },
  } = await call.read({ rows: plan.rows, counted: plan.count });
  return pageOf(plan, rows, counted[0]?.total ?? 0);
}

/** The goods as whoever releases them reads them: what, how many, how many are there; a delivery knows no prices. */
async function readOne(call: Call): Promise<unknown> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  const {
    rows: { heads, lines, goods, made },
  } = await call.read({
    heads: headsOf(delivery, [id], false),
    lines: linesOf(delivery, [id]),
    goods: goodsOf(id),
    made: movementsOf(id),
  });
  const [bill] = billsOf(heads, lines);
  if (bill === undefined) throw notFound();
  const known = new Map(goods.map((each) => [each.lineId, each]));
  return {
    ...bill,
    deliveryCode: bill.code,
    deliveryName: bill.code,
    lines: bill.lines.map((line) => ({
      ...line,
      barcode: known.get(line.id)?.barcode ?? null,
      onHand: known.get(line.id)?.onHand ?? '0',
    })),
    movements: made,
  };
}

const goodsOf = (id: string) =>
  statement(
    { lineId: 'uuid', barcode: 'text?', onHand: 'decimal?' },
    `
      select l.id as line_id, m.barcode, b.on_hand
      from app.order_delivery d
      join app.order_delivery_line l on l.parent_id = d.id
      join app.data_material m on m.code = l.product_code
      left join app.data_depot x on x.code = d.storage_code
      left join lateral (
        select sum(s.on_hand - s.frozen) as on_hand
        from app.stock_balance s
        where s.stock_organize_code = coalesce(x.stock_organize_code, x.organize_code)
          and s.storage_code = d.storage_code
          and s.material_code = l.product_code
      ) b on true
      where d.id = $1`,
    [id],
  );

/** What the release made: picked and carried out by the same people. */
const movementsOf = (id: string) =>
  statement(
    { id: 'uuid', code: 'text', billStatus: 'text', moveType: 'text', redFlag: 'text', pickedFlag: 'text' },
    `
      select m.id, m.code, m.bill_status, m.move_type, m.red_flag, m.picked_flag
      from app.stock_inout m
      where m.deleted_flag = '0'
        and m.cancel_flag = '0'
        and m.id = any(array(
          select k.to_id
          from app.doc_link k
          where k.kind = '${linkKinds.ship}' and k.is_active and k.from_id = $1
        ))
      order by m.code`,
    [id],
  );

const may = (action: string): readonly string[] => [permissionOf(deliveryRelease, action)];
const list = {
  path: `${deliveryRelease.path}/page`,
  permission: may('page'),
  effect: 'none',
  summary: 'Delivery release: page',
  handle: readPage,
} as const;
const gate = {
  method: 'PUT',
  permission: may('release'),
  effect: 'command',
  marks: { 'body[]': delivery.name },
} as const;

export const releaseExporter = reportExporter(deliveryRelease, (asked) => gateRows(asked, true).rows);

export const releaseRoutes: readonly Route[] = [
  { method: 'GET', ...list },
  { method: 'POST', ...list },
  ...exporterRoutes(releaseExporter, { path: `${deliveryRelease.path}/export` }),
  {
    method: 'GET',
    path: `${deliveryRelease.path}/:id`,
    permission: may('view'),
    effect: 'none',
    marks: { 'params.id': delivery.name },
    summary: 'Delivery release: one with lines',
    handle: readOne,
  },
  { ...gate, path: `${deliveryRelease.path}/release`, summary: 'Delivery release: let it out', handle: release },
  { ...gate, path: `${deliveryRelease.path}/unrelease`, summary: 'Delivery release: take it back', handle: unrelease },
  { ...gate, path: `${deliveryRelease.path}/refuse`, summary: 'Delivery release: back to sales', handle: refuse },
];
