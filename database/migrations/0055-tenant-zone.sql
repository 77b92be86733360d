-- The zone of a tenant: where its days begin and end. Tenants that are there keep the one that all had. The code of the release
-- before reads neither column nor function: it goes on counting in the zone that every tenant still has.

alter table app.tenant_tenant add column zone text not null default 'Asia/Shanghai';
grant update (zone) on app.tenant_tenant to qudao_app;

-- A tenant keeps its books in a zone that has a name; of an abbreviation nobody knows when its summer begins.
create or replace function sec.check_zone() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not exists (select from pg_timezone_names z where z.name = new.zone) then
    raise exception 'no such zone' using errcode = '23514', constraint = 'tenant_tenant_zone', detail = new.zone;
  end if;
  return new;
end
$$;

revoke all on function sec.check_zone() from public;
create trigger zone_named before insert on app.tenant_tenant for each row
  when (new.zone <> 'Asia/Shanghai') execute function sec.check_zone();
create trigger zone_renamed before update of zone on app.tenant_tenant for each row
  when (new.zone is distinct from old.zone) execute function sec.check_zone();

-- The context: tenant | epoch of this transaction | user | flags | path | zone. The epoch ends a value with its
-- transaction, so a setting left behind by a pooled connection opens nothing.
create or replace function sec.part(n integer) returns text
language sql stable parallel safe
as $$
  select case
    when split_part(current_setting('app.ctx', true), '|', 2) = extract(epoch from now())::text then
      nullif(split_part(current_setting('app.ctx', true), '|', n), '')
  end
$$;

-- The zone in which the tenant of this context keeps its books. Whoever has no context counts in the platform's.
create or replace function sec.zone() returns text
language sql stable parallel safe
as $$
  select coalesce(sec.part(6), 'Asia/Shanghai')
$$;

revoke all on function sec.zone() from public;
grant execute on function sec.zone() to qudao_app, qudao_report;

-- The first statement of every batch and transaction. It checks the session row, the tenant the caller believes
-- to be in, and the permission of the route; then it binds tenant, user and data scope to this transaction.
-- It is paid for by every request, so it is one query with a kept plan: every further statement or assignment costs 3
-- to 30 us. What it binds before it refuses goes with the transaction that the refusal ends.
create or replace function sec.open(
  p_sid text, p_tenant text, p_permissions text[], p_soft text, out user_id uuid, out username text, out real_name text,
  out tenant_code text, out super_admin boolean, out is_platform boolean, out organize_code text,
  out personnel_code text, out customer_code text, out account_type text, out is_full boolean
)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  refused text;
  bound text;
  permission text;
  may boolean;
begin
  select x.user_id, p.username, p.real_name, x.tenant_code, p.super_admin, t.sys_tenant = '1', p.organize_code,
    p.personnel_code, p.customer_code, p.account_type,
    case
      when x.expires_at < now() or x.seen_at < now() - interval '30 minutes' then 'QD401'
      when x.ended_at is not null or not p.is_active or t.status <> '1' then 'QD001'
      when x.tenant_code <> p_tenant then 'QD012'
      when x.is_narrow and p_permissions is distinct from '{}' then 'QD040'
    end,
    concat(
      set_config(
        'app.ctx',
        concat(
          x.tenant_code, '|', extract(epoch from now())::text, '|', x.user_id, '|',
          case when p.super_admin then 'S' end, case when t.sys_tenant = '1' then 'P' end,
          case when x.confirmed_until > now() then 'C' end, '|', t.path, '|', t.zone
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
    customer_code, account_type, refused, bound
  from sec.session x
  join sec.principal p on p.tenant_code = x.tenant_code and p.user_id = x.user_id
  join app.tenant_tenant t on t.tenant_code = x.tenant_code
  where x.sid_hash = decode(p_sid, 'hex');
  if not found then
    refused := 'QD401';
  end if;
  if refused is not null then
    raise exception 'session refused' using errcode = refused;
  end if;
  if p_permissions <> '{}' then
    may := false;
    foreach permission in array p_permissions loop
      may := sec.holds(tenant_code, user_id, super_admin, is_platform, permission);
      exit when may;
    end loop;
    if not may then
      raise exception 'not permitted' using errcode = 'QD403';
    end if;
  end if;
  is_full := p_soft is null or sec.holds(tenant_code, user_id, super_admin, is_platform, p_soft);
end
$$;

-- The context of a run. Of a job: its tenant, no person, every row of that tenant. Of an export: the person who asked,
-- with what he may see and do now. Only who holds the key of a run under way gets it.
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
  from sec.export_run e
  join sec.principal p on p.tenant_code = e.tenant_code and p.user_id = e.user_id
  join app.tenant_tenant t on t.tenant_code = e.tenant_code
  where e.id = p_run
    and e.key_hash = sha256(convert_to(p_key, 'UTF8'))
    and e.lease_until > clock_timestamp()
    and p.is_active
    and t.status = '1';
  if not found then raise exception 'no such run' using errcode = 'QD401'; end if;
  if not sec.holds(tenant_code, user_id, super_admin, is_platform, needed) then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
end
$$;
