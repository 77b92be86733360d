-- Counts the failure; from p_limit failures on, the account rests 15 minutes. Live sessions stay untouched.
create or replace function sec.login_failed(
  p_username text, p_limit integer, p_reason text, p_ip text, p_agent text
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
  locked boolean;
begin
  update sec.account
  set failed_count = failed_count + 1,
    locked_until = case when failed_count + 1 >= p_limit then now() + interval '15 minutes' else locked_until end
  where lower(username) = lower(p_username)
  returning * into a;
  locked := coalesce(a.locked_until > now(), false);
  perform sec.write_login_log(
    coalesce(a.home_tenant, '1'), a.user_id, p_username, case when locked then '2' else '0' end, p_reason, 'login',
    p_ip, p_agent
  );
  return locked;
end
$$;
