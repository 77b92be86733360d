import { snakeCase } from '#platform/model/envelope.ts';
import type { Ledger } from '#platform/model/ledger.ts';

/**
 * The SQL of a ledger: balances, append-only entries, holds, and the one function that writes them.
 * The application role may only read the tables and call the function.
 */
export function ledgerSql(ledger: Ledger): string {
  return [
    tablesSql(ledger),
    lockFunction(ledger),
    postFunction(ledger),
    reverseFunction(ledger),
    rightsSql(ledger),
  ].join('\n\n');
}

export const ledgerTables = (ledger: Ledger): readonly string[] =>
  ['balance', 'entry', ...(ledger.held === undefined ? [] : ['hold'])].map(
    (part) => `${snakeCase(ledger.name)}_${part}`,
  );

/** Functions of schema app that the code makes for a ledger. */
export const ledgerFunctions = (ledger: Ledger): readonly string[] =>
  ['lock', 'post', 'reverse'].map((verb) => `app.${snakeCase(ledger.name)}_${verb}`);

interface Parts {
  readonly name: string;
  readonly key: readonly string[];
  readonly measures: readonly string[];
  readonly held: string | null;
  readonly floored: string | null;
  readonly signed: readonly string[];
  readonly notes: readonly (readonly [name: string, type: string])[];
}

function partsOf(ledger: Ledger): Parts {
  return {
    name: snakeCase(ledger.name),
    key: ledger.key.map(snakeCase),
    measures: Object.keys(ledger.measures).map(snakeCase),
    held: ledger.held === undefined ? null : snakeCase(ledger.held),
    floored: ledger.floored === undefined ? null : snakeCase(ledger.floored),
    signed: (ledger.signed ?? []).map(snakeCase),
    notes: Object.entries(ledger.notes ?? {}).map(([note, type]) => [snakeCase(note), type]),
  };
}

/**
 * The planner takes the entries of a document for a hundred rows and would hash the tenant's whole balance table for
 * five of them: 3.1 ms instead of 0.2 ms per call at a few thousand balances. On a ledger that was empty when the plan
 * was made it would read all of it for ever: 70 ms after some thousand audits.
 */
const header =
  'language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off ' +
  'set enable_mergejoin = off set enable_seqscan = off';

const lines = (items: readonly string[], indent: string, end = ','): string =>
  items.map((item) => `${indent}${item}`).join(`${end}\n`);

const tablesSql = (ledger: Ledger): string =>
  `${balanceTable(partsOf(ledger))}\n\n${entryTable(partsOf(ledger))}${holdTable(partsOf(ledger))}`;

const wall = (table: string): string => `alter table app.${table} enable row level security;
alter table app.${table} force row level security;
create policy tenant_wall on app.${table} using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));`;

function balanceTable({ name, key, measures, floored, signed }: Parts): string {
  const floors = [
    ...(floored === null ? [] : [`constraint ${name}_balance_floor check (may_go_negative or ${floored} >= 0)`]),
    ...measures
      .filter((measure) => measure !== floored && !signed.includes(measure))
      .map((measure) => `constraint ${name}_balance_${measure} check (${measure} >= 0)`),
  ];
  return `create table app.${name}_balance (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
${lines(
  key.map((column) => `${column} text not null`),
  '  ',
)},
${lines(
  measures.map((measure) => `${measure} numeric(20,4) not null default 0`),
  '  ',
)},
  may_go_negative boolean not null default false,
  version bigint not null default 0,
${lines(['primary key (tenant_code, id)', ...floors], '  ')}
) with (fillfactor = 50);
create unique index ${name}_balance_key on app.${name}_balance (tenant_code, ${key.join(', ')});
${wall(`${name}_balance`)}`;
}

const entryTable = ({ name, measures, held, notes }: Parts): string => `create table app.${name}_entry (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  balance_id uuid not null,
  version bigint not null,
${lines(
  measures.flatMap((measure) => [`d_${measure} numeric(20,4) not null`, `${measure}_after numeric(20,4) not null`]),
  '  ',
)},
  post_type text not null,
  doc_type text not null,
  doc_id uuid not null,
  doc_code text not null,
  line_id uuid not null,
  holder_doc_id uuid not null,
  holder_line_id uuid not null,
  op_seq integer not null,
  idem_key text not null,
  reversal_of bigint,
  biz_date date not null,
${notes.map(([note, type]) => `  ${note} ${type},\n`).join('')}  creator_id uuid,
  creator_name text not null default '',
  create_date timestamptz not null default now(),
  primary key (tenant_code, id),
  foreign key (tenant_code, balance_id) references app.${name}_balance (tenant_code, id)
);
create unique index ${name}_entry_once on app.${name}_entry (tenant_code, idem_key);
create unique index ${name}_entry_chain on app.${name}_entry (tenant_code, balance_id, version);
create unique index ${name}_entry_reversal on app.${name}_entry (tenant_code, reversal_of) where reversal_of is not null;
create index ${name}_entry_doc on app.${name}_entry (tenant_code, doc_id);${
  held === null
    ? ''
    : `
create index ${name}_entry_holder on app.${name}_entry (tenant_code, holder_doc_id);`
}
${wall(`${name}_entry`)}`;

/** Only a ledger that holds something back for a document says for which. */
const holdTable = ({ name, held }: Parts): string =>
  held === null
    ? ''
    : `

create table app.${name}_hold (
  tenant_code text not null default sec.tenant(),
  doc_id uuid not null,
  line_id uuid not null,
  balance_id uuid not null,
  ${held} numeric(20,4) not null,
  primary key (tenant_code, doc_id, line_id, balance_id),
  foreign key (tenant_code, balance_id) references app.${name}_balance (tenant_code, id),
  -- Nothing releases more than it holds.
  constraint ${name}_hold_floor check (${held} >= 0)
);
${wall(`${name}_hold`)}`;

/**
 * Makes missing balances and locks in key order, so that two documents on the same hot materials never wait for each
 * other in a circle. A verb over several documents locks for all of them at once: one by one, two such verbs would meet
 * halfway.
 */
function lockFunction(ledger: Ledger): string {
  const { name, key } = partsOf(ledger);
  const columns = (prefix: string): string => key.map((column) => `${prefix}${column}`).join(', ');
  return `create function app.${name}_lock(p jsonb) returns void
${header}
as $$
begin
  insert into ${name}_balance (${columns('')}, may_go_negative)
  select distinct on (${columns('e.')}) ${columns('e.')}, coalesce(e.may_go_negative, false)
    from jsonb_to_recordset(p->'entries') as e(${columns('').replaceAll(',', ' text,')} text, may_go_negative boolean)
   order by ${columns('e.')}
  on conflict do nothing;

  perform from ${name}_balance b
   where b.id in (
     select k.id from jsonb_to_recordset(p->'entries') as e(${columns('').replaceAll(',', ' text,')} text)
       join ${name}_balance k on ${key.map((column) => `k.${column} = e.${column}`).join(' and ')}
     union
     select x.balance_id from jsonb_array_elements_text(p->'undone') u(doc_id) join ${name}_entry x on x.doc_id = u.doc_id::uuid)
   order by ${columns('b.')}
   for no key update of b;
end $$;`;
}

/**
 * One call posts one document: balances locked, shortages refused, entries written with the balance after each, holds
 * moved. Only who moves goods knows whether the place may go below zero; others leave that as it is. A balance below
 * zero that may no longer be so may still climb.
 */
function postFunction(ledger: Ledger): string {
  const parts = partsOf(ledger);
  const { name, key, measures, held, floored } = parts;
  const keyJson = keyJsonOf(parts);
  const { detail, isShort } = shortageOf(ledger);
  return `create function app.${name}_post(p jsonb) returns jsonb
${header}
as $$
declare
  short jsonb;
  moved jsonb;${held === null ? '' : '\n  is_unheld boolean;'}
begin
  perform ${name}_lock(p);

  with ${askedSteps(parts)}, refused as (
    select ${detail}
      from totals t join ${name}_balance b on b.id = t.balance_id
     where t.may_go_negative is not true
       and ${isShort}
     order by ${key.map((column) => `b.${column}`).join(', ')} limit 1
  ), ${enteredStep(parts)}${held === null ? '' : holdSteps(name, held)}, balanced as (
    update ${name}_balance b set version = b.version + t.n,
           may_go_negative = coalesce(t.may_go_negative, b.may_go_negative)${floored === null ? '' : ` or (b.may_go_negative and t.d_${floored} >= 0 and b.${floored} + t.d_${floored} < 0)`},
${lines(
  measures.map((measure) => `${measure} = b.${measure} + t.d_${measure}`),
  '           ',
)}
      from totals t where b.id = t.balance_id and not exists (select from refused)
    returning jsonb_build_object(${keyJson}, ${measures.map((measure) => `'${measure}', jsonb_build_array((b.${measure} - t.d_${measure})::text, b.${measure}::text)`).join(', ')}) as effect
  )
  select (select detail from refused), (select jsonb_agg(effect) from balanced)${held === null ? '' : ', exists (select from unheld)'} into short, moved${held === null ? '' : ', is_unheld'};

  if short is not null then
    raise exception 'ledger ${name} short' using errcode = 'QD020', detail = short::text;
  end if;
${
  held === null
    ? ''
    : `  -- Whoever gives back what it never held would leave the holds and the balance telling different stories.
  if is_unheld then
    raise exception 'ledger ${name}: released without a hold';
  end if;
`
}  return coalesce(moved, '[]');
end $$;`;
}

const keyJsonOf = ({ key }: Parts): string => key.map((column) => `'${column}', b.${column}`).join(', ');

/** When a posting asks for more than there is, and what the refusal then says of it. */
function shortageOf(ledger: Ledger): { readonly detail: string; readonly isShort: string } {
  const parts = partsOf(ledger);
  const { floored } = parts;
  const keyJson = keyJsonOf(parts);
  const available = (prefix: string): string =>
    [
      ...ledger.available.plus.map((measure) => `+ ${prefix}${snakeCase(measure)}`),
      ...ledger.available.minus.map((measure) => `- ${prefix}${snakeCase(measure)}`),
    ]
      .join(' ')
      .replace(/^\+ /, '');
  const lacks = `(t.guards_available and ${available('t.d_')} < 0 and ${available('b.')} + (${available('t.d_')}) < 0)`;
  const isShort =
    floored === null
      ? lacks
      : `(${lacks}
         or (t.guards_floor and t.d_${floored} < 0 and b.${floored} + t.d_${floored} < 0))`;
  const detail =
    floored === null
      ? `jsonb_build_object(${keyJson}, 'available', (${available('b.')})::text, 'needed', (-(${available('t.d_')}))::text) as detail`
      : `jsonb_build_object(${keyJson}, 'available', (${available('b.')})::text, '${floored}', b.${floored}::text,
             'needed', (case when t.guards_available and ${available('b.')} + (${available('t.d_')}) < 0
                             then -(${available('t.d_')}) else -t.d_${floored} end)::text) as detail`;
  return { detail, isShort };
}

/** What is asked, each with its balance; and summed by balance. */
const askedSteps = ({ name, key, measures, notes }: Parts): string => `asked as (
    select e.ord, e.guards, e.post_type, e.line_id, coalesce(e.holder_doc_id, (p->>'doc_id')::uuid) as holder_doc_id,
           coalesce(e.holder_line_id, e.line_id) as holder_line_id, e.reversal_of, e.may_go_negative, b.id as balance_id,${notes.map(([note]) => ` e.${note},`).join('')}
${lines(
  measures.map((measure) => `coalesce(e.d_${measure}, 0) as d_${measure}`),
  '           ',
)}
      from rows from (jsonb_to_recordset(p->'entries') as (${key.map((column) => `${column} text`).join(', ')},
             ${measures.map((measure) => `d_${measure} numeric`).join(', ')},
             post_type text, line_id uuid, holder_doc_id uuid, holder_line_id uuid, guards text, may_go_negative boolean, reversal_of bigint${notes.map(([note, type]) => `, ${note} ${type}`).join('')})) with ordinality
           as e(${key.join(', ')}, ${measures.map((measure) => `d_${measure}`).join(', ')}, post_type, line_id, holder_doc_id, holder_line_id, guards, may_go_negative, reversal_of${notes.map(([note]) => `, ${note}`).join('')}, ord)
      join ${name}_balance b on ${key.map((column) => `b.${column} = e.${column}`).join(' and ')}
  ), totals as (
    select balance_id, count(*) as n, bool_or(may_go_negative) as may_go_negative,
           bool_or(guards = 'available') as guards_available, bool_or(guards in ('available', 'floored')) as guards_floor,
${lines(
  measures.map((measure) => `sum(d_${measure}) as d_${measure}`),
  '           ',
)}
      from asked group by balance_id
  )`;

/** Entries with the balance after each: several of one balance count on from each other. */
const enteredStep = ({ name, measures, notes }: Parts): string => `entered as (
    insert into ${name}_entry (balance_id, version, ${measures.map((measure) => `d_${measure}, ${measure}_after`).join(', ')},
      post_type, doc_type, doc_id, doc_code, line_id, holder_doc_id, holder_line_id, op_seq, idem_key, reversal_of, biz_date${notes.map(([note]) => `, ${note}`).join('')}, creator_id, creator_name)
    select a.balance_id, b.version + row_number() over w, ${measures.map((measure) => `a.d_${measure}, b.${measure} + sum(a.d_${measure}) over w`).join(', ')},
           a.post_type, p->>'doc_type', (p->>'doc_id')::uuid, p->>'doc_code', a.line_id, a.holder_doc_id, a.holder_line_id, (p->>'op_seq')::integer,
           concat_ws(':', p->>'doc_type', p->>'doc_id', a.line_id, a.balance_id, a.post_type, p->>'op_seq', 'R' || a.reversal_of),
           a.reversal_of, (p->>'biz_date')::date${notes.map(([note]) => `, a.${note}`).join('')}, sec.user_id(), coalesce(p->>'creator_name', '')
      from asked a join ${name}_balance b on b.id = a.balance_id
     where not exists (select from refused)
    window w as (partition by a.balance_id order by a.ord)
  )`;

/** What is held for a document grows and shrinks with it; `unheld` is what nobody holds. */
const holdSteps = (name: string, held: string): string => `, held as (
    insert into ${name}_hold (doc_id, line_id, balance_id, ${held})
    select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_${held}) from asked a
     where a.d_${held} <> 0 and not exists (select from refused)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_${held}) > 0
    on conflict (tenant_code, doc_id, line_id, balance_id) do update set ${held} = ${name}_hold.${held} + excluded.${held}
  ), released as (
    update ${name}_hold h set ${held} = h.${held} + x.d
      from (select a.holder_doc_id, a.holder_line_id, a.balance_id, sum(a.d_${held}) as d from asked a
             group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_${held}) < 0) x
     where h.doc_id = x.holder_doc_id and h.line_id = x.holder_line_id and h.balance_id = x.balance_id and not exists (select from refused)
  ), unheld as (
    select from asked a
     where not exists (select from ${name}_hold h where h.doc_id = a.holder_doc_id and h.line_id = a.holder_line_id and h.balance_id = a.balance_id)
     group by a.holder_doc_id, a.holder_line_id, a.balance_id having sum(a.d_${held}) < 0
  )`;

/** Undoes every posting of a document that is not undone yet: opposite entries that name what they reverse. */
function reverseFunction(ledger: Ledger): string {
  const { name, key, measures, notes } = partsOf(ledger);
  return `create function app.${name}_reverse(p jsonb) returns jsonb
${header}
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object(${key.map((column) => `'${column}', b.${column}`).join(', ')},
           ${measures.map((measure) => `'d_${measure}', -e.d_${measure}`).join(', ')},
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id${notes.map(([note]) => `, '${note}', e.${note}`).join('')}) order by e.id desc)
    into undone
    from ${name}_entry e join ${name}_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from ${name}_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return ${name}_post(p || jsonb_build_object('entries', undone));
end $$;`;
}

function rightsSql(ledger: Ledger): string {
  const { name } = partsOf(ledger);
  const tables = ledgerTables(ledger)
    .map((table) => `app.${table}`)
    .join(', ');
  return `revoke all on function app.${name}_lock(jsonb), app.${name}_post(jsonb), app.${name}_reverse(jsonb) from public;
grant execute on function app.${name}_lock(jsonb), app.${name}_post(jsonb), app.${name}_reverse(jsonb) to qudao_app;
grant select on ${tables} to qudao_app, qudao_report;`;
}
