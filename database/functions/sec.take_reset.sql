-- Unlocks the account and, with a hash, sets its password: every session of it ends then. The second factor stays.
create or replace function sec.take_reset(
  p_username text, p_hash text, p_password text, p_ip text, p_agent text
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
begin
  delete from sec.reset_code c
  using sec.account x
  where x.user_id = c.user_id
    and lower(x.username) = lower(p_username)
    and c.code_hash = p_hash
    and c.expires_at > now()
    and c.attempts <= 5
  returning x.* into a;
  if not found then return false; end if;
  update sec.account x
  set password_hash = coalesce(p_password, x.password_hash),
    password_changed_at = case when p_password is null then x.password_changed_at else now() end,
    must_change = x.must_change and p_password is null
  where x.user_id = a.user_id;
  delete from sec.guess g where g.user_id = a.user_id;
  if p_password is not null then
    update sec.session x
    set ended_at = now(), end_reason = 'password'
    where x.user_id = a.user_id and x.ended_at is null;
  end if;
  perform sec.write_login_log(
    a.home_tenant, a.user_id, a.username, '1', null,
    case when p_password is null then 'unlock' else 'resetPassword' end, p_ip, p_agent
  );
  return true;
end
$$;
