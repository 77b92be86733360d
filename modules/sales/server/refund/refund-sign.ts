import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import { hasDownstream } from '#platform/model/refusal.ts';
import { fill, textOf, type Label } from '#platform/model/label.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { unlinkTo } from '#platform/server/document/link.ts';
import { dropBills, insertBill } from '#platform/server/document/save.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import type { delivery } from '#sales/model/delivery.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { linkKinds } from '#sales/server/order/order-progress.ts';
import { sendMessage } from '#system/server/message/message.ts';
import { paramStatement } from '#system/server/setting/param.ts';
import { keepAsked, soldIn, soldReads, type OpenRefund } from './refund-order.ts';
import { completeRefund, refundParams, returnHouses, shortIn } from './refund-save.ts';

type Delivery = LockedBill<typeof delivery>;

/** A line of a delivery that was not signed for whole: what never arrived, and what arrived and was refused. */
export interface Unsigned {
  readonly line: Delivery['lines'][number];
  readonly short: string;
  readonly refused: string;
}

/**
 * What a signature leaves over comes back by a return that makes itself. What did not arrive is our loss and keeps the
 * customer's promotions; what he refused he gave back (B5, B5a). Refused whole it waits for its approval, else a clerk
 * looks at it first.
 */
export async function returnUnsigned(
  ctx: Command,
  bill: Delivery,
  { orderId, unsigned, isRefusedWhole }: UnsignedDelivery,
): Promise<void> {
  const lines = backLines(unsigned);
  if (lines.length === 0) return;
  const { houses, params, ...rows } = await ctx.all({
    ...soldReads([orderId]),
    houses: returnHouses(orderId),
    params: paramStatement([...refundParams]),
  });
  const sold = soldIn(rows, orderId);
  if (sold === undefined) return;
  const id = newId();
  const draft = completeRefund(
    { ...blankRefund(ctx, bill), lines },
    {
      sold,
      houses,
      params,
      mayBeShort: shortIn(lines),
      transit: [],
      isMade: true,
    },
  );
  const isWhole = isRefusedWhole && draft.storageCode !== null;
  const status = isWhole ? refund.states.saved : refund.states.stashed;
  insertBill(refund, ctx, { id, status: status.code, draft }, { operation: 'save', message: bill.code });
  keepAsked(ctx, { id, lines: draft.lines }, orderId);
  tellClerk(ctx, bill, { id, number: plus(...lines.map(({ number }) => number)) });
}

/** A line may be short and refused: each part is a line of its own. */
const backLines = (unsigned: readonly Unsigned[]) =>
  unsigned
    .flatMap(({ line, short, refused }) => [
      { line, number: short, shortFlag: '1' as const },
      { line, number: refused, shortFlag: '0' as const },
    ])
    .filter(({ number }) => compare(number, '0') > 0)
    .map(({ line: { orderLineId, productCode, productName, spec, mainUnitName }, number, shortFlag }, i) => ({
      id: newId(),
      lineNo: i + 1,
      orderLineId,
      direction: '-1' as const,
      productCode,
      productName,
      spec,
      mainUnitName,
      number,
      price: '0',
      amount: '0',
      shortFlag,
      lossFlag: '0' as const,
      receivedNumber: '0',
      missing: null,
      ruleNo: null,
      remark: null,
    }));

interface UnsignedDelivery {
  readonly orderId: string;
  readonly unsigned: readonly Unsigned[];
  readonly isRefusedWhole: boolean;
}

const blankRefund = (ctx: Command, bill: Delivery) => ({
  billDate: ctx.today,
  organizeCode: bill.organizeCode,
  organizeName: bill.organizeName,
  orderCode: bill.orderCode,
  orderName: null,
  customerCode: bill.customerCode,
  customerName: bill.customerName,
  orderType: '2' as const,
  returnReason: '0' as const,
  storageCode: null,
  storageName: null,
  accountCode: null,
  accountName: null,
  deliveryCode: bill.code,
  totalNumber: '0',
  totalAmount: '0',
  clawbackAmount: '0',
  receiptStatus: '0' as const,
  pushStatus: '0' as const,
  newAmount: '0',
  newOrderCode: null,
  exchange: null,
  estimate: null,
  receipts: null,
  attachments: null,
  remark: null,
});

/** Whoever wrote the delivery hears that not all of it was signed for; whoever signs it himself knows. */
function tellClerk(
  ctx: Command,
  bill: Delivery,
  { id, number }: { readonly id: string; readonly number: string },
): void {
  if (bill.creatorId === ctx.identity.userId) return;
  sendMessage(ctx, {
    to: [bill.creatorId],
    title: 'todo',
    type: '0',
    content: fill(textOf(unsignedText, ctx.language), { code: bill.code, number }),
    routeName: 'order-refund',
    businessKey: id,
  });
}

const unsignedText: Label = [
  '发货单【{code}】有{number}件未签收，已生成退货单',
  '發貨單【{code}】有{number}件未簽收，已產生退貨單',
  '{number} of delivery {code} were not signed for; a return was made',
];

/**
 * A signature that is taken back takes its return with it. Once that was agreed to, or another asks for the same goods,
 * the signature stays.
 */
export function dropUnsigned(
  ctx: Command,
  bill: Delivery,
  { refunds, verb }: { readonly refunds: readonly OpenRefund[]; readonly verb: Label },
): void {
  const mine = new Set<string>([refund.states.saved.code, refund.states.stashed.code]);
  const isOwn = ({ deliveryCode, billStatus }: OpenRefund): boolean =>
    deliveryCode === bill.code && mine.has(billStatus);
  const others = refunds.filter((each) => !isOwn(each));
  if (others.length > 0)
    throw hasDownstream({
      codes: others
        .map(({ code }) => code)
        .slice(0, 3)
        .join('、'),
      verb,
    });
  const ids = refunds.map(({ id }) => id);
  dropBills(ctx, refund, ids);
  unlinkTo(ctx, ids, linkKinds.refund);
}

/** How much of a line did not arrive and how much was refused: refused whole, unless something was signed for. */
export function unsignedOf(
  line: Delivery['lines'][number],
  {
    signed,
    refused,
    isAnySigned,
  }: { readonly signed: string; readonly refused: string; readonly isAnySigned: boolean },
): Unsigned {
  const left = minus(line.outNumber ?? '0', signed);
  const back = isAnySigned ? refused : left;
  return { line, refused: back, short: isZero(left) ? '0' : minus(left, back) };
}
