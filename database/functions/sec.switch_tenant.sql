-- A new session in another tenant; the old one ends, so a forgotten tab cannot write where nobody looks.
create or replace function sec.switch_tenant(
  p_sid text, p_new_sid text, p_tenant text
) returns table (tenant_code text, expires_at timestamptz)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  s sec.session;
begin
  perform sec.open(p_sid, null, null, null);
  if not exists (select from sec.my_tenants() m where m.tenant_code = p_tenant and m.status = '1') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  select x.* into s from sec.session x where x.sid_hash = decode(p_sid, 'hex');
  if not exists (select from sec.principal p where p.tenant_code = p_tenant and p.user_id = s.user_id) then
    -- A brand owner's user enters a granted sub-tenant with its read-only role GROUP_VIEW, never with more.
    insert into sec.principal
      (tenant_code, user_id, username, real_name, is_active, super_admin, account_type, organizations)
    select p_tenant, p.user_id, p.username, p.real_name, true, false, '0', '{""}'
    from sec.principal p
    where p.tenant_code = s.tenant_code and p.user_id = s.user_id;
    perform sec.bind(p_tenant, s.user_id, '');
    insert into sec.user_role
    select p_tenant, s.user_id, r.id
    from app.sys_role r
    where r.code = 'GROUP_VIEW' and r.status = '1'
    on conflict do nothing;
  end if;
  update sec.session x
  set ended_at = now(), end_reason = 'switched'
  where x.sid_hash = decode(p_sid, 'hex');
  insert into sec.session (sid_hash, user_id, tenant_code, expires_at, ip, user_agent)
  values (decode(p_new_sid, 'hex'), s.user_id, p_tenant, s.expires_at, s.ip, s.user_agent);
  perform sec.write_login_log(
    p_tenant, s.user_id, (select a.username from sec.account a where a.user_id = s.user_id), '1', null, 'switchTenant',
    s.ip, s.user_agent
  );
  return query select p_tenant, s.expires_at;
end
$$;
