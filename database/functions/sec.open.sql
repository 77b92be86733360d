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
