-- The second factor of the own user is switched off.
create or replace function sec.drop_totp() returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.require_confirmed(sec.user_id());
  delete from sec.totp where user_id = sec.user_id();
end
$$;
