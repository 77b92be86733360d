import { notFound } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { billsOf, headsOf, linesOf } from '#platform/server/document/read.ts';
import type { Call } from '#platform/server/http/route.ts';
import type { BoardRule, Change } from '#workflow/model/rule/board.ts';
import { firstFitting, namesUsed } from '#workflow/model/rule/trace.ts';
import type { Approval, Approvals, AskedBill } from '#workflow/server/task/approval.ts';
import { textIn } from '#workflow/server/task/fields.ts';
import { rulesIn } from './draft-rule.ts';

const mostBills = 1000;
/** Figures that a document computes for itself are asked of each: fewer of them are looked at. */
const mostComputed = 200;
const mostExamples = 20;

const storedRule = { id: 'uuid', condition: 'text?', organizeCodes: 'texts' } as const;
type StoredRule = RowOf<typeof storedRule>;

/** Which rule the documents of the last 30 days meet, as it is and as it would be. Those the caller may see. */
export function foreseeChange(approvals: Approvals, call: Call): Promise<Change> {
  const approval = approvals.of(textIn(call, 'docType'));
  if (approval === undefined) throw notFound();
  const rules = rulesIn(call);
  const { document, docType } = approval;
  return command(
    call,
    async (ctx, { stored, recent }) => {
      const conditions = [...stored, ...rules].map(({ condition }) => condition);
      const used = namesUsed(conditions, approval.facts.names);
      const isComputed = Object.keys(approval.hooks.approval?.names ?? {}).some((name) => used.has(name));
      const most = isComputed ? mostComputed : mostBills;
      const ids = recent.slice(0, most).map(({ id }) => id);
      const bills = await valuesOfAll(ctx, approval, ids, isComputed);
      return { ...compared(stored, rules, approval, bills), isCapped: recent.length > most };
    },
    {
      isTrial: true,
      reads: {
        stored: statement(
          storedRule,
          `
            select id, condition, organize_codes
            from app.activiti_bizroute
            where doc_type = $1 and status = '1'
            order by coalesce(priority, 100), create_date, id`,
          [docType],
        ),
        recent: statement(
          { id: 'uuid' },
          `
            select t.id
            from app.${tableOf(document)} t
            where t.deleted_flag = '0' and t.bill_date > ${todaySql} - 30
            order by t.bill_date desc, t.id desc
            limit ${mostBills + 1}`,
        ),
      },
    },
  );
}

type Valued = Readonly<Record<string, unknown>> & { readonly id: string; readonly code: string };

async function valuesOfAll(
  ctx: Command,
  approval: Approval,
  ids: readonly string[],
  isComputed: boolean,
): Promise<readonly Valued[]> {
  const { document } = approval;
  const { heads, lines } = await ctx.all({
    heads: headsOf(document, ids, false),
    lines: linesOf(document, isComputed ? ids : []),
  });
  const bills = billsOf(heads, lines);
  if (!isComputed)
    return bills.map((bill) => ({
      ...bill,
      ...(document.head['totalAmount'] === undefined ? {} : { amount: (bill as AskedBill).totalAmount }),
    }));
  const valued: Valued[] = [];
  for (const bill of bills) valued.push({ ...bill, ...(await approval.valuesOf(ctx, bill)) });
  return valued;
}

function compared(
  stored: readonly StoredRule[],
  rules: readonly BoardRule[],
  { facts: { names } }: Approval,
  bills: readonly Valued[],
): Omit<Change, 'isCapped'> {
  const inForce = rules.map((rule, at) => ({ ...rule, at })).filter(({ status }) => status === '1');
  const counts = rules.map(() => ({ before: 0, after: 0 }));
  const none = { before: 0, after: 0 };
  const stuck = { before: 0, after: 0 };
  const placeOf = new Map(rules.flatMap(({ id }, at) => (id === null ? [] : [[id, at]])));
  const changed: { id: string; code: string }[] = [];
  for (const bill of bills) {
    const before = firstFitting(stored, names, bill);
    const after = firstFitting(inForce, names, bill);
    const was = before === null || before < 0 ? before : (placeOf.get(stored[before]?.id ?? '') ?? 'removed');
    const is = after === null || after < 0 ? after : (inForce[after]?.at ?? null);
    const noted = was === null ? stuck : was === -1 ? none : was === 'removed' ? undefined : counts[was];
    if (noted !== undefined) noted.before += 1;
    const now = is === null ? stuck : is === -1 ? none : counts[is];
    if (now !== undefined) now.after += 1;
    if (was !== is) changed.push({ id: bill.id, code: bill.code });
  }
  return {
    documents: bills.length,
    rules: counts,
    none,
    stuck,
    changed: changed.length,
    examples: changed.slice(0, mostExamples),
  };
}
