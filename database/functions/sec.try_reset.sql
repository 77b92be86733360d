-- Whether the code is the one; a wrong one counts, and after five none is right any more.
create or replace function sec.try_reset(p_username text, p_hash text) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  passed boolean;
begin
  update sec.reset_code c
  set attempts = c.attempts + 1
  from sec.account a
  where a.user_id = c.user_id and lower(a.username) = lower(p_username)
  returning c.code_hash = p_hash and c.expires_at > now() and c.attempts <= 5 into passed;
  return coalesce(passed, false);
end
$$;
