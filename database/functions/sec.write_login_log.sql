-- status 0 failed, 1 success, 2 locked (001 §4.1). A name nobody has is logged under the platform tenant.
create or replace function sec.write_login_log(
  p_tenant text, p_user uuid, p_name text, p_status text, p_reason text, p_operation text, p_ip text, p_agent text
) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.bind(p_tenant, p_user, '');
  insert into app.sys_loginlog
    (tenant_code, id, operation, status, ip, user_agent, fail_reason, creator_id, creator_name)
  values
    (p_tenant, sec.new_id(), p_operation, p_status, p_ip, left(p_agent, 500), p_reason, p_user, left(p_name, 100));
end
$$;
