import { z } from 'zod';
import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, notPermitted, reasons, refusal, type Refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { explodedOf } from '#data/model/goods/combination.ts';
import {
  giftWaiversIn,
  giftWaiversOf,
  waiverKey,
  type GiftWaiver,
  type ShortGift,
  type ShortGifts,
} from '#promotion/model/waiver/gift-waiver.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { order } from '#sales/model/order/order.ts';
import { runningSupply, type Supply } from '#sales/server/warehouse/order-warehouse.ts';
import { isGift } from './gift-rooms.ts';
import { availableIn, availableStatement } from '#stock/server/available.ts';
import { shortAvailable, type Lack } from '#stock/server/ledger.ts';
import { paramIn, paramStatement, type ParamRow } from '#system/server/setting/param.ts';

type Order = LockedBill<typeof order>;
type Draft = DraftOf<typeof order>;

/** Told by the audit in place of E-STOCK where giving up gifts would let the order through (SD024). */
export const giftShort = refusal('E-GIFT-SHORT', 10020, [
  '赠品【{code}】在【{storage}】缺货：可用量{avail}，不足{need}；可放弃缺货赠品后审核',
  '贈品【{code}】在【{storage}】缺貨：可用量{avail}，不足{need}；可放棄缺貨贈品後審核',
  'Gift {code} is short in {storage}: available {avail}, needed {need}; it can be given up',
]);
export const giftKept = refusal('E-GIFT-KEPT', 20160, [
  '缺货赠品不允许放弃',
  '缺貨贈品不允許放棄',
  'Gifts that are out of stock may not be given up here',
]);
export const giftThere = refusal('E-GIFT-THERE', 20161, [
  '赠品【{code}】有货，不能放弃',
  '贈品【{code}】有貨，不能放棄',
  'Gift {code} is in stock and cannot be given up',
]);

const isWaivable = (params: readonly ParamRow[], organizeCode: string | null): boolean =>
  paramIn(params, 'SD024', organizeCode) === '1';

/** What an audit says of goods that are not there: where only gifts are missing, that they can be given up. */
export const lackOf =
  (bill: Order, params: readonly ParamRow[]) =>
  (lack: Lack): Refusal => {
    const given = plus(
      '0',
      ...bill.lines
        .filter(isGift)
        .flatMap((line) => explodedOf(line, line.number))
        .filter(({ materialCode }) => materialCode === lack.code)
        .map(({ number }) => number),
    );
    const isOfGifts = !isZero(given) && compare(minus(lack.need, given), lack.avail) <= 0;
    return (isOfGifts && isWaivable(params, bill.organizeCode) ? giftShort : shortAvailable)({ ...lack });
  };

export function waiversIn(value: unknown): readonly GiftWaiver[] {
  const waivers = giftWaiversIn(value);
  if ('reason' in waivers)
    throw invalidAt([{ path: 'giftWaivers', field: order.head.giftWaivers.label, reason: waivers.reason }]);
  return waivers;
}

export const mayWaive = statement({ may: 'boolean' }, 'select sec.may($1) as may', [permissionOf(order, 'giftWaive')]);

interface Waiving {
  readonly ctx: Command;
  readonly previous: Order | null;
  /** Half written orders give nothing up yet: nobody has asked what is there. */
  readonly isStashed: boolean;
  readonly mayWaive: boolean;
}

/**
 * What a save asks to give up. Less than before is taken as it is, with who gave it up and why; more is stamped, by
 * somebody who may, in an order that exists: only its audit can have told that a gift is not there.
 */
export function waiversAsked(
  draft: Draft,
  { ctx, previous, isStashed, mayWaive: may }: Waiving,
): readonly GiftWaiver[] {
  const before = keyed(previous?.giftWaivers);
  return waiversIn(draft.giftWaivers).flatMap((asked): GiftWaiver[] => {
    const was = before.get(waiverKey(asked));
    if (was !== undefined && compare(asked.number, was.number) <= 0) return [{ ...was, number: asked.number }];
    if (previous === null || isStashed) return was === undefined ? [] : [was];
    if (!may) throw notPermitted();
    return [{ ...asked, reason: asked.reason.trim(), by: ctx.identity.realName, at: new Date().toISOString() }];
  });
}

const keyed = (value: unknown): ReadonlyMap<string, GiftWaiver> =>
  new Map(waiversIn(value).map((waiver) => [waiverKey(waiver), waiver]));

/** What the order keeps of them: what is not earned now would be missing by itself with the next goods. */
export async function keepWaivers(
  draft: Draft,
  params: readonly ParamRow[],
  { ctx, previous }: Pick<Waiving, 'ctx' | 'previous'>,
): Promise<void> {
  const record = draft.promoTrace as PromotionRecord | null;
  const waived = giftWaiversOf(record?.outcome.waived ?? []);
  draft.giftWaivers = waived.length === 0 ? null : waived;
  const before = keyed(previous?.giftWaivers);
  const raised = waived.filter((each) => compare(each.number, before.get(waiverKey(each))?.number ?? '0') > 0);
  if (raised.length === 0 || previous === null) return;
  if (!isWaivable(params, draft.organizeCode)) throw giftKept();
  if (raised.some(({ reason }) => reason === ''))
    throw invalidAt([{ path: 'giftWaivers', field: order.head.giftWaivers.label, reason: reasons.required }]);
  const reads = suppliesOf(draft, draft.lines, raised);
  const supply = supplyIn(await ctx.all(reads));
  for (const line of draft.lines) supply.take(placeOf(draft, line), line.productCode, line.number);
  for (const { productCode } of raised)
    if (compare(supply.left(draft.storageCode ?? '', productCode), '1') >= 0) throw giftThere({ code: productCode });
  ctx.log({
    noun: order.name,
    recordId: previous.id,
    recordCode: previous.code,
    operation: 'giftWaive',
    message: raised
      .map(({ productCode, number, reason }) => `${productCode} × ${number}: ${reason}`)
      .join('; ')
      .slice(0, 500),
  });
}

interface Placed {
  readonly storageCode: string | null;
}
interface Leaving {
  readonly productCode: string;
  readonly number: string;
  readonly outStorageCode: string | null;
}
const placeOf = ({ storageCode }: Placed, { outStorageCode }: Leaving): string => outStorageCode ?? storageCode ?? '';

const suppliesOf = (
  head: Placed,
  lines: readonly Leaving[],
  more: readonly { readonly productCode: string }[] = [],
) => {
  const codes = [...new Set([...lines, ...more].map(({ productCode }) => productCode))];
  return {
    stock: availableStatement(codes, [head.storageCode ?? '', ...lines.flatMap((line) => line.outStorageCode ?? [])]),
    kits: statement(
      { code: 'text', groupFlag: 'text?', combination: 'json?' },
      'select code, group_flag, combination from app.data_material where code = any($1::text[])',
      [codes],
    ),
  };
};
type SupplyRows = Parameters<typeof supplyIn>[0];
function supplyIn({
  stock,
  kits,
}: {
  readonly stock: Parameters<typeof availableIn>[0];
  readonly kits: Parameters<typeof runningSupply>[1];
}): Supply {
  return runningSupply(availableIn(stock), kits);
}

const asked = z.object({ id: z.uuid() });

/** Which gifts of an order are not there, and how many of each: what a person looks at before he gives them up. */
export const shortGiftsRoute: Route = {
  method: 'POST',
  path: `${order.path}/giftShort`,
  permission: [permissionOf(order, 'giftWaive')],
  effect: 'none',
  body: asked,
  marks: { 'body.id': order.name },
  summary: 'Order: its gifts that are out of stock, with how many were given up already ({ id })',
  handle: shortGifts,
};

async function shortGifts(call: Call): Promise<ShortGifts> {
  const parsed = asked.safeParse(call.body);
  const ids = parsed.success ? [parsed.data.id] : [];
  const { rows } = await call.read({
    heads: headsOf(order, ids, false),
    lines: linesOf(order, ids),
    params: paramStatement(['SD024']),
  });
  const [bill] = billsOf(rows.heads, rows.lines);
  if (bill === undefined) throw notFound();
  const supplies = await call.read(suppliesOf(bill, bill.lines));
  return {
    isWaivable: isWaivable(rows.params, bill.organizeCode),
    gifts: shortOf(bill, supplies.rows),
  };
}

type Held = Pick<Order, 'storageCode' | 'promoTrace' | 'giftWaivers' | 'lines'>;
/** What was bought takes first, gifts take what is left; given up ones are told, too, so that they can be had back. */
function shortOf(bill: Held, rows: SupplyRows): readonly ShortGift[] {
  const supply = supplyIn(rows);
  const { names = {} } = (bill.promoTrace as PromotionRecord | null) ?? {};
  const waived = new Map(keyed(bill.giftWaivers));
  for (const line of bill.lines.filter((each) => !isGift(each)))
    supply.take(placeOf(bill, line), line.productCode, line.number);
  const found = new Map<string, ShortGift>();
  const tell = (
    about: Pick<ShortGift, 'policyCode' | 'ruleNo' | 'productCode'>,
    number: string,
    short: string,
  ): void => {
    const { policyCode, ruleNo, productCode } = about;
    const known = found.get(waiverKey(about));
    found.set(waiverKey(about), {
      policyCode,
      policyName: names[policyCode] ?? policyCode,
      ruleNo,
      productCode,
      productName: names[productCode] ?? productCode,
      number: plus(known?.number, number),
      waived: waived.get(waiverKey(about))?.number ?? '0',
      short: plus(known?.short, short),
    });
  };
  for (const line of bill.lines.filter(isGift)) {
    const left = supply.left(placeOf(bill, line), line.productCode);
    supply.take(placeOf(bill, line), line.productCode, line.number);
    const short = minus(line.number, compare(left, '0') > 0 ? left : '0');
    const about = { policyCode: line.policyCode ?? '', ruleNo: line.ruleNo ?? 0, productCode: line.productCode };
    tell(about, line.number, compare(short, '0') > 0 ? short : '0');
  }
  for (const each of waived.values()) if (!found.has(waiverKey(each))) tell(each, '0', '0');
  return [...found.values()].filter(({ short, waived: gone }) => !isZero(short) || !isZero(gone));
}
