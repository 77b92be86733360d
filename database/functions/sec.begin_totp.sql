-- A secret that is not confirmed yet; the one that is on stays on meanwhile.
create or replace function sec.begin_totp(p_secret text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  perform sec.require_confirmed(sec.user_id());
  insert into sec.totp (user_id, home_tenant, pending)
  select a.user_id, a.home_tenant, p_secret
  from sec.account a
  where a.user_id = sec.user_id()
  on conflict (user_id) do update set pending = excluded.pending;
end
$$;
