import { customer } from '#data/model/partner/customer.ts';
import { minus, plus } from '#platform/model/decimal.ts';
import { invalidAt, notFound, reasons } from '#platform/model/refusal.ts';
import type { RowsOf } from '#platform/server/db/statement.ts';
import { headsOf, linesOf } from '#platform/server/document/read.ts';
import type { Call } from '#platform/server/http/route.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { priceLines, pricingReads, type PricedAnswer, type PricedLine } from '#price/server/pricing.ts';
import type { ActiveRow } from '#promotion/server/active-activities.ts';
import { triedCode, triedRow, usedBy, type Tried } from '#promotion/server/simulated-activities.ts';
import { judged } from '#sales/model/simulation/judged-order.ts';
import { costsOf, emptySum } from '#sales/model/simulation/simulation-sum.ts';
import type { OneSimulation } from '#sales/model/simulation/simulation.ts';
import { order } from '#sales/model/order/order.ts';
import {
  choicesOf,
  orderPromotionReads,
  promote,
  type PromotedHead,
  type PromotedLine,
  type ReadMore,
} from './order-promotion.ts';
import { quotedPromotions } from './quoted-promotions.ts';
import { answerBefore } from './simulate-reads.ts';

interface OneAsked {
  readonly tried: Tried | null;
  readonly isTogether: boolean;
}
type Used = RowsOf<{ used: ReturnType<typeof usedBy> }>['used'];
type Told = Omit<OneSimulation, 'activity'>;

/** A stored order on its own day, from what its lines cost before promotions. */
export async function simulateOrder(call: Call, id: string, asked: OneAsked): Promise<Told> {
  const { rows } = await call.read({
    heads: headsOf(order, [id], false),
    lines: linesOf(order, [id]),
    used: usedBy([id]),
  });
  const [head] = rows.heads;
  if (head === undefined) throw notFound();
  const bought = rows.lines.filter(({ ruleNo }) => ruleNo === null);
  const { customerCode, customerName, code, billDate } = head;
  return tryOne(call, asked, {
    mode: 'order',
    head,
    lines: bought,
    used: rows.used,
    answersIn: () => bought.map((line) => answerBefore(line)),
    order: { id, code, billDate, customerCode, customerName },
    gave: rows.used.length === 0 && head.billStatus === '0' ? null : plus(...rows.used.map(({ cost }) => cost)),
  });
}

export interface AskedLines extends PromotedHead {
  readonly customerCode: string;
  readonly lines: readonly PricedLine[];
}

/** What a customer would buy, priced as his order would be. */
export async function simulateLines(
  call: Call,
  { lines: wanted, ...head }: AskedLines,
  asked: OneAsked,
): Promise<Told> {
  const { rows } = await call.read({ customers: recordsBy(customer, customer.codeField, [head.customerCode]) });
  const [found] = rows.customers;
  // Nobody hears the prices of a customer that he could not write an order for.
  if (found === undefined)
    throw invalidAt([{ path: 'customerCode', field: order.head.customerCode.label, reason: reasons.unknown }]);
  const lines = wanted.map((line, at) => ({ ...line, lineNo: at + 1 }));
  return tryOne(call, asked, {
    mode: 'lines',
    head,
    lines,
    used: [],
    answersIn: (book) => priceLines(book, head, lines),
    order: { id: null, code: null, billDate: head.billDate, customerCode: head.customerCode, customerName: found.name },
    gave: null,
  });
}

interface One extends Pick<Told, 'mode' | 'order' | 'gave'> {
  readonly head: PromotedHead & { readonly giftChoices?: unknown };
  readonly lines: readonly (PricedLine & PromotedLine)[];
  readonly used: Used;
  readonly answersIn: (rows: RowsOf<ReturnType<typeof pricingReads>>) => readonly PricedAnswer[];
}

async function tryOne(call: Call, { tried, isTogether }: OneAsked, one: One): Promise<Told> {
  const { head, lines, used } = one;
  const choices = choicesOf(head.giftChoices);
  const { rows } = await call.read({ ...pricingReads(head, lines), ...orderPromotionReads(head, choices) });
  const answers = one.answersIn(rows);
  const running = rows.activities.map((row) => withoutOwn(row, used));
  const others = isTogether || tried === null ? running.filter((row) => row.id !== tried?.bill.id) : [];
  const more: ReadMore = async (reads) => (await call.read(reads)).rows;
  const promoted = (activities: readonly ActiveRow[]) =>
    promote({ ...rows, activities }, head, lines, answers, { choices, more });
  const without = await promoted(running);
  const tryable = tried === null ? [] : [withoutOwn(triedRow(tried), used)];
  const result = await promoted([...others, ...tryable]);
  const names = new Map(rows.pricedMaterials.map(({ code, name }) => [code, name]));
  return {
    mode: one.mode,
    isTogether,
    order: one.order,
    gave: one.gave,
    lines: lines.map(({ lineNo, productCode, number }, at) => ({
      lineNo,
      productCode: productCode ?? '',
      productName: names.get(productCode ?? '') ?? productCode ?? '',
      number: number ?? '0',
      amount: answers[at]?.amount ?? '0.00',
      off: result.off[at] ?? '0',
    })),
    costs: costsOf(
      result.record === null
        ? emptySum()
        : judged(result.record.outcome, result.record.question, tried === null ? null : triedCode(tried)),
    ),
    without: quotedPromotions({ promoted: without }, { isCustomer: false }),
    with: quotedPromotions({ promoted: result }, { isCustomer: false }),
  };
}

/** An audited order has taken its share already: trying it again starts from nothing (B2). */
function withoutOwn(row: ActiveRow, used: Used): ActiveRow {
  const own = used.find(({ activity }) => activity === (row.content as { readonly code: string }).code);
  return own === undefined
    ? row
    : { ...row, times: minus(row.times ?? '0', own.times), spent: minus(row.spent ?? '0', own.cost) };
}
