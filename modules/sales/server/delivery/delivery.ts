import { compare, minus, plus } from '#platform/model/decimal.ts';
import { invalidAt, reasons, refusal, stateForbids, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { giftFirst, giftRooms } from '#sales/server/promotion/gift-rooms.ts';
import { linkDocuments, unlinkTo } from '#platform/server/document/link.ts';
import { statusLabel } from '#platform/server/document/save.ts';
import { serveDocument } from '#platform/server/document/serve.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { delivery } from '#sales/model/delivery.ts';
import { order } from '#sales/model/order/order.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { linkKinds, ordersHeld, refreshReleased } from '#sales/server/order/order-progress.ts';

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

/**
 * An order's lines as a delivery sees them, each with a number as soon as the order is audited; the order is held until
 * the command ends, so that two deliveries cannot take up the same piece.
 */
const orderOf = (code: string) => ({
  orderHeads: statement(
    {
      id: 'uuid',
      code: 'text',
      billStatus: 'text',
      organizeCode: 'text',
      organizeName: 'text?',
      customerCode: 'text',
      customerName: 'text?',
      storageCode: 'text?',
      promoTrace: 'json?',
      mayGiveFirst: 'boolean',
    },
    `
      select id, code, bill_status, organize_code, organize_name, customer_code, customer_name, storage_code,
        promo_trace, sec.may('${permissionOf(order, 'giftFirst')}') as may_give_first
      from app.order_order
      where code = $1
      for update`,
    [code],
  ),
  orderLines: statement(
    {
      id: 'uuid',
      lineNo: 'integer',
      productCode: 'text?',
      lineType: 'text',
      ruleNo: 'integer?',
      policyCode: 'text?',
      number: 'decimal',
      releasedNumber: 'decimal?',
      closedNumber: 'decimal?',
      storageCode: 'text?',
    },
    `
      select l.id, l.line_no, l.product_code, l.line_type, l.rule_no, l.policy_code, l.number, l.released_number,
        l.closed_number, coalesce(l.out_storage_code, o.storage_code) as storage_code
      from app.order_order o
      join app.order_order_line l on l.tenant_code = o.tenant_code and l.parent_id = o.id
      where o.code = $1`,
    [code],
  ),
});

type OrderLine = RowsOf<ReturnType<typeof orderOf>>['orderLines'][number];
type Named = typeof selfAuditReads & ReturnType<typeof orderOf>;

export const deliveryService = serveDocument<typeof delivery, Named>(delivery, {
  reads: selfAuditReads,
  saveReads: ({ orderCode }) => orderOf(orderCode),
  beforeSave(_ctx, draft, facts, previous) {
    const { orderHeads = [], orderLines: lines = [] } = facts.rows;
    refuseLineDecimals(delivery, draft.lines, facts);
    const [head] = orderHeads;
    if (head === undefined || head.billStatus !== order.states.audited.code)
      throw invalidAt([{ path: 'orderCode', field: delivery.head.orderCode.label, reason: reasons.notChosen }]);
    if (previous !== null && previous.orderCode !== draft.orderCode)
      throw invalidAt([{ path: 'orderCode', field: delivery.head.orderCode.label, reason: reasons.notChosen }]);
    draft.organizeCode = head.organizeCode;
    draft.organizeName = head.organizeName;
    draft.customerCode = head.customerCode;
    draft.customerName = head.customerName;
    const ordered = new Map(lines.map((line) => [line.id, line]));
    const held = new Map((previous?.lines ?? []).map((line) => [line.orderLineId ?? '', line.number]));
    const places: Place[] = [];
    const used = new Set<string>();
    draft.lines.forEach((line, i) => {
      // Typed by hand a line says only what it is of: the first line of the order with that product is meant.
      const source =
        ordered.get(line.orderLineId ?? '') ??
        lines.find((each) => each.productCode === line.productCode && !used.has(each.id));
      if (source === undefined || source.productCode !== line.productCode || used.has(source.id)) {
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
      if (source.storageCode !== draft.storageCode) {
        places.push({
          path: `lines.${i}.productCode`,
          field: delivery.head.storageCode.label,
          reason: reasons.notChosen,
        });
        return;
      }
      used.add(source.id);
      line.orderLineId = source.id;
      line.lineType = source.lineType as typeof line.lineType;
      const left = plus(remainingOf(source), held.get(source.id));
      if (compare(line.number, left) > 0) throw overRelease({ code: line.productCode, n: left });
    });
    if (places.length > 0) throw invalidAt(places);
    if (!head.mayGiveFirst) refuseGiftsAhead(draft.lines, head.promoTrace, lines, held);
    draft.totalNumber = plus(...draft.lines.map((line) => line.number));
    return draft;
  },
  async afterSave(ctx, bill) {
    const [head] = await ctx.rows(
      statement({ id: 'uuid' }, 'select id from app.order_order where code = $1', [bill.orderCode]),
    );
    unlinkTo(ctx, [bill.id], linkKinds.release);
    takeUp(
      ctx,
      head?.id ?? '',
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
      const {
        orderHeads: [head],
        orderLines: lines,
      } = await ctx.all(orderOf(bill.orderCode));
      if (head?.billStatus !== order.states.audited.code)
        throw stateForbids({
          code: bill.orderCode,
          status: statusLabel(order, head?.billStatus),
          verb: delivery.verbs.unclose.label,
        });
      // Audited anew the order may be for other goods, or for another customer.
      const isSame = head.customerCode === bill.customerCode && head.organizeCode === bill.organizeCode;
      const ordered = new Map(
        lines
          .filter((line) => isSame && line.storageCode === bill.storageCode)
          .map((line) => [`${line.id} ${line.productCode ?? ''}`, line]),
      );
      for (const line of bill.lines) {
        const source = ordered.get(`${line.orderLineId ?? ''} ${line.productCode}`);
        const left = source === undefined ? '0' : remainingOf(source);
        if (compare(line.number, left) > 0) throw overRelease({ code: line.productCode, n: left });
      }
      takeUp(
        ctx,
        head.id,
        bill.id,
        bill.lines.map((line) => ({ id: line.id, orderLineId: line.orderLineId ?? '', number: line.number })),
      );
    },
  },
  sets: { unaudit: () => ({ releaseStatus: '0' }) },
});

/** Gifts of a delivery leave with the goods that earned them; fewer may, and are caught up later (B10). */
function refuseGiftsAhead(
  drafted: readonly { readonly orderLineId: string | null; readonly number: string }[],
  promoTrace: unknown,
  ordered: readonly OrderLine[],
  held: ReadonlyMap<string, string>,
): void {
  const taken = new Map(drafted.map((line) => [line.orderLineId ?? '', line.number]));
  const others = ordered.map((line) => ({
    ...line,
    releasedNumber: minus(line.releasedNumber ?? '0', held.get(line.id) ?? '0'),
  }));
  const rooms = giftRooms(promoTrace, others, (line) => plus(line.releasedNumber, taken.get(line.id)));
  for (const { orderLineId, number } of drafted) {
    const room = rooms.get(orderLineId ?? '');
    if (room !== undefined && compare(number, room) > 0) throw giftFirst({ n: room });
  }
}

interface Countable {
  readonly number: string;
  readonly releasedNumber: string | null;
  readonly closedNumber: string | null;
}
export const remainingOf = ({ number, releasedNumber, closedNumber }: Countable): string =>
  minus(number, plus(releasedNumber ?? '0', closedNumber ?? '0'));

/** What a delivery takes up of an order is the order's no more. */
export function takeUp(
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
    rows.map(({ id }) => id),
  );
}
