import { z } from 'zod';
import { customer } from '#data/model/partner/customer.ts';
import { compare, decimalPattern } from '#platform/model/decimal.ts';
import type { Language } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notPermitted, reasons, type Refusal } from '#platform/model/refusal.ts';
import { defaultZone } from '#platform/model/zone.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { askedIn, code } from '#platform/server/http/asked.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import type { Charged } from '#sales/model/order/order-charge.ts';
import { order } from '#sales/model/order/order.ts';
import { supplyOf, type Quote, type QuotedLine } from '#sales/model/order/quote.ts';
import { availableIn, availableStatement } from '#stock/server/available.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { meansIn, standingOf } from '#funds/server/standing.ts';
import { lastPricesIn, lastPriceStatement } from './last-price.ts';
import { chargeLines, refusalOfCharges, refusalOfHands } from './order-charge.ts';
import { choicesOf, orderPromotionReads } from '#sales/server/promotion/order-promotion.ts';
import { promotedQuote, quotedPromotions } from '#sales/server/promotion/quoted-promotions.ts';
import { otherDaysRead } from '#promotion/server/active-activities.ts';
import { runningSupply, usualPlaces, warehouseReads, type Supply } from '#sales/server/warehouse/order-warehouse.ts';
import { pricingReads, type PricedAnswer } from '#price/server/pricing.ts';

/** As many as an order has lines. */
const mostLines = 2000;

/** Whoever asks why wants to hear of a price that ended last week (domain §5.9). */
const nearDays = 30;

const figure = z
  .string()
  .refine((value) => value === '' || decimalPattern.test(value))
  .nullish()
  .transform((value) => (value === '' ? null : (value ?? null)));
const asked = z.object({
  organizeCode: code,
  customerCode: code,
  channelCode: code,
  brandCode: code,
  saleTypeCode: code,
  storageCode: code,
  shippingLocationCode: code,
  freightAmount: figure,
  allowanceAmount: figure,
  roundingAmount: figure,
  orderType: z
    .string()
    .max(2)
    .nullish()
    .transform((value) => value ?? '0'),
  billDate: z.iso.date().nullish(),
  giftChoices: z.unknown().optional(),
  giftWaivers: z.unknown().optional(),
  lines: z
    .array(
      z.object({
        productCode: code,
        number: figure,
        price: figure,
        freeTermCode: code,
        outStorageCode: code,
        lineType: code,
        rate: figure,
        taxRate: figure,
        // Lines that rules gave are worked out anew.
        ruleNo: z
          .number()
          .nullish()
          .transform((value) => value ?? null),
      }),
    )
    .max(mostLines),
});

/**
 * What an order of these lines would cost now, before it is written: the same resolution as at save, with what is free
 * in the warehouse of each line and what the customer paid before. One network write.
 */
export const quoteRoute: Route = {
  method: 'POST',
  path: `${order.path}/calculate`,
  permission: [permissionOf(order, 'save'), permissionOf(order, 'view')],
  effect: 'none',
  body: asked,
  summary: 'Order: what these lines would cost and what would be paid for all of them, with stock and last prices',
  handle: (call) => quote(call),
};

/** On which day it is without a date the answer says; until then it is most tenants' day. */
async function readAll(call: Call, given: Omit<Asked, 'lines'>, lines: readonly AskedLine[]) {
  const assumed = todayIn(defaultZone);
  const head = { ...given, billDate: given.billDate ?? assumed };
  const answer = await call.read(readsFor(head, lines));
  const today = todayIn(answer.identity.zone);
  if (given.billDate !== null || today === assumed) return { head, ...answer };
  const ofToday = { ...given, billDate: today };
  return { head: ofToday, ...(await call.read(readsFor(ofToday, lines))) };
}

const quote = async (call: Call): Promise<Quote> =>
  quoteOf(call, await askedIn(call, asked, { given: call.body, field: order.lineLabel }));

/** The same for goods that another document would order. */
export const quoteGoods = async (call: Call, given: object): Promise<Quote> =>
  quoteOf(call, await askedIn(call, asked, { given, field: order.lineLabel }));

async function quoteOf(call: Call, { lines, ...given }: Asked): Promise<Quote> {
  const { head, identity, rows } = await readAll(call, given, lines);
  // A customer asks for himself; how much lies in the warehouse and how his price comes about is not his to know
  // (domain §1.3).
  const isCustomer = identity.customerCode !== null;
  if (isCustomer && head.customerCode !== identity.customerCode) throw notPermitted();
  // Nor does anybody hear the prices of a customer that he could not write an order for.
  if (head.customerCode !== null && rows.customers.length === 0)
    throw invalidAt([{ path: 'customerCode', field: order.head.customerCode.label, reason: reasons.unknown }]);
  const places = usualPlaces(rows, head, lines);
  const bought = lines.map((line, at) => ({ ...line, lineNo: at + 1 })).filter(({ ruleNo }) => ruleNo === null);
  const boughtAt = new Map(bought.map(({ lineNo }, at) => [lineNo, at]));
  const priced = await promotedQuote(call, { ...head, isByCustomer: isCustomer }, bought, rows);
  const { answers, all } = priced;
  const charged = chargeLines(all.answers, all.lines, head);
  const refused = refusalOfCharges(head, charged) ?? refusalOfHands(head, bought, answers, charged);
  const supply = runningSupply(
    availableIn([...rows.normalHouses, ...rows.houseOfPlace, ...rows.stock]),
    rows.pricedMaterials,
  );
  const stockOf = supplyReader(supply, {
    isTold: !isCustomer || paramIn(rows.params, 'SD019', head.organizeCode) === '1',
  });
  const pastOf = lastPricesIn(rows.lastPrices);
  const told = toldIn(call.language);
  return {
    credit: head.customerCode === null ? null : meansIn(rows.standing, head),
    storageCode: head.storageCode ?? places.head?.code ?? null,
    totals: totalsOf(charged),
    promotions: quotedPromotions(priced, { isCustomer, otherDays: rows.otherDays }),
    refusals: refused === null ? [] : [told(refused)],
    lines: lines.map((line, place): QuotedLine => {
      const at = boughtAt.get(place + 1) ?? -1;
      const answer = answers[at];
      const promoted = priced.promoted.answers[at];
      const storageCode =
        line.outStorageCode ?? head.storageCode ?? places.lines[place]?.code ?? places.head?.code ?? null;
      const history = pastOf(line.productCode);
      return {
        price: answer?.resolved?.price ?? null,
        amount: promoted?.amount ?? null,
        taxAmount: promoted?.amount == null ? null : (charged.taxes[at] ?? null),
        discountAmount: charged.lines[at]?.discount ?? '0.00',
        promoAmount: priced.promoted.off[at] ?? '0',
        payableAmount: charged.lines[at]?.payable ?? '0.00',
        ...reasonsOf(answer, isCustomer),
        isBelowFloor: answer?.isBelowFloor ?? false,
        storageCode,
        ...stockOf(line, storageCode),
        lastPrice: history[0]?.price ?? null,
        history,
        refusals: (answer?.refusals ?? []).map(told),
      };
    }),
  };
}

const totalsOf = ({ goods, discount, freight, payable, trace }: Charged): Quote['totals'] => ({
  goods,
  discount,
  freight,
  payable,
  trace,
});

type Asked = z.output<typeof asked>;
type AskedLine = Asked['lines'][number];

function readsFor(head: Omit<Asked, 'lines'> & { readonly billDate: string }, lines: readonly AskedLine[]) {
  const materials = [...new Set(lines.flatMap(({ productCode }) => productCode ?? []))];
  const storages = [
    ...new Set(
      [head.storageCode, ...lines.map(({ outStorageCode }) => outStorageCode)].filter((each) => each !== null),
    ),
  ];
  return {
    ...pricingReads(head, lines, nearDays),
    ...orderPromotionReads(head, choicesOf(head.giftChoices)),
    otherDays: otherDaysRead(head.organizeCode, head.billDate),
    lastPrices: lastPriceStatement(head.customerCode, materials),
    stock: availableStatement(materials, storages),
    ...warehouseReads(head, lines),
    customers: recordsBy(customer, customer.codeField, head.customerCode === null ? [] : [head.customerCode]),
    standing: standingOf(head.organizeCode, head.customerCode),
    params: paramStatement(['SD019']),
  };
}

const toldIn =
  (language: Language) =>
  (refusal: Refusal): Quote['refusals'][number] => ({
    key: refusal.key,
    field: refusal.places[0]?.path.split('.').at(-1) ?? 'price',
    msg: refusal.textIn(language),
  });

const reasonsOf = (
  answer: PricedAnswer | undefined,
  isCustomer: boolean,
): Pick<QuotedLine, 'source' | 'trace' | 'names' | 'floor'> =>
  isCustomer
    ? { source: '', trace: [], names: {}, floor: null }
    : {
        source: answer?.record?.source ?? '',
        trace: answer?.record?.trace ?? [],
        names: answer?.record?.names ?? {},
        floor: answer?.floor ?? null,
      };

/**
 * What is free for a line. Two lines of one material share it: the second has what the first leaves, so lines are asked
 * for in their order.
 */
function supplyReader(
  supply: Supply,
  { isTold }: { readonly isTold: boolean },
): (line: AskedLine, storageCode: string | null) => Pick<QuotedLine, 'available' | 'supply' | 'isShort'> {
  // What there was before any line took of it: all that a customer hears is about that.
  const before = new Map<string, string>();
  return ({ productCode, number }, storageCode) => {
    const isPlaced = productCode !== null && storageCode !== null;
    const left = isPlaced ? supply.left(storageCode, productCode) : null;
    const place = `${storageCode ?? ''}\n${productCode ?? ''}`;
    const free = before.get(place) ?? left;
    if (free !== null) before.set(place, free);
    if (isPlaced && number !== null) supply.take(storageCode, productCode, number);
    return {
      available: isTold ? left : null,
      supply: isTold || free === null ? null : supplyOf(free),
      isShort: isTold && left !== null && number !== null && compare(number, left) > 0,
    };
  };
}
