import type { Noun, Module } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { notFound, notPermitted } from '#platform/model/refusal.ts';
import { statement, type RowOf, type TypedStatement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { lifeIn, lifeStatement } from '#platform/server/document/life.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { recordsBy } from '#platform/server/list/list.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import { heldRight } from '#platform/server/db/rights.ts';

/** What happened to a record and what grew from it. Both answer only to whoever may open the record itself. */
export function historyRoutes(models: readonly Module[]): readonly Route[] {
  const nouns = new Map<string, Noun>(
    models.flatMap(({ entities, documents }) => [...entities, ...documents]).map((noun) => [noun.name, noun]),
  );
  const links = linksOf(models);
  const documents = new Map(models.flatMap((module) => module.documents).map((document) => [document.name, document]));
  const life = lifeStatement([...documents.values()]);
  return [
    {
      method: 'GET',
      path: '/sys/history',
      permission: 'session',
      effect: 'none',
      summary: 'Who did what to a record (?noun=&id=), latest first; needs the :view of the noun',
      handle: (call) => aboutRecord(nouns, call, logOf),
    },
    {
      method: 'GET',
      path: '/sys/link',
      permission: 'session',
      effect: 'none',
      summary: 'Documents a document came from and led to (?noun=&id=); needs the :view of the noun',
      handle: (call) => aboutRecord(nouns, call, (_noun, id) => links(id)),
    },
    {
      method: 'GET',
      path: '/sys/life',
      permission: 'session',
      effect: 'none',
      summary:
        'All that a document grew from and all that grew from it, as nodes and links (?noun=&id=); needs the ' +
        ':view of the noun',
      handle: async (call) => lifeIn(await aboutRecord(documents, call, (noun, id) => life(noun.name, id))),
    },
  ];
}

const maxEntries = 200;

const logOf = (noun: Noun, id: string) =>
  statement(
    { id: 'uuid', operation: 'text?', creatorName: 'text', createDate: 'instant', message: 'text?', changes: 'json?' },
    `
      select id, operation, creator_name, create_date, message, changes
      from app.sys_operationlog
      where record_id = $1 and noun = $2
      order by seq desc
      limit ${maxEntries}`,
    [id, noun.name],
  );

/**
 * The record is read along, inside what the user may see: a permission alone would show the history of other
 * organisations' records. A global list has its rows in no tenant, but its log in the platform's.
 */
async function aboutRecord<Answered extends object>(
  nouns: ReadonlyMap<string, Noun>,
  call: Call,
  read: (noun: Noun, id: string) => TypedStatement<Answered>,
): Promise<readonly Answered[]> {
  const noun = nouns.get(call.query['noun'] ?? '');
  const id = call.query['id'] ?? '';
  if (noun === undefined || !isId(id)) {
    await call.read({});
    throw notFound();
  }
  const {
    rows: { held, found, rows },
  } = await call.read({
    held: heldRight(permissionOf(noun, 'view')),
    found: recordsBy(noun, 'id', [id]),
    rows: read(noun, id),
  });
  if (held.length === 0) throw notPermitted();
  if (found.length === 0) throw notFound();
  return rows;
}

const linked = { direction: 'text', kind: 'text', type: 'text', code: 'text?', id: 'uuid' } as const;
type Linked = RowOf<typeof linked>;

/**
 * A link knows the number of the document it leads to; the number of the one it comes from is read there. Only what the
 * user may open is named.
 */
function linksOf(models: readonly Module[]): (id: string) => TypedStatement<Linked> {
  const documents = models.flatMap((model) => model.documents);
  const seen = documents
    .map(
      (document) => `
        when '${document.name}' then exists (
          select from app.${tableOf(document)} t
          where t.id = x.id and ${scopeOf(document, null).join(' and ')}
        )`,
    )
    .join('');
  const codes = documents
    .map((document) => `when '${document.name}' then (select code from app.${tableOf(document)} where id = l.from_id)`)
    .join(' ');
  const text = `
    select distinct direction, kind, type, code, id
    from (
      select 'to' as direction, l.kind, l.to_type as type, l.to_code as code, l.to_id as id
      from app.doc_link l
      where l.from_id = $1 and l.is_active
      union all
      select 'from', l.kind, l.from_type, case l.from_type ${codes} end, l.from_id
      from app.doc_link l
      where l.to_id = $1 and l.is_active
    ) x
    where type || ':view' in (select sec.my_permissions()) and case type ${seen} else false end
    order by direction, code
    limit ${maxEntries}`;
  return (id) => statement(linked, text, [id]);
}
