import { plus } from '#platform/model/decimal.ts';
import type { RowsOf } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import { priceLines, type PricedAnswer, type PricedLine, type pricingReads } from '#price/server/pricing.ts';
import { givenWorth } from '#promotion/model/gift-worth.ts';
import { toldTerms } from '#promotion/model/told/told-terms.ts';
import { otherDaysIn, type otherDaysRead } from '#promotion/server/active-activities.ts';
import { hintsOf, type Hint } from '#promotion/model/engine/hint.ts';
import type { Question } from '#promotion/model/engine/rule.ts';
import type { Brought, QuotedPromotions } from '#sales/model/order/quote.ts';
import { waiversIn } from './gift-waiver.ts';
import { answerOf, givenBy } from './order-given.ts';
import {
  choicesOf,
  promote,
  type orderPromotionReads,
  type Promoted,
  type PromotedHead,
  type PromotedLine,
} from './order-promotion.ts';

type Rows = RowsOf<ReturnType<typeof pricingReads> & ReturnType<typeof orderPromotionReads>>;

/** Bought lines with their prices, and what promotions make of them. */
export interface PromotedQuote {
  readonly answers: readonly PricedAnswer[];
  readonly promoted: Promoted;
  /** All lines that are paid for or given, as the charges of the whole order look at them. */
  readonly all: { readonly answers: readonly PricedAnswer[]; readonly lines: readonly PricedLine[] };
}

export async function promotedQuote(
  call: Call,
  head: PromotedHead & { readonly giftChoices?: unknown; readonly giftWaivers?: unknown },
  bought: readonly (PricedLine & PromotedLine)[],
  rows: Rows,
): Promise<PromotedQuote> {
  const answers = priceLines(rows, head, bought);
  const promoted = await promote(rows, head, bought, answers, {
    choices: choicesOf(head.giftChoices),
    waivers: waiversIn(head.giftWaivers),
    more: async (reads) => (await call.read(reads)).rows,
  });
  const given = promoted.record === null ? [] : givenBy(promoted.record.outcome);
  return {
    answers,
    promoted,
    all: {
      answers: [...promoted.answers, ...given.map(answerOf)],
      lines: [...bought, ...given.map((each) => ({ ...each, freeTermCode: null }))],
    },
  };
}

/** Hints beside an order: so many that one of them is worth a glance. */
const mostHints = 3;

interface QuotedFor extends Partial<RowsOf<{ otherDays: ReturnType<typeof otherDaysRead> }>> {
  readonly isCustomer: boolean;
}
/** A customer hears of what is open to him; that others get more is not his to know. */
export function quotedPromotions(
  { promoted: { record, goods, off } }: Pick<PromotedQuote, 'promoted'>,
  { isCustomer, otherDays = [] }: QuotedFor,
): QuotedPromotions | null {
  if (record === null) return null;
  const { question, outcome, names } = record;
  const open = new Set(question.activities.map(({ code }) => code));
  const bought = new Set(question.lines.map(({ productCode }) => productCode));
  return {
    given: givenBy(outcome).map(({ activity, ruleNo, sources, packageCode, productCode, ...given }) => ({
      activity,
      ruleNo,
      sources,
      packageCode,
      productCode,
      productName: names[productCode] ?? productCode,
      mainUnitName: goods.get(productCode)?.mainUnitName ?? null,
      number: given.number,
      lineType: given.lineType,
      price: given.price,
      amount: given.amount,
    })),
    entitlements: outcome.entitlements,
    credits: outcome.credits,
    givenWorth: givenWorth(record),
    waived: outcome.waived ?? [],
    trace: isCustomer ? outcome.trace.filter(({ activity }) => open.has(activity)) : outcome.trace,
    terms: toldTerms(question.activities, outcome.trace),
    otherDays: otherDaysIn(otherDays, question),
    hints: hintsOf(question, outcome, mostHints).map((hint) => ({ ...hint, brings: broughtBy(question, hint) })),
    off: plus(...off),
    names: isCustomer
      ? Object.fromEntries(
          Object.entries(names).filter(([code]) => open.has(code) || goods.has(code) || bought.has(code)),
        )
      : names,
  };
}

/** What the rule gives each time that it is reached. */
function broughtBy({ activities }: Question, { activity, ruleNo }: Hint): Brought {
  const rule = activities.find(({ code }) => code === activity)?.rules.find((each) => each.ruleNo === ruleNo);
  const isChoice = rule?.giveType === '2' || rule?.giveType === '3';
  switch (rule?.policyRuleTypeCode) {
    case 'P001':
    case 'P002':
      return isChoice ? { kind: 'choice' } : { kind: 'gift', number: rule.giveNumber ?? '0' };
    case 'P003':
      return rule.onSaleType === '1' ? { kind: 'price' } : { kind: 'off', amount: rule.onSaleAmount ?? '0' };
    case 'P006':
      return { kind: 'credit', amount: rule.giveAccountAmount ?? '0' };
    case 'P004':
    case 'P005':
      return { kind: 'choice' };
    case 'P007':
    case undefined:
      return { kind: 'price' };
  }
}
