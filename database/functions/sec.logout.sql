create or replace function sec.logout(p_sid text, p_reason text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  s sec.session;
begin
  update sec.session
  set ended_at = now(), end_reason = p_reason
  where sid_hash = decode(p_sid, 'hex') and ended_at is null
  returning * into s;
  if found then
    perform sec.write_login_log(
      s.tenant_code, s.user_id, (select a.username from sec.account a where a.user_id = s.user_id), '1', null, 'logout',
      s.ip, s.user_agent
    );
  end if;
end
$$;
