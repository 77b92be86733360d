-- Tables of the platform itself: no definition gives them.

-- One row per effect that was asked for with a key; the answer is what was answered.
create table app.idempotency (
  tenant_code text not null default sec.tenant(),
  key text not null,
  user_id uuid not null default sec.user_id(),
  body_hash text not null,
  answer jsonb,
  create_date timestamptz not null default now(),
  primary key (tenant_code, key)
);
create index idempotency_age on app.idempotency (tenant_code, create_date);

-- Who did what, written in the transaction of the deed. Insert and read only.
create table app.operation_log (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  noun text not null,
  record_id uuid,
  record_code text,
  operation text not null,
  message text,
  changes jsonb,
  request_uri text,
  request_method text,
  ip text,
  user_agent text,
  correlation_id text,
  creator_id uuid default sec.user_id(),
  creator_name text not null default '',
  create_date timestamptz not null default now(),
  primary key (tenant_code, id)
);
create index operation_log_record on app.operation_log (tenant_code, record_id, id);
create index operation_log_recent on app.operation_log (tenant_code, create_date desc, id desc);

-- An export is read on the report lane, which writes nothing else than that it happened. A ticket is spent by then, so this is the one place.
create function sec.log_export(p_noun text, p_count integer, p_filter jsonb, p_uri text, p_method text, p_ip text, p_agent text, p_correlation text) returns void
language sql security definer set search_path = pg_catalog
as $$
  insert into app.operation_log (noun, operation, message, changes, request_uri, request_method, ip, user_agent, correlation_id, creator_name)
  values (p_noun, 'export', p_count::text, p_filter, p_uri, p_method, p_ip, p_agent, p_correlation, (select p.real_name from sec.principal p where p.tenant_code = sec.tenant() and p.user_id = sec.user_id()))
$$;
revoke all on function sec.log_export(text, integer, jsonb, text, text, text, text, text) from public;
grant execute on function sec.log_export(text, integer, jsonb, text, text, text, text, text) to qudao_report;

create table app.sys_login_log (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  operation text not null,
  status text not null,
  ip text,
  user_agent text,
  fail_reason text,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamptz not null default now(),
  primary key (tenant_code, id)
);
create index sys_login_log_recent on app.sys_login_log (tenant_code, create_date desc, id desc);

-- The last number handed out per type and day. Numbers are taken in the saving transaction and never reused.
create table app.flow_number (
  tenant_code text not null default sec.tenant(),
  type text not null,
  period text not null,
  last bigint not null,
  primary key (tenant_code, type, period)
) with (fillfactor = 50);

create function app.take_number(p_type text, p_date date, p_digits integer) returns text
language sql volatile set search_path = app, pg_catalog
as $$
  insert into flow_number as f (type, period, last) values (p_type, to_char(p_date, 'YYYYMMDD'), 1)
  on conflict (tenant_code, type, period) do update set last = f.last + 1
  -- Overflow widens the number, it never wraps.
  returning p_type || f.period || lpad(f.last::text, greatest(p_digits, length(f.last::text)), '0')
$$;

create table app.doc_link (
  tenant_code text not null default sec.tenant(),
  id bigint generated always as identity,
  kind text not null,
  from_type text not null,
  from_id uuid not null,
  from_line_id uuid not null,
  to_type text not null,
  to_id uuid not null,
  to_code text not null,
  to_line_id uuid not null,
  number numeric(20,4) not null,
  amount numeric(20,2) not null,
  is_active boolean not null default true,
  primary key (tenant_code, id)
);
create index doc_link_from on app.doc_link (tenant_code, from_id) where is_active;
create index doc_link_to on app.doc_link (tenant_code, to_id) where is_active;

-- Grows in the transaction that changes a list; a global list's row belongs to the platform tenant and is read by all.
create table app.list_version (
  tenant_code text not null default sec.tenant(),
  noun text not null,
  version bigint not null,
  is_global boolean not null default false,
  primary key (tenant_code, noun)
);

create table app.heartbeat (
  id integer primary key check (id = 1),
  beat timestamptz not null
);
insert into app.heartbeat values (1, now());

do $$
declare t text;
begin
  foreach t in array array['idempotency', 'operation_log', 'sys_login_log', 'flow_number', 'doc_link', 'list_version'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy tenant_wall on app.%I using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()))', t);
    execute format('grant select on app.%I to qudao_app, qudao_report', t);
  end loop;
end $$;
create policy global_versions on app.list_version for select using (is_global and tenant_code = '1');

grant insert, update (answer) on app.idempotency to qudao_app;
grant insert on app.operation_log, app.sys_login_log to qudao_app;
grant insert, update (last) on app.flow_number to qudao_app;
grant insert, update (is_active) on app.doc_link to qudao_app;
grant insert, update (version) on app.list_version to qudao_app;
grant select, update (beat) on app.heartbeat to qudao_app;
revoke all on function app.take_number(text, date, integer) from public;
grant execute on function app.take_number(text, date, integer) to qudao_app;
