import { aboveQuota, atPercent, choicesOf, exchangeable, free, taken, type Room } from './choice.ts';
import type { Credit, Effect, Entitlement, Gift } from './outcome.ts';
import { limitsTold, restTold, roomWith } from './left-over.ts';
import { nthPiece, onSale, type Repriced } from './price-off.ts';
import type { Choice, Question, Rule, RuleType } from './rule.ts';
import { least, percent, product, quantity, scaled, sum, timesOf, written, type Scaled } from './scaled.ts';
import { holds } from './scope.ts';
import type { Entrant } from './state.ts';
import type { Basis, Reached } from './tier.ts';

/** What an activity would do with lines that reach it; nothing is done yet. */
export interface Offer {
  readonly repriced: readonly Repriced[];
  readonly gifts: readonly Gift[];
  readonly entitlements: readonly Entitlement[];
  readonly credits: readonly Credit[];
  /** Against the limit. */
  readonly times: number;
  /** Against the budget: amounts off, gifts, credit. */
  readonly cost: Scaled;
  /** Paid for exchanged goods. */
  readonly paid: Scaled;
}

const nothing: Omit<Offer, 'times'> = {
  repriced: [],
  gifts: [],
  entitlements: [],
  credits: [],
  cost: 0n,
  paid: 0n,
};

type Made = (reached: readonly Reached[], basis: Basis, entrant: Entrant, question: Question) => Offer;

export const offers: Readonly<Record<RuleType, Made>> = {
  P001: joined(given),
  P002: joined(given),
  P003: (reached, basis) => priced(onSale(reached, basis), onlyRates(reached) ? 1 : timesOfAll(reached)),
  P004: joined(exchanged),
  P005: joined(exchanged),
  P006: joined(credited),
  P007: (reached, basis) =>
    priced(
      nthPiece(
        reached.map(({ rule }) => rule),
        basis,
      ),
      1,
    ),
};

const onlyRates = (reached: readonly Reached[]): boolean => reached.every(({ rule }) => rule.onSaleType === '1');
/** Several gifts of one threshold count once. */
const timesOfAll = (reached: readonly Reached[]): number => Math.max(...reached.map(({ times }) => times));

function priced(lines: readonly Repriced[], times: number): Offer {
  let cost = 0n;
  for (const { line, amount } of lines) cost += line.amount - amount;
  return { ...nothing, repriced: lines, times, cost };
}

/** What an offer does, in the words of the trace; asked only of those that are taken. */
export function effectsOf({ repriced, gifts, entitlements, credits }: Offer): readonly Effect[] {
  return [
    ...repriced.map(({ line, amount }): Effect => ({
      kind: 'off',
      lineNo: line.line.lineNo,
      amount: written(line.amount - amount, 2),
    })),
    ...gifts.map(({ productCode, number }): Effect => ({ kind: 'gift', productCode, number })),
    ...entitlements.map(({ ruleNo }): Effect => ({ kind: 'choice', ruleNo })),
    ...credits.map(({ accountType, amount }): Effect => ({ kind: 'credit', accountType, amount })),
  ];
}

type Part = (reached: Reached, basis: Basis, entrant: Entrant, question: Question) => Partial<Offer>;

/** Rules of one threshold apply together. */
function joined(part: Part): Made {
  return (reached, basis, entrant, question) => {
    const parts = reached.map((each) => part(each, basis, entrant, question));
    return {
      ...nothing,
      gifts: parts.flatMap(({ gifts }) => gifts ?? []),
      entitlements: parts.flatMap(({ entitlements }) => entitlements ?? []),
      credits: parts.flatMap(({ credits }) => credits ?? []),
      times: timesOfAll(reached),
      cost: sum(parts.map(({ cost }) => cost ?? 0n)),
      paid: sum(parts.map(({ paid }) => paid ?? 0n)),
    };
  };
}

const earnedBy = ({ rule, times }: Reached, { lines }: Basis, { activity }: Entrant) => ({
  activity: activity.code,
  ruleNo: rule.ruleNo,
  times,
  sources: lines.map(({ line }) => line.lineNo),
});

const giftLine = ({ trialFlag }: Rule): '1' | '4' => (trialFlag === '1' ? '4' : '1');

/** P001, P002: the product itself, a product, or a choice in a class or a package. */
function given(reached: Reached, basis: Basis, entrant: Entrant, question: Question): Partial<Offer> {
  const { rule, times } = reached;
  const { giveCode } = rule;
  const giveType = rule.giveType ?? '0';
  if (giveType === '2' || giveType === '3') return chosenGifts(reached, basis, entrant, question);
  const productCode = giveType === '0' ? (basis.lines[0]?.line.productCode ?? '') : (giveCode ?? '');
  const number = timesOf(times, scaled(rule.giveNumber));
  return {
    gifts: [
      {
        ...earnedBy(reached, basis, entrant),
        giveType,
        lineType: giftLine(rule),
        number: quantity(number),
        productCode,
      },
    ],
    cost: product(scaled(question.giftPrices?.[productCode]), number, 2),
  };
}

/** Pieces or money: a class is limited by pieces, a package as it is typed or as it is earned. */
function giftRoom({ giveType, giveNumber, giveDynamicFlag, giveMaxNumber, giveMaxAmount }: Rule, times: number) {
  const earned = timesOf(times, scaled(giveNumber));
  if (giveType === '2' || giveDynamicFlag === '1') return { maxNumber: earned, maxAmount: null };
  if (giveDynamicFlag === '2') return { maxNumber: null, maxAmount: earned };
  return { maxNumber: limit(giveMaxNumber), maxAmount: limit(giveMaxAmount) };
}

const limit = (text: string | null | undefined): Scaled | null => (text == null || text === '' ? null : scaled(text));

/** What a package holds is checked where it is read; a class is known by the goods' own facts. */
const giftGoods = (rule: Rule): Omit<Room, 'maxNumber' | 'maxAmount'> => ({
  isOffered: ({ facts = {} }) => rule.giveType !== '2' || holds(facts, 'class', new Set([rule.giveCode ?? ''])),
  pay: free,
  lineType: giftLine(rule),
});

/**
 * What several products let one choose by the same single-product rule is one choice: their rooms are added up, and
 * where one of them sets no limit there is none.
 */
export function joinedChoice(
  own: readonly [Entitlement, ...Entitlement[]],
  rule: Rule,
  { choices, leftOver }: { readonly choices: readonly Choice[]; readonly leftOver: Question['leftOver'] },
): { readonly entitlement: Entitlement; readonly cost: Scaled } {
  const [first] = own;
  const added = (of: (each: Entitlement) => string | null): Scaled | null => {
    const rooms = own.map((each) => limit(of(each)));
    return rooms.some((room) => room === null) ? null : sum(rooms.map((room) => room ?? 0n));
  };
  const earned = { maxNumber: added((each) => each.maxNumber), maxAmount: added((each) => each.maxAmount) };
  const room = roomWith(earned, leftOver, first);
  const found = taken(choices, { ...room, ...giftGoods(rule) });
  const { chosen, error, given: cost } = found;
  return {
    entitlement: {
      ...first,
      times: own.reduce((times, each) => times + each.times, 0),
      sources: own.flatMap(({ sources }) => sources),
      ...(first.number === undefined ? {} : { number: quantity(room.maxNumber ?? 0n) }),
      ...limitsTold(room),
      chosen,
      ...(leftOver === undefined ? {} : restTold(earned, room, found)),
      ...(error === undefined ? {} : { error }),
    },
    cost,
  };
}

function chosenGifts(reached: Reached, basis: Basis, entrant: Entrant, question: Question): Partial<Offer> {
  const { rule, times } = reached;
  const isClass = rule.giveType === '2';
  const limits = giftRoom(rule, times);
  return entitled(reached, basis, entrant, question, {
    ...limits,
    ...giftGoods(rule),
    named: {
      giveType: rule.giveType ?? '3',
      ...(isClass
        ? { classCode: rule.giveCode ?? '', number: quantity(limits.maxNumber ?? 0n) }
        : { packageCode: rule.giveCode ?? '' }),
    },
  });
}

interface Offered extends Room {
  readonly named: Partial<Entitlement>;
}

function entitled(
  reached: Reached,
  basis: Basis,
  entrant: Entrant,
  { choices = [], leftOver }: Question,
  { named, ...earned }: Offered,
): Partial<Offer> {
  const { rule } = reached;
  const own = earnedBy(reached, basis, entrant);
  // What is bought at a special price is an offer of the day: nobody keeps it.
  const kept = rule.policyRuleTypeCode === 'P005' ? undefined : leftOver;
  const room = { ...earned, ...roomWith(earned, kept, own) };
  const found = taken(choicesOf(choices, entrant.activity, rule), room);
  const { chosen, error, amount, given: value } = found;
  return {
    entitlements: [
      {
        ...own,
        ruleType: rule.policyRuleTypeCode,
        ...named,
        ...(named.number === undefined ? {} : { number: quantity(room.maxNumber ?? 0n) }),
        ...limitsTold(room),
        lineType: room.lineType,
        chosen,
        ...(kept === undefined ? {} : restTold(earned, room, found)),
        ...(error === undefined ? {} : { error }),
      },
    ],
    cost: value,
    paid: amount,
  };
}

/** P004 free or within a quota of what was bought; P005 for a part of the price. */
function exchanged(reached: Reached, basis: Basis, entrant: Entrant, question: Question): Partial<Offer> {
  return entitled(reached, basis, entrant, question, {
    ...exchangeRoom(reached, basis),
    isOffered: exchangeable(entrant.activity, reached.rule),
  });
}

function exchangeRoom({ rule, times }: Reached, { amount }: Basis): Omit<Offered, 'isOffered'> {
  const named = { changeBuyType: rule.changeBuyType ?? '0' };
  const each = (text: string | null | undefined): Scaled | null => {
    const one = limit(text);
    return one === null ? null : timesOf(times, one);
  };
  const maxNumber = each(rule.changeBuyMaxNumber);
  const maxAmount = each(rule.changeBuyMaxAmount);
  if (rule.policyRuleTypeCode === 'P005') {
    const kind = rule.addMoneyChangeBuyLimitType;
    return {
      maxNumber: kind === '1' ? maxNumber : null,
      maxAmount: kind === '2' ? maxAmount : null,
      pay: atPercent(scaled(rule.changeBuyRate)),
      lineType: '0',
      named,
    };
  }
  if (rule.freePackageFlag === '1') return { maxNumber, maxAmount, pay: free, lineType: '1', named };
  const share = percent(amount, scaled(rule.changeBuyRate), 2);
  const quota = least(share, limit(rule.changeBuyMaxAmount) ?? share);
  return {
    maxNumber: null,
    maxAmount: null,
    pay: aboveQuota(quota),
    lineType: '0',
    named: { ...named, quotaAmount: written(quota, 2) },
  };
}

function credited(reached: Reached, basis: Basis, entrant: Entrant): Partial<Offer> {
  const { rule, times } = reached;
  const amount = timesOf(times, scaled(rule.giveAccountAmount));
  const accountType = rule.accountType ?? 'A003';
  return {
    credits: [{ ...earnedBy(reached, basis, entrant), accountType, amount: written(amount, 2) }],
    cost: amount,
  };
}
