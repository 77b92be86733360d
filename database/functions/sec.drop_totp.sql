create or replace function sec.drop_totp() returns void
language sql security definer set search_path = pg_catalog
as $$
  delete from sec.totp where user_id = sec.user_id()
$$;
