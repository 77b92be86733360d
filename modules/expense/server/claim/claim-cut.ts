import { z } from 'zod';
import { compare, isZero, minus, plus } from '#platform/model/decimal.ts';
import type { ApprovalFacts } from '#platform/model/approval/facts.ts';
import { textOf, type Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, notFound, reasons, type Place } from '#platform/model/refusal.ts';
import { cents } from '#platform/model/share.ts';
import type { Command } from '#platform/server/command/command.ts';
import { isId } from '#platform/server/db/id.ts';
import { billsOf, headsAskedFor, linesOf } from '#platform/server/document/read.ts';
import type { LockedBill } from '#platform/server/document/serve.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { markChanged, withBillInHand } from '#workflow/server/task/bill-change.ts';
import type { ClaimDocument } from '#expense/model/claim/claim-fields.ts';
import { cutFault, cutParts, type ClaimCost, type Cut } from '#expense/model/claim/claim-cut.ts';
import { heldOf, type ClaimPart } from '#expense/model/claim/claim-sums.ts';
import { offsetLocked } from '#expense/model/loan/loan-offset.ts';
import { lowerBudget } from '#expense/server/budget/budget-book.ts';
import { budgetSource } from '#expense/server/budget/budget-move.ts';
import { itemReads } from '#expense/server/item/item-reads.ts';
import { loanReads, loansOf, lockReads, unlockLoans } from '#expense/server/loan/loan-book.ts';
import { appliedRows, budgetLinesOf, moveClaimed, partsIn, takeApplied, writeFigures } from './claim-book.ts';
import { claimDocuments } from './claim-tables.ts';

type Claim = LockedBill<ClaimDocument>;

const asked = z.strictObject({
  id: z.uuid(),
  lines: z
    .array(z.strictObject({ id: z.uuid(), allowedAmount: z.string().max(20), reason: z.string().max(200) }))
    .min(1)
    .max(800),
});

/** Of every kind of claim: what could be granted less of, and granting less of it. */
export const cutRoutes: readonly Route[] = claimDocuments.flatMap((document): Route[] => [
  {
    method: 'GET',
    path: `${document.path}/cut`,
    permission: [permissionOf(document, 'cut')],
    effect: 'none',
    marks: { 'query.id': document.name },
    summary: `${document.label[2]}: its costs, for whoever decides on it (?id=)`,
    async handle(call) {
      const id = call.query['id'] ?? '';
      if (!isId(id)) {
        await call.read({});
        throw notFound();
      }
      return withBillInHand(call, { document, id, isTrial: true }, async (ctx) =>
        costsOf(ctx, await claimIn(ctx, document, id)),
      );
    },
  },
  {
    method: 'PUT',
    path: `${document.path}/cut`,
    permission: [permissionOf(document, 'cut')],
    effect: 'command',
    marks: { 'body.id': document.name },
    summary: `${document.label[2]} in approval: grant less ({ id, lines: [{ id, allowedAmount, reason }] })`,
    body: asked,
    handle: (call) => cut(call, document),
  },
]);

async function claimIn(ctx: Command, document: ClaimDocument, id: string): Promise<Claim> {
  const { heads, lines } = await ctx.all({ heads: headsAskedFor(document, [id]), lines: linesOf(document, [id]) });
  const [bill] = billsOf(heads, lines);
  if (bill === undefined) throw notFound();
  return bill;
}

const namesOf = async (ctx: Command): Promise<(code: string) => string> => {
  const { items } = await ctx.all(itemReads(null));
  return (code) => items.find((item) => item.code === code)?.name ?? code;
};

async function costsOf(ctx: Command, bill: Claim): Promise<readonly ClaimCost[]> {
  const nameOf = await namesOf(ctx);
  return partsIn(bill.parts).map(({ id, lineNo, itemCode, date, amount, allowed, cut: lowered }) => ({
    id,
    lineNo,
    itemName: nameOf(itemCode),
    date,
    amount,
    allowedAmount: allowed,
    cutReason: lowered?.reason ?? null,
  }));
}

/**
 * Whoever decides on a claim grants less of it: what it holds of budgets, loans and applications beyond that is free at
 * once, and the claimant reads why. What was cut too far is rejected and sent in anew.
 */
function cut(call: Call, document: ClaimDocument): Promise<null> {
  const { id, lines } = call.body as z.infer<typeof asked>;
  return withBillInHand(call, { document, id }, async (ctx) => {
    const bill = await claimIn(ctx, document, id);
    const before = partsIn(bill.parts);
    const nameOf = await namesOf(ctx);
    refuseUnfit(document, before, lines);
    const cuts = lines.map(({ id: part, allowedAmount, reason }): Cut => ({
      id: part,
      allowed: allowedAmount,
      reason: reason.replaceAll('\u0000', '').trim(),
      name: nameOf(before.find((each) => each.id === part)?.itemCode ?? ''),
    }));
    await lower(ctx, document, bill, { before, parts: cutParts(before, cuts) });
    return null;
  });
}

function refuseUnfit(
  document: ClaimDocument,
  parts: readonly ClaimPart[],
  lines: z.infer<typeof asked>['lines'],
): void {
  const seen = new Set<string>();
  const places = lines.flatMap(({ id, allowedAmount, reason }, at): Place[] => {
    const fault = seen.has(id)
      ? reasons.taken
      : cutFault(
          parts.find((part) => part.id === id),
          allowedAmount,
        );
    seen.add(id);
    const place = (key: 'allowedAmount' | 'reason', field: Label, why: Label): Place => ({
      path: `lines.${at}.${key}`,
      field,
      reason: why,
    });
    return [
      ...(fault === null ? [] : [place('allowedAmount', document.lines.allowedAmount.label, fault)]),
      ...(reason.trim() === '' ? [place('reason', document.lines.cutReason.label, reasons.required)] : []),
    ];
  });
  if (places.length > 0) throw invalidAt(places);
}

interface Lowered {
  readonly before: readonly ClaimPart[];
  readonly parts: readonly ClaimPart[];
}

/** Documents first, then loans, what is asked of the month, and the budget last, as whoever sends a claim in. */
async function lower(ctx: Command, document: ClaimDocument, bill: Claim, { before, parts }: Lowered): Promise<void> {
  const source = budgetSource(document, bill);
  const { loanLocks } = await ctx.all({
    ...appliedRows(before),
    ...loanReads(loansOf(bill.applicantCode)),
    ...lockReads('h.doc_id', [bill.id]),
  });
  const sum = (of: (part: ClaimPart) => string): string => cents(plus('0', ...parts.map(of)));
  const allowed = sum((part) => part.allowed);
  const locks = loanLocks.map(({ loanCode, amount }) => ({ loan: loanCode, amount }));
  const { freed, ...offset } = offsetLocked(locks, allowed);
  unlockLoans(ctx, source, bill.applicantCode, freed);
  const was = new Map(before.map((part) => [part.id, part]));
  moveClaimed(ctx, source, bill, parts, (part) => ({
    postType: 'BACK',
    asked: minus(part.allowed, was.get(part.id)?.allowed ?? part.allowed),
  }));
  const less = before.flatMap((part, at) => givenUp(part, parts[at]));
  takeApplied(ctx, less, -1);
  await lowerBudget(ctx, source, budgetLinesOf(parts), {
    givenUp: budgetLinesOf(less),
    organizeCode: bill.organizeCode,
  });
  writeFigures(
    ctx,
    document,
    bill,
    {
      parts,
      total: sum((part) => part.amount),
      allowed,
      tax: sum((part) => part.tax),
      findings: [],
      isOverPolicy: bill.overPolicy === '1',
      offset: { ...offset, trace: [] },
    },
    bill.overBudget === '1',
  );
  markChanged(ctx, document, bill, {
    operation: 'cut',
    message: [...new Set(parts.flatMap((part) => (part === was.get(part.id) ? [] : [part.cut?.reason ?? ''])))]
      .join('；')
      .slice(0, 500),
    changes: { allowedAmount: [bill.allowedAmount, allowed] },
  });
}

/** What an application gets back of a cost that takes less of it now. */
function givenUp(part: ClaimPart, after: ClaimPart | undefined): ClaimPart[] {
  const { takes } = part;
  if (takes === null || after?.takes == null) return [];
  const amount = minus(takes.amount, after.takes.amount);
  const held = minus(heldOf(takes), heldOf(after.takes));
  return isZero(amount) ? [] : [{ ...part, takes: { ...takes, amount, held } }];
}

const texts = {
  line: ['行', '行', 'Line'],
  cost: ['费用', '費用', 'Cost'],
  date: ['日期', '日期', 'Date'],
  claimed: ['报销金额', '報銷金額', 'Claimed'],
  granted: ['核准金额', '核准金額', 'Granted'],
  why: ['核减原因', '核減原因', 'Why less'],
} as const satisfies Readonly<Record<string, Label>>;

/** Cost by cost what is claimed and what of it is granted, those that lose most first. */
export async function claimFacts(ctx: Command, bill: Claim): Promise<ApprovalFacts> {
  const costs = await costsOf(ctx, bill);
  const label = (key: keyof typeof texts): string => textOf(texts[key], ctx.language);
  const hasReasons = costs.some(({ cutReason }) => cutReason !== null);
  return {
    facts: [],
    unusual: [],
    lines: {
      columns: [
        { key: 'itemName', label: label('cost') },
        { key: 'date', label: label('date') },
        { key: 'amount', label: label('claimed'), measure: 'amount' },
        { key: 'allowedAmount', label: label('granted'), measure: 'amount' },
        ...(hasReasons ? [{ key: 'cutReason', label: label('why') }] : []),
      ],
      rows: costs.map(({ id, lineNo, ...cost }, at) => {
        const less = minus(cost.amount, cost.allowedAmount);
        return {
          id,
          no: lineNo ?? at + 1,
          weight: compare(less, '0') > 0 ? Number.parseFloat(less) : 0, // not money
          cells: { ...cost, itemName: cost.itemName },
          tones: compare(less, '0') > 0 ? { allowedAmount: 'unusual' } : {},
        };
      }),
    },
    remedies: [{ verb: 'cut', row: { id: bill.id, code: bill.code } }],
  };
}
