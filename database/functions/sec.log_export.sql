-- An export is read on the report lane, which writes nothing else than that it happened. A ticket is spent by then, so
-- this is the one place.
create or replace function sec.log_export(
  p_noun text, p_count integer, p_filter jsonb, p_uri text, p_method text, p_ip text, p_agent text, p_correlation text
) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into app.sys_operationlog (
    id, noun, operation, status, message, changes, request_uri, request_method, ip, user_agent, correlation_id,
    creator_id, creator_name
  )
  values (
    sec.new_id(), p_noun, 'export', '1', p_count::text, p_filter, p_uri, p_method, p_ip, p_agent, p_correlation,
    sec.user_id(),
    (
      select p.real_name
      from sec.principal p
      where p.tenant_code = sec.tenant() and p.user_id = sec.user_id()
    )
  );
end
$$;
