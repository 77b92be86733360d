-- Simulations of more past orders than one call tries: who asked, for what, how far it is, and what came of it.

-- Nothing here is readable by the application; whoever asked is told of his own, whoever works on one holds its key.
create table sec.simulation_run (
  id uuid primary key,
  tenant_code text not null,
  user_id uuid not null,
  -- Asked for again whenever the run reads: what was taken away meanwhile is not told.
  permission text not null,
  activity_id uuid,
  language text not null,
  asked jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  done_count integer not null default 0,
  total integer,
  result jsonb,
  error text,
  attempts integer not null default 0,
  not_before timestamptz not null default now(),
  key_hash bytea,
  -- Until then nobody else takes it; whoever works on it moves it on, whoever died does not.
  lease_until timestamptz,
  create_date timestamptz not null default now()
);
create index simulation_run_waiting on sec.simulation_run (not_before) where state in ('waiting', 'running');
create index simulation_run_mine on sec.simulation_run (tenant_code, user_id, activity_id, create_date desc);
create index simulation_run_old on sec.simulation_run (create_date);

-- Called in the context of whoever asks. False: so many of his are not finished already.
create or replace function sec.ask_simulation(
  p_id uuid, p_permission text, p_activity uuid, p_language text, p_asked jsonb, p_most integer
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  waiting integer;
begin
  if sec.user_id() is null then raise exception 'nobody asks' using errcode = 'QD401'; end if;
  perform pg_advisory_xact_lock(7022, hashtext(sec.user_id()::text));
  select count(*)
  into waiting
  from sec.simulation_run s
  where s.tenant_code = sec.tenant() and s.user_id = sec.user_id() and s.state in ('waiting', 'running');
  if waiting >= p_most then return false; end if;
  insert into sec.simulation_run (id, tenant_code, user_id, permission, activity_id, language, asked)
  values (p_id, sec.tenant(), sec.user_id(), p_permission, p_activity, p_language, p_asked);
  perform pg_notify('qudao_simulation', '');
  return true;
end
$$;

-- The own simulations of an activity, newest first; what came of them is asked for one by one.
create or replace function sec.my_simulations(
  p_activity uuid
) returns table (id uuid, state text, asked jsonb, done_count integer, total integer,
error text, create_date timestamptz) language plpgsql stable security definer
  set search_path = pg_catalog
as $$
begin
  return query
    select s.id, s.state, s.asked, s.done_count, s.total, s.error, s.create_date
    from sec.simulation_run s
    where s.tenant_code = sec.tenant()
      and s.user_id = sec.user_id()
      and s.activity_id is not distinct from p_activity
    order by s.create_date desc, s.id desc
    limit 20;
end
$$;

-- What came of one of the own simulations.
create or replace function sec.my_simulation(p_id uuid) returns table (result jsonb)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select s.result
    from sec.simulation_run s
    where s.id = p_id and s.tenant_code = sec.tenant() and s.user_id = sec.user_id();
end
$$;

-- Whoever works on it finds its key gone. One that has ended stays as it is.
create or replace function sec.cancel_simulation(p_id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.simulation_run s
  set state = 'cancelled', key_hash = null, lease_until = null
  where s.id = p_id
    and s.tenant_code = sec.tenant()
    and s.user_id = sec.user_id()
    and s.state in ('waiting', 'running');
  if found then return true; end if;
  return exists (
    select from sec.simulation_run s
    where s.id = p_id and s.tenant_code = sec.tenant() and s.user_id = sec.user_id()
  );
end
$$;

-- The next that waits, or whose process died. One person's second waits until his first is done.
create or replace function sec.take_simulation(
  p_key text, p_lease_ms integer
) returns table (id uuid, language text, asked jsonb, attempts integer) language plpgsql security definer
  set search_path = pg_catalog
as $$
declare
  e sec.simulation_run;
begin
  perform pg_advisory_xact_lock(7023);
  select w.*
  into e
  from sec.simulation_run w
  where w.state in ('waiting', 'running')
    and w.not_before <= clock_timestamp()
    and (w.lease_until is null or w.lease_until < clock_timestamp())
    and not exists (
      select from sec.simulation_run o
      where o.tenant_code = w.tenant_code
        and o.user_id = w.user_id
        and o.id <> w.id
        and o.state = 'running'
        and o.lease_until >= clock_timestamp()
    )
  order by w.not_before, w.id
  limit 1
  for update skip locked;
  if not found then return; end if;
  update sec.simulation_run w
  set state = 'running', attempts = w.attempts + 1, done_count = 0, key_hash = sha256(convert_to(p_key, 'UTF8')),
    lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  where w.id = e.id
  returning w.* into e;
  return query select e.id, e.language, e.asked, e.attempts;
end
$$;

-- False: it was cancelled, or another process has taken it over.
create or replace function sec.keep_simulation(
  p_run uuid, p_key text, p_lease_ms integer, p_done integer, p_total integer
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.simulation_run w
  set lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond', done_count = p_done,
    total = coalesce(p_total, w.total)
  where w.id = p_run and w.key_hash = sha256(convert_to(p_key, 'UTF8')) and w.state = 'running';
  return found;
end
$$;

-- The end of an attempt: an answer, a failure, or another try later. Whose run was taken over ends nothing.
create or replace function sec.end_simulation(
  p_run uuid, p_key text, p_result jsonb, p_error text, p_again_seconds integer
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.simulation_run w
  set state = case when p_result is not null then 'done' when p_again_seconds is null then 'failed' else 'waiting' end,
    result = p_result, error = p_error,
    done_count = case when p_result is null then w.done_count else (p_result->>'counted')::integer end,
    total = case when p_result is null then w.total else (p_result->>'counted')::integer end, key_hash = null,
    lease_until = null, not_before = clock_timestamp() + make_interval(secs => coalesce(p_again_seconds, 0))
  where w.id = p_run and w.key_hash = sha256(convert_to(p_key, 'UTF8')) and w.state = 'running';
  return found;
end
$$;

-- After that many days what came of a simulation is let go of.
create or replace function sec.forget_simulations(p_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  gone integer;
begin
  delete from sec.simulation_run w
  where w.create_date < now() - make_interval(days => greatest(1, p_days)) and w.state not in ('waiting', 'running');
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- The context of a run. Of a job: its tenant, no person, every row of that tenant. Of an export or a simulation: the
-- person who asked, with what he may see and do now. Only who holds the key of a run under way gets it.
create or replace function sec.open_run(
  p_run uuid, p_key text, out user_id uuid, out username text, out real_name text, out tenant_code text,
  out super_admin boolean, out is_platform boolean, out organize_code text, out personnel_code text,
  out customer_code text, out account_type text, out is_full boolean
)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  bound text;
  needed text;
begin
  select null::uuid, s.bean_name, coalesce(s.job_name, s.bean_name), t.tenant_code, false, t.sys_tenant = '1', '0',
    true,
    concat(
      set_config(
        'app.ctx',
        concat(
          t.tenant_code, '|', extract(epoch from now())::text, '||', case when t.sys_tenant = '1' then 'P' end, '|',
          t.path, '|', t.zone
        ),
        true
      ),
      set_config('app.organizations', '', true), set_config('app.storages', '', true),
      set_config('app.departments', '', true), set_config('app.brands', '', true), set_config('app.channels', '', true),
      set_config('app.own', '||', true)
    )
  into user_id, username, real_name, tenant_code, super_admin, is_platform, account_type, is_full, bound
  from sec.job_run r
  join app.job_schedule s on s.id = r.schedule_id
  join app.tenant_tenant t on t.tenant_code = r.tenant_code
  where r.id = p_run and r.key_hash = sha256(convert_to(p_key, 'UTF8')) and r.lease_until > clock_timestamp();
  if found then return; end if;
  select null::uuid, 'peer', f.tenant_name, t.tenant_code, false, t.sys_tenant = '1', '0', true,
    concat(
      set_config(
        'app.ctx', concat(t.tenant_code, '|', extract(epoch from now())::text, '|||', t.path, '|', t.zone), true
      ),
      set_config('app.organizations', '', true), set_config('app.storages', '', true),
      set_config('app.departments', '', true), set_config('app.brands', '', true), set_config('app.channels', '', true),
      set_config('app.own', '||', true)
    )
  into user_id, username, real_name, tenant_code, super_admin, is_platform, account_type, is_full, bound
  from sec.peer_message m
  join app.tenant_tenant t on t.tenant_code = m.to_tenant
  join app.tenant_tenant f on f.tenant_code = m.tenant_code
  where m.id = p_run and m.key_hash = sha256(convert_to(p_key, 'UTF8')) and m.lease_until > clock_timestamp();
  if found then return; end if;
  select e.user_id, p.username, p.real_name, e.tenant_code, p.super_admin, t.sys_tenant = '1', p.organize_code,
    p.personnel_code, p.customer_code, p.account_type, true, e.permission,
    concat(
      set_config(
        'app.ctx',
        concat(
          e.tenant_code, '|', extract(epoch from now())::text, '|', e.user_id, '|',
          case when p.super_admin then 'S' end, case when t.sys_tenant = '1' then 'P' end, '|', t.path, '|', t.zone
        ),
        true
      ),
      set_config('app.organizations', coalesce(p.organizations::text, ''), true),
      set_config('app.storages', coalesce(p.storages::text, ''), true),
      set_config('app.departments', coalesce(p.departments::text, ''), true),
      set_config('app.brands', coalesce(p.brands::text, ''), true),
      set_config('app.channels', coalesce(p.channels::text, ''), true),
      set_config(
        'app.own',
        concat(
          case p.account_type when '1' then coalesce(p.customer_code, '?') end, '|',
          case p.account_type when '2' then coalesce(p.supplier_code, '?') end, '|',
          case p.account_type when '3' then coalesce(p.personnel_code, '?') end
        ),
        true
      )
    )
  into user_id, username, real_name, tenant_code, super_admin, is_platform, organize_code, personnel_code,
    customer_code, account_type, is_full, needed, bound
  from (
    select x.id, x.tenant_code, x.user_id, x.permission, x.key_hash, x.lease_until
    from sec.export_run x
    where x.id = p_run
    union all
    select s.id, s.tenant_code, s.user_id, s.permission, s.key_hash, s.lease_until
    from sec.simulation_run s
    where s.id = p_run
  ) e
  join sec.principal p on p.tenant_code = e.tenant_code and p.user_id = e.user_id
  join app.tenant_tenant t on t.tenant_code = e.tenant_code
  where e.key_hash = sha256(convert_to(p_key, 'UTF8'))
    and e.lease_until > clock_timestamp()
    and p.is_active
    and t.status = '1';
  if not found then raise exception 'no such run' using errcode = 'QD401'; end if;
  if not sec.holds(tenant_code, user_id, super_admin, is_platform, needed) then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
end
$$;

revoke all on function sec.ask_simulation(uuid, text, uuid, text, jsonb, integer), sec.my_simulations(uuid),
  sec.my_simulation(uuid), sec.cancel_simulation(uuid), sec.take_simulation(text, integer),
  sec.keep_simulation(uuid, text, integer, integer, integer), sec.end_simulation(uuid, text, jsonb, text, integer),
  sec.forget_simulations(integer) from public;
grant execute on function sec.ask_simulation(uuid, text, uuid, text, jsonb, integer), sec.my_simulations(uuid),
  sec.my_simulation(uuid), sec.cancel_simulation(uuid) to qudao_app;
grant execute on function sec.take_simulation(text, integer),
  sec.keep_simulation(uuid, text, integer, integer, integer), sec.end_simulation(uuid, text, jsonb, text, integer),
  sec.forget_simulations(integer) to qudao_gate;
