import { isApprovable, type Document } from '#platform/model/document.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import type { Life, LifeLink, LifeNode } from '#platform/model/life.ts';
import { statement, type RowOf, type TypedStatement } from '#platform/server/db/statement.ts';
import { stored, tableOf } from '#platform/server/db/shape.ts';
import { scopeOf } from '#platform/server/list/filter.ts';

const reached = {
  type: 'text',
  id: 'uuid',
  depth: 'integer',
  isSeen: 'boolean?',
  code: 'text',
  billStatus: 'text',
  cancelFlag: 'text',
  billDate: 'date',
  amount: 'decimal?',
  number: 'decimal?',
  isCut: 'boolean',
  leads: 'json?',
} as const;
type Reached = RowOf<typeof reached>;

const mostNodes = 200;
const deepest = 8;

/**
 * Walks the links both ways from one document. One more than the most is read, to know that there are more; a node is
 * walked from at most once per step, so that circles end. Behind a link that only shows nothing is walked: through a
 * statement an order would meet everything else that its customer bought in that month.
 */
export function lifeStatement(documents: readonly Document[]): (type: string, id: string) => TypedStatement<Reached> {
  const text = `
    with recursive walk(type, id, depth, is_end) as (
      select $2::text, $1::uuid, 0, false
      union
      select l.type, l.id, w.depth + 1, l.is_shown_only
      from walk w
      cross join lateral (
        select to_type as type, to_id as id, is_shown_only
        from app.doc_link
        where from_id = w.id
        union
        select from_type, from_id, is_shown_only
        from app.doc_link
        where to_id = w.id
        limit ${mostNodes + 1}
      ) l
      where w.depth < ${deepest} and not w.is_end
    ),
    reached as (
      select type, id, min(depth) as depth
      from (select type, id, depth from walk limit ${(mostNodes + 1) * (deepest + 2)}) x
      group by type, id
      order by depth, id
      limit ${mostNodes + 1}
    ),
    told as (${documents.map(factsOf).join(' union all ')})
    select r.type, r.id, r.depth, t.is_seen and r.type || ':view' in (select sec.my_permissions()) as is_seen, t.code,
      t.bill_status, t.cancel_flag, t.bill_date, t.amount, t.number,
      (select count(*) from reached) > ${mostNodes} as is_cut,
      (
        select
          jsonb_agg(jsonb_build_object('to', k.to_id, 'isActive', k.is_active, 'number', k.number) order by k.to_id)
        from (
          select l.to_id, bool_or(l.is_active) as is_active,
            coalesce(sum(l.number) filter (where l.is_active), 0)::text as number
          from app.doc_link l
          where l.from_id = r.id and l.to_id = any(array(select id from reached))
          group by l.to_id
        ) k
      ) as leads
    from reached r
    join told t on t.type = r.type and t.id = r.id
    order by r.depth, t.bill_date, t.code`;
  return (type, id) => statement(reached, text, [id, type]);
}

/**
 * One kind of document among those that were reached: what is told of it, and whether it lies in what the asker may
 * see.
 */
function factsOf(document: Document): string {
  const fields = new Map(stored(document.head));
  const first = (keys: readonly string[]): string | undefined =>
    keys.find((key) => {
      const field = fields.get(key);
      return field?.kind === 'decimal' && field.hidden !== true;
    });
  // While a process decides, it may hide fields from those it asks; here nobody knows from whom.
  const waiting = isApprovable(document) ? document.states['inApproval']?.code : undefined;
  const figure = (key: string | undefined): string =>
    key === undefined
      ? 'null::numeric'
      : waiting === undefined
        ? `t.${snakeCase(key)}`
        : `case when t.bill_status <> '${waiting}' then t.${snakeCase(key)} end`;
  return `
    select '${document.name}' as type, t.id, t.code, t.bill_status, t.cancel_flag, t.bill_date,
      ${figure(first(['payableAmount', 'totalAmount', 'amount']))} as amount,
      ${figure(first(['totalNumber', 'number']))} as number,
      coalesce(${scopeOf(document, null).join(' and ')}, false) as is_seen
    from app.${tableOf(document)} t
    where t.deleted_flag = '0' and t.id = any(array(select id from reached where type = '${document.name}'))`;
}

/** What may not be opened keeps its place in the picture and loses everything else. */
export function lifeIn(rows: readonly Reached[]): Life {
  const kept = rows.slice(0, mostNodes);
  const places = new Map(kept.map((row, at) => [row.id, at]));
  const nodes = kept.map((row): LifeNode => {
    const told = (key: Exclude<keyof typeof reached, 'depth' | 'isSeen' | 'isCut' | 'leads'>): string | null =>
      row.isSeen === true ? row[key] : null;
    return {
      type: row.type,
      id: told('id'),
      code: told('code'),
      billStatus: told('billStatus'),
      cancelFlag: told('cancelFlag'),
      billDate: told('billDate'),
      amount: told('amount'),
      number: told('number'),
      isSelf: row.depth === 0,
    };
  });
  const links = kept.flatMap((row, from) =>
    (
      (row.leads ?? []) as readonly { readonly to: string; readonly isActive: boolean; readonly number: string }[]
    ).flatMap(({ to, isActive, number }): LifeLink[] => {
      const place = places.get(to);
      if (place === undefined) return [];
      const isTold = nodes[from]?.id != null && nodes[place]?.id != null;
      return [{ from, to: place, isActive, number: isTold ? number : '0' }];
    }),
  );
  return { nodes, links, isCut: rows[0]?.isCut === true };
}
