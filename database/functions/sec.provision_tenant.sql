-- The platform opens a tenant: main account (administrator there and nowhere else), first organisation, copies of the
-- chosen roles, and what every tenant has. A tenant below another starts with that one's values. The caller's own
-- context stays as it is.
create or replace function sec.provision_tenant(
  p_tenant text, p_user uuid, p_username text, p_real_name text, p_hash text, p_plan jsonb
) returns jsonb
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
  above text;
  values_above jsonb := '{}';
  organization jsonb := p_plan->'organization';
  roles jsonb;
  made jsonb;
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, 'tenant:tenant:save')
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  -- The rows of a tenant that is gone are still there: its code is not given to anybody else.
  if exists (select from sec.principal p where p.tenant_code = p_tenant) then
    raise exception 'tenant code was used before' using errcode = '23505', constraint = 'tenant_tenant_key';
  end if;
  select p.tenant_code
  into above
  from app.tenant_tenant t
  join app.tenant_tenant p on p.id = t.pid
  where t.tenant_code = p_tenant;
  if above is not null then
    perform sec.bind(above, null, '');
    select coalesce(jsonb_object_agg(x.code, x.value), '{}')
    into values_above
    from app.tenant_params x
    where x.organize_code is null and x.status = '1';
  end if;
  perform sec.bind(p_tenant, p_user, '');
  insert into app.sys_organization (id, code, name, type, manage_flag, creator_id, creator_name)
  values (sec.new_id(), organization->>'code', organization->>'name', '0', '1', p_user, p_real_name);
  -- Of no organisation itself: what it writes belongs to the whole tenant unless it says otherwise.
  insert into app.sys_user (id, username, real_name, super_admin, account_type, status, creator_name, email, mobile)
  values (p_user, p_username, p_real_name, '1', '0', '1', p_real_name, p_plan->>'email', p_plan->>'mobile');
  insert into sec.account (user_id, username, home_tenant, password_hash, must_change)
  values (p_user, p_username, p_tenant, p_hash, true);
  with made as (
    insert into app.sys_role (id, code, name, menu_list, remark, creator_id, creator_name)
    select sec.new_id(), r.code, r.name, r.menu_list, r.remark, p_user, p_real_name
    from app.tenant_role r
    where r.id::text in (select jsonb_array_elements_text(p_plan->'roles')) and r.status = '1'
    order by r.code
    returning code, name
  )
  select coalesce(jsonb_agg(coalesce(m.name, m.code)), '[]')
  into roles
  from made m;
  made := sec.furnish_tenant(p_tenant, values_above);
  if coalesce(made->'roles', '[]') = '[]' then perform sec.refresh_grants(); end if;
  insert into app.sys_operationlog (id, noun, record_code, operation, status, message, creator_id, creator_name)
  values (sec.new_id(), 'tenant:tenant', p_tenant, 'save', '1', 'provisioned', p_user, p_real_name);
  perform set_config('app.ctx', context, true);
  return jsonb_build_object(
    'account', jsonb_build_array(p_username), 'organization', jsonb_build_array(organization->>'name'),
    'roles', roles || coalesce(made->'roles', '[]'), 'numbers', made->'numbers', 'params', made->'params'
  );
end
$$;
