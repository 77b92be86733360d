import { canDo, journeyOf, stateOf, type Document, type HeadOf } from '#platform/model/document.ts';
import { fits } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import type { BillStanding, Journey, JourneyStep, Made, StandingStep } from '#platform/model/life.ts';
import { fill, pastOf, textOf, type Label, type Language } from '#platform/model/label.ts';
import { isOutside, permissionOf, verbPermission } from '#platform/model/permission.ts';
import { belongsTo } from '#platform/model/preset.ts';
import { notFound } from '#platform/model/refusal.ts';
import type { Identity } from '#platform/server/db/door.ts';
import { isId } from '#platform/server/db/id.ts';
import { stored, tableOf } from '#platform/server/db/shape.ts';
import { statement, type RowOf, type TypedStatement } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { headsOf } from './read.ts';
import type { DocumentHooks } from './serve.ts';

export interface Told {
  readonly standing: BillStanding;
  readonly code: string;
  readonly identity: Identity;
  readonly holderIds: readonly string[];
}

const held = { id: 'uuid', realName: 'text', total: 'integer' } as const;
const entry = { operation: 'text?', creatorName: 'text', createDate: 'instant' } as const;

/** Where a document stands: one round trip, for whoever may open it. */
export async function standingOf(
  document: Document,
  hooks: DocumentHooks,
  documents: readonly Document[],
  call: Call,
): Promise<Told> {
  const id = call.params['id'] ?? '';
  const journey = journeyOf(document);
  if (!isId(id) || journey === undefined) throw notFound();
  const asked = [...permissionsOf(document, journey), ...(hooks.standing?.asks ?? [])];
  const {
    identity,
    rows: { heads, log, holders, granted, made, ...own },
  } = await call.read({
    heads: headsOf(document, [id], false),
    log: logOf(document, journey, id),
    holders: holdersOf(document, journey, hooks.standing?.permission, id),
    granted: statement({ held: 'text' }, 'select p as held from sec.my_permissions() p where p = any($1::text[])', [
      asked,
    ]),
    made: madeFrom(documents)(id),
    ...hooks.standing?.reads?.(id),
  });
  const [bill] = heads;
  if (bill === undefined) throw notFound();
  const grants = new Set(granted.map((row) => row.held));
  const may = (permission: string): boolean => grants.has(permission);
  const facts = { document, journey, bill, may, language: call.language, isOutside: isOutside(identity) };
  const standing = { ...derivedStanding(facts, { log, holders, made }), holderIds: holders.map((each) => each.id) };
  const tell = hooks.standing?.tell ?? ((known) => known);
  const { holderIds, ...told } = await tell(standing, {
    call,
    identity,
    bill,
    rows: own,
    may,
    say: (label, values = {}) => fill(textOf(label, call.language), values),
  });
  return { standing: told, code: bill.code, identity, holderIds };
}

interface Facts {
  readonly document: Document;
  readonly journey: Journey;
  readonly bill: HeadOf<Document>;
  readonly may: (permission: string) => boolean;
  readonly language: Language;
  readonly isOutside: boolean;
}

interface Rows {
  readonly log: readonly RowOf<typeof entry>[];
  readonly holders: readonly RowOf<typeof held>[];
  readonly made: readonly Made[];
}

function derivedStanding(facts: Facts, { log, holders, made }: Rows): BillStanding {
  const { document, journey, bill, may, language, isOutside: isStranger } = facts;
  const { steps } = journey;
  const first = steps.findIndex((step) => !fits(step.done, bill));
  const step = bill.cancelFlag === '1' ? undefined : openStep(document, bill, steps[first]);
  const isRefused = step?.refused !== undefined && fits(step.refused, bill);
  const isPossible =
    step?.verb !== undefined && fits(step.takenWhere ?? {}, bill) && isVerbPossible(document, step.verb, bill);
  const isMine = step !== undefined && isPossible && may(permissionFor(document, step));
  return {
    state: textOf(stateText(facts, step, isRefused), language),
    tone: toneOf(facts, step, isRefused),
    isOver: step === undefined,
    holder:
      step === undefined
        ? null
        : {
            names: isStranger ? [] : holders.slice(0, 3).map(({ realName }) => realName),
            count: isStranger ? 0 : (holders[0]?.total ?? 0),
            isMine,
          },
    since: sinceOf(facts, log),
    steps: steps.map((each) => stepTold(facts, each, each === step ? (isRefused ? 'refused' : 'now') : null)),
    next:
      step?.verb === undefined || !isPossible
        ? null
        : {
            verb: step.verb,
            label: textOf(step.verbLabel ?? document.verbs[step.verb]?.label ?? step.label, language),
            reason: null,
          },
    missing: [],
    made,
  };
}

const openStep = (
  document: Document,
  { billStatus }: HeadOf<Document>,
  step: JourneyStep | undefined,
): JourneyStep | undefined =>
  stateOf(document, billStatus) === 'closed' && step?.isAfterClose !== true ? undefined : step;

/** A verb of the document asks its state; what a module does asks nothing that the step does not say already. */
const isVerbPossible = (document: Document, verb: string, bill: HeadOf<Document>): boolean =>
  document.verbs[verb] === undefined || canDo(document, verb, bill);

function toneOf({ bill, journey }: Facts, step: JourneyStep | undefined, isRefused: boolean): BillStanding['tone'] {
  if (isRefused) return 'red';
  if (step !== undefined) return step.key === 'submit' || step.key === 'audit' ? 'orange' : 'blue';
  return bill.cancelFlag !== '1' && journey.steps.every(({ done }) => fits(done, bill)) ? 'green' : 'grey';
}

function stateText({ document, journey, bill }: Facts, step: JourneyStep | undefined, isRefused: boolean): Label {
  const key = stateOf(document, bill.billStatus);
  const state = document.states[key ?? '']?.label ?? [bill.billStatus, bill.billStatus, bill.billStatus];
  if (bill.cancelFlag === '1') return voided;
  if (isRefused) return refused;
  if (step !== undefined) return key === 'inApproval' ? state : step.waits;
  return journey.steps.every(({ done }) => fits(done, bill)) ? (journey.over ?? state) : state;
}
const voided: Label = ['已作废', '已作廢', 'Voided'];
const refused: Label = ['已驳回', '已駁回', 'Rejected'];

function stepTold(
  { bill, language, isOutside: isStranger }: Facts,
  { key, label, done, by, at }: JourneyStep,
  now: 'now' | 'refused' | null,
): StandingStep {
  const isDone = now === null && fits(done, bill);
  return {
    key,
    label: textOf(label, language),
    status: now ?? (isDone ? 'done' : 'next'),
    by: isDone && !isStranger ? textIn(bill, by) : null,
    at: isDone ? textIn(bill, at) : null,
  };
}

function textIn(bill: HeadOf<Document>, key: string | undefined): string | null {
  const value = key === undefined ? null : (bill as Readonly<Record<string, unknown>>)[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The last thing that moved it; a document that was never moved stands since it was written. */
function sinceOf(
  { document, journey, bill, language, isOutside: isStranger }: Facts,
  log: Rows['log'],
): BillStanding['since'] {
  const [last] = log;
  if (last === undefined) return { at: bill.createDate, by: isStranger ? null : bill.creatorName, did: null };
  const verb = last.operation ?? '';
  const label = document.verbs[verb]?.label ?? journey.steps.find((step) => step.verb === verb)?.label;
  return {
    at: last.createDate,
    by: isStranger ? null : last.creatorName,
    did: label === undefined ? null : textOf(pastOf(label), language),
  };
}

const permissionFor = (document: Document, { permission, verb = '', isWriters }: JourneyStep): string =>
  permission ??
  (isWriters === true && document.verbs[verb] === undefined
    ? permissionOf(document, 'update')
    : verbPermission(document, verb));

const permissionsOf = (document: Document, { steps }: Journey): readonly string[] =>
  steps.map((step) => permissionFor(document, step));

/** Operations that moved a document: its verbs, the steps of its journey, and being written at all. */
const logOf = (document: Document, { steps }: Journey, id: string) =>
  statement(
    entry,
    `
      select operation, creator_name, create_date
      from app.sys_operationlog
      where record_id = $1 and noun = $2 and operation = any($3::text[])
      order by seq desc
      limit 1`,
    [
      id,
      document.name,
      ['save', ...Object.keys(document.verbs), ...steps.flatMap(({ verb }) => verb ?? []), ...moving],
    ],
  );
const moving = ['reject', 'refuse', 'unrelease', 'unsign'];

/** Whose work the step is that the document has come to: the writer's, or of those who may take it. */
function holdersOf(document: Document, { steps }: Journey, more: string | undefined, id: string) {
  const isDone = ({ done }: JourneyStep): string =>
    Object.entries(done)
      .map(([key, values]) => `t.${snakeCase(key)} in (${values.map((value) => `'${value}'`).join(', ')})`)
      .join(' and ');
  const cases = (told: (step: JourneyStep) => string): string =>
    steps.map((step) => `when not coalesce(${isDone(step)}, false) then ${told(step)}`).join(' ');
  const asked = (step: JourneyStep): string =>
    step.isWriters === true ? 'null' : `'${permissionFor(document, step)}'`;
  const permission = `case ${cases(asked)} end`;
  const own = belongsTo.organization;
  const organize = stored(document.head).some(([key]) => key === own) ? `t.${snakeCase(own)}` : 'null::text';
  return statement(
    held,
    `
      select u.id, u.real_name, (count(*) over ())::integer as total
      from (
        select ${more === undefined ? permission : `coalesce(${more}, ${permission})`} as permission,
          case ${cases((step) => (step.isWriters === true ? 't.creator_id' : 'null::uuid'))} end as writer,
          ${organize} as organization
        from app.${tableOf(document)} t
        where t.id = $1
      ) n
      cross join lateral (
        select n.writer as user_id, 1::bigint as place
        where n.writer is not null
        union all
        select h.user_id, h.place
        from sec.permission_holders(n.permission, n.organization) with ordinality h(user_id, place)
        where n.writer is null
      ) h
      join app.sys_user u on u.id = h.user_id
      order by h.place
      limit 20`,
    [id],
  );
}

const made = { type: 'text', id: 'uuid', code: 'text', billStatus: 'text', cancelFlag: 'text' } as const;

/** What was made from a document, of those the reader may open; the latest first. */
export function madeFrom(documents: readonly Document[]): (id: string) => TypedStatement<RowOf<typeof made>> {
  const known = texts.get(documents);
  const text =
    known ??
    `
      with grown as (
        select distinct to_type as type, to_id as id
        from app.doc_link
        where from_id = $1 and is_active and not is_shown_only
        limit 50
      )
      select x.type, x.id, x.code, x.bill_status, x.cancel_flag
      from (${documents.map(grownFrom).join(' union all ')}) x
      where x.type || ':view' in (select sec.my_permissions())
      order by x.code desc
      limit 20`;
  if (known === undefined) texts.set(documents, text);
  return (id) => statement(made, text, [id]);
}
const texts = new WeakMap<readonly Document[], string>();

const grownFrom = (document: Document): string => `
  select '${document.name}' as type, t.id, t.code, t.bill_status, t.cancel_flag
  from app.${tableOf(document)} t
  where t.id = any(array(select id from grown where type = '${document.name}'))
    and ${scopeOf(document, null).join(' and ')}`;
