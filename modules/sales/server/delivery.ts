import { compare, minus, plus } from '#platform/model/decimal.ts';
import {
  hasDownstream,
  invalidAt,
  notFound,
  reasons,
  refusal,
  stateForbids,
  type Place,
} from '#platform/model/refusal.ts';
import { command, todayIn, type Command } from '#platform/server/command.ts';
import type { Row, Statement } from '#platform/server/db/batch.ts';
import { linkDocuments, unlinkTo } from '#platform/server/document/link.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import { insertBill, statusLabel } from '#platform/server/document/save.ts';
import type { Draft } from '#platform/server/document/draft.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/id.ts';
import { serveDocument, type LockedBill } from '#platform/server/serve.ts';
import { delivery } from '#sales/model/delivery.ts';
import { order } from '#sales/model/order.ts';
import { paramIn, paramStatement } from '#system/server/param.ts';
import { refuseSelfAudit, selfAuditRead } from '#system/server/self-audit.ts';
import { payersOf, refuseUnpaid } from './cash-before-delivery.ts';
import { linkKinds, movementsHeld, refreshOrders, refreshReleased } from './order-progress.ts';
import { redCodesIn, redOfDeliveries } from './sale-out-red.ts';

export const overRelease = refusal('E-OVER-DELIVERY', 20215, [
  '产品【{code}】发货数量超过订单剩余数量{n}',
  '產品【{code}】發貨數量超過訂單剩餘數量{n}',
  '{code}: delivery exceeds the {n} left on the order',
]);
export const alreadyReleased = refusal('E-RELEASED', 20216, [
  '发货单【{code}】已放行，不能{verb}',
  '發貨單【{code}】已放行，不能{verb}',
  'Delivery {code} is released; cannot {verb}',
]);

type Delivery = LockedBill<typeof delivery>;

/**
 * An order's lines as a delivery sees them; the order is held until the command ends, so that two deliveries cannot
 * take up the same piece.
 */
const orderOf = (code: string): readonly Statement[] => [
  {
    text: `
      select id, code, bill_status, organize_code, organize_name, customer_code, customer_name, storage_code
      from app.order_order
      where code = $1
      for update`,
    values: [code],
  },
  {
    text: `
      select l.id, l.product_code, l.line_type, l.number, l.released_number, l.closed_number,
        coalesce(l.out_storage_code, o.storage_code) as storage_code
      from app.order_order o
      join app.order_order_line l on l.tenant_code = o.tenant_code and l.parent_id = o.id
      where o.code = $1`,
    values: [code],
  },
];

export const deliveryService = serveDocument(delivery, {
  reads: [selfAuditRead],
  saveReads: ({ orderCode }) => orderOf(orderCode),
  beforeSave(_ctx, draft, { extra: [, heads = [], lines = []] }, previous) {
    const [head] = heads;
    if (head === undefined || head['billStatus'] !== order.states.audited.code)
      throw invalidAt([{ path: 'orderCode', field: delivery.head.orderCode.label, reason: reasons.notChosen }]);
    if (previous !== null && previous.orderCode !== draft.orderCode)
      throw invalidAt([{ path: 'orderCode', field: delivery.head.orderCode.label, reason: reasons.notChosen }]);
    draft.organizeCode = String(head['organizeCode']);
    draft.organizeName = String(head['organizeName']);
    draft.customerCode = String(head['customerCode']);
    draft.customerName = String(head['customerName']);
    const ordered = new Map(lines.map((line) => [String(line['id']), line]));
    const held = new Map((previous?.lines ?? []).map((line) => [line.orderLineId ?? '', line.number]));
    const places: Place[] = [];
    const used = new Set<string>();
    draft.lines.forEach((line, i) => {
      // Typed by hand a line says only what it is of: the first line of the order with that product is meant.
      const source =
        ordered.get(line.orderLineId ?? '') ??
        lines.find((each) => each['productCode'] === line.productCode && !used.has(String(each['id'])));
      if (source === undefined || source['productCode'] !== line.productCode || used.has(String(source['id']))) {
        places.push({
          path: `lines.${i}.productCode`,
          field: delivery.lines.productCode.label,
          reason: reasons.notChosen,
        });
        return;
      }
      if (compare(line.number, '0') <= 0) {
        places.push({ path: `lines.${i}.number`, field: delivery.lines.number.label, reason: reasons.format });
        return;
      }
      if (source['storageCode'] !== draft.storageCode) {
        places.push({
          path: `lines.${i}.productCode`,
          field: delivery.head.storageCode.label,
          reason: reasons.notChosen,
        });
        return;
      }
      used.add(String(source['id']));
      line.orderLineId = String(source['id']);
      line.lineType = source['lineType'] as typeof line.lineType;
      const left = plus(remainingOf(source), held.get(line.orderLineId));
      if (compare(line.number, left) > 0) throw overRelease({ code: line.productCode, n: left });
    });
    if (places.length > 0) throw invalidAt(places);
    draft.totalNumber = plus(...draft.lines.map((line) => line.number));
    return draft;
  },
  async afterSave(ctx, bill) {
    const [head] = await ctx.rows({ text: 'select id from app.order_order where code = $1', values: [bill.orderCode] });
    unlinkTo(ctx, [bill.id], linkKinds.release);
    takeUp(
      ctx,
      String(head?.['id']),
      bill.id,
      bill.lines.map((line) => ({ id: line.id, orderLineId: line.orderLineId ?? '', number: line.number })),
    );
  },
  async afterDelete(ctx, ids) {
    await giveBack(ctx, ids);
  },
  before: {
    audit: refuseSelfAudit,
    unaudit(_ctx, bill) {
      if (bill.confirmFlag === '1') throw alreadyReleased({ code: bill.code, verb: delivery.verbs.unaudit.label });
    },
    close(_ctx, bill) {
      if (bill.confirmFlag === '1') throw alreadyReleased({ code: bill.code, verb: delivery.verbs.close.label });
    },
    // What has left the house is not opened again: its movement is unaudited instead.
    unclose(_ctx, bill) {
      if (bill.confirmFlag === '1') throw alreadyReleased({ code: bill.code, verb: delivery.verbs.unclose.label });
    },
  },
  after: {
    async close(ctx, bill) {
      await giveBack(ctx, [bill.id]);
    },
    async cancel(ctx, bill) {
      await giveBack(ctx, [bill.id]);
    },
    async unclose(ctx, bill) {
      const [[head] = [], lines = []] = await ctx.all(orderOf(bill.orderCode));
      if (head?.['billStatus'] !== order.states.audited.code)
        throw stateForbids({
          code: bill.orderCode,
          status: statusLabel(order, head?.['billStatus']),
          verb: delivery.verbs.unclose.label,
        });
      // Audited anew the order may be for other goods, or for another customer.
      const isSame = head['customerCode'] === bill.customerCode && head['organizeCode'] === bill.organizeCode;
      const ordered = new Map(
        lines
          .filter((line) => isSame && line['storageCode'] === bill.storageCode)
          .map((line) => [`${String(line['id'])} ${String(line['productCode'])}`, line]),
      );
      for (const line of bill.lines) {
        const source = ordered.get(`${line.orderLineId ?? ''} ${line.productCode}`);
        const left = source === undefined ? '0' : remainingOf(source);
        if (compare(line.number, left) > 0) throw overRelease({ code: line.productCode, n: left });
      }
      takeUp(
        ctx,
        String(head['id']),
        bill.id,
        bill.lines.map((line) => ({ id: line.id, orderLineId: line.orderLineId ?? '', number: line.number })),
      );
    },
  },
  sets: { unaudit: () => ({ releaseStatus: '0' }) },
});

export const remainingOf = (line: Row): string =>
  minus(String(line['number']), plus(String(line['releasedNumber'] ?? '0'), String(line['closedNumber'] ?? '0')));

function takeUp(
  ctx: Command,
  orderId: string,
  deliveryId: string,
  lines: readonly { readonly id: string; readonly orderLineId: string; readonly number: string }[],
): void {
  linkDocuments(
    ctx,
    delivery,
    lines.map((line) => ({
      kind: linkKinds.release,
      from: { type: order.name, id: orderId, lineId: line.orderLineId },
      to: { id: deliveryId, lineId: line.id },
      number: line.number,
      amount: '0',
    })),
  );
  refreshReleased(ctx, [orderId]);
}

/** What a delivery no longer takes is the order's again. */
async function giveBack(ctx: Command, ids: readonly string[]): Promise<void> {
  const rows = await ctx.rows(ordersHeld(ids));
  unlinkTo(ctx, ids, linkKinds.release);
  refreshReleased(
    ctx,
    rows.map((row) => String(row['id'])),
  );
}

/** 下推: what is left of audited orders becomes deliveries, one for each warehouse that an order names. */
async function pushDown(call: Call): Promise<{ ids: string[] }> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, [heads = [], lines = [], params = [], payers = []]) => {
      const bills = billsOf(heads, lines);
      if (bills.length !== ids.length) throw notFound();
      const made: string[] = [];
      for (const bill of bills) {
        if (bill['billStatus'] !== order.states.audited.code)
          throw stateForbids({
            code: String(bill['code']),
            status: statusLabel(order, bill['billStatus']),
            verb: pushLabel,
          });
        const open = (bill['lines'] as Row[]).filter((line) => compare(remainingOf(line), '0') > 0);
        if (open.length === 0) throw nothingLeft({ code: String(bill['code']) });
        refuseUnpaid(
          payers.find((row) => row['orderCode'] === bill['code']),
          params,
        );
        for (const [storageCode, group] of Map.groupBy(open, (line) =>
          String(line['outStorageCode'] ?? bill['storageCode']),
        ))
          made.push(deliveryOf(ctx, bill, storageCode, group));
      }
      return { ids: made };
    },
    {
      reads: [headsOf(order, ids, true), linesOf(order, ids), paramStatement(['SD017']), payersOf('$1::uuid[]', [ids])],
    },
  );
}

const pushLabel = ['下推发货', '下推發貨', 'make deliveries'] as const;
export const nothingLeft = refusal('E-NOTHING-LEFT', 20217, [
  '订单【{code}】没有可发货的数量',
  '訂單【{code}】沒有可發貨的數量',
  'Nothing of order {code} is left to deliver',
]);

function deliveryOf(ctx: Command, bill: Row, storageCode: string, lines: readonly Row[]): string {
  const id = newId();
  const storageName = String(
    lines.find((line) => line['outStorageCode'] === storageCode)?.['outStorageName'] ??
      bill['storageName'] ??
      storageCode,
  );
  const copied = (row: Row, ...keys: string[]): Record<string, unknown> =>
    Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));
  const drafted = lines.map((line, i) => ({
    ...copied(line, 'productCode', 'productName', 'lineType', 'spec', 'model', 'mainUnitName', 'rate'),
    id: newId(),
    lineNo: i + 1,
    orderLineId: String(line['id']),
    number: remainingOf(line),
    outNumber: '0',
    signedNumber: '0',
    shortNumber: '0',
    remark: null,
  }));
  const draft: Draft = {
    ...copied(
      bill,
      'organizeCode',
      'organizeName',
      'customerCode',
      'customerName',
      'shippingMode',
      'consignee',
      'phone',
      'address',
    ),
    orderCode: bill['code'],
    orderName: bill['code'],
    storageCode,
    storageName,
    billDate: todayIn('Asia/Shanghai'),
    receiptStatus: '0',
    releaseStatus: '0',
    pushStatus: '0',
    confirmFlag: '0',
    totalNumber: plus(...drafted.map(({ number }) => number)),
    lines: drafted,
  };
  insertBill(
    delivery,
    ctx,
    { id, status: delivery.states.saved.code, draft },
    { operation: 'save', message: String(bill['code']) },
  );
  takeUp(ctx, String(bill['id']), id, drafted);
  return id;
}

export const overSigned = refusal('E-SIGN-OVER', 20212, [
  '签收数量超过出库数量{n}',
  '簽收數量超過出庫數量{n}',
  'Signed quantity exceeds the outbound quantity {n}',
]);
export const tooLateToUnsign = refusal('E-UNSIGN', 20218, [
  '签收已超过{days}天，不能撤销',
  '簽收已超過{days}天，不能撤銷',
  'Signed more than {days} days ago; cannot be taken back',
]);

interface Signed {
  readonly id: string;
  readonly lines: ReadonlyMap<string, string> | null;
}

/**
 * `[{ id, lines: [{ id, signedNumber }] }]`, `{ items: [...] }` or bare ids: whatever is not said was received whole.
 */
function signedIn(body: unknown): readonly Signed[] {
  const items = Array.isArray(body)
    ? body
    : typeof body === 'object' && body !== null
      ? ((body as { items?: unknown; ids?: unknown }).items ?? (body as { ids?: unknown }).ids)
      : [];
  return (Array.isArray(items) ? items : []).slice(0, 500).map((item: unknown): Signed => {
    if (typeof item !== 'object' || item === null) return { id: String(item), lines: null };
    const { id, lines } = item as { id?: unknown; lines?: unknown };
    return {
      id: String(id),
      lines: Array.isArray(lines)
        ? new Map(
            lines.map((line: unknown) => [
              String((line as { id?: unknown } | null)?.id),
              String((line as { signedNumber?: unknown } | null)?.signedNumber),
            ]),
          )
        : null,
    };
  });
}

/**
 * The customer has the goods. What he did not get is short: the order is complete all the same, and the shortage is a
 * matter for a return.
 */
function sign(call: Call): Promise<null> {
  const wanted = signedIn(call.body);
  const ids = checkedKeys(
    wanted.map(({ id }) => id),
    'id',
  );
  return command(
    call,
    async (ctx, [, heads = [], lines = [], orders = []]) => {
      const bills = billsOf(heads, lines) as unknown as Delivery[];
      if (bills.length !== ids.length) throw notFound();
      for (const bill of bills) {
        if (!isSignable(bill))
          throw stateForbids({ code: bill.code, status: statusLabel(delivery, bill.billStatus), verb: signLabel });
        signOne(ctx, bill, wanted.find(({ id }) => id === bill.id)?.lines ?? null);
      }
      refreshOrders(
        ctx,
        orders.map((row) => String(row['id'])),
      );
      return null;
    },
    { reads: [movementsHeld(ids), headsOf(delivery, ids, true), linesOf(delivery, ids), ordersHeld(ids)] },
  );
}

/** All of each, by nobody in particular; whatever was signed meanwhile is left alone. */
export async function signWhole(ctx: Command, ids: readonly string[]): Promise<void> {
  const [heads = [], lines = [], orders = []] = await ctx.all([
    headsOf(delivery, ids, true),
    linesOf(delivery, ids),
    ordersHeld(ids),
  ]);
  for (const bill of (billsOf(heads, lines) as unknown as Delivery[]).filter(isSignable)) signOne(ctx, bill, null);
  refreshOrders(
    ctx,
    orders.map((row) => String(row['id'])),
  );
}

const isSignable = (bill: Delivery): boolean =>
  bill.receiptStatus !== '1' &&
  bill.billStatus === delivery.states.closed.code &&
  bill.lines.some((line) => compare(line.outNumber ?? '0', '0') > 0);

function signOne(ctx: Command, bill: Delivery, said: Signed['lines']): void {
  const signed = bill.lines.map((line) => {
    const out = line.outNumber ?? '0';
    const number = said?.get(line.id) ?? out;
    if (!/^\d{1,12}(\.\d{1,4})?$/.test(number))
      throw invalidAt([{ path: 'signedNumber', field: delivery.lines.signedNumber.label, reason: reasons.format }]);
    if (compare(number, out) > 0) throw overSigned({ n: out });
    return { ...line, signed: number, short: minus(out, number) };
  });
  count(ctx, signed, 1);
  ctx.later({
    text: `
      update app.order_delivery
      set receipt_status = '1', sign_date = now(), row_version = row_version + 1, updater_name = $2, update_date = now()
      where id = $1`,
    values: [bill.id, ctx.identity.realName],
  });
  markMovement(ctx, bill.id, '1');
  ctx.log({ noun: delivery.name, recordId: bill.id, recordCode: bill.code, operation: 'sign' });
}

const signLabel = ['签收', '簽收', 'sign'] as const;
const unsignLabel = ['撤销签收', '撤銷簽收', 'take back the signature'] as const;

function unsign(call: Call): Promise<null> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  return command(
    call,
    async (ctx, [, heads = [], lines = [], orders = [], params = [], reds = []]) => {
      const bills = billsOf(heads, lines) as unknown as Delivery[];
      if (bills.length !== ids.length) throw notFound();
      for (const bill of bills) {
        if (bill.receiptStatus !== '1')
          throw stateForbids({ code: bill.code, status: statusLabel(delivery, bill.billStatus), verb: unsignLabel });
        const red = redCodesIn(reds, bill.id);
        if (red !== '') throw hasDownstream({ codes: red, verb: unsignLabel });
        const days = paramIn(params, 'SD028', bill.organizeCode);
        if (Date.now() - Date.parse(bill.signDate ?? '') > Number.parseInt(days, 10) * 86_400_000)
          throw tooLateToUnsign({ days });
        count(
          ctx,
          bill.lines.map((line) => ({ ...line, signed: line.signedNumber ?? '0', short: line.shortNumber ?? '0' })),
          -1,
        );
        ctx.later({
          text: `
            update app.order_delivery
            set receipt_status = '0', sign_date = null, row_version = row_version + 1, updater_name = $2,
              update_date = now()
            where id = $1`,
          values: [bill.id, ctx.identity.realName],
        });
        markMovement(ctx, bill.id, '0');
        ctx.log({ noun: delivery.name, recordId: bill.id, recordCode: bill.code, operation: 'unsign' });
      }
      refreshOrders(
        ctx,
        orders.map((row) => String(row['id'])),
      );
      return null;
    },
    {
      reads: [
        movementsHeld(ids),
        headsOf(delivery, ids, true),
        linesOf(delivery, ids),
        ordersHeld(ids),
        paramStatement(['SD028']),
        redOfDeliveries(ids),
      ],
    },
  );
}

/** Signed and short numbers of delivery and order, up or down. */
function count(
  ctx: Command,
  lines: readonly {
    readonly id: string;
    readonly orderLineId: string | null;
    readonly signed: string;
    readonly short: string;
  }[],
  way: 1 | -1,
): void {
  ctx.later({
    text: `
      with told as (
        select *
        from unnest($1::uuid[], $2::uuid[], $3::numeric[], $4::numeric[]) as t(id, order_line_id, signed, short)
      ),
      ordered as (
        update app.order_order_line l
        set signed_number = coalesce(l.signed_number, 0) + $5::integer * t.signed,
          short_number = coalesce(l.short_number, 0) + $5::integer * t.short
        from told t
        where l.id = t.order_line_id
      )
      update app.order_delivery_line l
      set signed_number = coalesce(l.signed_number, 0) + $5::integer * t.signed,
        short_number = coalesce(l.short_number, 0) + $5::integer * t.short
      from told t
      where l.id = t.id`,
    values: [
      lines.map(({ id }) => id),
      lines.map(({ orderLineId }) => orderLineId),
      lines.map(({ signed }) => signed),
      lines.map(({ short }) => short),
      way,
    ],
  });
}

const markMovement = (ctx: Command, deliveryId: string, status: '0' | '1'): void => {
  ctx.later({
    text: `
      update app.stock_inout
      set receipt_status = $2
      where id = any(array(
        select to_id
        from app.doc_link
        where kind = '${linkKinds.ship}' and is_active and from_id = $1
      ))`,
    values: [deliveryId, status],
  });
};

/** Movement, delivery, order: whoever needs several of them holds them in this order, before their lines. */
const ordersHeld = (deliveryIds: readonly string[]): Statement => ({
  text: `
    select id
    from app.order_order
    where code = any(array(select order_code from app.order_delivery where id = any($1::uuid[])))
    order by id
    for update`,
  values: [deliveryIds],
});

export const deliveryRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${order.path}/pushDown`,
    permission: [`${delivery.name}:save`],
    effect: 'command',
    marks: { 'body[]': order.name },
    summary: 'Order: make deliveries of what is left',
    handle: pushDown,
  },
  {
    method: 'PUT',
    path: `${delivery.path}/sign`,
    permission: [`${delivery.name}:sign`],
    effect: 'command',
    marks: { 'body[]': delivery.name },
    summary: 'Delivery: sign (ids, or items with signed numbers per line)',
    handle: sign,
  },
  {
    method: 'PUT',
    path: `${delivery.path}/unsign`,
    permission: [`${delivery.name}:sign`],
    effect: 'command',
    marks: { 'body[]': delivery.name },
    summary: 'Delivery: take the signature back',
    handle: unsign,
  },
];
