import { negated, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import { notFound } from '#platform/model/refusal.ts';
import { isId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { billsOf, headsOf } from '#platform/server/document/read.ts';
import type { Call } from '#platform/server/http/route.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { redOf, roomOf } from '#invoice/model/red/red-lines.ts';
import { redsFor, takenLines, type RedTake } from '#invoice/model/red/red-sources.ts';
import { blueLinesIn, blueReads } from '#invoice/server/maintain/red-rows.ts';
import { providerIn, providerReads } from '#invoice/server/provider/request.ts';
import { cameBack, goodsOf, goodsOn, openOf, returnReads, roomsOf, type ReturnRows } from './returned-goods.ts';

/** Who is not let in hears that, and not that nothing has this id. */
async function idOf(call: Call, id: string | undefined): Promise<string> {
  if (id !== undefined && isId(id)) return id;
  await call.read({});
  throw notFound();
}

const proposedBy = (rows: ReturnRows): readonly RedTake[] => redsFor(cameBack(rows), openOf(rows), roomsOf(rows));

async function rowsFor(
  call: Call,
  goods: readonly { readonly orderId: string; readonly orderLineId: string }[],
): Promise<ReturnRows> {
  const { rows } = await call.read(
    returnReads(
      [...new Set(goods.map(({ orderId }) => orderId))],
      [...new Set(goods.map(({ orderLineId }) => orderLineId))],
    ),
  );
  return rows;
}

/** What of an invoice can be taken back, line by line, and what a return of its goods proposes (C1b). */
export async function readRed(call: Call): Promise<unknown> {
  const id = await idOf(call, call.params['id']);
  const { rows: found } = await call.read({
    heads: headsOf(invoiceMaintain, [id], false),
    ...blueReads([id]),
    goods: goodsOn(id),
    ...providerReads,
  });
  const { heads, lines, taken, goods } = found;
  const [blue] = billsOf(heads, []);
  if (blue === undefined) throw notFound();
  const rows = await rowsFor(call, goods);
  const takes = proposedBy(rows).filter(({ invoiceId }) => invoiceId === id);
  const proposed = new Map(takenLines(takes).map(({ lineNo, number }) => [lineNo, number]));
  const named = new Map(lines.map((line) => [line.lineNo, line]));
  const sources = new Set(takes.map(({ source }) => source));
  return {
    isByProvider: providerIn(found, blue) !== null,
    returns: [...new Set(rows.returns.filter(({ source }) => sources.has(source)).map(({ returnCode }) => returnCode))],
    lines: blueLinesIn(blue.code, lines, taken).map((line) => ({
      ...line,
      productName: named.get(line.lineNo)?.productName,
      unitName: named.get(line.lineNo)?.unitName,
      room: roomOf(line),
      proposed: proposed.get(line.lineNo) ?? null,
    })),
  };
}

const redsOf = (refundId: string) =>
  statement(
    {
      id: 'uuid',
      code: 'text',
      invoiceNumber: 'text?',
      totalAmount: 'decimal?',
      issueStatus: 'text',
      redConfirmStatus: 'text',
      redConfirmStage: 'text',
      redConfirmNo: 'text?',
      redConfirmMsg: 'text?',
      originalCode: 'text?',
      originalId: 'uuid?',
    },
    `
      select distinct r.id, r.code, r.invoice_number, r.total_amount, r.issue_status, r.red_confirm_status,
        r.red_confirm_stage, r.red_confirm_no, r.red_confirm_msg, r.original_code, h.id as original_id
      from app.doc_link b
      join app.doc_link k on k.tenant_code = b.tenant_code
        and k.from_id = b.to_id
        and k.from_line_id = b.to_line_id
        and k.kind = '${linkKinds.invoice}'
        and k.to_type = '${invoiceMaintain.name}'
        and k.is_active
      join app.invoice_maintain r on r.tenant_code = k.tenant_code and r.id = k.to_id
      left join app.invoice_maintain h on h.tenant_code = r.tenant_code and h.code = r.original_code
      where b.from_id = $1 and b.kind = '${linkKinds.inbound}' and b.is_active
      order by r.code`,
    [refundId],
  );

/** What a return proposes: which invoices, which lines, what amounts; and the reds that take its goods already. */
export async function readReds(call: Call): Promise<unknown> {
  const refundId = await idOf(call, call.query['refundId']);
  const {
    rows: { heads, goods, reds },
  } = await call.read({ heads: headsOf(refund, [refundId], false), goods: goodsOf(refundId), reds: redsOf(refundId) });
  if (heads.length === 0) throw notFound();
  const rows = await rowsFor(call, goods);
  const own = new Set(goods.map(({ source }) => source));
  const takes = Map.groupBy(
    proposedBy(rows).filter(({ source }) => own.has(source)),
    ({ invoiceId }) => invoiceId,
  );
  const ids = [...takes.keys()];
  const {
    rows: { lines, taken },
  } = await call.read(blueReads(ids));
  const proposed = ids.map((invoiceId) => {
    const blue = rows.blues.find((each) => each.invoiceId === invoiceId);
    const blueLines = blueLinesIn(
      blue?.code ?? '',
      lines.filter(({ parentId }) => parentId === invoiceId),
      taken,
    );
    const red = redOf('02', blueLines, takenLines(takes.get(invoiceId) ?? []));
    const amounts = 'error' in red ? [] : red.lines;
    return {
      invoiceId,
      code: blue?.code,
      invoiceNumber: blue?.invoiceNumber,
      issueStatus: blue?.issueStatus,
      totalAmount: 'error' in red ? '0' : red.total,
      lines: takenLines(takes.get(invoiceId) ?? []).map(({ lineNo, number }) => ({
        lineNo,
        number,
        productName: rows.blues.find((each) => each.invoiceId === invoiceId && each.lineNo === lineNo)?.productName,
        amount: cents(
          negated(plus('0', ...amounts.filter((line) => line.lineNo === lineNo).map(({ amount }) => amount))),
        ),
      })),
    };
  });
  return { proposed, reds };
}
