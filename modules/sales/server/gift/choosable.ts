import { z } from 'zod';
import { customer } from '#data/model/partner/customer.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notPermitted, reasons } from '#platform/model/refusal.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { defaultZone } from '#platform/model/zone.ts';
import { askedIn, code, word } from '#platform/server/http/asked.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { priceLines, pricingReads, type PricedHead } from '#price/server/pricing.ts';
import { refusalOf } from '#promotion/model/engine/evaluate.ts';
import type { Activity, Facts, Rule } from '#promotion/model/engine/rule.ts';
import { customerFacts, parentsIn } from '#promotion/model/facts.ts';
import { activitiesIn } from '#promotion/server/active-activities.ts';
import { activityNames, offeredGoodsRead, type OfferedGoods } from '#promotion/server/promotion-reads.ts';
import type { Choosable, ChoosableGood, ChoosableOffer } from '#sales/model/order/choosable.ts';
import { order } from '#sales/model/order/order.ts';
import { supplyOf } from '#sales/model/order/quote.ts';
import { runningSupply } from '#sales/server/warehouse/order-warehouse.ts';
import { availableIn, availableStatement } from '#stock/server/available.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { describedGoods, mostGoods, wantedBy, wantedGoods, type Wanted } from './choosable-goods.ts';
import { onePiece, orderPromotionReads, packedFor } from '#sales/server/promotion/order-promotion.ts';

const asked = z.object({
  organizeCode: code,
  customerCode: code,
  channelCode: code,
  brandCode: code,
  saleTypeCode: code,
  /** Where the order would leave: what is free there is told. */
  storageCode: code,
  orderType: z
    .string()
    .max(2)
    .nullish()
    .transform((value) => value ?? '0'),
  billDate: z.iso.date().nullish(),
  offers: z
    .array(
      z.object({
        activity: word,
        ruleNo: z.int(),
        /** Goods that were chosen before: they are told whatever is searched for. */
        chosen: z.array(word).max(200).default([]),
      }),
    )
    .max(50),
  keyword: word.default(''),
});
type Asked = z.output<typeof asked>;
type Head = Asked & PricedHead;

/**
 * What rules that an order earned let one choose from, read when somebody chooses: what a package holds, the goods of a
 * class, what may be exchanged for. Whether it is earned, and how much, the quote says.
 */
export const choosableRoute: Route = {
  method: 'POST',
  path: `${order.path}/gifts`,
  permission: [permissionOf(order, 'save'), permissionOf(order, 'view')],
  effect: 'none',
  body: asked,
  summary: 'Order: the goods that earned promotions let one choose from, with prices and stock',
  handle: choosable,
};

async function choosable(call: Call): Promise<Choosable> {
  const given = await askedIn(call, asked, { given: call.body, field: order.head.giftChoices.label });
  const head: Head = { ...given, billDate: given.billDate ?? todayIn(defaultZone) };
  const { identity, rows } = await call.read({
    ...pricingReads(head, []),
    ...orderPromotionReads(head, []),
    customers: recordsBy(customer, customer.codeField, head.customerCode === null ? [] : [head.customerCode]),
    params: paramStatement(['SD019']),
  });
  const isCustomer = identity.customerCode !== null;
  if (isCustomer && head.customerCode !== identity.customerCode) throw notPermitted();
  const [buyer] = rows.pricedCustomer;
  if (buyer === undefined || rows.customers.length === 0)
    throw invalidAt([{ path: 'customerCode', field: order.head.customerCode.label, reason: reasons.unknown }]);
  const shops = rows.promotionShops.map((shop) => shop.code);
  const facts = customerFacts(buyer, head, shops, parentsIn(rows.trees));
  const rules = openRules(activitiesIn(rows.activities), head, facts);
  const found = await goodsOf(call, head, { rules, facts });
  const goodOf = await describer(call, head, {
    codes: [...new Set(found.flatMap(({ codes }) => codes))],
    isTold: !isCustomer || paramIn(rows.params, 'SD019', head.organizeCode) === '1',
  });
  const names = activityNames(rows);
  return {
    offers: found.map(({ activity, rule, codes, packed, isMore }): ChoosableOffer => ({
      activity: activity.code,
      ruleNo: rule.ruleNo,
      name: names[activity.code] ?? activity.code,
      packageCode: packed[0]?.packageCode ?? null,
      packageName: packed[0]?.packageName ?? null,
      isWhole: packed[0]?.packageType === '0',
      payRate: rule.policyRuleTypeCode === 'P005' ? (rule.changeBuyRate ?? null) : null,
      isMore,
      goods: codes.flatMap((each) => goodOf(each, packed)),
    })),
  };
}

interface OpenRule {
  readonly activity: Activity;
  readonly rule: Rule;
  readonly chosen: readonly string[];
}
/** Rules that were asked about, of activities that are open to the customer. */
function openRules(activities: readonly Activity[], head: Head, facts: Facts): readonly OpenRule[] {
  const who = { customer: facts, date: head.billDate, orderType: head.orderType };
  return head.offers.flatMap(({ activity: wanted, ruleNo, chosen }) => {
    const activity = activities.find((each) => each.code === wanted);
    const rule = activity?.rules.find((each) => each.ruleNo === ruleNo);
    return activity === undefined || rule === undefined || refusalOf(activity, who) !== null
      ? []
      : [{ activity, rule, chosen }];
  });
}

interface Found extends Omit<OpenRule, 'chosen'> {
  readonly codes: readonly string[];
  readonly packed: readonly OfferedGoods[];
  readonly isMore: boolean;
}
/** Which goods each rule is about: one round trip for all of them. */
async function goodsOf(
  call: Call,
  head: Head,
  { rules, facts }: { readonly rules: readonly OpenRule[]; readonly facts: Facts },
): Promise<readonly Found[]> {
  const wanted = rules.map(({ activity, rule }) => wantedBy(activity, rule) ?? none);
  const packages = rules.flatMap(({ rule }) => (rule.giveType === '3' ? (rule.giveCode ?? []) : []));
  const { rows } = await call.read({
    packed: offeredGoodsRead(packages, head.billDate, head.customerCode),
    wanted: wantedGoods(wanted, head.keyword),
  });
  const held = packedFor(rows.packed, facts);
  const listed = Map.groupBy(rows.wanted, ({ place }) => place);
  return rules.map(({ activity, rule, chosen }, at): Found => {
    if (rule.giveType === '3') {
      const packed = held.filter(({ packageCode }) => packageCode === rule.giveCode);
      return { activity, rule, packed, codes: packed.map(({ productCode }) => productCode), isMore: false };
    }
    const codes = (listed.get(at) ?? []).map((row) => row.code);
    return {
      activity,
      rule,
      packed: [],
      codes: [...new Set([...codes.slice(0, mostGoods), ...chosen])],
      isMore: codes.length > mostGoods,
    };
  });
}
const none: Wanted = { include: { material: [] }, exclude: {} };

type Describe = (code: string, packed: readonly OfferedGoods[]) => readonly ChoosableGood[];
/** What goods are called, cost this customer, and how many are free where the order leaves. */
async function describer(
  call: Call,
  head: Head,
  { codes, isTold }: { readonly codes: readonly string[]; readonly isTold: boolean },
): Promise<Describe> {
  const { rows } = await call.read({
    ...pricingReads(head, codes.map(onePiece)),
    described: describedGoods(codes),
    stock: availableStatement(codes, head.storageCode === null ? [] : [head.storageCode]),
  });
  const prices = new Map(priceLines(rows, head, codes.map(onePiece)).map(({ resolved }, at) => [codes[at], resolved]));
  const known = new Map(rows.described.map((row) => [row.productCode, row]));
  const supply = runningSupply(availableIn(rows.stock), rows.pricedMaterials);
  return (productCode, packed) => {
    const row = known.get(productCode);
    if (row === undefined) return [];
    const own = packed.find((each) => each.productCode === productCode);
    const free = head.storageCode === null ? null : supply.left(head.storageCode, productCode);
    return [
      {
        ...row,
        rate: row.rate ?? '1',
        erpStockNumber: isTold ? free : null,
        supply: isTold || free === null ? null : supplyOf(free),
        setNumber: own?.setNumber ?? '1',
        price: own?.price ?? prices.get(productCode)?.price ?? '0',
        outStorageName: own?.outStorageName ?? null,
      },
    ];
  };
}
