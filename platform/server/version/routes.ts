import { hasLines, type Document } from '#platform/model/document.ts';
import { nameKeyOf, type Fields } from '#platform/model/field.ts';
import { fieldsOf, type Module, type Noun } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound, notPermitted } from '#platform/model/refusal.ts';
import type { RecordState, RecordVersion, VersionsAnswer } from '#platform/model/version/answer.ts';
import { keepsVersions } from '#platform/model/version/kept.ts';
import type { Identity } from '#platform/server/db/door.ts';
import { isId } from '#platform/server/db/id.ts';
import { heldRight } from '#platform/server/db/rights.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { statement, type Row } from '#platform/server/db/statement.ts';
import { linesOf, toldTo } from '#platform/server/document/read.ts';
import type { DocumentHooks } from '#platform/server/document/serve.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import { stepsOf, undone, versionsOf, type Kinds, type Line, type State, type Step } from './rebuild.ts';

type Veil = DocumentHooks['veil'];

/** What a record was. Whoever may open it now may look back at it, and sees then what he sees now. */
export function versionRoutes(models: readonly Module[], veilOf: (document: Document) => Veil): readonly Route[] {
  const nouns = new Map<string, Noun>(
    models
      .flatMap(({ entities, documents }) => [...entities, ...documents])
      .filter(keepsVersions)
      .map((noun) => [noun.name, noun]),
  );
  return [
    {
      method: 'GET',
      path: '/sys/recordVersion',
      permission: 'session',
      effect: 'none',
      summary:
        'Versions of a record (?noun=&id=) and how it stood in those asked for: &no=3,7 or &at= a moment, else the ' +
        'last two; needs the :view of the noun',
      handle: (call) => lookBack(nouns, veilOf, call),
    },
  ];
}

/** More than anybody reads; a record that jobs move every minute has more. */
const mostRows = 5000;

async function lookBack(
  nouns: ReadonlyMap<string, Noun>,
  veilOf: (document: Document) => Veil,
  call: Call,
): Promise<VersionsAnswer> {
  const noun = nouns.get(call.query['noun'] ?? '');
  const id = call.query['id'] ?? '';
  if (noun === undefined || !isId(id)) {
    await call.read({});
    throw notFound();
  }
  const {
    identity,
    rows: { held, heads, lines = [], kept, since },
  } = await call.read({
    held: heldRight(permissionOf(noun, 'view')),
    heads: recordsBy(noun, 'id', [id]),
    ...(noun.kind === 'document' ? { lines: linesOf(noun, [id]) } : {}),
    kept: keptOf(noun, id),
    since: statement({ since: 'instant?' }, 'select sec.versions_since() as since', []),
  });
  if (held.length === 0) throw notPermitted();
  const [head] = heads as readonly Row[];
  if (head === undefined) throw notFound();
  const veiled = noun.kind === 'document' ? ((await veilOf(noun)?.(call, { ...head, lines })) ?? []) : [];
  const steps = stepsOf(kept.slice(0, mostRows));
  const isCut = kept.length > mostRows;
  const started = since[0]?.since ?? null;
  const isOlder = started !== null && String(head['createDate']) < started;
  const versions = versionsOf(
    steps,
    isOlder || isCut
      ? { since: isCut ? (steps.at(-1)?.at ?? '') : (started ?? '') }
      : { at: String(head['createDate']), by: String(head['creatorName'] ?? '') },
  );
  const told = tellerOf(noun, identity, { head, veiled });
  return {
    since: isOlder ? started : null,
    versions,
    states: statesOf({ noun, head, lines, steps, versions }, wanted(call.query, versions), told),
    isCut,
  };
}

/** In their order, the latest first; what was done in the transaction that made the record is how it began. */
const keptOf = (noun: Noun, id: string) =>
  statement(
    {
      kind: 'text',
      began: 'text',
      madeAt: 'instant',
      isBirth: 'boolean',
      was: 'text?',
      operation: 'text?',
      creatorName: 'text?',
      message: 'text?',
    },
    `
      select v.kind, v.began::text as began, v.made_at, v.began = t.create_date as is_birth, v.was::text as was,
        v.operation, v.creator_name, v.message
      from app.record_version v
      join app.${tableOf(noun)} t on t.id = v.record_id
      where v.record_id = $1
      order by v.seq desc
      limit ${mostRows + 1}`,
    [id],
  );

/** The versions whose states are asked for: by number, as of a moment, or the last change. */
function wanted(query: Call['query'], versions: readonly RecordVersion[]): readonly number[] {
  const last = versions.length;
  if (query['at'] !== undefined) {
    const at = Date.parse(query['at']);
    const standing = versions.findLast((version) => Date.parse(version.at) <= at);
    return standing === undefined ? [] : [standing.no];
  }
  if (query['no'] === undefined) return [...new Set([Math.max(1, last - 1), last])];
  return query['no']
    .split(',')
    .slice(0, 2)
    .map((no) => (/^\d{1,5}$/.test(no) ? Number.parseInt(no, 10) : 0))
    .filter((no) => no >= 1 && no <= last);
}

interface Standing {
  readonly noun: Noun;
  readonly head: Row;
  readonly lines: readonly Line[];
  readonly steps: readonly Step[];
  readonly versions: readonly RecordVersion[];
}

/** Goes back from what stands now, one transaction after another, and stops at those that are asked for. */
function statesOf(
  { noun, head, lines, steps, versions }: Standing,
  numbers: readonly number[],
  told: (head: Row, lines: readonly Line[]) => RecordState,
): VersionsAnswer['states'] {
  const kinds: Kinds = { head: fieldsOf(noun), lines: noun.kind === 'document' ? noun.lines : {} };
  let state: State = { head, lines: new Map(lines.map((line) => [line.id, line])) };
  const found = new Map<string, RecordState>();
  const keep = (no: number): void => {
    if (numbers.includes(no)) found.set(String(no), told(state.head, [...state.lines.values()]));
  };
  let no = versions.length;
  keep(no);
  for (const step of steps.filter(({ isBirth }) => !isBirth)) {
    state = undone(state, step, kinds);
    no -= 1;
    keep(no);
  }
  return Object.fromEntries(found);
}

interface Told {
  readonly head: Row;
  readonly veiled: readonly string[];
}

/** What the reader is told of the record as it stands, and no other field of how it stood. */
function tellerOf(
  noun: Noun,
  identity: Identity,
  { head, veiled }: Told,
): (was: Row, lines: readonly Line[]) => RecordState {
  const hidden = new Set(veiled.flatMap((key) => [key, nameKeyOf(key)]));
  const keys = Object.keys(head).filter((key) => !hidden.has(key));
  const names = namesByCode(fieldsOf(noun), head);
  return (was, lines) => {
    const row = Object.fromEntries(keys.map((key) => [key, was[key] ?? null]));
    // The name of today is not what another code was called: the page looks that up.
    for (const [key, name] of names)
      if (noun.kind === 'entity' && was[key] !== head[key] && name in row) row[name] = null;
    if (noun.kind === 'entity') return row;
    const sorted = lines.toSorted((a, b) => a.lineNo - b.lineNo);
    return toldTo(identity, noun, { ...row, lines: hasLines(noun) ? sorted.map((line) => ofLine(line)) : [] });
  };
}

const namesByCode = (fields: Fields, head: Row): [string, string][] =>
  Object.entries(fields)
    .filter(([key, field]) => field.kind === 'ref' && nameKeyOf(key) in head)
    .map(([key]) => [key, nameKeyOf(key)]);

const ofLine = ({ tenantCode: _tenant, parentId: _parent, ...line }: Line): Row => line;
