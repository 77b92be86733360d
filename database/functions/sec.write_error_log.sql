-- A fault is written after its transaction was undone, on a connection of its own; whose it was is read from the
-- session.
create or replace function sec.write_error_log(
  p_sid text, p_uri text, p_method text, p_params text, p_error text, p_ip text, p_agent text, p_correlation text
) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  x record;
begin
  select s.tenant_code, s.user_id, p.real_name
  into x
  from sec.session s
  left join sec.principal p on p.tenant_code = s.tenant_code and p.user_id = s.user_id
  where s.sid_hash = decode(p_sid, 'hex');
  perform sec.bind(coalesce(x.tenant_code, '1'), x.user_id, '');
  insert into app.sys_errorlog (
    id, request_uri, request_method, request_params, error_info, ip, user_agent, correlation_id, creator_id,
    creator_name
  )
  values (
    sec.new_id(), p_uri, p_method, p_params, p_error, p_ip, p_agent, p_correlation, x.user_id, coalesce(x.real_name, '')
  );
end
$$;
