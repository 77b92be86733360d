create or replace function sec.totp_recover(p_user uuid, p_hash text) returns boolean
language sql security definer set search_path = pg_catalog
as $$
  with taken as (
    update sec.totp
    set recovery = array_remove(recovery, p_hash)
    where user_id = p_user and p_hash = any(recovery)
    returning 1
  )
  select exists (select from taken)
$$;
