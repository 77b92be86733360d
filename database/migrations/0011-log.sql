-- The four logs, each a noun of its own now, and the chain that seals the operation log.

-- An id like those the product makes itself: the time in front, chance behind.
create function sec.new_id() returns uuid
language sql volatile set search_path = pg_catalog
as $$ select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid $$;

-- ── Operation log ─────────────────────────────────────────────────────────────────────────────────────────────
alter table app.operation_log rename to sys_operationlog;
alter table app.sys_operationlog rename column id to seq;
alter table app.sys_operationlog drop constraint operation_log_pkey;
alter table app.sys_operationlog
  add column id uuid not null default sec.new_id(),
  add column request_params text,
  add column request_time integer,
  add column status text default '1',
  add column row_version integer not null default 1,
  add column updater_name text,
  add column update_date timestamptz,
  -- Which transaction wrote the row: once no older one is under way, every row of it is there to be sealed.
  add column xact xid8 not null default pg_current_xact_id(),
  add primary key (tenant_code, id);
alter table app.sys_operationlog alter column id drop default, alter column status drop default, alter column creator_id drop default, alter column operation drop not null;
alter index app.operation_log_record rename to sys_operationlog_record;
drop index app.operation_log_recent;
create index sys_operationlog_recent on app.sys_operationlog (tenant_code, create_date DESC, id DESC);
create index sys_operationlog_request_method on app.sys_operationlog (tenant_code, request_method, create_date DESC, id DESC);
create index sys_operationlog_status on app.sys_operationlog (tenant_code, status, create_date DESC, id DESC);
create unique index sys_operationlog_seq on app.sys_operationlog (tenant_code, seq);
create index sys_operationlog_xact on app.sys_operationlog (tenant_code, xact);

create or replace function sec.log_export(p_noun text, p_count integer, p_filter jsonb, p_uri text, p_method text, p_ip text, p_agent text, p_correlation text) returns void
language sql security definer set search_path = pg_catalog
as $$
  insert into app.sys_operationlog (id, noun, operation, status, message, changes, request_uri, request_method, ip, user_agent, correlation_id, creator_id, creator_name)
  values (sec.new_id(), p_noun, 'export', '1', p_count::text, p_filter, p_uri, p_method, p_ip, p_agent, p_correlation, sec.user_id(), (select p.real_name from sec.principal p where p.tenant_code = sec.tenant() and p.user_id = sec.user_id()))
$$;

-- ── Login log ─────────────────────────────────────────────────────────────────────────────────────────────────
alter table app.sys_login_log rename to sys_loginlog;
alter table app.sys_loginlog
  add column row_version integer not null default 1,
  add column updater_name text,
  add column update_date timestamptz,
  alter column operation drop not null,
  alter column status drop not null;
alter index app.sys_login_log_pkey rename to sys_loginlog_pkey;
alter index app.sys_login_log_recent rename to sys_loginlog_recent;
create index sys_loginlog_status on app.sys_loginlog (tenant_code, status, create_date DESC, id DESC);

-- status 0 failed, 1 success, 2 locked (001 §4.1). A name nobody has is logged under the platform tenant.
create or replace function sec.write_login_log(p_tenant text, p_user uuid, p_name text, p_status text, p_reason text, p_operation text, p_ip text, p_agent text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.bind(p_tenant, p_user, '');
  insert into app.sys_loginlog (tenant_code, id, operation, status, ip, user_agent, fail_reason, creator_id, creator_name)
  values (p_tenant, sec.new_id(), p_operation, p_status, p_ip, left(p_agent, 500), p_reason, p_user, left(p_name, 100));
end $$;

-- ── Error log and interface log ───────────────────────────────────────────────────────────────────────────────
create table app.sys_errorlog (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  request_uri text,
  request_method text,
  request_params text,
  error_info text,
  ip text,
  user_agent text,
  correlation_id text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index sys_errorlog_recent on app.sys_errorlog (tenant_code, create_date DESC, id DESC);
create index sys_errorlog_request_method on app.sys_errorlog (tenant_code, request_method, create_date DESC, id DESC);

create table app.sys_interfacelog (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  system_code text,
  interface_type text,
  log_type text,
  url text,
  request_body text,
  response_body text,
  return_status text,
  cost_time integer,
  error_msg text,
  business_code text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
alter table app.sys_interfacelog add constraint sys_interfacelog_system_code_fkey foreign key (tenant_code, system_code) references app.approve_system (tenant_code, code);
create index sys_interfacelog_recent on app.sys_interfacelog (tenant_code, create_date DESC, id DESC);
create index sys_interfacelog_system_code on app.sys_interfacelog (tenant_code, system_code, create_date DESC, id DESC);
create index sys_interfacelog_interface_type on app.sys_interfacelog (tenant_code, interface_type, create_date DESC, id DESC);
create index sys_interfacelog_log_type on app.sys_interfacelog (tenant_code, log_type, create_date DESC, id DESC);
create index sys_interfacelog_return_status on app.sys_interfacelog (tenant_code, return_status, create_date DESC, id DESC);

-- ── Seals ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- One row per seal: the hash over the hashes of its rows and over the seal before. The application reads, sec.seal_log alone writes.
create table app.sys_logseal (
  tenant_code text not null default sec.tenant(),
  no integer not null,
  from_seq bigint not null,
  to_seq bigint not null,
  count integer not null,
  previous bytea not null,
  hash bytea not null,
  -- No row of an older transaction is left without a seal; null while that is not known.
  below xid8,
  create_date timestamptz not null default now(),
  primary key (tenant_code, no)
);
-- Which row is in which seal, with the hash of the row alone, so that a row that was changed can be named.
create table app.sys_logseal_row (
  tenant_code text not null default sec.tenant(),
  seq bigint not null,
  no integer not null,
  hash bytea not null,
  primary key (tenant_code, seq)
);
create index sys_logseal_row_no on app.sys_logseal_row (tenant_code, no, seq);

do $$
declare t text;
begin
  foreach t in array array['sys_errorlog', 'sys_interfacelog', 'sys_logseal', 'sys_logseal_row'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy tenant_wall on app.%I using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()))', t);
    execute format('grant select on app.%I to qudao_app, qudao_report', t);
  end loop;
end $$;
grant insert on app.sys_errorlog, app.sys_interfacelog to qudao_app;

-- A row as text that no two different rows share: every value with its length in front. platform/server/log/chain.ts writes the same.
create function sec.log_text(r app.sys_operationlog) returns text
language sql stable set search_path = pg_catalog
as $$
  select string_agg(octet_length(x.value) || ':' || x.value, ',' order by x.place)
    from unnest(array[r.tenant_code, r.seq::text, r.id::text, r.noun, coalesce(r.record_id::text, ''), coalesce(r.record_code, ''), coalesce(r.operation, ''), coalesce(r.message, ''),
      coalesce(r.changes::text, ''), coalesce(r.request_uri, ''), coalesce(r.request_method, ''), coalesce(r.request_params, ''), coalesce(r.request_time::text, ''), coalesce(r.status, ''),
      coalesce(r.ip, ''), coalesce(r.user_agent, ''), coalesce(r.correlation_id, ''), coalesce(r.creator_id::text, ''), r.creator_name,
      to_char(r.create_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')]) with ordinality x(value, place)
$$;

-- Seals what every tenant has written since. One process at a time; a row is sealed once, late commits in a later seal.
create function sec.seal_log() returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  t text;
  last app.sys_logseal;
  made app.sys_logseal;
  finished xid8 := pg_snapshot_xmin(pg_current_snapshot());
  low xid8;
  high xid8;
  total integer := 0;
begin
  if not pg_try_advisory_xact_lock(7003, 0) then return 0; end if;
  for t in select x.tenant_code from app.tenant_tenant x order by 1 loop
    perform sec.bind(t, null, '');
    last := null;
    select s.* into last from app.sys_logseal s order by s.no desc limit 1;
    -- At first, and where transactions are counted anew (a dump restored on another server), every row is looked at.
    low := case when last.below <= finished then last.below else '0'::xid8 end;
    high := case when last.below <= finished then pg_snapshot_xmax(pg_current_snapshot()) else '18446744073709551615'::xid8 end;
    with fresh as (
      select r.seq, sha256(convert_to(sec.log_text(r), 'UTF8')) as hash from app.sys_operationlog r
       where r.xact between low and high and not exists (select from app.sys_logseal_row x where x.seq = r.seq)
       order by r.seq limit 5000
    ), kept as (
      insert into app.sys_logseal_row (seq, no, hash) select f.seq, coalesce(last.no, 0) + 1, f.hash from fresh f returning seq, hash
    )
    select t, coalesce(last.no, 0) + 1, min(k.seq), max(k.seq), count(*), coalesce(last.hash, ''::bytea),
           sha256(coalesce(last.hash, ''::bytea) || string_agg(k.hash, ''::bytea order by k.seq)),
           case when count(*) < 5000 then finished else last.below end, clock_timestamp()
      into made from kept k;
    if made.count > 0 then
      insert into app.sys_logseal select made.*;
      total := total + made.count;
    end if;
  end loop;
  return total;
end $$;

-- ── What may go ───────────────────────────────────────────────────────────────────────────────────────────────
-- Rows of a log that are older than SYS030 (180 days, never less than 30) may be deleted by whoever holds the log's :delete; all that is asked for, or nothing.
-- What says that rows of the operation log were deleted stays for ever: without it the chain would have gaps that nobody explains.
create function sec.remove_log(p_noun text, p_ids uuid[], out held integer, out young integer, out days integer, out seqs bigint[])
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  old text := 'create_date < now() - make_interval(days => $2)';
begin
  if p_noun not in ('sys:loginlog', 'sys:operationlog', 'sys:errorlog', 'sys:interfacelog') or not exists (select from sec.my_permissions() p where p = p_noun || ':delete') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  days := greatest(30, coalesce((select p.param_value::integer from app.sys_params p where p.param_code = 'SYS030' and p.status = '1' and p.param_value ~ '^\d{1,5}$'), 180));
  if p_noun = 'sys:operationlog' then
    old := old || ' and not (noun = ''sys:operationlog'' and operation = ''delete'')';
    select coalesce(array_agg(r.seq order by r.seq), '{}') into seqs from app.sys_operationlog r where r.id = any(p_ids);
  end if;
  execute format('select count(*), count(*) filter (where not (%s)) from app.%I where id = any($1)', old, replace(p_noun, ':', '_')) into held, young using p_ids, days;
  if held = cardinality(p_ids) and young = 0 then
    execute format('delete from app.%I where id = any($1)', replace(p_noun, ':', '_')) using p_ids;
  end if;
end $$;

-- A fault is written after its transaction was undone, on a connection of its own; whose it was is read from the session.
create function sec.write_error_log(p_sid text, p_uri text, p_method text, p_params text, p_error text, p_ip text, p_agent text, p_correlation text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  x record;
begin
  select s.tenant_code, s.user_id, p.real_name into x
    from sec.session s left join sec.principal p on p.tenant_code = s.tenant_code and p.user_id = s.user_id where s.sid_hash = decode(p_sid, 'hex');
  perform sec.bind(coalesce(x.tenant_code, '1'), x.user_id, '');
  insert into app.sys_errorlog (id, request_uri, request_method, request_params, error_info, ip, user_agent, correlation_id, creator_id, creator_name)
  values (sec.new_id(), p_uri, p_method, p_params, p_error, p_ip, p_agent, p_correlation, x.user_id, coalesce(x.real_name, ''));
end $$;

revoke all on function sec.new_id(), sec.log_text(app.sys_operationlog), sec.seal_log(), sec.remove_log(text, uuid[]), sec.write_error_log(text, text, text, text, text, text, text, text) from public;
grant execute on function sec.remove_log(text, uuid[]) to qudao_app;
grant execute on function sec.seal_log(), sec.write_error_log(text, text, text, text, text, text, text, text) to qudao_gate;
