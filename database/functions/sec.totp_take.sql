create or replace function sec.totp_take(p_user uuid, p_step bigint) returns boolean
language sql security definer set search_path = pg_catalog
as $$
  with taken as (update sec.totp set last_step = p_step where user_id = p_user and last_step < p_step returning 1)
  select exists (select from taken)
$$;
