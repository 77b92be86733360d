-- Jobs: when they are due, who runs one, and that its effect happened once.

-- A run that waits or is under way. Nothing here is readable by the application; whoever runs one holds its key.
create table sec.job_run (
  id uuid primary key,
  schedule_id uuid not null references app.job_schedule on delete cascade,
  tenant_code text not null,
  -- With job and tenant this is what the run is known by: twice planned is once planned.
  due timestamptz not null,
  asked_by text,
  attempts integer not null default 0,
  not_before timestamptz not null default now(),
  key_hash bytea,
  started_at timestamptz,
  -- Until then nobody else takes it; whoever runs it moves it on, whoever died does not.
  lease_until timestamptz,
  unique (schedule_id, due, tenant_code)
);
create index job_run_waiting on sec.job_run (not_before);

-- The effect of a run and this row are one transaction.
create table app.job_inbox (
  tenant_code text not null default sec.tenant(),
  schedule_id uuid not null,
  due timestamptz not null,
  create_date timestamptz not null default now(),
  primary key (tenant_code, schedule_id, due)
);
alter table app.job_inbox enable row level security;
alter table app.job_inbox force row level security;
create policy tenant_wall on app.job_inbox using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select, insert on app.job_inbox to qudao_app;

-- One run for the installation, or one for every open tenant.
create function sec.add_runs(p_schedule uuid, p_due timestamptz, p_asked_by text, p_each_tenant boolean) returns void
language sql security definer set search_path = pg_catalog
as $$
  insert into sec.job_run (id, schedule_id, tenant_code, due, asked_by)
  select sec.new_id(), p_schedule, t.tenant_code, p_due, p_asked_by from app.tenant_tenant t where t.status = '1' and (t.sys_tenant = '1') <> p_each_tenant
  on conflict do nothing;
  select pg_notify('qudao_job', '');
$$;

-- When a job is due next is computed by the caller. Of several that saw the same due time one plans it.
create function sec.plan_job(p_schedule uuid, p_seen timestamptz, p_next timestamptz, p_each_tenant boolean) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update app.job_schedule s set next_time = p_next where s.id = p_schedule and s.status = '1' and s.next_time is not distinct from p_seen;
  if not found then return false; end if;
  if p_seen is not null then perform sec.add_runs(p_schedule, p_seen, null, p_each_tenant); end if;
  return true;
end $$;

create function sec.due_jobs() returns table (id uuid, bean_name text, cron_expression text, next_time timestamptz)
language sql stable security definer set search_path = pg_catalog
as $$ select s.id, s.bean_name, s.cron_expression, s.next_time from app.job_schedule s where s.status = '1' and (s.next_time is null or s.next_time <= now()) $$;

-- Run now, asked by a person of the platform.
create function sec.ask_run(p_schedule uuid, p_each_tenant boolean) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not sec.is_platform() or not exists (select from sec.my_permissions() p where p = 'job:schedule:run') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  perform sec.add_runs(p_schedule, clock_timestamp(), (select p.real_name from sec.principal p where p.tenant_code = sec.tenant() and p.user_id = sec.user_id()), p_each_tenant);
end $$;

create function sec.log_run(r sec.job_run, p_ms integer, p_error text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.bind(r.tenant_code, null, '');
  insert into app.job_schedulelog (id, job_id, bean_name, params, times, status, error, creator_name)
  select sec.new_id(), s.job_id, s.bean_name, s.params, p_ms, case when p_error is null then '1' else '0' end, p_error, coalesce(r.asked_by, '')
    from app.job_schedule s where s.id = r.schedule_id;
  -- What fails in a tenant the platform is told of, and not more than where.
  if p_error is not null and r.tenant_code <> '1' then
    perform sec.bind('1', null, '');
    insert into app.job_schedulelog (id, job_id, bean_name, params, times, status, error)
    select sec.new_id(), s.job_id, s.bean_name, s.params, p_ms, '0', 'tenant ' || r.tenant_code || ': failed, see its own log' from app.job_schedule s where s.id = r.schedule_id;
  end if;
  update app.job_schedule s set times = p_ms, last_time = r.started_at where s.id = r.schedule_id;
end $$;

-- The next run that waits, or whose runner died; of one job and tenant only one is under way. Takers wait for each other a moment.
create function sec.take_run(p_key text, p_lease_ms integer)
returns table (id uuid, schedule_id uuid, tenant_code text, due timestamptz, attempts integer, bean_name text, params text)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  r sec.job_run;
begin
  perform pg_advisory_xact_lock(7004);
  select w.* into r from sec.job_run w
   where w.not_before <= clock_timestamp() and (w.lease_until is null or w.lease_until < clock_timestamp())
     and not exists (select from sec.job_run o where o.schedule_id = w.schedule_id and o.tenant_code = w.tenant_code and o.id <> w.id and o.lease_until >= clock_timestamp())
   order by w.not_before, w.id limit 1 for update skip locked;
  if not found then return; end if;
  if r.lease_until is not null then
    perform sec.log_run(r, (extract(epoch from r.lease_until - r.started_at) * 1000)::integer, 'the process that ran it was lost');
  end if;
  update sec.job_run w set attempts = w.attempts + 1, key_hash = sha256(convert_to(p_key, 'UTF8')), started_at = clock_timestamp(),
         lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond' where w.id = r.id returning w.* into r;
  return query select r.id, r.schedule_id, r.tenant_code, r.due, r.attempts, s.bean_name, s.params from app.job_schedule s where s.id = r.schedule_id;
end $$;

create function sec.keep_run(p_run uuid, p_key text, p_lease_ms integer) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.job_run w set lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond' where w.id = p_run and w.key_hash = sha256(convert_to(p_key, 'UTF8'));
  return found;
end $$;

-- The end of an attempt: logged, and tried again later if asked for. A runner whose run was taken over ends nothing.
create function sec.end_run(p_run uuid, p_key text, p_ms integer, p_error text, p_again_seconds integer) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  r sec.job_run;
begin
  select w.* into r from sec.job_run w where w.id = p_run and w.key_hash = sha256(convert_to(p_key, 'UTF8')) for update;
  if not found then return false; end if;
  perform sec.log_run(r, p_ms, p_error);
  if p_error is not null and p_again_seconds is not null then
    update sec.job_run w set key_hash = null, lease_until = null, not_before = clock_timestamp() + make_interval(secs => p_again_seconds) where w.id = p_run;
  else
    delete from sec.job_run w where w.id = p_run;
  end if;
  return true;
end $$;

-- The context of a run: its tenant, no person, every row of that tenant and no more. Only who holds the key of a run under way gets it.
create function sec.open_run(p_run uuid, p_key text,
  out user_id uuid, out username text, out real_name text, out tenant_code text, out super_admin boolean, out is_platform boolean,
  out organize_code text, out personnel_code text, out customer_code text, out account_type text, out is_full boolean)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  bound text;
begin
  select null::uuid, s.bean_name, coalesce(s.job_name, s.bean_name), t.tenant_code, false, t.sys_tenant = '1', '0', true,
         concat(set_config('app.ctx', concat(t.tenant_code, '|', extract(epoch from now())::text, '||', case when t.sys_tenant = '1' then 'P' end, '|', t.path), true),
           set_config('app.organizations', '', true), set_config('app.storages', '', true), set_config('app.departments', '', true),
           set_config('app.brands', '', true), set_config('app.channels', '', true), set_config('app.own', '||', true))
    into user_id, username, real_name, tenant_code, super_admin, is_platform, account_type, is_full, bound
    from sec.job_run r join app.job_schedule s on s.id = r.schedule_id join app.tenant_tenant t on t.tenant_code = r.tenant_code
   where r.id = p_run and r.key_hash = sha256(convert_to(p_key, 'UTF8')) and r.lease_until > clock_timestamp();
  if not found then raise exception 'no such run' using errcode = 'QD401'; end if;
end $$;

-- ── What the shipped jobs do ──────────────────────────────────────────────────────────────────────────────────
-- Sessions that ran out are ended, so that lists of sessions show what is; captchas, tickets and old sessions go.
create or replace function sec.sweep() returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  gone integer;
begin
  delete from sec.captcha where expires_at < now();
  delete from sec.ticket where expires_at < now();
  delete from sec.session where expires_at < now() - interval '30 days';
  update sec.session set ended_at = least(expires_at, seen_at + interval '30 minutes'), end_reason = 'expired'
   where ended_at is null and (expires_at < now() or seen_at < now() - interval '30 minutes');
  get diagnostics gone = row_count;
  return gone;
end $$;

create function sec.sweep_keys(p_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  t text;
  gone integer;
  total integer := 0;
begin
  for t in select distinct p.tenant_code from sec.principal p loop
    perform sec.bind(t, null, '');
    delete from app.idempotency i where i.create_date < now() - make_interval(days => greatest(1, p_days));
    get diagnostics gone = row_count;
    total := total + gone;
    delete from app.job_inbox i where i.create_date < now() - make_interval(days => greatest(30, p_days));
    get diagnostics gone = row_count;
    total := total + gone;
  end loop;
  return total;
end $$;

-- A draft is its writer's own: each goes behind his wall.
create function sec.sweep_drafts(p_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  p record;
  gone integer;
  total integer := 0;
begin
  for p in select x.tenant_code, x.user_id from sec.principal x loop
    perform sec.bind(p.tenant_code, p.user_id, '');
    delete from app.sys_draft d where d.update_date < now() - make_interval(days => greatest(1, p_days));
    get diagnostics gone = row_count;
    total := total + gone;
  end loop;
  return total;
end $$;

create function sec.sweep_runs(p_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  t text;
  gone integer;
  total integer := 0;
begin
  for t in select distinct p.tenant_code from sec.principal p loop
    perform sec.bind(t, null, '');
    delete from app.job_schedulelog l where l.create_date < now() - make_interval(days => greatest(1, p_days));
    get diagnostics gone = row_count;
    total := total + gone;
  end loop;
  return total;
end $$;

revoke all on function sec.add_runs(uuid, timestamptz, text, boolean), sec.plan_job(uuid, timestamptz, timestamptz, boolean), sec.due_jobs(), sec.ask_run(uuid, boolean), sec.log_run(sec.job_run, integer, text),
  sec.take_run(text, integer), sec.keep_run(uuid, text, integer), sec.end_run(uuid, text, integer, text, integer), sec.open_run(uuid, text), sec.sweep_keys(integer), sec.sweep_drafts(integer), sec.sweep_runs(integer) from public;
grant execute on function sec.ask_run(uuid, boolean), sec.open_run(uuid, text) to qudao_app;
grant execute on function sec.plan_job(uuid, timestamptz, timestamptz, boolean), sec.due_jobs(), sec.take_run(text, integer), sec.keep_run(uuid, text, integer),
  sec.end_run(uuid, text, integer, text, integer), sec.sweep_keys(integer), sec.sweep_drafts(integer), sec.sweep_runs(integer) to qudao_gate;
