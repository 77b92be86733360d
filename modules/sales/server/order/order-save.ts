import { compare } from '#platform/model/decimal.ts';
import type { DraftOf } from '#platform/model/document.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import type { Facts, LockedBill } from '#platform/server/document/serve.ts';
import { customer } from '#data/model/partner/customer.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { order } from '#sales/model/order/order.ts';
import { forgetFound, refuseChanged, renew } from './order-age.ts';
import { customerRead, fillFromCustomer, refuseStranger } from './order-customer.ts';
import { special } from './order-charge.ts';
import { refuseGifts, refuseTrials } from './order-gift.ts';
import { fillWarehouses, orderReads, priceOrder, type OrderRows } from './order-pricing.ts';
import { keepTerms } from './order-terms.ts';
import { putReplaced, takeReplaced } from './order-replaced.ts';
import { settleUnits } from './order-units.ts';
import { orderingLabel, refuseStopped } from './stopped-customer.ts';

type Order = LockedBill<typeof order>;
type Draft = DraftOf<typeof order>;

/** Normal and special orders; returns and exchanges are documents of their own. */
const orderTypes: ReadonlySet<string> = new Set(['0', special]);
/** What other documents make: the new goods of an exchange, and goods for points. */
const madeTypes: ReadonlySet<string> = new Set(['0', '5']);

/** What the steps of a save know beside the draft. */
export interface Saving {
  readonly ctx: Command;
  /** Records that the draft refers to. */
  readonly facts: Pick<Facts, 'found'>;
  readonly previous: Order | null;
  /** Half written: kept as it is, and refused nothing yet. */
  readonly isHalf: boolean;
  /** Days after which prices are looked up again (SD033). */
  readonly days: string;
  /** Another document makes it: what these lines cost is that one's to say, by line (B6b; goods for points). */
  readonly replaced?: ReadonlyMap<string, string>;
  /** Prices, customer and warehouses, as they were read for the draft that came. */
  rows: OrderRows;
  /** A step gave the order another day, channel or place of delivery: what was read is of the old one. */
  isMoved: boolean;
}

type Step = (draft: Draft, saving: Saving) => void | Promise<void>;

/**
 * How a draft becomes an order. Each step works on what those before it settled: units before prices, the customer
 * before the warehouse that is usual for him, refusals before anything is priced.
 */
const steps: readonly Step[] = [
  markHalf,
  forgetGiven,
  keepTermsOfTheHouse,
  refuseDecimalsOfUnits,
  settleUnitsOfMaterials,
  forgetWhatWasFound,
  renewOldPrices,
  takeOverCustomer,
  readAgainWhereMoved,
  fillUsualWarehouses,
  refuseOtherCustomers,
  refuseStoppedCustomers,
  refuseImpossibleLines,
  refuseTypedGifts,
  refuseTypedTrials,
  priceLines,
  refuseChangedPrices,
  markPriced,
];

export async function saveOrder(draft: Draft, known: Omit<Saving, 'isHalf' | 'isMoved'>): Promise<Draft> {
  const saving: Saving = { ...known, isHalf: isStashed(order, draft), isMoved: false };
  for (const step of steps) await step(draft, saving);
  return draft;
}

function markHalf(draft: Draft, { isHalf }: Saving): void {
  draft.draftStatus = isHalf ? '0' : '1';
}

/** What rules gave follows from what is bought: sent back, it is nothing that anybody asked for (B2). */
function forgetGiven(draft: Draft): void {
  draft.lines = draft.lines.filter(({ ruleNo }) => ruleNo === null);
  draft.lines.forEach((line, at) => {
    line.lineNo = at + 1;
  });
}

function keepTermsOfTheHouse(draft: Draft, { ctx, previous, replaced }: Saving): void {
  if (isByCustomer(ctx) && replaced === undefined) keepTerms(draft, previous);
}

function refuseDecimalsOfUnits({ lines }: Draft, { facts }: Saving): void {
  refuseLineDecimals(order, lines, facts);
}

function settleUnitsOfMaterials(draft: Draft, { facts }: Saving): void {
  settleUnits(draft, facts);
}

function forgetWhatWasFound(draft: Draft, { previous }: Saving): void {
  if (previous !== null) forgetFound(draft, previous);
}

function renewOldPrices(draft: Draft, saving: Saving): void {
  const { ctx, previous, days } = saving;
  if (previous !== null && renew(draft, previous, ctx.today, days)) saving.isMoved = true;
}

/** What comes with the customer, into a new order or with another customer. */
async function takeOverCustomer(draft: Draft, saving: Saving): Promise<void> {
  const { ctx, previous, rows } = saving;
  if (previous !== null && previous.customerCode === draft.customerCode) return;
  const [own] = rows.ownCustomer;
  const [before] = previous === null ? [] : await ctx.rows(customerRead(previous.customerCode, previous.organizeCode));
  const { channelCode, shippingLocationCode } = draft;
  fillFromCustomer(draft, own, before);
  // Prices of an order without a channel are those of its customer's already.
  saving.isMoved ||=
    (channelCode !== null && draft.channelCode !== channelCode) ||
    (draft.shippingLocationCode !== shippingLocationCode &&
      (draft.storageCode === null || draft.storageFilledFlag === '1') &&
      (previous !== null || own?.storageCode != null));
}

async function readAgainWhereMoved(draft: Draft, saving: Saving): Promise<void> {
  if (saving.isMoved) saving.rows = await saving.ctx.all(orderReads(draft));
}

function fillUsualWarehouses(draft: Draft, { rows, previous }: Saving): void {
  fillWarehouses(draft, rows, previous);
}

function refuseOtherCustomers(draft: Draft, { isHalf, rows, previous }: Saving): void {
  if (!isHalf) refuseStranger(draft, rows.ownCustomer[0], previous);
}

/** An order that names its customer already may be mended although he was stopped since; it is not audited. */
function refuseStoppedCustomers(draft: Draft, { isHalf, facts, previous }: Saving): void {
  if (isHalf || previous?.customerCode === draft.customerCode) return;
  refuseStopped(draft.customerCode, facts.found(customer, draft.customerCode)?.status, orderingLabel);
}

function refuseImpossibleLines(draft: Draft, { isHalf, replaced }: Saving): void {
  if (isHalf) return;
  const places: Place[] = [];
  if (!(replaced === undefined ? orderTypes : madeTypes).has(draft.orderType))
    places.push({ path: 'orderType', field: order.head.orderType.label, reason: reasons.notChosen });
  draft.lines.forEach((line, i) => {
    if (compare(line.number, '0') <= 0)
      places.push({ path: `lines.${i}.number`, field: order.lines.number.label, reason: reasons.format });
    // Empty it is filled by what the book says.
    if (compare(line.price ?? '0', '0') < 0)
      places.push({ path: `lines.${i}.price`, field: order.lines.price.label, reason: reasons.format });
  });
  if (places.length > 0) throw invalidAt(places);
}

function refuseTypedGifts(draft: Draft, { isHalf, previous }: Saving): void {
  if (!isHalf) refuseGifts(draft, previous);
}

function refuseTypedTrials(draft: Draft, { isHalf, previous, rows }: Saving): void {
  if (!isHalf) refuseTrials(draft, previous, rows.mayTry?.[0]?.may === true);
}

async function priceLines(draft: Draft, { ctx, isHalf, rows, previous, replaced }: Saving): Promise<void> {
  const apart = takeReplaced(draft, replaced);
  await priceOrder(draft, rows, { ctx, previous, isStashed: isHalf, isByCustomer: isByCustomer(ctx) });
  putReplaced(draft, apart);
}

/** Whoever makes a half-written order whole is told when its prices moved meanwhile. */
function refuseChangedPrices(draft: Draft, { isHalf, previous }: Saving): void {
  if (!isHalf && previous?.billStatus === order.states.stashed.code) refuseChanged(draft, previous);
}

function markPriced(draft: Draft, { ctx, rows }: Saving): void {
  draft.pricedDate = ctx.today;
  draft.pricedStamp = rows.pricedCustomer[0]?.stamp ?? null;
}

const isByCustomer = ({ identity }: Command): boolean => identity.customerCode !== null;
