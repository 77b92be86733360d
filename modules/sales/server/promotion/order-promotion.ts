import { compare, isZero, minus, over, plus } from '#platform/model/decimal.ts';
import { invalidAt } from '#platform/model/refusal.ts';
import { statement, type RowsOf } from '#platform/server/db/statement.ts';
import { freeLines, priceLines, pricingReads, type PricedAnswer, type PricedHead } from '#price/server/pricing.ts';
import { evaluate, refusalOf } from '#promotion/model/engine/evaluate.ts';
import type { Outcome } from '#promotion/model/engine/outcome.ts';
import type { Activity, Choice, Facts, Question } from '#promotion/model/engine/rule.ts';
import { choicesLeft, termsOf, withOwnRoom } from '#promotion/model/kept/kept-promotions.ts';
import { customerFacts, materialFacts, parentsIn, type AskedHead } from '#promotion/model/facts.ts';
import { giftChoicesIn, giftCodesOf, type GiftChoice } from '#promotion/model/chosen-goods.ts';
import { waiversOf, type GiftWaiver } from '#promotion/model/waiver/gift-waiver.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { activitiesIn } from '#promotion/server/active-activities.ts';
import { leftOverIn } from '#promotion/server/promotion-rest.ts';
import { activityNames, promotionReads } from '#promotion/server/promotion-reads.ts';
import { withoutCosts } from '#promotion/model/budget-at-cost.ts';
import { order } from '#sales/model/order/order.ts';
import { costsOfGoods, giftCostsIn, isAtCost } from './gift-costs.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';

export type PromotedHead = PricedHead & AskedHead;

/** A line as promotions look at it. */
export interface PromotedLine {
  readonly lineNo: number;
  readonly productCode: string | null;
  readonly number: string | null;
  readonly lineType: string | null;
}

export const choicesOf = (value: unknown): readonly GiftChoice[] => {
  const choices = giftChoicesIn(value);
  if ('reason' in choices)
    throw invalidAt([{ path: 'giftChoices', field: order.head.giftChoices.label, reason: choices.reason }]);
  return choices;
};

/** Joins the write that reads prices. */
export const orderPromotionReads = (head: Omit<PromotedHead, 'orderType'>, choices: readonly GiftChoice[]) => ({
  ...promotionReads({
    organizeCode: head.organizeCode,
    customerCode: head.customerCode,
    date: head.billDate,
    packages: [...new Set(choices.flatMap(({ packageCode }) => packageCode ?? []))],
  }),
  promotionParams: paramStatement(['SD024', 'SD025', 'SD029', 'SD030']),
});

type Rows = RowsOf<ReturnType<typeof orderPromotionReads> & ReturnType<typeof pricingReads>>;
/** Of what an order reads, what its promotions look at. */
export type PromotedRows = Pick<
  Rows,
  'activities' | 'pricedCustomer' | 'promotionShops' | 'trees' | 'pricedMaterials' | 'packageGoods' | 'promotionParams'
> &
  Partial<Pick<Rows, 'promotionRests'>>;

type PackageGoods = NonNullable<PromotedRows['packageGoods']>;

/** What gifts are and cost: goods that no line of the order names. */
const goodsRow = {
  code: 'text',
  name: 'text',
  spec: 'text?',
  model: 'text?',
  mainUnitName: 'text?',
  assistUnitName: 'text?',
  rate: 'decimal?',
  taxRate: 'text?',
  retailPrice: 'decimal?',
} as const;
export const goodsRead = (codes: readonly string[]) =>
  statement(
    goodsRow,
    `
      select m.code, m.name, m.spec, m.model, u.name as main_unit_name, a.name as assist_unit_name, m.rate, m.tax_rate,
        m.retail_price
      from app.data_material m
      left join app.data_unit u on u.code = m.main_unit_code
      left join app.data_unit a on a.code = m.assist_unit_code
      where m.code = any($1::text[])`,
    [codes],
  );
export type Goods = RowsOf<{ goods: ReturnType<typeof goodsRead> }>['goods'][number];
const giftReads = (head: PricedHead, codes: readonly string[], isCosted: boolean) => ({
  ...pricingReads(head, codes.map(onePiece)),
  goods: goodsRead(codes),
  ...(isCosted ? { giftCosts: costsOfGoods(head.organizeCode ?? '', codes) } : {}),
});
export const onePiece = (productCode: string) => ({
  productCode,
  number: '1',
  price: null,
  freeTermCode: null,
  lineType: '0',
});

export type GiftRows = RowsOf<ReturnType<typeof giftReads>>;
/** Reads once more in the transaction or the call that the order is in; who has the rows already looks at the codes. */
export type ReadMore = (reads: ReturnType<typeof giftReads>, codes: readonly string[]) => Promise<GiftRows>;

export interface Promoted {
  /** Null where no activity is in force: the order keeps nothing. */
  readonly record: PromotionRecord | null;
  /** Prices and amounts after promotions, line by line. */
  readonly answers: readonly PricedAnswer[];
  /** What promotions took off each line. */
  readonly off: readonly string[];
  readonly goods: ReadonlyMap<string, Goods>;
  /** Goods that were picked from a package that does not hold them, or not for this customer. */
  readonly strangers: readonly GiftChoice[];
}

/** What people decided about what rules give, and how to read more. */
interface Asked {
  readonly choices: readonly GiftChoice[];
  readonly waivers?: readonly GiftWaiver[];
  readonly more: ReadMore;
  /** What the order was sold on: a revision goes by that, whatever is in force today (B8a). */
  readonly kept?: PromotionRecord | null;
}

/**
 * Promotions of an order whose lines are priced. Lines that rules gave before are not among them (B2). Gifts are read
 * in a second round trip, and only where an activity that is open to the customer gives goods of its own.
 */
export async function promote(
  rows: PromotedRows,
  head: PromotedHead,
  lines: readonly PromotedLine[],
  answers: readonly PricedAnswer[],
  { choices, waivers = [], more, kept = null }: Asked,
): Promise<Promoted> {
  const nothing: Promoted = { record: null, answers, off: answers.map(() => '0'), goods: new Map(), strangers: [] };
  const [customer] = rows.pricedCustomer;
  if ((rows.activities.length === 0 && kept === null) || customer === undefined) return nothing;
  const parents = parentsIn(rows.trees);
  const asked = kept?.question ?? askedBy(rows, head, customer, parents);
  const activities = kept === null ? activitiesIn(rows.activities) : termsOf(kept.question, kept.outcome).activities;
  const open = activities.filter((activity) => refusalOf(activity, asked) === null);
  const { isAtRetail, isCosted, codes, gifts } = await giftsOf(rows, head, open, { lines, choices, more });
  const known = factsIn(
    [...rows.pricedMaterials, ...(gifts?.pricedMaterials ?? [])],
    [...rows.trees, ...(gifts?.trees ?? [])],
  );
  const soldAs = new Map(kept?.question.lines.map(({ productCode, facts }) => [productCode, facts]));
  const factsOf = (code: string): Facts => soldAs.get(code) ?? known(code);
  const giftPrices = { ...pricesOf(lines, answers, gifts, head, codes), ...kept?.question.giftPrices };
  const packed = packedFor(rows.packageGoods ?? [], asked.customer);
  const strangers = choices.filter((choice) => isStrange(choice, open, packed));
  const question: Question = {
    customer: asked.customer,
    date: asked.date,
    orderType: asked.orderType,
    lines: lines.flatMap((line, at) => boughtLine(line, answers[at], factsOf)),
    activities,
    choices: choices
      .filter((choice) => !strangers.includes(choice))
      .map((choice) => chosen(choice, choices, { packed, giftPrices, factsOf })),
    ...(waivers.length === 0 ? {} : { waivers: waiversOf(waivers) }),
    giftPrices,
    ...leftOverOf(rows, head, kept),
    ...(isCosted ? { giftCosts: giftCostsIn(gifts?.giftCosts ?? [], head.organizeCode ?? '') } : {}),
    ...(kept === null ? {} : keptChoices(kept.question)),
  };
  if (kept !== null) Object.assign(question, { choices: choicesLeft(question) });
  const outcome = evaluate(question);
  return {
    ...repriced(lines, answers, outcome),
    goods: new Map((gifts?.goods ?? []).map((row) => [row.code, row])),
    strangers,
    record: {
      // Whoever may not take part today may not at a return: only what was open to the customer is kept (B2a).
      question: withoutCosts({ ...question, activities: open }, outcome),
      outcome,
      ...(isAtRetail || kept?.giftCharges !== undefined
        ? { giftCharges: { ...(isAtRetail ? retailOf(gifts?.goods ?? []) : {}), ...kept?.giftCharges } }
        : {}),
      names: {
        ...kept?.names,
        ...activityNames(rows),
        ...Object.fromEntries([...rows.pricedMaterials, ...(gifts?.goods ?? [])].map(({ code, name }) => [code, name])),
      },
    },
  };
}

/** The goods that an order may be given, read where there are any, and at what they count. */
async function giftsOf(
  { promotionParams }: PromotedRows,
  head: PromotedHead,
  open: readonly Activity[],
  { lines, choices, more }: Pick<Asked, 'choices' | 'more'> & { readonly lines: readonly PromotedLine[] },
) {
  const isAtRetail = paramIn(promotionParams, 'SD025', head.organizeCode) === '1';
  const isCosted =
    isAtCost(promotionParams, head.organizeCode ?? '') && open.some(({ budgetLeft }) => budgetLeft !== null);
  const codes = goodsAsked(open, choices, isAtRetail || isCosted ? lines : []);
  const gifts = codes.length === 0 ? null : await more(giftReads(head, codes, isCosted), codes);
  return { isAtRetail, isCosted, codes, gifts };
}

/** Who asks, on which day, for what kind of order. */
const askedBy = (
  rows: PromotedRows,
  head: PromotedHead,
  customer: PromotedRows['pricedCustomer'][number],
  parents: ReturnType<typeof parentsIn>,
): Pick<Question, 'customer' | 'date' | 'orderType'> => ({
  customer: customerFacts(
    customer,
    head,
    rows.promotionShops.map(({ code }) => code),
    parents,
  ),
  date: head.billDate,
  orderType: head.orderType,
});

/** What may be chosen beside what is earned now; nothing is told where what nobody chose is lost (SD029). */
function leftOverOf(
  { promotionRests = [], promotionParams }: PromotedRows,
  { organizeCode }: PromotedHead,
  kept: PromotionRecord | null,
): Pick<Question, 'leftOver'> {
  const leftOver =
    kept !== null
      ? withOwnRoom(kept.question, kept.outcome).leftOver
      : paramIn(promotionParams, 'SD029', organizeCode) === '1'
        ? leftOverIn(promotionRests)
        : undefined;
  return leftOver === undefined ? {} : { leftOver };
}

/** What was picked and given up stays so; what is not earned any more is not picked any more. */
const keptChoices = ({ choices = [], waivers }: Question): Pick<Question, 'choices' | 'waivers'> => ({
  choices,
  ...(waivers === undefined ? {} : { waivers }),
});

function factsIn(materials: PromotedRows['pricedMaterials'], trees: PromotedRows['trees']): (code: string) => Facts {
  const parents = parentsIn(trees);
  const known = new Map(materials.map((row) => [row.code, materialFacts(row, parents)]));
  return (code) => known.get(code) ?? {};
}

/** Goods to be read beside those of the lines; a line's own are asked for where its gift is charged at retail. */
const goodsAsked = (
  open: readonly Activity[],
  choices: readonly GiftChoice[],
  lines: readonly PromotedLine[],
): readonly string[] => [
  ...new Set([
    ...giftCodesOf(open),
    ...choices.map(({ productCode }) => productCode),
    ...(open.length === 0 ? [] : lines.flatMap(({ productCode }) => productCode ?? [])),
  ]),
];

const retailOf = (goods: readonly Goods[]): Readonly<Record<string, string>> =>
  Object.fromEntries(goods.flatMap(({ code, retailPrice }) => (retailPrice === null ? [] : [[code, retailPrice]])));

/** What a gift is worth: its price for this customer, as a line of one piece would have it. */
function pricesOf(
  lines: readonly PromotedLine[],
  answers: readonly PricedAnswer[],
  gifts: GiftRows | null,
  head: PricedHead,
  codes: readonly string[],
): Readonly<Record<string, string>> {
  const own = lines.flatMap(({ productCode, lineType }, at): [string, string][] => {
    const price = answers[at]?.price;
    return productCode === null || price == null || freeLines.has(lineType ?? '0') ? [] : [[productCode, price]];
  });
  const found = gifts === null ? [] : priceLines(gifts, head, codes.map(onePiece));
  const other = codes.flatMap((code, at): [string, string][] => {
    const price = found[at]?.resolved?.price;
    return price === undefined ? [] : [[code, price]];
  });
  return Object.fromEntries([...other, ...own]);
}

/** Lines without a price yet cannot count; what is typed is what promotions start from (B1). */
function boughtLine(
  { lineNo, productCode, number, lineType }: PromotedLine,
  answer: PricedAnswer | undefined,
  factsOf: (code: string) => Facts,
): Question['lines'] {
  if (productCode === null || number === null || answer?.price == null || answer.amount === null) return [];
  if (compare(number, '0') <= 0) return [];
  const { price, amount } = answer;
  return [{ lineNo, productCode, facts: factsOf(productCode), number, price, amount, lineType: lineType ?? '0' }];
}

/** Goods of packages that are for the customer: of his class or one above it, and of his channel. */
export function packedFor<Row extends Pick<PackageGoods[number], 'channelCode' | 'customerClassCode'>>(
  rows: readonly Row[],
  customer: Facts,
): readonly Row[] {
  const isHis = (dimension: string, code: string | null): boolean =>
    code === null || customer[dimension]?.includes(code) === true;
  return rows.filter(
    ({ channelCode, customerClassCode }) => isHis('channel', channelCode) && isHis('customerClass', customerClassCode),
  );
}

/** The engine counts what is picked from a package; what it holds is known here. Else anything could be had for it. */
function isStrange(
  { policyCode, ruleNo, packageCode, productCode }: GiftChoice,
  activities: readonly Activity[],
  packed: PackageGoods,
): boolean {
  const rule = activities.find(({ code }) => code === policyCode)?.rules.find((each) => each.ruleNo === ruleNo);
  if (rule?.giveType !== '3') return false;
  return (
    packageCode !== rule.giveCode ||
    !packed.some((row) => row.packageCode === packageCode && row.productCode === productCode)
  );
}

/** A fixed package is taken whole, once or several times over, or not at all: of each good as many as the sets hold. */
function isPart(choice: GiftChoice, choices: readonly GiftChoice[], packed: PackageGoods): boolean {
  const set = packed.filter((row) => row.packageCode === choice.packageCode && row.packageType === '0');
  const own = choices.filter(
    ({ policyCode, ruleNo, packageCode }) =>
      policyCode === choice.policyCode && ruleNo === choice.ruleNo && packageCode === choice.packageCode,
  );
  const sets = set.map(({ productCode, setNumber }) =>
    over(
      plus('0', ...own.filter((each) => each.productCode === productCode).map(({ number }) => number)),
      setNumber ?? '1',
    ),
  );
  const [first] = sets;
  return first !== undefined && !(isWhole(first) && sets.every((each) => compare(each, first) === 0));
}
const isWhole = (sets: string): boolean => compare(sets, '0') > 0 && isZero(minus(sets, sets.split('.')[0] ?? '0'));

interface ChosenFrom {
  readonly packed: PackageGoods;
  readonly giftPrices: Readonly<Record<string, string>>;
  readonly factsOf: (code: string) => Facts;
}
/** A package has prices of its own; other goods are chosen at what they cost the customer. */
function chosen(choice: GiftChoice, all: readonly GiftChoice[], { packed, giftPrices, factsOf }: ChosenFrom): Choice {
  const { policyCode, ruleNo, packageCode, productCode, number } = choice;
  const good = packed.find((row) => row.packageCode === packageCode && row.productCode === productCode);
  return {
    activity: policyCode,
    ruleNo,
    productCode,
    facts: factsOf(productCode),
    number,
    price: good?.price ?? giftPrices[productCode] ?? '0',
    ...(isPart(choice, all, packed) ? { isPart: true } : {}),
  };
}

function repriced(
  lines: readonly PromotedLine[],
  answers: readonly PricedAnswer[],
  outcome: Outcome,
): Pick<Promoted, 'answers' | 'off'> {
  const byLine = new Map(outcome.lines.map((line) => [line.lineNo, line]));
  const found = lines.map(({ lineNo }) => byLine.get(lineNo));
  return {
    answers: answers.map((answer, at) => {
      const line = found[at];
      return line === undefined || isZero(line.discount)
        ? answer
        : { ...answer, price: line.price, amount: line.amount };
    }),
    off: found.map((line) => line?.discount ?? '0'),
  };
}
