-- A run of a job reads what one person may see: his scope, as long as he is somebody and may do one of p_permissions.
-- Answers whether he holds p_soft, too. Whoever is a person himself reads as nobody else.
create or replace function sec.read_as(p_user uuid, p_permissions text[], p_soft text, out is_full boolean)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  tenant text := sec.tenant();
  is_super boolean;
  on_platform boolean;
  bound text;
begin
  if tenant is null or sec.user_id() is not null then raise exception 'not a run' using errcode = 'QD403'; end if;
  select p.super_admin, t.sys_tenant = '1',
    concat(
      set_config(
        'app.ctx',
        concat(
          t.tenant_code, '|', extract(epoch from now())::text, '|', p.user_id, '|',
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
  into is_super, on_platform, bound
  from sec.principal p
  join app.tenant_tenant t on t.tenant_code = p.tenant_code
  where p.tenant_code = tenant and p.user_id = p_user and p.is_active and t.status = '1';
  if not found
    or not exists (select from unnest(p_permissions) x where sec.holds(tenant, p_user, is_super, on_platform, x))
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  is_full := sec.holds(tenant, p_user, is_super, on_platform, p_soft);
end
$$;
