-- Exports that nobody waits for: who asked, for what, how far it is, and the file that came of it.

-- Nothing here is readable by the application; whoever asked is told of his own, whoever makes one holds its key.
create table sec.export_run (
  id uuid primary key,
  tenant_code text not null,
  user_id uuid not null,
  noun text not null,
  -- Asked for again when the file is made: what was taken away meanwhile is not handed out.
  permission text not null,
  format text not null check (format in ('xlsx', 'csv')),
  language text not null,
  -- Search form and chosen columns, as they were asked.
  asked jsonb not null,
  request jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  row_count integer not null default 0,
  total integer,
  file_id uuid,
  error text,
  attempts integer not null default 0,
  not_before timestamptz not null default now(),
  key_hash bytea,
  -- Until then nobody else takes it; whoever makes it moves it on, whoever died does not.
  lease_until timestamptz,
  create_date timestamptz not null default now()
);
create index export_run_waiting on sec.export_run (not_before) where state in ('waiting', 'running');
create index export_run_old on sec.export_run (create_date);

-- Called in the context of whoever asks; a long list is for who has shown again who he is.
create function sec.ask_export(p_id uuid, p_noun text, p_permission text, p_format text, p_language text, p_asked jsonb, p_request jsonb) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if sec.user_id() is null then raise exception 'nobody asks' using errcode = 'QD401'; end if;
  if not sec.is_confirmed() then raise exception 'not confirmed' using errcode = 'QD041'; end if;
  insert into sec.export_run (id, tenant_code, user_id, noun, permission, format, language, asked, request)
  values (p_id, sec.tenant(), sec.user_id(), p_noun, p_permission, p_format, p_language, p_asked, p_request);
  perform pg_notify('qudao_export', '');
end $$;

-- How far one of the own exports is.
create function sec.my_export(p_id uuid) returns table (id uuid, noun text, state text, row_count integer, total integer, file_id uuid, error text)
language sql stable security definer set search_path = pg_catalog
as $$ select e.id, e.noun, e.state, e.row_count, e.total, e.file_id, e.error from sec.export_run e where e.id = p_id and e.tenant_code = sec.tenant() and e.user_id = sec.user_id() $$;

-- The next that waits, or whose maker died. One person's second file waits until his first is made.
create function sec.take_export(p_key text, p_lease_ms integer)
returns table (id uuid, tenant_code text, user_id uuid, noun text, format text, language text, asked jsonb, request jsonb, attempts integer)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  e sec.export_run;
begin
  perform pg_advisory_xact_lock(7021);
  select w.* into e from sec.export_run w
   where w.state in ('waiting', 'running') and w.not_before <= clock_timestamp() and (w.lease_until is null or w.lease_until < clock_timestamp())
     and not exists (select from sec.export_run o where o.tenant_code = w.tenant_code and o.user_id = w.user_id and o.id <> w.id and o.state = 'running' and o.lease_until >= clock_timestamp())
   order by w.not_before, w.id limit 1 for update skip locked;
  if not found then return; end if;
  update sec.export_run w set state = 'running', attempts = w.attempts + 1, row_count = 0, key_hash = sha256(convert_to(p_key, 'UTF8')),
         lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond' where w.id = e.id returning w.* into e;
  return query select e.id, e.tenant_code, e.user_id, e.noun, e.format, e.language, e.asked, e.request, e.attempts;
end $$;

create function sec.keep_export(p_run uuid, p_key text, p_lease_ms integer, p_rows integer, p_total integer) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.export_run w set lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond', row_count = p_rows, total = coalesce(p_total, w.total)
   where w.id = p_run and w.key_hash = sha256(convert_to(p_key, 'UTF8')) and w.state = 'running';
  return found;
end $$;

-- The end of an attempt: a file, a failure, or another try later. A maker whose export was taken over ends nothing.
create function sec.end_export(p_run uuid, p_key text, p_rows integer, p_file uuid, p_error text, p_again_seconds integer) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.export_run w set state = case when p_file is not null then 'done' when p_again_seconds is null then 'failed' else 'waiting' end, file_id = p_file, error = p_error,
         row_count = p_rows, total = case when p_file is null then w.total else p_rows end, key_hash = null, lease_until = null,
         not_before = clock_timestamp() + make_interval(secs => coalesce(p_again_seconds, 0))
   where w.id = p_run and w.key_hash = sha256(convert_to(p_key, 'UTF8')) and w.state = 'running';
  return found;
end $$;

-- The same in the transaction of the application in which the file becomes a file.
create function sec.finish_export(p_run uuid, p_key text, p_rows integer, p_file uuid, p_error text) returns boolean
language sql security definer set search_path = pg_catalog
as $$ select sec.end_export(p_run, p_key, p_rows, p_file, p_error, null) $$;

-- After that many days a file is let go of, and the sweep of files takes its bytes.
create function sec.forget_exports(p_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  e record;
  gone integer := 0;
begin
  for e in select w.id, w.tenant_code from sec.export_run w where w.create_date < now() - make_interval(days => greatest(1, p_days)) and w.state in ('done', 'failed') loop
    perform sec.bind(e.tenant_code, null, '');
    delete from app.sys_file_link l where l.noun = 'sys:export' and l.record_id = e.id;
    delete from sec.export_run w where w.id = e.id;
    gone := gone + 1;
  end loop;
  return gone;
end $$;

-- The context of a run. Of a job: its tenant, no person, every row of that tenant. Of an export: the person who asked, with what he may see and do now.
-- Only who holds the key of a run under way gets it.
create or replace function sec.open_run(p_run uuid, p_key text,
  out user_id uuid, out username text, out real_name text, out tenant_code text, out super_admin boolean, out is_platform boolean,
  out organize_code text, out personnel_code text, out customer_code text, out account_type text, out is_full boolean)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  bound text;
  needed text;
begin
  select null::uuid, s.bean_name, coalesce(s.job_name, s.bean_name), t.tenant_code, false, t.sys_tenant = '1', '0', true,
         concat(set_config('app.ctx', concat(t.tenant_code, '|', extract(epoch from now())::text, '||', case when t.sys_tenant = '1' then 'P' end, '|', t.path), true),
           set_config('app.organizations', '', true), set_config('app.storages', '', true), set_config('app.departments', '', true),
           set_config('app.brands', '', true), set_config('app.channels', '', true), set_config('app.own', '||', true))
    into user_id, username, real_name, tenant_code, super_admin, is_platform, account_type, is_full, bound
    from sec.job_run r join app.job_schedule s on s.id = r.schedule_id join app.tenant_tenant t on t.tenant_code = r.tenant_code
   where r.id = p_run and r.key_hash = sha256(convert_to(p_key, 'UTF8')) and r.lease_until > clock_timestamp();
  if found then return; end if;
  select e.user_id, p.username, p.real_name, e.tenant_code, p.super_admin, t.sys_tenant = '1', p.organize_code, p.personnel_code, p.customer_code, p.account_type, true, e.permission,
         concat(
           set_config('app.ctx', concat(e.tenant_code, '|', extract(epoch from now())::text, '|', e.user_id, '|',
             case when p.super_admin then 'S' end, case when t.sys_tenant = '1' then 'P' end, '|', t.path), true),
           set_config('app.organizations', coalesce(p.organizations::text, ''), true),
           set_config('app.storages', coalesce(p.storages::text, ''), true),
           set_config('app.departments', coalesce(p.departments::text, ''), true),
           set_config('app.brands', coalesce(p.brands::text, ''), true),
           set_config('app.channels', coalesce(p.channels::text, ''), true),
           set_config('app.own', concat(case p.account_type when '1' then coalesce(p.customer_code, '?') end, '|',
             case p.account_type when '2' then coalesce(p.supplier_code, '?') end, '|',
             case p.account_type when '3' then coalesce(p.personnel_code, '?') end), true))
    into user_id, username, real_name, tenant_code, super_admin, is_platform, organize_code, personnel_code, customer_code, account_type, is_full, needed, bound
    from sec.export_run e
    join sec.principal p on p.tenant_code = e.tenant_code and p.user_id = e.user_id
    join app.tenant_tenant t on t.tenant_code = e.tenant_code
   where e.id = p_run and e.key_hash = sha256(convert_to(p_key, 'UTF8')) and e.lease_until > clock_timestamp() and p.is_active and t.status = '1';
  if not found then raise exception 'no such run' using errcode = 'QD401'; end if;
  if not sec.holds(tenant_code, user_id, super_admin, is_platform, needed) then raise exception 'not permitted' using errcode = 'QD403'; end if;
end $$;

revoke all on function sec.ask_export(uuid, text, text, text, text, jsonb, jsonb), sec.my_export(uuid), sec.take_export(text, integer), sec.keep_export(uuid, text, integer, integer, integer),
  sec.end_export(uuid, text, integer, uuid, text, integer), sec.finish_export(uuid, text, integer, uuid, text), sec.forget_exports(integer) from public;
grant execute on function sec.ask_export(uuid, text, text, text, text, jsonb, jsonb), sec.open_run(uuid, text) to qudao_report;
grant execute on function sec.my_export(uuid), sec.finish_export(uuid, text, integer, uuid, text) to qudao_app;
grant execute on function sec.take_export(text, integer), sec.keep_export(uuid, text, integer, integer, integer), sec.end_export(uuid, text, integer, uuid, text, integer), sec.forget_exports(integer) to qudao_gate;
