import { compare, fixed, grouped, isZero, minus, over, plus, scaleOf, times } from '#platform/model/decimal.ts';
import {
  sentence,
  type ApprovalFact,
  type ApprovalFacts,
  type FactTone,
  type Sentence,
  type ShownColumn,
  type ShownLine,
} from '#platform/model/approval/facts.ts';
import { fill, textOf, type Label, type Language } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import { capitalAccount } from '#funds/model/capital-account.ts';
import type { Means } from '#funds/model/means.ts';
import { meansIn, standingOf } from '#funds/server/standing.ts';
import { estimatedCost } from '#price/model/estimated-cost.ts';
import { priceLines, pricingReads } from '#price/server/pricing.ts';
import { order } from '#sales/model/order/order.ts';
import { availableIn, availableStatement, normalWarehouses } from '#stock/server/available.ts';
import { factTexts as texts } from './order-fact-texts.ts';
import { isWaived, marginOf, money, percent, shortageIn } from './order-glance.ts';
import { runningSupply } from '#sales/server/warehouse/order-warehouse.ts';

type Order = LockedBill<typeof order>;
type Line = Order['lines'][number];

/** A line with everything that it is compared with; null where nothing is known, or nothing may be. */
interface Compared {
  readonly line: Line;
  readonly no: number;
  readonly available: string;
  readonly missing: string;
  /** Against the last price, in percent. */
  readonly change: string | null;
  readonly floor: string | null;
  readonly isBelowFloor: boolean;
  readonly margin: string | null;
  readonly cost: string | null;
  readonly net: string;
  /** A warehouse that has what is missing. */
  readonly elsewhere: { readonly name: string; readonly available: string } | null;
}

const rights = statement(
  { seesCost: 'boolean', seesCredit: 'boolean' },
  `
    select sec.may('${permissionOf(estimatedCost, 'view')}') as sees_cost,
      sec.may('${permissionOf(capitalAccount, 'view')}') or sec.may('${permissionOf(order, 'view')}') as sees_credit`,
);

/**
 * Credit after it, margin against its floor, against the last price, and stock; then what is not as usual, in words.
 */
export async function orderFacts(ctx: Command, bill: Order): Promise<ApprovalFacts> {
  const materials = [...new Set(bill.lines.map(({ productCode }) => productCode))];
  const storages = [
    ...new Set([bill.storageCode, ...bill.lines.map((line) => line.outStorageCode)].filter((code) => code !== null)),
  ];
  const { may, standing, stock, houses, ...book } = await ctx.all({
    ...pricingReads(bill, bill.lines),
    may: rights,
    standing: standingOf(bill.organizeCode, bill.customerCode),
    stock: availableStatement(materials, storages),
    houses: normalWarehouses(materials, bill.organizeCode),
  });
  const [{ seesCost, seesCredit } = { seesCost: false, seesCredit: false }] = may;
  const answers = priceLines(book, bill, bill.lines);
  const costs = new Map(seesCost ? book.costs.map(({ productCode, cost }) => [productCode, cost]) : []);
  const supply = runningSupply(availableIn([...houses, ...stock]), book.pricedMaterials);
  const compared = bill.lines.map((line, at): Compared => {
    const storage = line.outStorageCode ?? bill.storageCode ?? '';
    const available = supply.left(storage, line.productCode);
    supply.take(storage, line.productCode, line.number);
    const missing = compare(line.number, available) > 0 ? minus(line.number, atLeastZero(available)) : '0';
    const cost = costs.get(line.productCode) ?? null;
    const net = minus(line.amount ?? '0', line.discountAmount ?? '0');
    const other = elsewhereOf(houses, { storage, material: line.productCode, missing });
    return {
      line,
      no: at + 1,
      available,
      missing,
      change: changeOf(line),
      floor: answers[at]?.floor ?? null,
      isBelowFloor: answers[at]?.isBelowFloor === true,
      margin: cost === null ? null : marginOf(net, times(cost, line.number)),
      cost: cost === null ? null : times(cost, line.number),
      net,
      elsewhere: other === undefined ? null : { name: other.storageName, available: other.available ?? '0' },
    };
  });
  const means = seesCredit ? meansIn(standing, bill) : null;
  const { language } = ctx;
  const shortage = means === null ? null : shortageIn(means, bill.payableAmount ?? '0');
  return {
    facts: [
      ...(means === null ? [] : [creditFact(language, bill, means, shortage)]),
      ...marginFact(language, compared),
      ...priceFact(language, compared),
      stockFact(language, compared),
    ],
    unusual: [...moneySentences(language, bill, means, shortage), ...compared.flatMap(lineSentences(language, bill))],
    lines: {
      columns: columnsOf(language, compared),
      rows: compared.map(rowOf),
    },
    // Nobody is let through who needs it not.
    ...(shortage === null || isWaived(bill.waiverAmount, shortage)
      ? {}
      : { remedies: [{ verb: 'creditWaive', row: { ...waivedRow(bill), waiverAmount: shortage } }] }),
  };
}

interface Wanted {
  readonly storage: string;
  readonly material: string;
  readonly missing: string;
}
/** The house that could send what is missing here. */
const elsewhereOf = <House extends { storageCode: string; materialCode: string | null; available: string | null }>(
  houses: readonly House[],
  { storage, material, missing }: Wanted,
): House | undefined =>
  isZero(missing)
    ? undefined
    : houses.find(
        ({ storageCode, materialCode, available }) =>
          storageCode !== storage && materialCode === material && compare(available ?? '0', missing) >= 0,
      );

const waivedRow = ({ id, code, billStatus }: Order) => ({ id, code, billStatus });
const atLeastZero = (value: string): string => (compare(value, '0') < 0 ? '0' : value);
const changeOf = ({ price, lastPrice }: Line): string | null =>
  lastPrice === null || isZero(lastPrice) ? null : fixed(times(over(minus(price, lastPrice), lastPrice), '100'), 1);
/** A whole number of pieces has no decimals; what is weighed keeps its own. */
const pieces = (value: string): string => grouped(value, scaleOf(value));
function shareOf(part: string, whole: string): number {
  if (compare(whole, '0') <= 0) return 0;
  const share = Number.parseFloat(over(part, whole)); // not money
  return Math.min(1, Math.max(0, share));
}

function creditFact(language: Language, bill: Order, means: Means, shortage: string | null): ApprovalFact {
  const before = plus(means.cash, means.rebate, means.isCashOnly ? '0' : means.credit);
  const after = minus(before, bill.payableAmount ?? '0');
  const say = (label: Label, params: Readonly<Record<string, string>> = {}): string =>
    fill(textOf(label, language), params);
  if (!means.isControlled)
    return {
      key: 'credit',
      label: say(texts.credit),
      value: say(texts.uncontrolled),
      tone: 'plain',
      note: say(texts.free, { before: money(before) }),
    };
  const isLet = shortage !== null && isWaived(bill.waiverAmount, shortage);
  return {
    key: 'credit',
    label: say(texts.credit),
    value: after,
    measure: 'amount',
    tone: shortage === null ? 'plain' : isLet ? 'unusual' : 'blocked',
    note:
      shortage === null
        ? say(texts.availableAfter, { before: money(before) })
        : say(isLet ? texts.letThrough : texts.missing, { amount: money(shortage) }),
    gauge: { share: shareOf(after, before) },
  };
}

/** Only lines with a cost count; the bound is what the same lines would earn at their floors. */
function marginFact(language: Language, compared: readonly Compared[]): readonly ApprovalFact[] {
  const known = compared.filter(({ cost }) => cost !== null);
  const margin = marginOf(
    plus(...known.map(({ net }) => net)),
    known.length === 0 ? null : plus(...known.map(({ cost }) => cost)),
  );
  if (margin === null) return [];
  const bound = known.filter(({ floor }) => floor !== null);
  const least = marginOf(
    plus(...bound.map(({ floor, line }) => times(floor ?? '0', line.number))),
    bound.length === 0 ? null : plus(...bound.map(({ cost }) => cost)),
  );
  const isLow = compare(margin, '0') < 0 || (least !== null && compare(margin, least) < 0);
  return [
    {
      key: 'margin',
      label: textOf(texts.margin, language),
      value: percent(margin),
      tone: isLow ? 'unusual' : 'plain',
      note:
        least === null
          ? fill(textOf(texts.ofLines, language), { n: known.length, all: compared.length })
          : fill(textOf(texts.floorMargin, language), { least: percent(least) }),
      gauge: { share: shareOf(margin, marginScale), ...(least === null ? {} : { mark: shareOf(least, marginScale) }) },
    },
  ];
}
/** A gauge of margins ends at two fifths. */
const marginScale = '40';

function priceFact(language: Language, compared: readonly Compared[]): readonly ApprovalFact[] {
  const known = compared.filter(({ change }) => change !== null);
  if (known.length === 0) return [];
  const before = plus(...known.map(({ line }) => times(line.lastPrice ?? '0', line.number)));
  const now = plus(...known.map(({ line }) => times(line.price, line.number)));
  const lower = known.filter(({ change }) => compare(change ?? '0', '0') < 0).length;
  const higher = known.filter(({ change }) => compare(change ?? '0', '0') > 0).length;
  const total = isZero(before) ? '0' : fixed(times(over(minus(now, before), before), '100'), 1);
  const words = [
    ...(lower > 0 ? [fill(textOf(texts.lower, language), { n: lower })] : []),
    ...(higher > 0 ? [fill(textOf(texts.higher, language), { n: higher })] : []),
    ...(known.length > lower + higher
      ? [fill(textOf(texts.same, language), { n: known.length - lower - higher })]
      : []),
  ];
  return [
    {
      key: 'lastPrice',
      label: textOf(texts.lastPrice, language),
      value: signed(total),
      tone: lower > 0 ? 'unusual' : 'plain',
      note: words.join(language === 'en-US' ? ', ' : '，'),
      gauge: { cells: compared.map(({ change }) => toneOfChange(change)) },
    },
  ];
}
const toneOfChange = (change: string | null): FactTone =>
  change !== null && compare(change, '0') < 0 ? 'unusual' : 'plain';
const signed = (value: string): string => `${compare(value, '0') > 0 ? '+' : ''}${percent(value).replace('-', '−')}`;

function stockFact(language: Language, compared: readonly Compared[]): ApprovalFact {
  const short = compared.filter(({ missing }) => !isZero(missing));
  const [first] = short;
  const covered = fill(textOf(texts.linesOf, language), { n: compared.length - short.length, all: compared.length });
  return {
    key: 'stock',
    label: textOf(texts.stock, language),
    value: covered,
    tone: short.length > 0 ? 'unusual' : 'plain',
    note:
      first === undefined
        ? textOf(texts.inStock, language)
        : fill(textOf(first.elsewhere === null ? texts.shortLine : texts.shortLineElsewhere, language), {
            no: first.no,
            missing: pieces(first.missing),
            unit: first.line.mainUnitName ?? '',
            place: first.elsewhere?.name ?? '',
            available: pieces(first.elsewhere?.available ?? '0'),
          }),
    gauge: { cells: compared.map(({ missing }) => (isZero(missing) ? 'plain' : 'unusual')) },
  };
}

function moneySentences(
  language: Language,
  bill: Order,
  means: Means | null,
  shortage: string | null,
): readonly Sentence[] {
  return [
    ...(shortage === null
      ? []
      : [
          isWaived(bill.waiverAmount, shortage)
            ? sentence(language, 'unusual', texts.sayWaived, {
                amount: money(shortage),
                waiver: money(bill.waiverAmount ?? '0'),
              })
            : sentence(language, 'blocked', texts.sayShort, { amount: money(shortage) }),
        ]),
    ...(means?.overdue == null
      ? []
      : [
          sentence(language, 'blocked', texts.sayOverdue, {
            amount: money(means.overdue.amount),
            days: String(means.overdue.days),
          }),
        ]),
  ];
}

const lineSentences =
  (language: Language, bill: Order) =>
  ({ line, change, missing, isBelowFloor, floor, margin, available }: Compared): readonly Sentence[] => {
    const name = line.productName ?? line.productCode;
    const isLower = change !== null && compare(change, '0') < 0;
    const isLoss = margin !== null && compare(margin, '0') < 0;
    return [
      ...(isBelowFloor && floor !== null
        ? [sentence(language, 'unusual', texts.sayFloor, { name, price: pieces(line.price), floor: pieces(floor) })]
        : []),
      ...(isLoss ? [sentence(language, 'unusual', texts.sayLoss, { name, margin: percent(margin) })] : []),
      ...(isLower
        ? [sentence(language, 'unusual', texts.sayLower, { name, change: percent(change.replace('-', '')) })]
        : []),
      ...(isZero(missing)
        ? []
        : [
            sentence(language, 'unusual', texts.sayMissing, {
              name,
              number: pieces(line.number),
              unit: line.mainUnitName ?? '',
              place: line.outStorageName ?? bill.storageName ?? '',
              available: pieces(atLeastZero(available)),
              missing: pieces(missing),
            }),
          ]),
    ];
  };

function columnsOf(language: Language, compared: readonly Compared[]): readonly ShownColumn[] {
  const has = (key: 'floor' | 'margin' | 'change'): boolean => compared.some((each) => each[key] !== null);
  const column = (key: string, label: Label, more: Omit<ShownColumn, 'key' | 'label'> = {}): ShownColumn => ({
    key,
    label: textOf(label, language),
    ...more,
  });
  return [
    column('productName', texts.product, { hintFrom: 'productCode' }),
    column('number', texts.number, { measure: 'quantity', unitFrom: 'unit' }),
    column('available', texts.available, { measure: 'quantity' }),
    column('price', texts.price, { measure: 'price' }),
    ...(has('change')
      ? [
          column('lastPrice', texts.last, { measure: 'price', isQuiet: true }),
          column('change', texts.change, { measure: 'percent' }),
        ]
      : []),
    ...(has('floor') ? [column('floor', texts.floor, { measure: 'price', isQuiet: true })] : []),
    ...(has('margin') ? [column('margin', texts.margin, { measure: 'percent' })] : []),
    column('amount', texts.amount, { measure: 'amount' }),
  ];
}

const rowOf = ({ line, no, available, missing, change, floor, isBelowFloor, margin }: Compared): ShownLine => {
  const isShort = !isZero(missing);
  const isLower = change !== null && compare(change, '0') < 0;
  const isLoss = margin !== null && compare(margin, '0') < 0;
  return {
    id: line.id,
    no,
    weight: [isBelowFloor || isLoss, isShort, isLower].reduce(
      (sum, holds, at) => sum + (holds ? ([4, 2, 1][at] ?? 0) : 0),
      0,
    ),
    cells: {
      productName: line.productName ?? line.productCode,
      productCode: line.productCode,
      number: line.number,
      unit: line.mainUnitName,
      available,
      price: line.price,
      lastPrice: line.lastPrice,
      change: change === null || isZero(change) ? null : signed(change),
      floor,
      margin: margin === null ? null : percent(margin),
      amount: line.amount,
    },
    tones: {
      ...(isShort ? { available: 'unusual' as const } : {}),
      ...(isLower ? { change: 'unusual' as const } : {}),
      ...(isBelowFloor ? { price: 'unusual' as const } : {}),
      ...(isLoss ? { margin: 'unusual' as const } : {}),
    },
  };
};
