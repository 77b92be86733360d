import { canDo, numberedLabels, stateOf, type Document, type Verb } from '#platform/model/document.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import {
  hasDownstream,
  invalidAt,
  notFound,
  reasonMissing,
  reasons,
  Refusal,
  refusedAmong,
  staleBill,
} from '#platform/model/refusal.ts';
import { command, type Command, type Effect } from '#platform/server/command/command.ts';
import type { RowsOf, Statement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { namedEffects } from '#platform/server/ledger/named-effects.ts';
import { checkedKeys, idsIn } from '#platform/server/entity/write.ts';
import type { Call } from '#platform/server/http/route.ts';
import type { DocumentHooks, Facts, LockedBill } from './serve.ts';
import { readDraft, refReads, type Bill } from './draft.ts';
import { downstreamOf } from './link.ts';
import { outsidePeriods, refuseAhead, refuseOutside } from './period.ts';
import { billsOf, headsAskedFor, headsOf, linesOf } from './read.ts';
import { saidIn, type Said } from './said.ts';
import { codeOf, factsOf, finish, refusalFor, rewrite } from './save.ts';

/** `PUT {path}/{verb}` with ids or { ids, operateMsg?, rowVersions?, lineIds? }: all or nothing, one transaction. */
export function performVerb(document: Document, hooks: DocumentHooks, verb: string, call: Call): Promise<unknown> {
  if (call.query['check'] === '1') return checkVerb(document, hooks, verb, call);
  const isTrial = call.query['preview'] === '1';
  return runVerb(document, hooks, verb, call, checkedKeys(idsIn(call.body), 'id'), isTrial);
}

/** Runs the verb. As a trial it does everything and rolls back: the preview cannot differ from the deed. */
async function runVerb(
  document: Document,
  hooks: DocumentHooks,
  verb: string,
  call: Call,
  ids: readonly string[],
  isTrial: boolean,
): Promise<{ effects: readonly Effect[] } | null> {
  const rule = document.verbs[verb];
  if (rule === undefined) throw notFound();
  const said = saidIn(document, rule, call.body);
  const effects = await command(
    call,
    async (ctx, { 'document heads': heads, 'document lines': lines, ...read }) => {
      const { 'documents downstream': downstream, 'outside periods': outside, ...rows } = read;
      const bills = billsOf(heads, lines);
      if (bills.length !== ids.length) throw notFound();
      if (rule.posts === true) await refuseOutside(ctx, outside, outsidePeriods(document, ids));
      const options = optionsIn(call.body);
      if (options.lineIds !== undefined) refuseLines(hooks, verb, bills, options.lineIds);
      const isUnexplained = (options.operateMsg ?? '').trim() === '' && !isTrial;
      if (isUnexplained && rule.asksReason === true && options.lineIds !== undefined)
        throw invalidAt([{ path: 'operateMsg', field: numberedLabels.closeReason, reason: reasons.required }]);
      const facts: Facts = {
        found: () => undefined,
        rows,
        ...reasonKindIn(rule, options),
        ...(options.operateMsg === undefined ? {} : { message: options.operateMsg }),
        ...(options.lineIds === undefined ? {} : { lineIds: options.lineIds }),
      };
      // All guards before the first effect: a guard that reads would send half of the postings, and their locks, ahead
      // of the rest.
      const deed: Deed = { document, hooks, verb, rule, by: 'person', options, said, isTrial };
      for (const bill of bills) await named(bill, bills, () => guard(deed, ctx, bill, facts, downstream));
      // After the guards: whoever may not reject it at all is not asked why.
      if (isUnexplained && rule.needsReason === true) throw reasonMissing();
      for (const bill of bills) await named(bill, bills, () => performOn(deed, ctx, bill, facts));
      return ctx.effects;
    },
    {
      // Documents are locked first, then whatever their own reads lock.
      reads: {
        'document heads': headsOf(document, ids, true),
        ...readsOf(document, hooks, verb, ids),
        ...said.reads,
      },
      isTrial,
    },
  );
  return isTrial ? { effects: await namedEffects(call, effects) } : null;
}

/**
 * What every verb must know, and what the document adds. A name of the platform has a space in it, which no document
 * writes: its read of the same name would take the place of the lines that are audited.
 */
const readsOf = (document: Document, hooks: DocumentHooks, verb: string, ids: readonly string[]) => ({
  'document lines': linesOf(document, ids),
  'documents downstream': downstreamOf(ids),
  'outside periods': outsidePeriods(document, ids),
  ...hooks.reads,
  ...hooks.verbReads?.(ids, verb),
});

async function named({ code }: Bill, { length }: readonly Bill[], work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw refusedAmong(error, code, length);
  }
}

type Links = RowsOf<{ readonly links: ReturnType<typeof downstreamOf> }>['links'];

interface Deed {
  readonly document: Document;
  readonly hooks: DocumentHooks;
  readonly verb: string;
  readonly rule: Verb;
  readonly by: 'person' | 'workflow';
  readonly options: VerbOptions;
  readonly said?: Said;
  readonly isTrial?: boolean;
}

/** The same facts of one document, with what was said of it. */
const factsWith = ({ said, isTrial = false }: Deed, ctx: Command, bill: Bill, facts: Facts): Facts =>
  said === undefined ? facts : { ...facts, said: said.of(bill, { rows: facts.rows, today: ctx.today, isTrial }) };

/**
 * A verb as part of another command: the last approval and the audit of its bill are one transaction, or neither
 * happens. Whoever is asked to approve need not see the list that the bill is on.
 */
export const performForWorkflow = (
  ctx: Command,
  { id, ...part }: Omit<Part, 'ids'> & { readonly id: string },
): Promise<void> => performWithin(ctx, { ...part, ids: [id] });

export interface Part {
  readonly document: Document;
  readonly hooks: DocumentHooks;
  readonly verb: string;
  readonly ids: readonly string[];
  readonly message?: string;
}

/** The same for several documents, which lock at once whatever they move. */
export async function performWithin(ctx: Command, { document, hooks, verb, ids, message }: Part): Promise<void> {
  const rule = document.verbs[verb];
  if (rule === undefined) throw notFound();
  const {
    'document heads': heads,
    'document lines': lines,
    ...read
  } = await ctx.all({
    'document heads': headsAskedFor(document, ids),
    ...readsOf(document, hooks, verb, ids),
  });
  const { 'documents downstream': downstream, 'outside periods': outside, ...rows } = read;
  const bills = billsOf(heads, lines);
  if (bills.length !== ids.length) throw notFound();
  if (rule.posts === true) await refuseOutside(ctx, outside, outsidePeriods(document, ids));
  const facts: Facts = { found: () => undefined, rows };
  const deed: Deed = {
    document,
    hooks,
    verb,
    rule,
    by: 'workflow',
    options: message === undefined ? {} : { operateMsg: message },
  };
  for (const bill of bills) await guard(deed, ctx, bill, facts, downstream);
  for (const bill of bills) await performOn(deed, ctx, bill, facts);
}

/** Lines are of one document, and of it. A verb that knows only whole documents must not take them for one. */
function refuseLines(hooks: DocumentHooks, verb: string, bills: readonly Bill[], lineIds: ReadonlySet<string>): void {
  const [bill, ...others] = bills;
  if (hooks.ofLines?.[verb] === undefined || bill === undefined || others.length > 0)
    throw invalidAt([{ path: 'lineIds', field: linesLabel, reason: reasons.notChosen }]);
  const own = new Set(bill.lines.map(({ id }) => id));
  if (lineIds.size === 0 || ![...lineIds].every((id) => own.has(id))) throw notFound();
}

const linesLabel = ['明细行', '明細行', 'Lines'] as const;

function isAllowed({ document, hooks, verb, by, options }: Deed, bill: Bill): boolean {
  if (options.lineIds === undefined) return canDo(document, verb, bill, by);
  return (
    bill.cancelFlag !== '1' && hooks.ofLines?.[verb]?.from.includes(stateOf(document, bill.billStatus) ?? '') === true
  );
}

async function guard(deed: Deed, ctx: Command, bill: LockedBill<Document>, facts: Facts, links: Links): Promise<void> {
  const { document, hooks, verb, rule, options } = deed;
  if (!isAllowed(deed, bill)) throw refusalFor(document, bill, rule.label);
  const version = options.rowVersions?.[bill.id];
  if (version !== undefined && version !== bill.rowVersion)
    throw staleBill({ code: bill.code, editor: bill.updaterName ?? bill.creatorName });
  if (rule.sets === 'unaudited' || rule.sets === 'cancelled') {
    const codes = links.filter(({ fromId }) => fromId === bill.id).map(({ toCode }) => toCode);
    if (codes.length > 0) throw hasDownstream({ codes: [...new Set(codes)].slice(0, 3).join('、'), verb: rule.label });
  }
  if (document.isAccounted === true && rule.sets === 'audited') refuseAhead(bill, ctx.today);
  if (verb === 'unstash') await validateWhole(document, hooks, ctx, bill, facts);
  await hooks.before?.[verb]?.(ctx, bill, factsWith(deed, ctx, bill, facts));
}

async function performOn(deed: Deed, ctx: Command, bill: LockedBill<Document>, known: Facts): Promise<void> {
  const { document, hooks, verb, rule, options } = deed;
  const facts = factsWith(deed, ctx, bill, known);
  if (rule.posts === true) bill.opSeq += 1;
  const changes = await hooks.after?.[verb]?.(ctx, bill, facts);
  const to = options.lineIds === undefined ? rule.to : (hooks.ofLines?.[verb]?.to(bill, options.lineIds) ?? rule.to);
  // Lines that leave the document where it was leave its marks, too.
  const marks = to === rule.to ? marksOf(rule, ctx, options.operateMsg) : {};
  const landed = hooks.lands?.[verb]?.(bill, facts) ?? to;
  const sets = { ...marks, ...facts.said, ...hooks.sets?.[verb]?.(bill, facts) };
  ctx.later(moveState(document, { ...rule, to: landed }, bill, sets, ctx));
  ctx.log({
    noun: document.name,
    recordId: bill.id,
    recordCode: bill.code,
    operation: verb,
    ...(options.operateMsg === undefined ? {} : { message: options.operateMsg }),
    ...(changes === undefined ? {} : { changes }),
  });
}

/** A half-written document becomes a whole one only if it would pass as one. */
async function validateWhole(
  document: Document,
  hooks: DocumentHooks,
  ctx: Command,
  bill: LockedBill<Document>,
  facts: Facts,
): Promise<void> {
  const { draft, places } = readDraft(document, bill, { isStash: false, today: ctx.today, previous: bill });
  if (places.length > 0) throw invalidAt(places.filter((place) => !place.path.endsWith('creatorId')));
  const refs = refReads(document, draft);
  const found = await factsOf(ctx, hooks, draft, refs, facts.rows);
  rewrite(
    document,
    bill.id,
    await finish(document, hooks, ctx, draft, found, bill, codeOf(document, document.initial)),
    ctx,
  );
}

/** 预检: runs every guard of a bulk verb without writing, one by one, and lists what would fail. */
async function checkVerb(document: Document, hooks: DocumentHooks, verb: string, call: Call): Promise<unknown> {
  const ids = checkedKeys(idsIn(call.body), 'id');
  const failed: { id: string; code: number; key: string; msg: string }[] = [];
  for (const id of ids) {
    try {
      await runVerb(document, hooks, verb, call, [id], true);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failed.push({ id, code: error.code, key: error.key, msg: error.textIn(call.language) });
    }
  }
  return { total: ids.length, failed };
}

/** A kind that the verb does not know is no reason at all: taken for the first it would charge whom it must not. */
function reasonKindIn(
  { reasonKinds = {} }: Verb,
  { reasonKind = Object.keys(reasonKinds)[0] }: VerbOptions,
): Pick<Facts, 'reasonKind'> {
  if (reasonKind === undefined) return {};
  if (!Object.hasOwn(reasonKinds, reasonKind))
    throw invalidAt([{ path: 'reasonKind', field: numberedLabels.closeReason, reason: reasons.notChosen }]);
  return { reasonKind };
}

interface VerbOptions {
  readonly operateMsg?: string;
  readonly reasonKind?: string;
  readonly rowVersions?: Readonly<Record<string, number>>;
  readonly lineIds?: ReadonlySet<string>;
}

function optionsIn(body: unknown): VerbOptions {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const { operateMsg, reasonKind, rowVersions, lineIds } = body as {
    operateMsg?: unknown;
    reasonKind?: unknown;
    rowVersions?: unknown;
    lineIds?: unknown;
  };
  return {
    ...(typeof operateMsg === 'string' ? { operateMsg: operateMsg.slice(0, 500).replaceAll('\u0000', '') } : {}),
    ...(typeof reasonKind === 'string' ? { reasonKind } : {}),
    ...(typeof rowVersions === 'object' && rowVersions !== null
      ? { rowVersions: rowVersions as Record<string, number> }
      : {}),
    // Whatever else stands there asks for lines that are nobody's, and never for the whole.
    ...(lineIds === undefined || lineIds === null
      ? {}
      : { lineIds: new Set(Array.isArray(lineIds) ? lineIds.map(String) : []) }),
  };
}

function marksOf(rule: Verb, ctx: Command, message: string | undefined): Record<string, unknown> {
  switch (rule.sets) {
    case 'audited':
      return { auditPersonName: ctx.identity.realName, auditDate: new Date().toISOString(), auditMsg: message ?? null };
    case 'unaudited':
      return { auditPersonName: null, auditDate: null, auditMsg: null };
    case 'closed':
      return { closeReason: message ?? null };
    case 'unclosed':
      return { closeReason: null };
    case 'cancelled':
      return { cancelFlag: '1', closeReason: message ?? null };
    default:
      return {};
  }
}

/** Compare and set: the head is locked, and the state is asked for once more where it changes. */
function moveState(
  document: Document,
  rule: Verb,
  bill: Bill,
  marks: Readonly<Record<string, unknown>>,
  ctx: Command,
): Statement {
  const keys = Object.keys(marks);
  const counts = [
    ...(rule.posts === true ? ['op_seq = op_seq + 1'] : []),
    ...(rule.sets === 'audited' ? ['audit_count = audit_count + 1'] : []),
  ];
  return {
    text: `
      update app.${tableOf(document)}
      set ${[
        'bill_status = $2',
        'row_version = row_version + 1',
        'updater_name = $4',
        'update_date = now()',
        ...counts,
        ...keys.map((key, i) => `${snakeCase(key)} = $${i + 5}`),
      ].join(', ')}
      where id = $1 and bill_status = $3`,
    values: [
      bill.id,
      codeOf(document, rule.to),
      bill.billStatus,
      ctx.identity.realName,
      ...keys.map((key) => marks[key]),
    ],
  };
}
