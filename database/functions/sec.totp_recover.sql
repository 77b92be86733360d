-- A recovery code is good for one log-in.
create or replace function sec.totp_recover(p_user uuid, p_hash text) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.totp
  set recovery = array_remove(recovery, p_hash)
  where user_id = p_user and p_hash = any(recovery);
  return found;
end
$$;
