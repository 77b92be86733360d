import { z } from 'zod';
import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, notFound, reasons, stateForbids, type Place } from '#platform/model/refusal.ts';
import { partAmount } from '#platform/model/share.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { linkDocuments, type Link } from '#platform/server/document/link.ts';
import { billsOf, headsOf } from '#platform/server/document/read.ts';
import { insertBill, statusLabel } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call } from '#platform/server/http/route.ts';
import { linkKinds, refreshInvoiced } from '#sales/server/order/order-progress.ts';
import { stockInout } from '#stock/model/inout.ts';
import { overRed } from '#stock/server/red/red-refusals.ts';
import { invoiceMaintain } from '#invoice/model/maintain/maintain.ts';
import { enterRed, redConfirmHours } from '#invoice/model/red/red-confirm.ts';
import { redOf, roomOf, type BlueLine, type RedAsked, type RedLine } from '#invoice/model/red/red-lines.ts';
import { redsFor, type BlueRoom, type RedTake } from '#invoice/model/red/red-sources.ts';
import { issueStatus } from '#invoice/model/value/choices.ts';
import { redNotWhole } from '#invoice/model/value/refusals.ts';
import { askConfirmation, handOverRed } from '#invoice/server/provider/red-hand-over.ts';
import { hasProvider } from '#invoice/server/provider/request.ts';
import { blueLinesIn, blueReads, reversedLink } from '#invoice/server/maintain/red-rows.ts';
import { redDraft } from './red-draft.ts';

import { cameBack, goodsOn, heldReturns, openOf, returnReads } from './returned-goods.ts';

type Invoice = LockedBill<typeof invoiceMaintain>;

export const redAsked = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(200),
  redReason: z.enum(['01', '02', '03', '04']),
  buyerUsedFlag: z.enum(['0', '1']).nullish(),
  redConfirmNo: z
    .string()
    .trim()
    .max(50)
    .regex(/^[^\u0000-\u001f\u007f]*$/)
    .nullish(),
  lines: z
    .array(
      z.strictObject({
        lineNo: z.int().min(1).max(9999),
        number: z.string().regex(/^\d{1,12}(\.\d{1,4})?$/),
      }),
    )
    .min(1)
    .max(2000)
    .nullish(),
});
type Asked = z.infer<typeof redAsked>;

export const redLabel: Label = ['红冲', '紅沖', 'red-reverse'];

/** 红冲: enters red confirmations of issued invoices, each with the red invoice that waits for it (C5). */
export function askRed(call: Call): Promise<{ readonly ids: readonly string[] }> {
  const named = checkedKeys(idsIn(call.body), 'id');
  const read = redAsked.safeParse(call.body);
  return command(
    call,
    async (ctx, { heads }) => {
      const blues = billsOf(heads, []);
      if (blues.length !== named.length) throw notFound();
      if (!read.success) throw malformed(read.error);
      // Lines are of one invoice; of several each is taken back whole.
      if (read.data.lines != null && blues.length > 1)
        throw invalidAt([{ path: 'lines', field: invoiceMaintain.lineLabel, reason: reasons.format }]);
      const ids: string[] = [];
      for (const blue of blues) ids.push(await reverse(ctx, blue, read.data));
      return { ids };
    },
    { reads: { heads: headsOf(invoiceMaintain, named, true) } },
  );
}

async function reverse(ctx: Command, blue: Invoice, asked: Asked): Promise<string> {
  refuseUnlessIssued(blue);
  const isByProvider = await hasProvider(ctx, blue);
  if (isByProvider) refuseTyped(asked);
  const { lines, taken } = await ctx.all(blueReads([blue.id]));
  const blueLines = blueLinesIn(blue.code, lines, taken);
  const wanted = wantedOf(asked, blueLines);
  const red = redOf(asked.redReason, blueLines, wanted);
  if ('error' in red) throw red.error === 'E-RED-WHOLE' ? redNotWhole() : overRed({ n: red.room });
  const id = newId();
  const taking = asked.redReason === '02' ? await takenBack(ctx, blue, blueLines, wanted) : nothingBack;
  writeRed(ctx, { id, blue, asked, red: red.lines, lines });
  linkDocuments(ctx, invoiceMaintain, [reversing(blue, id, red.total), ...taking.links(id)]);
  refreshInvoiced(ctx, taking.orderIds);
  if (isByProvider) await askConfirmation(ctx, id);
  else if (enterRed(asked.buyerUsedFlag === '1').status === '4') await handOverRed(ctx, id);
  return id;
}

const fromProvider: Label = [
  '由开票服务给出，不能录入',
  '由開票服務給出，不能錄入',
  'comes from the provider and is not entered',
];

/** Two numbers of one confirmation, or two answers of one buyer, would be two truths. */
function refuseTyped({ redConfirmNo, buyerUsedFlag }: Asked): void {
  const { redConfirmNo: number, buyerUsedFlag: used } = invoiceMaintain.head;
  if (redConfirmNo != null && redConfirmNo !== '')
    throw invalidAt([{ path: 'redConfirmNo', field: number.label, reason: fromProvider }]);
  if (buyerUsedFlag === '1') throw invalidAt([{ path: 'buyerUsedFlag', field: used.label, reason: fromProvider }]);
}

function malformed(error: z.ZodError): Error {
  const path = error.issues[0]?.path.join('.') ?? '';
  return invalidAt([{ path, field: redFields(path), reason: reasons.format }]);
}
const redFields = (path: string): Label =>
  path.startsWith('lines') ? invoiceMaintain.lines.number.label : invoiceMaintain.head.redReason.label;

function refuseUnlessIssued({ code, kind, billStatus, issueStatus: issue, invoiceNumber, invoiceDate }: Invoice): void {
  const isIssued = kind === '0' && issue === '1' && invoiceNumber !== null && invoiceDate !== null;
  if (billStatus === invoiceMaintain.states.audited.code && isIssued) return;
  const status = issue === '3' || issue === '5' ? labelOf(issue) : statusLabel(invoiceMaintain, billStatus);
  throw stateForbids({ code, status, verb: redLabel });
}
const labelOf = (issue: '3' | '5'): Label => [issueStatus[issue][0], issueStatus[issue][1], issueStatus[issue][2]];

const twice: Label = ['重复', '重複', 'is named twice'];
const whole: Label = ['没有数量，只能整行红冲', '沒有數量，只能整行紅沖', 'has no quantity: it is reversed whole'];
const ofServices: Label = [
  '有数量，服务中止只用于运费及服务',
  '有數量，服務中止只用於運費及服務',
  'is of goods: a stopped service is of freight and services only',
];

/** What is asked for, or all that is left; 03 is of freight and services alone (C5). */
function wantedOf(
  { redReason: reason, lines: asked }: Asked,
  lines: readonly BlueLine[],
): readonly RedAsked[] | undefined {
  const counted = new Set(lines.filter(({ number }) => number !== '').map(({ lineNo }) => lineNo));
  const field = invoiceMaintain.lines.number.label;
  const seen = new Set<number>();
  const named = asked ?? (reason === '03' ? lines.map(({ lineNo }) => ({ lineNo, number: '1' })) : []);
  const places = named.flatMap(({ lineNo, number }, at): Place[] => {
    const isTwice = seen.has(lineNo);
    seen.add(lineNo);
    const isPart = !counted.has(lineNo) && !isZero(number) && compare(number, '1') !== 0;
    const why = isTwice ? twice : reason === '03' && counted.has(lineNo) ? ofServices : isPart ? whole : null;
    return why === null ? [] : [{ path: `lines.${at}.number`, field, reason: why }];
  });
  if (places.length > 0) throw invalidAt(places);
  return asked ?? undefined;
}

interface TakenBack {
  readonly orderIds: readonly string[];
  readonly links: (redId: string) => readonly Link[];
}
const nothingBack: TakenBack = { orderIds: [], links: () => [] };

/**
 * Goods of a 02 came back: no more is taken off the paper than lies here, and each piece once. Freight and what was
 * written elsewhere have no goods behind them.
 */
async function takenBack(
  ctx: Command,
  { id }: Invoice,
  lines: readonly BlueLine[],
  asked: readonly RedAsked[] | undefined,
): Promise<TakenBack> {
  const goods = await ctx.rows(goodsOn(id));
  const orderIds = [...new Set(goods.map(({ orderId }) => orderId))];
  const byLine = Map.groupBy(goods, ({ lineNo }) => lineNo);
  await ctx.rows(heldReturns(orderIds));
  const rows = await ctx.all(
    returnReads(
      orderIds,
      goods.map(({ orderLineId }) => orderLineId),
    ),
  );
  const wanted = asked ?? lines.map((line) => ({ lineNo: line.lineNo, number: roomOf(line) }));
  const rooms = wanted.flatMap(({ lineNo, number }): BlueRoom[] => {
    const own = byLine.get(lineNo);
    if (own === undefined) return [];
    return [{ invoiceId: id, lineNo, room: number, orderLineIds: own.map(({ orderLineId }) => orderLineId) }];
  });
  const back = cameBack(rows);
  const takes = redsFor(back, openOf(rows), rooms);
  for (const { lineNo, room } of rooms) {
    const found = plus('0', ...takes.filter((take) => take.lineNo === lineNo).map(({ number }) => number));
    if (compare(found, room) < 0) throw overRed({ n: found });
  }
  return { orderIds, links: (redId) => linksOf(redId, takes, back) };
}

/** A line of what came back leads to the red invoice once, with all that it takes of it: negative, as it came back. */
function linksOf(redId: string, takes: readonly RedTake[], back: ReturnType<typeof cameBack>): readonly Link[] {
  return back.flatMap(({ source, movementId, number: left, whole: number, amount }): Link[] => {
    const taken = plus('0', ...takes.filter((take) => take.source === source).map((take) => take.number));
    if (isZero(taken)) return [];
    const before = minus(number, left);
    const start = { number: before, amount: partAmount({ amount, number }, { number: '0', amount: '0' }, before) };
    return [
      {
        kind: linkKinds.invoice,
        from: { type: stockInout.name, id: movementId, lineId: source },
        to: { id: redId, lineId: redId },
        number: negated(taken),
        amount: negated(partAmount({ amount, number }, start, taken)),
      },
    ];
  });
}

const reversing = ({ id }: Invoice, redId: string, total: string): Link => ({
  kind: reversedLink,
  from: { type: invoiceMaintain.name, id, lineId: id },
  to: { id: redId, lineId: redId },
  number: '1',
  amount: total,
});

interface Written {
  readonly id: string;
  readonly blue: Invoice;
  readonly asked: Asked;
  readonly red: readonly RedLine[];
  readonly lines: readonly Invoice['lines'][number][];
}

function writeRed(ctx: Command, { id, blue, asked, red, lines }: Written): void {
  const { redReason: reason, redConfirmNo = null } = asked;
  const buyerUsedFlag = asked.buyerUsedFlag ?? '0';
  const { status } = enterRed(buyerUsedFlag === '1');
  const said = { redReason: reason, buyerUsedFlag, redConfirmNo, redConfirmStatus: status };
  const draft = { ...redDraft(blue, red, lines, ctx.today), ...said };
  insertBill(
    invoiceMaintain,
    ctx,
    { id, status: invoiceMaintain.states.saved.code, draft },
    { operation: 'save', message: blue.code },
  );
  ctx.later({
    text: `
      update app.invoice_maintain
      set issue_status = case when id = $1 then '5' else issue_status end, red_reason = $3, buyer_used_flag = $4,
        red_confirm_no = $5, red_confirm_status = $6, red_confirm_stage = '0', red_confirm_msg = null,
        red_confirm_deadline = case when $6 = '2' then now() + $7 * interval '1 hour' end,
        row_version = row_version + 1, updater_name = $8, update_date = now()
      where id in ($1, $2)`,
    values: [blue.id, id, reason, buyerUsedFlag, redConfirmNo, status, redConfirmHours, ctx.identity.realName],
  });
  ctx.log({
    noun: invoiceMaintain.name,
    recordId: blue.id,
    recordCode: blue.code,
    operation: 'redreverse',
    changes: { issueStatus: ['1', '5'], redConfirmStatus: [blue.redConfirmStatus, status], redReason: [null, reason] },
  });
}
