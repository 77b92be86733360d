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
