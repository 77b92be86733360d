import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { cents, partAmount } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { least } from '#funds/model/settlement.ts';
import { isBack, ourFault } from '#sales/model/refund/choices.ts';
import { refund } from '#sales/model/refund/refund.ts';
import { draftOrder, type MadeOrder } from '#sales/server/exchange/made-order.ts';
import type { Sold } from './refund-order.ts';

type Draft = DraftOf<typeof refund>;
type Line = Draft['lines'][number];
/** The order of the new goods, as it was priced when the exchange was saved. */
export type ExchangeDraft = MadeOrder;

/**
 * Prices what goes out: today's prices, and promotions of activities that are meant for exchanges. Bad goods are
 * replaced for what they were sold for (B6b).
 */
export async function priceExchange(ctx: Command, draft: Draft, sold: Sold): Promise<void> {
  const back = draft.lines.filter(isBack);
  const wanted = draft.lines.filter((line) => !isBack(line) && line.ruleNo === null);
  const isHalf = isStashed(refund, draft);
  refuseUnfit(wanted, isHalf);
  draft.exchange = null;
  draft.newAmount = '0.00';
  draft.newOrderCode = null;
  if (wanted.length === 0 || wanted.some(({ productCode }) => (productCode as string | null) === null)) return;
  const parts = ourFault.has(draft.returnReason)
    ? replacing(wanted, back)
    : wanted.map((line) => ({ line, share: null }));
  const made = await priced(ctx, sold, parts);
  draft.exchange = made.order;
  draft.newAmount = cents(made.order.payableAmount ?? '0');
  draft.lines = [...back, ...made.lines];
  draft.lines.forEach((line, at) => {
    line.lineNo = at + 1;
  });
}

function refuseUnfit(wanted: readonly Line[], isHalf: boolean): void {
  if (isHalf) return;
  if (wanted.length === 0)
    throw invalidAt([{ path: 'lines', field: refund.lines.direction.label, reason: reasons.noLines }]);
  const wrong = wanted.filter(({ number }) => compare(number, '0') <= 0);
  if (wrong.length > 0)
    throw invalidAt(
      wrong.map(({ lineNo }) => ({
        path: `lines.${lineNo - 1}.number`,
        field: refund.lines.number.label,
        reason: reasons.format,
      })),
    );
}

interface Goods {
  readonly id: string;
  readonly productCode: string;
  readonly number: string;
}
/** A line that goes out; `share` is what the bad goods that it replaces were sold for. */
interface Wanted<L extends Goods = Line> {
  readonly line: L;
  readonly share: string | null;
}

/** More pieces than came back of the same goods are bought like any others: they get a line of their own. */
export function replacing<L extends Goods>(
  wanted: readonly L[],
  back: readonly (Omit<Goods, 'id'> & { readonly amount: string | null })[],
): readonly Wanted<L>[] {
  const pools = new Map(
    [...Map.groupBy(back, ({ productCode }) => productCode)].map(([code, lines]) => [
      code,
      {
        number: plus(...lines.map(({ number }) => number)),
        amount: plus(...lines.map(({ amount }) => amount)),
        taken: { number: '0', amount: '0' },
      },
    ]),
  );
  return wanted.flatMap((line): Wanted<L>[] => {
    const pool = pools.get(line.productCode);
    const part = pool === undefined ? '0' : least(line.number, minus(pool.number, pool.taken.number));
    if (pool === undefined || compare(part, '0') <= 0) return [{ line, share: null }];
    const share = partAmount(pool, pool.taken, part);
    pool.taken = { number: plus(pool.taken.number, part), amount: plus(pool.taken.amount, share) };
    const rest = minus(line.number, part);
    return [
      { line: { ...line, number: part }, share },
      ...(isZero(rest) ? [] : [{ line: { ...line, id: newId(), number: rest }, share: null }]),
    ];
  });
}

/** The new goods as an order of the same customer. */
async function priced(
  ctx: Command,
  { bill }: Sold,
  wanted: readonly Wanted[],
): Promise<{ readonly order: ExchangeDraft; readonly lines: readonly Line[] }> {
  const { order: made, ids } = await draftOrder(
    ctx,
    {
      organizeCode: bill.organizeCode,
      customerCode: bill.customerCode,
      orderType: '5',
      channelCode: bill.channelCode,
      brandCode: bill.brandCode,
      shippingLocationCode: bill.shippingLocationCode,
      consignee: bill.consignee,
      phone: bill.phone,
      address: bill.address,
      shippingMode: bill.shippingMode,
      currency: bill.currency,
      remark: null,
      billDate: ctx.today,
      lines: wanted.map(({ line }) => ({ productCode: line.productCode, number: line.number, remark: line.remark })),
    },
    wanted.map(({ share }) => share),
  );
  const asked = new Map(ids.map((id, at) => [id, wanted[at]?.line]));
  return { order: made, lines: made.lines.map((line) => outLine(line, asked.get(line.id))) };
}

/** A line that goes out as the exchange shows it; what rules gave has no line that asked for it. */
const outLine = (line: ExchangeDraft['lines'][number], asked: Line | undefined): Line => ({
  id: asked?.id ?? newId(),
  lineNo: 0,
  orderLineId: null,
  direction: '1',
  productCode: line.productCode,
  productName: line.productName,
  spec: line.spec,
  mainUnitName: line.mainUnitName,
  number: line.number,
  price: line.price,
  amount: cents(minus(line.amount ?? '0', line.discountAmount ?? '0')),
  receivedNumber: '0',
  shortFlag: '0',
  lossFlag: '0',
  missing: null,
  ruleNo: line.ruleNo,
  remark: asked?.remark ?? null,
});
